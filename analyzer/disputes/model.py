"""A dispute, as a dispute file tells it: the facts, then what was said or done. No verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.errors import Where
from analyzer.position.setting import Taken
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.ledger import Account, Pots
from analyzer.rules.play.table import Laid
from analyzer.rules.spec.ruleset import Category, RuleSet


@dataclass(frozen=True, slots=True)
class ExpectedVerdict:
    """What must come out of a dispute; None where the file does not say."""

    verdict: str | None = None
    clauses: tuple[str, ...] | None = None
    """The clauses broken, or those that meet in an open question, in any order."""
    named: Suit | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """What every dispute says; seats are numbered in order of play."""

    rules: RuleSet = field(repr=False)
    kind: str
    players: tuple[str, ...]
    dealer: int | None = None
    sitting_out: str | None = None
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    expect: ExpectedVerdict | None = None
    file: str = field(default="<text>", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDispute(Dispute):
    """May the dealer discard these cards?"""

    hand: frozenset[Card]
    """The dealer's cards before the discard."""
    discard: frozenset[Card]
    announce: tuple[str | Card, ...] = ()
    """What the dealer said: the words `tout`, `trumps` and `cards`, and cards he named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationsDispute(Dispute):
    """Was the right thing declared?"""

    hands: Mapping[int, frozenset[Card]]
    """By seat, those that were told."""
    said: Mapping[int, tuple[str, ...]]
    """By seat, in the words of the file; () for a pass."""
    skat: frozenset[Card] | None = None


DOES: Final = {
    ActionKind.LEAD: "leads",
    ActionKind.PLAY: "plays",
    ActionKind.VOID: "says-void",
    ActionKind.HOLDS: "says-holds",
    ActionKind.CLAIM: "claims",
    ActionKind.DEMAND: "demands",
}
"""What may be done in a disputed trick, as a verdict tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickDispute(Dispute):
    """What was played and said from a known deal on."""

    hands: tuple[frozenset[Card], ...]
    """By seat, before the first event, the Fool included; empty for a hand that is not told."""
    lead: int
    events: tuple[Action, ...]

    @property
    def tricks_left(self) -> int:
        """Tricks to be won before the first event, the present one included."""
        return max(map(len, self.hands))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoolNamingDispute(TrickDispute):
    """What is the led Fool named?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoolDemandDispute(TrickDispute):
    """Could the Fool be demanded?"""

    fool_demand: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayDispute(TrickDispute):
    """Was it legal to play these cards?"""


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment that was made or claimed."""

    payer: Account
    payee: Account
    amount: int
    where: Where | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementDispute(Dispute):
    """Who pays what for a complete trick?"""

    trick: tuple[Laid, ...]
    tricks_left: int
    """When the trick was led: 1 for the last trick."""
    pots: Pots
    taken: tuple[Taken | None, ...] | None = None
    """What lay in each pile before the trick; None for a pile nothing is said about."""
    announce: frozenset[str] = frozenset()
    count: bool = False
    paid: tuple[Paid, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityDispute(Dispute):
    """What does this irregularity cost?"""

    irregularity: str
    by: int
    category: Category | None = None
    """What the players agreed on; None for what the rule set says."""
    declaration: str | None = None
    pots: Pots
    paid: tuple[Paid, ...] | None = None
