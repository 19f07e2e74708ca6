"""A printed position as Markdown and HTML: hands in a table, or a drawing of them in a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Final

from analyzer.report.drawn.canvas import SUITS
from analyzer.report.drawn.column import column_canvas
from analyzer.report.drawn.printed import Printed, PrintedHand
from analyzer.report.drawn.svgfile import svg_text

_LOOK: Final = (
    "body{font:12pt/1.4 Georgia,serif;max-width:40em;margin:1em auto;padding:0 1em;"
    "color:#000;background:#fff}"
    "h1{font-size:1.2em;margin:.3em 0}h2{font-size:1em;margin:.8em 0 .2em}p{margin:.2em 0}"
    ".source{font-size:.85em}svg{max-width:100%;height:auto}"
    "table{border-collapse:collapse;margin:.4em 0}td,th{padding:.1em .6em;border-bottom:1px solid #bbb;"
    "text-align:left}@media print{body{margin:0}.over{break-after:page;visibility:hidden}}"
)


def markdown(page: Printed) -> str:
    """A heading, a table with a line for each player, and what is asked."""
    signs = _signs(page)
    lines = [f"### {marked_text(page.title)}", ""] if page.title else []
    lines += [f"*{marked_text(page.source)}*", ""] if page.source else []
    lines += ["| | " + " | ".join(signs) + " |", "|---|" + "---|" * len(signs)]
    for hand in page.hands:
        lines.append(f"| {_marked_name(hand)} | " + " | ".join(_by_sign(hand, signs)) + " |")
    lines += ["", *_paragraphs(page.told, marked_text)]
    if page.solution:
        lines += [f"**{marked_text(page.solution_word)}**", "", *_paragraphs(page.solution, marked_text)]
    return "\n".join(lines).rstrip() + "\n"


def _paragraphs(lines: tuple[str, ...], shown: Callable[[str], str]) -> Iterator[str]:
    for line in lines:
        yield shown(line)
        yield ""


def marked_text(text: str) -> str:
    """Text in which nothing is read as a mark of Markdown; a dot or a dash inside a sentence is none."""
    shown = "".join(f"\\{each}" if each in "\\`*_[]<>|~" else each for each in text)
    return f"\\{shown}" if shown[:1] in set("#+-") else shown


def _marked_name(hand: PrintedHand) -> str:
    laid = f", {marked_text(hand.laid)}" if hand.laid else ""
    note = f" ({marked_text(hand.note)}{laid})" if hand.note else laid
    return f"**{marked_text(hand.name)}**{note}"


def _signs(page: Printed) -> list[str]:
    """The suits that somebody holds, in their order; what the Fool is called comes last."""
    found = {row.sign: None for hand in page.hands for row in hand.rows}
    order = [*SUITS, "T"]
    return sorted(found, key=lambda sign: order.index(sign) if sign in order else len(order))


def _by_sign(hand: PrintedHand, signs: list[str]) -> Iterator[str]:
    held = {row.sign: row.faces or "•" for row in hand.rows}
    yield from (marked_text(held.get(sign, "")) for sign in signs)


def page_html(page: Printed, lang: str) -> str:
    """A page by itself: the drawing of the table, and the words around it."""
    title = page.title or page.hands[0].name
    parts = [f"<h1>{escape(page.title)}</h1>"] if page.title else []
    parts += [f'<p class="source">{escape(page.source)}</p>'] if page.source else []
    parts.append(svg_text(column_canvas(page)).rstrip())
    parts += [f"<p>{escape(line)}</p>" for line in page.told]
    if page.solution:
        parts.append(f"<h2>{escape(page.solution_word)}</h2>")
        parts += [f"<p>{escape(line)}</p>" for line in page.solution]
    return whole_html(title, lang, parts)


def whole_html(title: str, lang: str, parts: Iterable[str]) -> str:
    """A page by itself of what stands in its body."""
    head = f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{_LOOK}</style>'
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'
    )
