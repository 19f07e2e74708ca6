"""A position as it is printed: title, hands, trick, what is asked and, where it is wanted, the solution.

Every form of it, drawn or written, is made from this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from analyzer.answers.solve import where_we_are
from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.layout import GLUE
from analyzer.messages import NOTHING, Several, alone, say
from analyzer.position.diagram import places, seat_title
from analyzer.position.model import Position
from analyzer.report.style.diagram import facts_said
from analyzer.report.style.textstyle import SYMBOLS, TextStyle

_UNBROKEN: Final = 10_000
FEW: Final = 6
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
    told = [turn, alone(Several(tuple(facts_said(position)), "·"))]
    return Printed(
        title=wide.titled(position.title) if position.title else "",
        source=wide.titled(position.source) if position.source else "",
        hands=tuple(_hand(wide, position, seat) for seat in range(len(position.players))),
        below=below,
        beside=tuple(beside),
        above=tuple(above),
        told=tuple(_plain(wide.said(each) for each in told if each)),
        solution=tuple(_plain(solution)),
        solution_word=wide.said(say("Solution")),
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
                note=style.said(say("to lead")) if seat == lead else "",
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
    few = " ".join(style.card(card) for card in cards) if len(cards) <= FEW else None
    name, note = _plain([name, note])
    return PrintedHand(name, note, tuple(_rows(style, cards)), laid, few)


def _rows(style: TextStyle, cards: Sequence[Card]) -> Iterable[Row]:
    for suit in Suit:
        faces = " ".join(card.face for card in cards if card.suit is suit)
        if faces:
            yield Row(SYMBOLS[suit], faces)
    if any(card.suit is None for card in cards):
        yield Row(style.fool, "")
