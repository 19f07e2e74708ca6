"""What is printed: a position, problems, sentences and sheets of numbers, as the one template has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from msgspec.structs import force_setattr, replace

from analyzer.answers.solve import where_we_are
from analyzer.cards.card import Card, Suit
from analyzer.errors import TarokError
from analyzer.frozenrecord import Record
from analyzer.layout import GLUE
from analyzer.messages import NOTHING, Message, Several, alone, say
from analyzer.position.diagram import places, seat_title, unknown_cards
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.report.spans import Document, Span
from analyzer.report.style.diagram import fact_messages
from analyzer.report.style.language import typeset
from analyzer.report.style.textstyle import SYMBOLS, TextStyle
from analyzer.report.terminal import one_line
from analyzer.words.blocks import Law, Phrase

# A position as it is printed: title, hands, trick, what is asked and, where it is wanted, the solution.
#
# Every form of it, drawn or written, is made from this.


_UNBROKEN: Final = 10_000
FEW_CARDS: Final = 6
"""So many cards are told in one row, more of them in a row for each suit."""


class Row(Record, frozen=True):
    """Cards of a suit, the Fool by itself, or a small hand in one."""

    sign: str
    faces: str

    @property
    def text(self) -> str:
        return f"{self.sign} {self.faces}".strip()


class PrintedHand(Record, frozen=True):
    """A player, what is to be known about the seat, the cards, and the card laid to the trick."""

    name: str
    note: str
    rows: tuple[Row, ...]
    laid: str
    few: str | None
    """The cards in one row, where they are few."""

    @property
    def lines(self) -> list[str]:
        """The cards, a line for each row."""
        return [row.text for row in self.rows] if self.few is None else [self.few or "–"]


class Printed(Record, frozen=True):
    """Everything that a reader sees, in words of the reader's language."""

    title: str
    source: str
    hands: tuple[PrintedHand, ...]
    """In the order of play."""
    below: int
    beside: tuple[int, ...]
    above: tuple[int, ...]
    """Who sits where: places in `hands`; beside are left and right."""
    told: tuple[str, ...]
    """Whose turn it is, what lies in the pots or is played, and by which rules."""
    solution: tuple[str, ...]
    solution_word: str


def printed(position: Position, style: TextStyle, solution: Iterable[str] = ()) -> Printed:
    """A position for the printer; `solution` in sentences."""
    wide = replace(style, width=_UNBROKEN, colour=False, symbols=True)
    seated = position.rules.table.seated(len(position.players))
    below, beside, above = places(seated)
    turn = NOTHING if position.over else where_we_are(position, position.table.holder, position.tricks_left)
    told = [turn, alone(Several(tuple(fact_messages(position)), "·"))]
    return Printed(
        title=wide.titled(position.title) if position.title else "",
        source=wide.titled(position.source) if position.source else "",
        hands=tuple(_hand(wide, position, seat) for seat in range(len(position.players))),
        below=below,
        beside=tuple(beside),
        above=tuple(above),
        told=tuple(_plain(wide.render(each) for each in told if each)),
        solution=tuple(_plain(solution)),
        solution_word=wide.render(say("Solution")),
    )


def hands_dealt(
    style: TextStyle,
    players: Sequence[str],
    hands: Mapping[int, Iterable[Card]],
    lead: int | None,
    seated: Sequence[int],
) -> Printed:
    """Hands that are known, round the table, without a moment of play; who leads where that is told."""
    below, beside, above = places(seated)
    return Printed(
        title="",
        source="",
        hands=tuple(
            PrintedHand(
                name=style.safe(name),
                note=style.render(say("to lead")) if seat == lead else "",
                rows=tuple(_rows(style, sorted(hands.get(seat, ())))),
                laid="",
                few=None,
            )
            for seat, name in enumerate(players)
        ),
        below=below,
        beside=tuple(beside),
        above=tuple(above),
        told=(),
        solution=(),
        solution_word="",
    )


def _plain(lines: Iterable[str]) -> list[str]:
    return [" ".join(line.replace(GLUE, " ").split()) for line in lines]


def _hand(style: TextStyle, position: Position, seat: int) -> PrintedHand:
    cards = sorted(position.hands[seat])
    name, _, note = seat_title(style, position, seat).partition("  ")
    laid = next((style.card(each.card, each.names) for each in position.trick if each.seat == seat), "")
    unknown = unknown_cards(style.card, position, seat)
    words = [*map(style.card, cards), *unknown]
    few = " ".join(words) if len(words) <= FEW_CARDS else None
    name, note = _plain([name, note])
    rows = (*_rows(style, cards), *([Row("", " ".join(unknown))] if unknown else []))
    return PrintedHand(name, note, rows, laid, few)


def _rows(style: TextStyle, cards: Sequence[Card]) -> Iterable[Row]:
    for suit in Suit:
        faces = " ".join(card.face for card in cards if card.suit is suit)
        if faces:
            yield Row(SYMBOLS[suit], faces)
    if any(card.suit is None for card in cards):
        yield Row(style.fool, "")


# What is printed: problems, sentences and sheets of numbers, as the one template of paper takes them.


Block = dict[str, Any]
Words = Sequence[Mapping[str, str]]
"""A sentence: a word is `text`, a `card`, a `strong` name, the `quote` of a law or the `page` of a label."""
BREAK: Final[Block] = {"kind": "break"}
"""A new page."""
_SCALES: Final = {1: 2.4, 2: 1.5}
"""How large the table of a problem may be, by how many there are."""
_SMALLEST: Final = 1.1
_ROOM: Final = 436
"""Points between the margins of A4, less what stands between the hands."""
_COLUMN: Final = 221
"""Points of a column of print, less what stands between the hands."""
_LETTER: Final = 10.5
_TRICK: Final = 68
"""Twice the width of a letter, and that of the trick, in points at scale 1: two hands and it fit a page."""
_LONG: Final = 30
"""A problem of so many lines may go over the end of a page."""


class SolutionPlace(Enum):
    """Where the solution of a problem stands."""

    NONE = "none"
    APART = "apart"
    """All of them on a last page."""
    BELOW = "below"
    UPSIDE_DOWN = "upside-down"


class PaperDocument(Record, frozen=True):
    """Blocks, one under the other, in one language; on A4, or as wide as a column of print."""

    title: str
    lang: str
    blocks: tuple[Block, ...]
    column: bool = False

    def __post_init__(self) -> None:
        """Set every text as its language does: quotes, and the space before a colon."""
        force_setattr(self, "title", typeset(self.title, self.lang))
        force_setattr(self, "blocks", _set_texts(self.blocks, self.lang))

    def plain(self) -> dict[str, Any]:
        """The document as the template reads it."""
        return {
            "title": self.title,
            "lang": self.lang,
            "paper": "column" if self.column else "a4",
            "numbered": BREAK in self.blocks,
            "blocks": list(self.blocks),
        }


def _set_texts(told: Any, lang: str) -> Any:
    """The texts in parts of a document, as their language sets them."""
    match told:
        case str():
            return typeset(told, lang)
        case dict():
            return {key: _set_texts(value, lang) for key, value in told.items()}
        case list() | tuple():
            return type(told)(_set_texts(each, lang) for each in told)
        case _:
            return told


def words(text: str) -> Words:
    """A text as one word."""
    return [{"text": text}] if text else []


def heading(text: str, *, large: bool = False) -> Block:
    """A heading, that of the whole document where it is `large`."""
    return {"kind": "heading", "words": words(text), "large": large}


def line_heading(style: TextStyle, *names: str | None) -> Block:
    """The heading of a page about a line of play: the names it has."""
    return heading(line_title(style, *names), large=True)


def line_title(style: TextStyle, *names: str | None) -> str:
    """The names that a line of play has."""
    return ": ".join(style.titled(name) for name in names if name) or style.render(say("the line"))


def sentence(text: str) -> Block:
    """A paragraph."""
    return {"kind": "text", "words": words(text)}


def phrases(style: TextStyle, told: Iterable[Phrase | Law | Message]) -> Iterator[Block]:
    """Sentences of an answer as paragraphs, and each law as one."""
    for each in told:
        if isinstance(each, Law):
            yield sentence(style.render(each.says))
            yield sentence(style.render(each.stands))
        else:
            yield sentence(one_line(Phrase(each) if isinstance(each, Message) else each, style))


def stops(style: TextStyle, missing: Message | None) -> Iterator[Block]:
    """Why a line goes no further, where it does not."""
    if missing is not None:
        yield sentence(style.render(say("The line stops here: {missing}", missing=missing)))


def sheet(
    head: Sequence[str], rows: Sequence[Sequence[str]], numbers: int, lines: Sequence[int] = ()
) -> Block:
    """A table: the first column and those from `numbers` on are words; under rows `lines` stands a line."""
    told = [[words(cell) for cell in row] for row in rows]
    return {"kind": "sheet", "head": list(head), "rows": told, "numbers": numbers, "lines": list(lines)}


def answer_blocks(document: Document, style: TextStyle) -> Iterator[Block]:
    """The blocks of what an answer says; where a law was broken, of the laws the broken ones alone."""
    some_broken = any(block.broken is True for block in document.blocks)
    for block in document.blocks:
        if block.block == "law" and some_broken and block.broken is not True:
            continue
        told = [_words(each, style) for each in block.sentences or ()]
        match block.block:
            case "headline":
                stamp = f"{block.stamp}: " if block.stamp else ""
                plain = [{"text": word["strong"]} if "strong" in word else word for word in told[0]]
                yield {"kind": "heading", "words": [*words(stamp), *plain], "large": True}
            case "law":
                yield {"kind": "law", "words": told[0], "sources": block.sources or []}
            case "notes":
                yield from ({"kind": "note", "words": each} for each in told)
            case "steps" | "readings" | "proof":
                yield {"kind": "list", "items": told}
            case "table":
                rows = [[_words(cell, style) for cell in row] for row in block.rows or ()]
                broad = max(map(len, rows))
                rows = [[*row, *[[]] * (broad - len(row))] for row in rows]
                yield {"kind": "sheet", "head": [], "rows": rows, "numbers": 1, "lines": []}
            case "diagram":
                yield _diagram(block.position or "", style)
            case _:
                yield from ({"kind": "text", "words": each} for each in told)


def _words(told: Sequence[Span], style: TextStyle) -> Words:
    """A sentence as paper has it: a card by its sign, an amount with that of print."""
    return [word for span in told for word in [_word(span, style)] if any(word.values())]


def _word(span: Span, style: TextStyle) -> Mapping[str, str]:
    if isinstance(span.card, str):
        return {"card": style.word(span.card)}
    if isinstance(span.player, str):
        return {"strong": span.player}
    if isinstance(span.amount, int):
        return {"text": next(amount_words([span.amount]))}
    if span.clause:
        return {"text": style.clause_name(str(span.clause))}
    return {"text": str(span.text or "")}


def _diagram(text: str, style: TextStyle) -> Block:
    """The table as it is drawn; in words where its rule set is one's own."""
    try:
        return table(printed(loads(text), style))
    except TarokError:
        return sentence(text)


def amount_words(amounts: Iterable[int]) -> Iterator[str]:
    """Amounts with their signs, as they are printed."""
    return (minus(f"{amount:+d}") if amount else "0" for amount in amounts)


MINUS: Final = "\N{MINUS SIGN}"


def minus(text: str) -> str:
    """Numbers with the minus of print."""
    return text.replace("-", MINUS)


def pages(groups: Iterable[Iterable[Block]]) -> Iterator[Block]:
    """Each group of blocks on a page of its own, in smaller print where they are many."""
    for number, blocks in enumerate(groups):
        if number:
            yield BREAK
        yield {"kind": "page", "blocks": list(blocks)}


def table(page: Printed, *, in_rows: bool = False) -> Block:
    """The table alone, each hand in one row, or in one for each suit."""
    hands = [
        _document_hand(each) if in_rows else {**_document_hand(each), "lines": ["  ".join(each.lines)]}
        for each in page.hands
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
        "hands": [_document_hand(each) for each in page.hands],
        "below": page.below,
        "beside": list(page.beside),
        "above": list(page.above),
        "stipulation": stipulation,
        "told": list(page.told),
        "solution": {"word": page.solution_word, "lines": list(page.solution)} if here else None,
        "turned": where is SolutionPlace.UPSIDE_DOWN,
        "long": len(page.solution) > _LONG,
    }


def _document_hand(each: PrintedHand) -> Block:
    return {
        "name": each.name,
        "note": each.note,
        "lines": [row.text for row in each.rows] or ["–"],
        "laid": each.laid,
    }


def booklet(
    pages: Sequence[tuple[Printed, str]],
    where: SolutionPlace,
    title: str | None = None,
    notation: str = "",
    *,
    column: bool = False,
) -> Iterator[Block]:
    """Problems with what is asked of each, numbered where they are several; solutions apart at the end.

    Before those stands how they are written.
    """
    if title is not None:
        yield heading(title, large=True)
    for number, (page, stipulation) in enumerate(pages, 1):
        told = problem(page, stipulation, where)
        yield {
            **told,
            "title": _numbered(number, page, pages),
            "scale": _scale(page, len(pages), _COLUMN if column else _ROOM),
        }
    if where is SolutionPlace.APART:
        yield BREAK
        if notation:
            yield {"kind": "note", "words": words(notation)}
        yield from _solutions(pages)


def _scale(page: Printed, problems: int, room: int) -> float:
    """How large a table is: as the page bears it, and so that several problems stand on a page."""
    sides = [word for hand in page.hands for word in (hand.name, *(row.text for row in hand.rows))]
    broad = max(map(len, sides))
    return max(1.0, min(_SCALES.get(problems, _SMALLEST), room / (_LETTER * broad + _TRICK)))


def _solutions(pages: Sequence[tuple[Printed, str]]) -> Iterable[Block]:
    for number, (page, asked) in enumerate(pages, 1):
        title = _numbered(number, page, pages)
        told = {"word": page.solution_word, "lines": list(page.solution)}
        yield {"kind": "solution", "title": title, "asked": asked, **told}


def _numbered(number: int, page: Printed, pages: Sequence[object]) -> str:
    return page.title if len(pages) == 1 else f"{number}. {page.title}".strip()
