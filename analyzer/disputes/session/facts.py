"""Disputes around the hands: what a file says of an event, and what it results in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, NamedTuple

from analyzer.cards.notation import shown
from analyzer.disputes.shape import (
    KIND_KEY,
    ClaimedPayment,
    Dispute,
    DisputeShape,
    PaidShape,
    about_of,
    read_paid,
)
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.position.files.hands.unknown import read_pots
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Amount, PlayerName, PotsShape
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.irregularities import Penalty
from analyzer.rules.session import sits_out
from analyzer.rules.spec.ruleset import Irregularity
from analyzer.rules.verdicts import Violation
from analyzer.yamltree.node import suggestion
from analyzer.yamltree.shapes import Field, Text

# Disputes around the hands (foundations, a fourth, sharing, who deals): what a file of them says.


Event = Literal[
    "start", "pot-emptied", "fourth-joins", "session-ends", "pot-short", "dealer-paid", "sits-out",
    "next-dealer", "pots-asked",
]  # fmt: skip
Side = Literal["left", "right"]
HAND: Final = "hand"
MISDEAL: Final = "misdeal"


class Asks(NamedTuple):
    """The keys that an event needs, and those that it may have besides."""

    needs: tuple[str, ...]
    takes: tuple[str, ...] = ()


KEYS_OF_EVENTS: Final[dict[str, Asks]] = {
    "start": Asks((), ("paid", "dealer")),
    "pot-emptied": Asks(("pots",), ("by", "paid", "dealer", "sitting_out")),
    "fourth-joins": Asks(("by", "pots"), ("paid", "dealer")),
    "session-ends": Asks(("pots",), ("paid", "dealer")),
    "pot-short": Asks(("pot", "missing"), ("by", "paid", "dealer")),
    "dealer-paid": Asks(("dealer", "pots_stand"), ("agreed", "paid")),
    "sits-out": Asks(("dealer",), ("sitting_out",)),
    "next-dealer": Asks(("dealer",), ("after", "deals")),
    "pots-asked": Asks(("by", "during")),
}
"""By the word for what happened."""


class SessionShape(DisputeShape):
    """Events around the hands. The players are all those at the table, in the order of their seats."""

    WHOLE_TABLE: ClassVar = True

    kind: Literal["session"] = KIND_KEY
    event: Event = Field(description="The event, or the question.")
    by: PlayerName | None = Field(None, description="The player who won the pot, joins, or asks.")
    pots: PotsShape | None = Field(None, description="The pots at that moment; an emptied pot holds 0.")
    pot: Literal["king", "pagat"] | None = Field(None, description="The pot that is short.")
    missing: Amount | None = Field(None, description="The amount that is missing.")
    pots_stand: Side | None = Field(None, description="The side of the dealer on which the pots are.")
    agreed: Literal["paid", "unpaid"] | None = Field(
        None, description="True if everyone agrees that the dealer paid; left out if it is in doubt."
    )
    after: Text | None = Field(
        None,
        description="The event before it: hand, misdeal or the name of an irregularity.",
        examples=["hand", "misdeal", "wrong-deal"],
    )
    deals: PlayerName | None = Field(None, description="The next dealer, as claimed.")
    sitting_out: PlayerName | None = Field(None, description="The player who sits out, or is said to.")
    during: Literal["play", "deal"] | None = Field(
        None, description="The moment of the question: while cards were played, or before."
    )
    paid: list[PaidShape] | None = Field(
        None, description="The payments made, or those that a player claims."
    )


class SessionDispute(Dispute, frozen=True, kw_only=True):
    """What follows from what happened around the hands? Seats are those of the table."""

    event: Event
    by: int | None = None
    "The player who won the pot, joins, or asks."
    pots: Pots
    pot: Pot | None = None
    missing: int = 0
    pots_stand: Side | None = None
    agreed: Literal["paid", "unpaid"] | None = None
    after: str = HAND
    deals: int | None = None
    during: Literal["play", "deal"] | None = None
    sat_out: int | None = None
    """Who is said to sit out."""
    paid: tuple[ClaimedPayment, ...] | None = None


def read_session(reader: Reader, shape: SessionShape) -> SessionDispute | None:
    """What happened around the hands; None where that is not known."""
    about = about_of(reader, shape)
    if not shape.has("event"):
        return None
    _check_keys(reader, shape)
    seats = {key: reader.seat_of(getattr(shape, key)) for key in ("by", "deals", "sitting_out")}
    pots = Pots(0, 0) if shape.event == "start" else read_pots(shape.pots)
    if shape.event == "pot-emptied" and shape.has("pots") and pots.king and pots.pagat:
        reader.lack(
            shape.place("pots"), say("no pot is empty"), say("expected 0 in the pot that was emptied")
        )
    if shape.event == "fourth-joins" and reader.players_known:
        _check_fourth(reader, shape)
    after = HAND if shape.after is None else str(shape.after)
    if shape.after is not None and after not in (known := [HAND, MISDEAL, *_ending(reader)]):
        message = say("the cards are not dealt again after {word}", word=Verbatim(shown(after)))
        reader.fault(shape.after.where, message, suggestion(after, known))
    return SessionDispute(
        **about,
        event=shape.event,
        by=seats["by"],
        pots=pots,
        pot=None if shape.pot is None else Pot(shape.pot),
        missing=shape.missing or 0,
        pots_stand=shape.pots_stand,
        agreed=shape.agreed,
        after=after,
        deals=seats["deals"],
        during=shape.during,
        sat_out=seats["sitting_out"],
        paid=read_paid(reader, shape.paid),
    )


def _check_fourth(reader: Reader, shape: SessionShape) -> None:
    """A fault where nobody can join, because three are at the table with him."""
    least = reader.rules.table.players
    if len(reader.players) == least:
        message = say("{number} {number:player/players}", number=least)
        expected = say("expected the one who joins among them, at a table of {number}", number=least + 1)
        reader.lack(shape.place("players"), message, expected)


def _ending(reader: Reader) -> Iterator[str]:
    """The irregularities after which cards are dealt anew."""
    fines = reader.rules.fines
    for name, each in fines.irregularities.items():
        if deals_anew(each) or not fines.goes_on[each.category]:
            yield name


def deals_anew(irregularity: Irregularity) -> bool:
    """Whether what is done about an irregularity is that the same dealer deals again."""
    return irregularity.remedy == "redeal-same-dealer"


def _check_keys(reader: Reader, shape: SessionShape) -> None:
    """A fault for each key that the event needs and has not, or has and does not take."""
    asks = KEYS_OF_EVENTS[shape.event]
    event = Verbatim(shape.event)
    for key in asks.needs:
        if not shape.tells(key):
            message = say("`{event}` needs `{key}`", event=event, key=Verbatim(key))
            reader.lack(shape.place("event"), message)
    known = {key for each in KEYS_OF_EVENTS.values() for key in (*each.needs, *each.takes)}
    for key in shape.keys:
        if key in known and key not in (*asks.needs, *asks.takes):
            taken = listed(Verbatim(f"`{each}`") for each in (*asks.needs, *asks.takes))
            message = say("`{event}` has no use for `{key}`", event=event, key=Verbatim(key))
            reader.fault(shape.key_place(key), message, say("expected {known}", known=taken))


# What an event around the hands comes to: who owes what, in one way or in several.


class SessionReading(Record, frozen=True):
    """One way to read what is owed: in words where there are several, and all payments that are right by it.

    The first of the books is told.
    """

    books: tuple[Book, ...]
    text: Message | None = None


class Ruling(Record, frozen=True, kw_only=True):
    """What follows from an event: who pays what, and who sits out, deals, founds and answers for a pot."""

    ways: tuple[SessionReading, ...]
    clause: str
    """The clause that decides it, by which what is not owed is asked for."""
    used: tuple[str, ...]
    statement: Message
    """Why it is so, in a sentence."""
    violations: tuple[Violation, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    sits_out: int | None = None
    deals_next: int | None = None
    founds: tuple[int, ...] = ()
    answers_for: int | None = None


def out_of(dispute: SessionDispute) -> int | None:
    """Who sat out: opposite the dealer, or as the file says where it names no dealer."""
    if dispute.dealer is not None:
        return sits_out(dispute.dealer, len(dispute.players))
    return dispute.sat_out


def book_of(dispute: SessionDispute) -> Book:
    """Nothing paid yet, from the pots as they stood."""
    return Book(len(dispute.players), dispute.pots)


def with_table(dispute: SessionDispute, *used: str) -> tuple[str, ...]:
    """The clauses that are used, that of the fourth among them at a table of four."""
    fourth = {dispute.rules.the("sits-out")} if len(dispute.players) > dispute.rules.table.players else set()
    return tuple(sorted({*used, *fourth}))


TOKENS: Final = say("these clauses give these payments and no others")
