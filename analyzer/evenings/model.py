"""An evening as its file tells it: the table, what lay there at first, and hand after hand. Values only.

Seats are those of the table, in order of play, whoever sits a hand out among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from analyzer.cards.card import Card
from analyzer.errors import Where
from analyzer.position.model import Position
from analyzer.position.setting import Line
from analyzer.rules.ledger import Pots
from analyzer.rules.score.reported import HandReport
from analyzer.rules.score.told import HandTold, Pool
from analyzer.rules.spec.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class CardFate:
    """A card in a trick before the last that something is paid for: whose it was, and whether it won."""

    card: Card
    by: int
    won: bool


@dataclass(frozen=True, slots=True)
class LastTold:
    """The last trick: who won it, with which card where that is told, and the cards lost in it by seat."""

    winner: int
    card: Card | None = None
    lost: Mapping[int, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PotHand:
    """A hand of a game with pots, told in words."""

    dealer: int
    where: Where
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What each player declared, in the words of the file."""
    during: tuple[CardFate, ...] = ()
    last: LastTold | None = None
    tout: int | None = None
    nolo: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    failed_tout: bool = False
    """Whether the dealer laid the Fool away, announced a Tout and did not make it."""


@dataclass(frozen=True, slots=True)
class PointHand:
    """A hand of a game of card points, told in words."""

    dealer: int
    where: Where
    told: HandTold
    report: HandReport
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What each player declared, in the words of the file."""


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand that is recorded card by card in a file of its own."""

    dealer: int
    where: Where
    position: Position
    line: Line


Hand = PotHand | PointHand | RecordedHand


@dataclass(frozen=True, slots=True)
class Evening:
    """The hands that a table played one after another, and what lay there before the first."""

    rules: RuleSet = field(repr=False)
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    pots: Pots | None = None
    """What lay in the pots; None where they are founded with the first hand."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    file: str = field(default="<text>", compare=False)

    def under(self, rules: RuleSet) -> Evening:
        """The same evening by other rules."""
        return replace(self, rules=rules)


NO_POTS: Final = Pots(0, 0)
