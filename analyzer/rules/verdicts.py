"""What a judgement is made of: the verdict, the clauses broken, the questions left open."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass
from enum import Enum
from typing import Final

from analyzer.cards.card import Card
from analyzer.messages import Message, say


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


@dataclass(frozen=True, slots=True)
class Violation:
    """A clause that is broken, the cards that break it in canonical order, and why, in one line."""

    clause: str
    cards: tuple[Card, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A question no source decides: the clauses that meet in it, the cards, and the readings."""

    clauses: tuple[str, ...]
    cards: tuple[Card, ...]
    readings: tuple[Message, ...]
