"""Printed documents as HTML and Markdown, and set by Typst as PDF, SVG or PNG."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from analyzer.errors import UsageError, install
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.report.paper.document import BREAK, Block, PaperDocument, Words, words

# The press: a document set by Typst as PDF, SVG or PNG.
#
# Fonts are those that Typst brings, whatever the machine has, so that a page looks the same everywhere; its
# DejaVu has the signs of the suits. In a PDF they are embedded, and text can be searched and copied.


FINE: Final = 288
"""Dots to the inch of a picture."""
_TEMPLATE: Final = Path(__file__).with_name("paper.typ")


def pressed(document: PaperDocument, form: str) -> bytes:
    """The bytes of a file of that `form`, `pdf`, `svg` or `png`.

    Raises: UsageError where Typst is not installed, or a picture would have several pages.
    """
    return set_page(_TEMPLATE, document.plain(), form)


def set_page(template: Path, told: Mapping[str, Any], form: str) -> bytes:
    """What a template makes of what is told, which it reads as `document.json`.

    Raises: as `pressed`.
    """
    try:
        import typst  # noqa: PLC0415 - an extra
    except ImportError:
        lacking = say("printing needs the extra `print`")
        raise UsageError(lacking, install("print")) from None
    files = {"main.typ": template.read_bytes(), "document.json": json.dumps(told).encode()}
    compiler: Any = typst  # its types know no files that are in memory
    made = compiler.compile(files, format=form, ppi=float(FINE), ignore_system_fonts=True)
    if not isinstance(made, bytes):
        raise UsageError(say("a picture holds one page; a PDF holds several"))
    return made


# What is printed, as HTML or Markdown: the same blocks without the press.


_CARD: Final = (
    ".card{font-weight:bold;white-space:nowrap;padding:0 .15em;color:#000;background:#fff;border-radius:3px;"
    "box-shadow:0 0 0 1px #999}.red{color:#a3201a}"
)
_BLANK: Final = "…………………"
"""Where something is to be written."""
_TABLE: Final = (
    "table{border-collapse:collapse;margin:.4em 0}td,th{padding:.1em .6em;border-bottom:1px solid #bbb;"
    "text-align:left}td.number{text-align:right}"
    "img{max-width:100%}pre{overflow-x:auto}cite{display:block;font-size:.85em}blockquote{margin:.4em 1.5em}"
    ".seats{display:inline-grid;grid-template:'above above above' auto 'left trick right' auto "
    "'below below below' auto/auto auto auto;gap:.6em 1.5em;align-items:center;justify-items:center}"
    ".seats>div{display:flex;gap:1.5em}.hand b{display:block}.hand small{margin-left:.4em}"
    ".trick{border:1px solid #000;border-radius:8px;padding:.6em 1em;min-width:5em;min-height:3em}"
)
_PAGE: Final = (
    "body{font:12pt/1.4 Georgia,serif;max-width:40em;margin:1em auto;padding:0 1em;"
    "color:#000;background:#fff}"
    "h1{font-size:1.2em;margin:.3em 0}h2{font-size:1em;margin:.8em 0 .2em}p{margin:.2em 0}"
    f"{_TABLE}{_CARD}@media print{{body{{margin:0}}.over{{break-after:page;visibility:hidden}}}}"
)


class _Markup(Record, frozen=True):
    """How the parts of a document are written in a language of marks."""

    words: Callable[[Words], str]
    heading: Callable[[str, int], str]
    text: Callable[[str], str]
    strong: Callable[[str], str]
    note: Callable[[str], str]
    law: Callable[[str, Sequence[str]], str]
    items: Callable[[Sequence[str]], str]
    sheet: Callable[[Sequence[str], Sequence[Sequence[str]], int], str]
    hands: Callable[[Block], str]
    figure: Callable[[str, str], str]
    """A figure: its name, which is that of its file, and its SVG in base 64."""
    verbatim: Callable[[str], str]
    """The text of a file, as it stands."""
    over: str
    """What stands where a new page begins."""


def html(document: PaperDocument) -> str:
    """A page by itself."""
    head = f'<meta charset="utf-8">\n<title>{escape(document.title)}</title>\n<style>{_PAGE}</style>'
    body = "\n".join(_written(_HTML, document.blocks))
    return (
        f'<!doctype html>\n<html lang="{document.lang}">\n<head>\n{head}\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def html_part(blocks: Iterable[Block]) -> str:
    """A part of somebody else's page, which brings its look along."""
    look = f".tarok{{{_TABLE}{_CARD}}}"
    return f'<div class="tarok">\n<style>{look}</style>\n{chr(10).join(_written(_HTML, blocks))}\n</div>'


def markdown(document: PaperDocument) -> str:
    """Headings, paragraphs and tables."""
    return "\n\n".join(_written(_MARKDOWN, document.blocks)) + "\n"


def _written(markup: _Markup, blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block["kind"]:
            case "page":
                yield from _written(markup, block["blocks"])
            case "problem":
                yield from _problem(markup, block)
            case "solution":
                yield markup.heading(markup.words(words(block["title"])), 2)
                yield from (markup.note(markup.words(words(each))) for each in [block["asked"]] if each)
                yield from _answer(markup, block)
            case "figure":
                yield markup.figure(block["name"], block["data"])
            case "verbatim":
                yield markup.verbatim(block["text"])
            case _:
                yield _part(markup, block)


def _part(markup: _Markup, block: Block) -> str:
    match block["kind"]:
        case "heading":
            return markup.heading(markup.words(block["words"]), 1 if block["large"] else 2)
        case "law":
            return markup.law(markup.words(block["words"]), block["sources"])
        case "list":
            return markup.items([markup.words(each) for each in block["items"]])
        case "note":
            return markup.note(markup.words(block["words"]))
        case "sheet":
            rows = [[cell for cell in row if not _is_page(cell)] for row in block["rows"]]
            head = block["head"][: len(rows[0])] if rows else block["head"]
            cells = [[markup.words(cell) for cell in row] for row in rows]
            return markup.sheet(head, cells, block["numbers"])
        case "table":
            return markup.hands(block)
        case "verdict":
            return markup.strong(markup.words(block["words"]))
        case "form":
            rows = [[markup.words(words(cell or _BLANK)) for cell in row] for row in block["rows"]]
            return markup.sheet([], rows, 0)
        case "signatures":
            return markup.sheet(block["names"], [[markup.words(words(_BLANK)) for _ in block["names"]]], 0)
        case _:
            return markup.over if block == BREAK else markup.text(markup.words(block["words"]))


def _is_page(cell: Words) -> bool:
    """Whether a cell, the last of its row, says on which page something is: there are none here."""
    return any("page" in word for word in cell)


def _problem(markup: _Markup, block: Block) -> Iterator[str]:
    def plain(text: str) -> str:
        return markup.words(words(text))

    yield from (markup.heading(plain(each), 2) for each in [block["title"]] if each)
    yield from (markup.text(plain(each)) for each in [block["source"]] if each)
    yield markup.hands(block)
    yield from (markup.strong(plain(each)) for each in [block["stipulation"]] if each)
    yield from (markup.text(plain(each)) for each in block["told"])
    if block["solution"] is not None:
        yield from _answer(markup, block["solution"])


def _answer(markup: _Markup, block: Block) -> Iterator[str]:
    yield markup.strong(markup.words(words(block["word"])))
    yield from (markup.text(markup.words(words(each))) for each in block["lines"])


def _html_words(told: Words) -> str:
    return "".join(_html_word(*span) for each in told for span in each.items())


def _html_word(kind: str, word: str) -> str:
    if kind == "page":
        return ""  # without pages there is none to name
    if kind == "card":
        look = "card red" if word[:1] in "♥♦" else "card"
        return f'<span class="{look}">{escape(word)}</span>'
    mark = {"strong": "b", "quote": "q"}.get(kind)
    return escape(word) if mark is None else f"<{mark}>{escape(word)}</{mark}>"


def _html_law(text: str, sources: Sequence[str]) -> str:
    return f"<blockquote>{text}{''.join(f'<cite>{escape(each)}</cite>' for each in sources)}</blockquote>"


def _html_sheet(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: int) -> str:
    told = "".join(f"<th>{escape(each)}</th>" for each in head) if any(head) else ""

    def cell(place: int, text: str) -> str:
        look = ' class="number"' if 0 < place < numbers else ""
        return f"<td{look}>{text}</td>"

    body = "\n".join(f"<tr>{''.join(cell(*each) for each in enumerate(row))}</tr>" for row in rows)
    return f"<table>\n{f'<tr>{told}</tr>{chr(10)}' if told else ''}{body}\n</table>"


def _html_hands(block: Block) -> str:
    """The hands round the trick, as they sit."""
    hands: Sequence[Any] = block["hands"]

    def hand(place: int) -> str:
        each = hands[place]
        note = f"<small>{escape(each['note'])}</small>" if each["note"] else ""
        lines = "<br>".join(map(escape, each["lines"]))
        return f'<span class="hand"><b>{escape(each["name"])}{note}</b>{lines}</span>'

    laid = " ".join(f'<span class="card">{escape(each["laid"])}</span>' for each in hands if each["laid"])
    places = {"above": block["above"], "below": [block["below"]]}
    places |= zip(("left", "right"), ([place] for place in block["beside"]), strict=False)
    around = [
        f'<div style="grid-area:{area}">{"".join(map(hand, seats))}</div>' for area, seats in places.items()
    ]
    return "\n".join(
        ['<div class="seats">', *around, f'<div class="trick" style="grid-area:trick">{laid}</div></div>']
    )


def _markdown_words(told: Words) -> str:
    shown = "".join(_markdown_word(*span) for each in told for span in each.items())
    return f"\\{shown}" if shown[:1] in set("#+-") else shown


def _markdown_word(kind: str, word: str) -> str:
    """Text in which nothing is read as a mark of Markdown; a dot or a dash inside a sentence is none."""
    shown = "".join(f"\\{each}" if each in "\\`*_[]<>|~" else each for each in word if kind != "page")
    return {"strong": f"**{shown}**", "quote": f"“{shown}”"}.get(kind, shown)


def _markdown_law(text: str, sources: Sequence[str]) -> str:
    return "\n>\n> ".join([f"> {text}", *(_markdown_words(words(each)) for each in sources)])


def _markdown_sheet(head: Sequence[str], rows: Sequence[Sequence[str]], _numbers: int) -> str:
    broad = max(len(head), *map(len, rows), 1) if rows else len(head)
    first = [_markdown_words(words(each)) for each in head] or [""] * broad
    told = [first, ["---"] * broad, *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in told)


def _markdown_hands(block: Block) -> str:
    """A row a player: name and note, the card that lies in the trick, the hand."""
    hands: Sequence[Any] = block["hands"]
    names = [[{"strong": each["name"]}, {"text": f" {each['note']}".rstrip()}] for each in hands]
    rows = [
        [*map(_markdown_words, (name, words(each["laid"]), words("  ".join(each["lines"]))))]
        for name, each in zip(names, hands, strict=True)
    ]
    return _markdown_sheet(["", "", ""], rows, 0)


_HTML: Final = _Markup(
    _html_words,
    lambda text, level: f"<h{level}>{text}</h{level}>",
    lambda text: f"<p>{text}</p>",
    lambda text: f"<p><strong>{text}</strong></p>",
    lambda text: f"<p><small>{text}</small></p>",
    _html_law,
    lambda items: f"<ul>{''.join(f'<li>{each}</li>' for each in items)}</ul>",
    _html_sheet,
    _html_hands,
    lambda name, data: f'<img alt="{escape(name)}" src="data:image/svg+xml;base64,{data}">',
    lambda text: f"<pre>{escape(text)}</pre>",
    '<hr class="over">',
)
_MARKDOWN: Final = _Markup(
    _markdown_words,
    lambda text, level: f"{'#' * level} {text}",
    lambda text: text,
    lambda text: f"**{text}**",
    lambda text: text,
    _markdown_law,
    lambda items: "\n".join(f"* {each}" for each in items),
    _markdown_sheet,
    _markdown_hands,
    lambda name, _: f"![{name}]({name}.svg)",
    lambda text: "\n".join(f"    {line}" for line in text.splitlines()),
    "---",
)
