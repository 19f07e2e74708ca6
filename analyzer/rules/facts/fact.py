"""What is told of a hand that was played, fact by fact, and the hand they are facts of. Values only.

Seats are numbers in order of play, amounts are units of the game's piles.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.rules.facts.counting import Counting
from analyzer.rules.sides import Sides
from analyzer.rules.spec.ruleset import RuleSet

Range = tuple[int, int]
"""The least and the most that a number can be."""


class CardLaid(Record, frozen=True):
    """A card in a trick: who laid it, who may have won it, whether it was the last; None where untold."""

    card: Card
    by: int | None
    takers: frozenset[int]
    last: bool | None = None


class HandFact(Record, frozen=True):
    """One thing that is told of a hand, and what it says of the tricks, the piles and the cards."""

    text: Message
    path: tuple[str, ...] = ()
    """Where it stands in a file, by keys; empty for what follows from what is not told."""
    tricks: Mapping[int, Range] = field(default_factory=dict)
    """By seat."""
    without: frozenset[frozenset[int]] | None = None
    """The sets of seats of which one is that of those without a trick; None for any."""
    units: Mapping[int, Range] = field(default_factory=dict)
    """By side."""
    last: frozenset[int] | None = None
    """Who may have won the last trick."""
    laid: tuple[CardLaid, ...] = ()
    held: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """By seat, cards of the hand at the start of play, or of what its player laid away."""
    lacked: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    trumps: Mapping[int, int] = field(default_factory=dict)
    """By seat, how many trumps it held at least; the Fool is one of them where declarations have it so."""
    owned: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """By side, cards that lie in its pile in the end."""
    of_trull: Mapping[int, int] = field(default_factory=dict)
    """By side, how many cards of the Trull it has in the end."""
    instead: tuple[tuple[Message, HandFact], ...] = ()
    """Where nothing was told: what may have been forgotten, as a question, and the fact that it would be."""


class CardsApart(Record, frozen=True):
    """Cards that are in no trick, by side: how many were laid away, and how many left in the talon."""

    laid_away: tuple[int, ...]
    left: tuple[int, ...]


class Ground(Record, frozen=True):
    """What every hand has in common that facts are told of."""

    rules: RuleSet
    counting: Counting
    sides: Sides
    tricks: int
    """How many tricks the facts are about."""
    cards: frozenset[Card]
    """The cards that lie in these tricks, and apart from them."""
    apart: tuple[CardsApart, ...]
    """Every way in which cards may lie apart; empty where nobody counts."""
    nobodys: int = 0
    """How many cards count for nobody."""
    turned: int = 0
    """How many cards of the talon go to the first tricks, one to each."""
    makers: frozenset[int] = frozenset()
    """Who may have laid cards away."""
    over: bool = True
    """Whether the facts are about a hand from its first trick to the last."""


class Quarrel(Record, frozen=True):
    """Facts that cannot all be true, as few as can be, and what may have been forgotten."""

    facts: tuple[HandFact, ...]
    forgotten: Message | None = None
