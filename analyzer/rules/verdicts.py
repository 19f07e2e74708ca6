"""What a judgement is made of: the verdict, the clauses broken, the questions left open."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from enum import Enum
from typing import ClassVar, Final

from msgspec import field

from analyzer.cards.card import Card
from analyzer.frozenrecord import NotedRecord, Record
from analyzer.messages import Message, Name, Verbatim, alone, in_a_row, listed, say


class Verdict(Enum):
    """What the rules say; `unsettled` where no source decides it."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNSETTLED = "unsettled"


VERDICT_WORDS: Final = {
    Verdict.LEGAL: say("legal"),
    Verdict.ILLEGAL: say("illegal"),
    Verdict.UNSETTLED: say("unsettled"),
}


def verdict_on(broken: Sized, asked: Sized) -> Verdict:
    """Illegal where anything is broken for certain, unsettled where only questions are open."""
    if len(broken):
        return Verdict.ILLEGAL
    return Verdict.UNSETTLED if len(asked) else Verdict.LEGAL


class Violation(Record, frozen=True):
    """A clause that is broken, the cards that break it in canonical order, and why, in one line."""

    clause: str
    cards: tuple[Card, ...]
    text: Message


class Unsettled(Record, frozen=True):
    """A question no source decides: the clauses that meet in it, the cards, and the readings."""

    clauses: tuple[str, ...]
    cards: tuple[Card, ...]
    readings: tuple[Message, ...]


class Reading(NotedRecord, frozen=True):
    """One way to read what no source settles, and what it leads to; `clauses` are those it breaks."""

    UNHASHED: ClassVar[tuple[str, ...]] = ("variant", "tokens")

    text: Message
    verdict: Verdict | None
    """None where it is about what a remedy costs, and the verdict is the same by every reading."""
    clauses: tuple[str, ...] = ()
    leads_to: Message | None = None
    variant: Mapping[str, str] = field(default_factory=dict)
    """The reading of the option that chooses it; empty where no option does."""
    tokens: Mapping[str, int] | None = None
    """What is paid and received by it, by player, where anything is paid."""


class OpenQuestion(Record, frozen=True):
    """A question no source decides: the clauses that meet in it, the cards, and the readings."""

    clauses: tuple[str, ...]
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...]


def amounts_told(tokens: Mapping[str, int]) -> Message:
    """What everybody receives less what he pays, in a few words."""
    each = [in_a_row((Name(player), Verbatim(f"{amount:+d}"))) for player, amount in tokens.items()]
    return alone(listed(map(alone, each)))
