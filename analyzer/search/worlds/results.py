"""What a decision over worlds answers: one card for all of them, and what it comes to in each.

Tokens and chances are those of the player to move. Worlds are numbered in the order of the position:
the deal of the file first, then the others.
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
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import Searched, members

Tokens = tuple[int, ...]

CONFIDENCE: Final = Fraction(95, 100)
"""How often the interval of a sample holds what it estimates."""
SURE: Final = 1.959963984540054
"""Half the width of an interval of `CONFIDENCE`, in standard errors, where means are spread normally."""

PROPRIETY = "proper"
"""What is unfinished where every card has its value, but not every verdict was found."""
EVERY_DEAL = "deals"
"""What is unfinished where only some of the deals were searched, and drawn for it."""


def wilson(yes: float, asked: float) -> tuple[float, float]:
    """The lowest and highest share that so many of so many are likely to come from; 0 to 1 for none.

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
    """How the others play, who see all cards and know the world."""

    AGAINST = "against"
    """All together against the player: they leave him the fewest tokens they can, in every world."""
    SELFISH = "selfish"
    """Each for his own tokens; where they are indifferent the worst for the player counts."""


class Criterion(Enum):
    """What the player plays for, now and later."""

    EXPECTED = "expected"
    """The most tokens on average over the worlds, by their weights."""
    WORST = "worst"
    """The most tokens he is sure of, whichever world it is."""


class WorldOutcome(NamedTuple):
    """The end of the hand as it concerns a decision: tokens by seat, and the last trick."""

    tokens: Tokens
    ultimo: int | None
    """The seat that won the last trick with an Ultimo card."""
    bagud: int
    """Mask of the seats whose Ultimo card did not win it."""

    def grade(self, player: int) -> tuple[int, bool, bool, bool]:
        """How good this is for the player: tokens; then an own Ultimo, no own Bagud, no other's Ultimo."""
        own = self.ultimo == player
        return self.tokens[player], own, not self.bagud >> player & 1, own or self.ultimo is None

    def order(self, player: int) -> tuple[object, ...]:
        """A total order of outcomes, worst for the player first; among equal grades by the tokens of all."""
        return *self.grade(player), self.tokens, -1 if self.ultimo is None else self.ultimo, self.bagud

    @property
    def bagud_seats(self) -> tuple[int, ...]:
        return members(self.bagud)


class Evaluation(Record, frozen=True):
    """What a card comes to: an outcome for every world, in their order.

    `worst` is the equilibrium that is worst for the player, `best` the one that is best for him; where the
    opponents are against him they are the same.
    """

    worst: tuple[WorldOutcome, ...]
    best: tuple[WorldOutcome, ...]


class BreakEven(Record, frozen=True):
    """When two cards are worth the same on average.

    `better` are the worlds in which the first card pays more; `chance` is how likely these have to be, taken
    together and against those in which the second pays more, for both to be worth the same. Within each of
    the two groups the weights keep their proportions, and the play is that of the table.
    """

    card: str
    against: str
    better: tuple[int, ...]
    chance: Fraction


class ProprietyVerdict(Record, frozen=True):
    """Whether the Proprieties allow a card, and for one they forbid the clause, the reason, and the proof.

    `evidence` is play, in the words of a position file, that prevents or wins the Ultimo in the world
    numbered `world`.
    """

    proper: bool
    clause: str | None = None
    why: Message | None = None
    world: int | None = None
    evidence: tuple[str, ...] = ()


class CardChoice(Record, frozen=True):
    """One legal card, as one decision for all worlds; chances are exact."""

    card: Card
    names: Suit | None
    equals: tuple[Card, ...]
    """Other legal cards that can be told from it in no world."""
    expected: Fraction
    """Tokens on average, when the player plays on for the average."""
    expected_best: Fraction
    """What he expects where every indifference of the others turns out best for him."""
    worst: int
    """The least tokens in any world, when the player plays on for the least."""
    worst_best: int
    own_ultimo: Fraction
    own_bagud: Fraction
    other_ultimo: Fraction
    outcomes: tuple[WorldOutcome, ...]
    """By world, when he plays on for the average; where others are indifferent the worst for him."""
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
    """That the worlds are a sample: how many of how many, and from which seed."""

    drawn: int
    of: int | None
    """None where it is not known how many fit."""
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
    """By world."""
    of_pots: bool = False
    """Whether it is of a game with pots, where a card may be improper."""
    in_points: bool = False
    """Whether card points to come are played for, as nothing is known of the past."""
    unit: int = 1
    """How many of what outcomes count are one token, or one point."""
    sampled: Sampled | None = None

    @property
    def exact(self) -> bool:
        """Whether every number is proved: all worlds, and every card valued."""
        return self.sampled is None and self.valued

    @property
    def valued(self) -> bool:
        """Whether every card has its value, so that those best by an aim are known."""
        return not set(self.unfinished) - {PROPRIETY, EVERY_DEAL}

    def highest(self, aim: Criterion) -> tuple[CardChoice, ...]:
        """All cards that are best by an aim alone, in canonical order."""
        measures = [card.expected if aim is Criterion.EXPECTED else card.worst for card in self.cards]
        return tuple(card for card, each in zip(self.cards, measures, strict=True) if each == max(measures))

    def best_by(self, aim: Criterion) -> tuple[CardChoice, ...]:
        """The cards that are best by an aim, in canonical order."""
        return best(self.cards, aim)

    @property
    def proper(self) -> tuple[CardChoice, ...]:
        """The proper cards, best on average first; empty where that was not judged."""
        kept = [card for card in self.cards if card.verdict is not None and card.verdict.proper]
        return tuple(sorted(kept, key=lambda card: (-card.expected, -card.worst)))

    @property
    def best_proper(self) -> tuple[CardChoice, ...]:
        """The proper cards no other proper card beats on average, nor at worst where they are equal."""
        return best(self.proper, Criterion.EXPECTED)


def best(cards: Sequence[CardChoice], aim: Criterion) -> tuple[CardChoice, ...]:
    """The cards no other beats: by the aim first, by the other measure among those equal in it."""

    def key(card: CardChoice) -> tuple[Fraction | int, Fraction | int]:
        measures = (card.expected, card.worst)
        return measures if aim is Criterion.EXPECTED else measures[::-1]

    top = max((key(card) for card in cards), default=None)
    return tuple(card for card in cards if key(card) == top)
