"""What is printed: problems, sentences and sheets of numbers, as the one template of paper takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from analyzer.layout import GLUE
from analyzer.messages import Message
from analyzer.report.drawn.printed import Printed, PrintedHand
from analyzer.report.style.textstyle import TextStyle

Block = dict[str, Any]
BREAK: Final[Block] = {"kind": "break"}
"""A new page."""
_LONG: Final = 30
"""A problem of so many lines may go over the end of a page."""


class SolutionPlace(Enum):
    """Where the solution of a problem stands."""

    NONE = "none"
    APART = "apart"
    """All of them on a last page."""
    BELOW = "below"
    UPSIDE_DOWN = "upside-down"


@dataclass(frozen=True, slots=True)
class Document:
    """Blocks, one under the other, in one language; on A4, or as wide as a column of print."""

    title: str
    lang: str
    blocks: tuple[Block, ...]
    column: bool = False

    def plain(self) -> dict[str, Any]:
        """The document as the template reads it."""
        return {
            "title": self.title,
            "lang": self.lang,
            "paper": "column" if self.column else "a4",
            "numbered": BREAK in self.blocks,
            "blocks": list(self.blocks),
        }


def heading(text: str, *, large: bool = False) -> Block:
    """A heading, that of the whole document where it is `large`."""
    return {"kind": "heading", "text": text, "large": large}


def line_heading(style: TextStyle, *names: str | None) -> Block:
    """The heading of a page about a line of play: the names it has."""
    return heading(line_title(style, *names), large=True)


def line_title(style: TextStyle, *names: str | None) -> str:
    """The names that a line of play has."""
    return ": ".join(style.titled(name) for name in names if name) or style.t("the line")


def sentence(text: str) -> Block:
    """A paragraph."""
    return {"kind": "text", "text": text}


def sentences(lines: Iterable[str]) -> Iterator[Block]:
    """Lines of a text as paragraphs."""
    return map(sentence, plain_lines(lines))


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Lines without the marks of a terminal, and without those that only divide."""
    told = [" ".join(line.replace(GLUE, " ").split()) for line in lines]
    return [line for line in told if line.strip("─")]


def stops(style: TextStyle, missing: Message | None) -> Iterator[Block]:
    """Why a line goes no further, where it does not."""
    if missing is not None:
        yield sentence(style.t("The line stops here: {missing}", missing=style.said(missing)))


def sheet(
    head: Sequence[str], rows: Sequence[Sequence[str]], numbers: int, lines: Sequence[int] = ()
) -> Block:
    """A table: the first column and those from `numbers` on are words; under rows `lines` stands a line."""
    told = {"head": list(head), "rows": [list(row) for row in rows]}
    return {"kind": "sheet", **told, "numbers": numbers, "lines": list(lines)}


def amount_words(amounts: Iterable[int]) -> Iterator[str]:
    """Amounts with their signs, as they are printed."""
    return (minus(f"{amount:+d}") if amount else "0" for amount in amounts)


def minus(text: str) -> str:
    """Numbers with the minus of print."""
    return text.replace("-", "−")


def pages(groups: Iterable[Iterable[Block]]) -> Iterator[Block]:
    """Each group of blocks on a page of its own, in smaller print where they are many."""
    for number, blocks in enumerate(groups):
        if number:
            yield BREAK
        yield {"kind": "page", "blocks": list(blocks)}


def table(page: Printed, *, in_rows: bool = False) -> Block:
    """The table alone, each hand in one row, or in one for each suit."""
    hands = [
        _hand(each) if in_rows else {**_hand(each), "lines": ["  ".join(each.lines)]} for each in page.hands
    ]
    seats = {"below": page.below, "beside": list(page.beside), "above": list(page.above)}
    return {"kind": "table", "hands": hands, **seats}


def problem(page: Printed, stipulation: str, where: SolutionPlace = SolutionPlace.NONE) -> Block:
    """The table with its title, and what is asked under it."""
    here = where in (SolutionPlace.BELOW, SolutionPlace.UPSIDE_DOWN) and page.solution
    return {
        "kind": "problem",
        "title": page.title,
        "source": page.source,
        "hands": [_hand(each) for each in page.hands],
        "below": page.below,
        "beside": list(page.beside),
        "above": list(page.above),
        "stipulation": stipulation,
        "told": list(page.told),
        "solution": {"word": page.solution_word, "lines": list(page.solution)} if here else None,
        "turned": where is SolutionPlace.UPSIDE_DOWN,
        "long": len(page.solution) > _LONG,
    }


def _hand(each: PrintedHand) -> Block:
    return {
        "name": each.name,
        "note": each.note,
        "lines": [row.text for row in each.rows] or ["–"],
        "laid": each.laid,
    }


def booklet(
    pages: Sequence[tuple[Printed, str]], where: SolutionPlace, title: str | None = None
) -> Iterator[Block]:
    """Problems with what is asked of each, numbered where they are several; solutions apart at the end."""
    if title is not None:
        yield heading(title, large=True)
    for number, (page, stipulation) in enumerate(pages, 1):
        yield {**problem(page, stipulation, where), "title": _numbered(number, page, pages)}
    if where is SolutionPlace.APART:
        yield BREAK
        yield from _solutions(pages)


def _solutions(pages: Sequence[tuple[Printed, str]]) -> Iterable[Block]:
    for number, (page, _) in enumerate(pages, 1):
        title = _numbered(number, page, pages)
        yield {"kind": "solution", "title": title, "word": page.solution_word, "lines": list(page.solution)}


def _numbered(number: int, page: Printed, pages: Sequence[object]) -> str:
    return page.title if len(pages) == 1 else f"{number}. {page.title}".strip()
