"""What is printed, as HTML or Markdown: the same blocks without the press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from analyzer.report.drawn.written import marked_text, whole_html
from analyzer.report.paper.document import BREAK, Block, Document


@dataclass(frozen=True, slots=True)
class _Markup:
    """How the parts of a document are written in a language of marks."""

    heading: Callable[[str, int], str]
    text: Callable[[str], str]
    strong: Callable[[str], str]
    sheet: Callable[[Sequence[str], Sequence[Sequence[str]]], str]
    over: str
    """What stands where a new page begins."""


def html(document: Document) -> str:
    """A page by itself."""
    return whole_html(document.title, document.lang, [*_written(_HTML, document.blocks)])


def markdown(document: Document) -> str:
    """Headings, paragraphs and tables."""
    return "\n\n".join(_written(_MARKDOWN, document.blocks)) + "\n"


def _written(markup: _Markup, blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block["kind"]:
            case "page":
                yield from _written(markup, block["blocks"])
            case "heading":
                yield markup.heading(block["text"], 1 if block["large"] else 2)
            case "sheet":
                yield markup.sheet(block["head"], block["rows"])
            case "table":
                yield _hands(markup, block)
            case "problem":
                yield from _problem(markup, block)
            case "solution":
                yield markup.heading(block["title"], 2)
                yield from _answer(markup, block)
            case _:
                yield markup.over if block == BREAK else markup.text(block["text"])


def _problem(markup: _Markup, block: Block) -> Iterator[str]:
    yield from (markup.heading(each, 2) for each in [block["title"]] if each)
    yield from (markup.text(each) for each in [block["source"]] if each)
    yield _hands(markup, block)
    yield from (markup.strong(each) for each in [block["stipulation"]] if each)
    yield from map(markup.text, block["told"])
    if block["solution"] is not None:
        yield from _answer(markup, block["solution"])


def _answer(markup: _Markup, block: Block) -> Iterator[str]:
    yield markup.strong(block["word"])
    yield from map(markup.text, block["lines"])


def _hands(markup: _Markup, block: Block) -> str:
    """A row a player: name and note, the card that lies in the trick, the hand."""
    hands: Sequence[Any] = block["hands"]
    names = [" ".join(filter(None, (each["name"], each["note"]))) for each in hands]
    rows = [[name, each["laid"], "  ".join(each["lines"])] for name, each in zip(names, hands, strict=True)]
    return markup.sheet(["", "", ""], rows)


def _html_sheet(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    told = "".join(f"<th>{escape(each)}</th>" for each in head) if any(head) else ""
    body = "\n".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>\n{f'<tr>{told}</tr>{chr(10)}' if told else ''}{body}\n</table>"


def _markdown_sheet(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    told = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in row)} |" for row in told)


def _cell(text: str) -> str:
    return text if text == "---" else marked_text(text)


_HTML: Final = _Markup(
    lambda text, level: f"<h{level}>{escape(text)}</h{level}>",
    lambda text: f"<p>{escape(text)}</p>",
    lambda text: f"<p><strong>{escape(text)}</strong></p>",
    _html_sheet,
    '<hr class="over">',
)
_MARKDOWN: Final = _Markup(
    lambda text, level: f"{'#' * level} {marked_text(text)}",
    marked_text,
    lambda text: f"**{marked_text(text)}**",
    _markdown_sheet,
    "---",
)
