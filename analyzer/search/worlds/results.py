"""The results of a decision over worlds: one card for all of them, and its outcome in each.

Tokens and chances are those of the player to move. Worlds are numbered in the order of the position:
the deal of the file first, then the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.setting import World
from analyzer.rules.actions import Sides
from analyzer.search.engine.results import Searched, members

Tokens = tuple[int, ...]

CONFIDENCE: Final = Fraction(95, 100)
"""How often the interval of a sample contains what it estimates.

That is a share of all deals, or, by the normal approximation, the average of the play that was found, which
is not the value of the best play.
"""
SURE: Final = 1.959963984540054
"""Half the width of an interval of `CONFIDENCE`, in standard errors, if means are normally distributed."""

PROPRIETY = "proper"
"""The unfinished part if every card has its value, but not every verdict was found."""
EVERY_DEAL = "deals"
"""The unfinished part if only a drawn sample of the deals was searched."""


def wilson(yes: float, asked: float) -> tuple[float, float]:
    """Return the lowest and highest likely share behind `yes` of `asked`; 0 to 1 if nothing was asked.

    Source: Wilson, Journal of the American Statistical Association 22 (1927).
    """
    if asked == 0:
        return 0.0, 1.0
    share, spread = yes / asked, SURE * SURE / asked
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * sqrt(share * (1 - share) / asked + spread / (4 * asked)) / (1 + spread)
    low = 0.0 if yes == 0 else max(0.0, middle - half)
    return low, 1.0 if yes == asked else min(1.0, middle + half)


class Opponents(Enum):
    """The play of the other players, a partner included, who see all cards and know the world."""

    AGAINST = "against"
    """All together against the player: they leave the player the fewest tokens they can, in every world."""
    SELFISH = "selfish"
    """Each for their own tokens; if they are indifferent, the worst for the player counts."""


class Criterion(Enum):
    """The player's aim, now and later."""

    EXPECTED = "expected"
    """The most tokens on average over the worlds, by their weights."""
    WORST = "worst"
    """The most guaranteed tokens, whichever world it is."""


class WorldOutcome(NamedTuple):
    """The end of the hand as far as a decision needs it: tokens by seat, and the last trick."""

    tokens: Tokens
    ultimo: int | None
    """The seat that won the last trick with an Ultimo card; None if no seat did."""
    bagud: int
    """The mask of the seats whose Ultimo card did not win it."""

    def grade(self, player: int) -> tuple[int, bool, bool, bool]:
        """Return the grade for a player: tokens, own Ultimo, no own Bagud, no Ultimo of another player."""
        own = self.ultimo == player
        return self.tokens[player], own, not self.bagud >> player & 1, own or self.ultimo is None

    def order(self, player: int) -> tuple[object, ...]:
        """Return a key for a total order, worst for the player first; equal grades go by all tokens."""
        return *self.grade(player), self.tokens, -1 if self.ultimo is None else self.ultimo, self.bagud

    @property
    def bagud_seats(self) -> tuple[int, ...]:
        return members(self.bagud)


class Evaluation(Record, frozen=True):
    """The outcomes of a card for every world, in their order.

    `worst` is the equilibrium that is worst for the player, `best` the best one for the player; if the
    other players play against the player, they are the same.
    """

    worst: tuple[WorldOutcome, ...]
    best: tuple[WorldOutcome, ...]


class BreakEven(Record, frozen=True):
    """The condition under which two cards are worth the same on average.

    `better` are the worlds in which the first card pays more. `chance` is the total probability of these
    worlds, against those in which the second card pays more, at which both are worth the same. Within each of
    the two groups the weights keep their proportions, and the play is that of the table.
    """

    card: str
    against: str
    better: tuple[int, ...]
    chance: Fraction


class ProprietyVerdict(Record, frozen=True):
    """The verdict of the Proprieties on a card; for an improper one the clause, reason and proof.

    `evidence` is play, in the words of a position file, that prevents or wins the Ultimo in the world
    numbered `world`.
    """

    proper: bool
    clause: str | None = None
    why: Message | None = None
    world: int | None = None
    evidence: tuple[str, ...] = ()


class CardChoice(Record, frozen=True):
    """A legal card as one decision for all worlds; chances are exact."""

    card: Card
    names: Suit | None
    equals: tuple[Card, ...]
    """Other legal cards that are equivalent to it in every world."""
    expected: Fraction
    """Tokens on average, if the player plays on for the average."""
    expected_best: Fraction
    """Tokens on average if every indifference of the other players turns out best for the player."""
    worst: int
    """The fewest tokens in any world, if the player plays on for this minimum."""
    worst_best: int
    own_ultimo: Fraction
    own_bagud: Fraction
    other_ultimo: Fraction
    outcomes: tuple[WorldOutcome, ...]
    """Outcomes by world, if the player plays for the average; the others' indifference turns out worst."""
    best_outcomes: tuple[WorldOutcome, ...]
    verdict: ProprietyVerdict | None = None
    dominated_by: tuple[str, ...] = ()
    """Cards that pay no less in any world and more in some."""
    error: float | None = None
    """For sampled worlds: half the width of the interval around `expected`, of `CONFIDENCE`."""

    @property
    def name(self) -> str:
        """The card, with the suit it names for a led Fool."""
        return str(self.card) if self.names is None else f"{self.card}={self.names}"


class Sampled(Record, frozen=True):
    """A mark that the worlds are a sample: its size, the number of deals that fit, and the seed."""

    drawn: int
    of: int | None
    """None if the number of deals that fit is unknown."""
    seed: int


@dataclass(frozen=True, slots=True)
class Decision(Searched):
    """The answer of `decide`; unfinished are cards without a value, and `PROPRIETY` without verdicts."""

    player: int
    opponents: Opponents
    worlds: tuple[World, ...]
    cards: tuple[CardChoice, ...]
    break_even: tuple[BreakEven, ...]
    sides: tuple[Sides, ...]
    """The sides by world."""
    of_pots: bool = False
    """True for a game with pots, in which a card may be improper."""
    in_points: bool = False
    """True if the player plays for card points to come, because nothing is known of the past."""
    unit: int = 1
    """The number of units in an outcome that make one token, or one point."""
    sampled: Sampled | None = None

    @property
    def exact(self) -> bool:
        """True if every number is proved: all worlds, and every card valued."""
        return self.sampled is None and self.valued

    @property
    def valued(self) -> bool:
        """True if every card has its value, so that the best cards by an aim are known."""
        return not set(self.unfinished) - {PROPRIETY, EVERY_DEAL}

    def highest(self, aim: Criterion) -> tuple[CardChoice, ...]:
        """Return all cards that are best by one aim alone, in canonical order."""
        measures = [card.expected if aim is Criterion.EXPECTED else card.worst for card in self.cards]
        return tuple(card for card, each in zip(self.cards, measures, strict=True) if each == max(measures))

    def best_by(self, aim: Criterion) -> tuple[CardChoice, ...]:
        """Return the cards that are best by an aim, in canonical order."""
        return best(self.cards, aim)

    @property
    def proper(self) -> tuple[CardChoice, ...]:
        """The proper cards, best on average first; empty if propriety was not judged."""
        kept = [card for card in self.cards if card.verdict is not None and card.verdict.proper]
        return tuple(sorted(kept, key=lambda card: (-card.expected, -card.worst)))

    @property
    def best_proper(self) -> tuple[CardChoice, ...]:
        """The proper cards that no other proper card beats on average or, if equal on average, at worst."""
        return best(self.proper, Criterion.EXPECTED)


def best(cards: Sequence[CardChoice], aim: Criterion) -> tuple[CardChoice, ...]:
    """Return the cards that no other beats: by the aim first, then by the other measure."""

    def key(card: CardChoice) -> tuple[Fraction | int, Fraction | int]:
        measures = (card.expected, card.worst)
        return measures if aim is Criterion.EXPECTED else measures[::-1]

    top = max((key(card) for card in cards), default=None)
    return tuple(card for card in cards if key(card) == top)
