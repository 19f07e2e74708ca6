"""The parts of a judgement: the verdict, the clauses broken, the questions left open."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from enum import Enum
from typing import ClassVar, Final

from msgspec import field

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import Message, Name, Verbatim, alone, in_a_row, listed, say


class Verdict(Enum):
    """The verdict of the rules; `unsettled` if no source decides it."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNSETTLED = "unsettled"


VERDICT_WORDS: Final = {
    Verdict.LEGAL: say("legal"),
    Verdict.ILLEGAL: say("illegal"),
    Verdict.UNSETTLED: say("unsettled"),
}


def verdict_on(broken: Sized, asked: Sized) -> Verdict:
    """Return illegal if anything is certainly broken, unsettled if questions are open, otherwise legal."""
    if len(broken):
        return Verdict.ILLEGAL
    return Verdict.UNSETTLED if len(asked) else Verdict.LEGAL


class Violation(Record, frozen=True):
    """A broken clause, the cards that break it in canonical order, and the reason in one line."""

    clause: str
    cards: tuple[Card, ...]
    text: Message


class Unsettled(Record, frozen=True):
    """A question that no source decides: the clauses in conflict, the cards, and the readings."""

    clauses: tuple[str, ...]
    cards: tuple[Card, ...]
    readings: tuple[Message, ...]


class Reading(RecordWithMetadata, frozen=True):
    """A reading of something that no source settles, and its consequence; `clauses` are those it breaks."""

    UNHASHED: ClassVar[tuple[str, ...]] = ("variant", "tokens")

    text: Message
    verdict: Verdict | None
    """None if it is about the cost of a remedy, and the verdict is the same under every reading."""
    clauses: tuple[str, ...] = ()
    leads_to: Message | None = None
    variant: Mapping[str, str] = field(default_factory=dict)
    """The option's reading that chooses it; empty if no option does."""
    tokens: Mapping[str, int] | None = None
    """The payments under it, by player; None if nothing is paid."""


class OpenQuestion(Record, frozen=True):
    """A question that no source decides: the clauses in conflict, the cards, and the readings."""

    clauses: tuple[str, ...]
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...]


def amounts_message(tokens: Mapping[str, int]) -> Message:
    """Return everybody's tokens received less tokens paid, in a few words."""
    each = [in_a_row((Name(player), Verbatim(f"{amount:+d}"))) for player, amount in tokens.items()]
    return alone(listed(map(alone, each)))
