"""What a search answers: goals with their minimal sets, guarantees, equilibria, and limits.

Seats are numbers in order of play and a set of players is an int mask (bit i = seat i), so nothing
here needs names; `analyzer.report` puts them back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError, check_whole
from analyzer.messages import Message, Verbatim, listed, quoted, say
from analyzer.rules.actions import Action
from analyzer.rules.ledger import Pots
from analyzer.rules.score.goals import Goal
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.search.engine.beside import Beside, BesideLater
from analyzer.search.engine.reasons import Reason


class Status(Enum):
    """How far one player has a goal in hand."""

    AUTOMATIC = "automatic"
    FORCED = "forced"
    DEPENDS = "depends"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class GoalAnswer:
    """Who can force a goal: bit S of `forcing` is set when the players in mask S force it.

    `forcing` has 2**players bits; it is monotone: a set that forces is never spoiled by a friend.
    """

    seat: int
    goal: Goal
    forcing: int
    players: int = 3

    def forces(self, mask: int) -> bool:
        return bool(self.forcing >> mask & 1)

    @property
    def forced_by(self) -> tuple[int, ...]:
        """The minimal forcing sets as masks, shortest first, then in table order."""
        return _minimal([mask for mask in range(1 << self.players) if self.forces(mask)])

    @property
    def prevented_by(self) -> tuple[int, ...]:
        """The minimal sets that can prevent the goal: those whose outsiders do not force it."""
        everyone = (1 << self.players) - 1
        return _minimal([m for m in range(everyone + 1) if not self.forces(everyone ^ m)])

    @property
    def status(self) -> Status:
        if self.forces(0):
            return Status.AUTOMATIC
        if self.forces(1 << self.seat):
            return Status.FORCED
        return Status.DEPENDS if self.forcing else Status.IMPOSSIBLE


def members(mask: int) -> tuple[int, ...]:
    """The seats of a mask, in table order."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _minimal(masks: list[int]) -> tuple[int, ...]:
    least = [m for m in masks if not any(other != m and other & m == other for other in masks)]
    return tuple(sorted(least, key=lambda mask: (mask.bit_count(), members(mask))))


Play = tuple[tuple[int, Action], ...]
"""Who moves and what, to the end of the hand."""


@dataclass(frozen=True, slots=True)
class LineEvidence:
    """Two lines from one position that show why a card is improper; both are played to the end.

    After the improper card, which is the first of `offence`, `seat` wins an Ultimo that it wins against
    everybody. `line` begins with the card that is held against it. By clause proper.protect-pots all
    others keep the seat from its Ultimo there; by proper.richer-pot the seat, which plays both cards,
    wins the Ultimo of the richer pot there against everybody.
    """

    clause: str
    seat: int
    goal: Goal
    """What `line` prevents, or wins."""
    offence: Play
    line: Play
    against: Reason | None = field(default=None, compare=False)
    """The plan by which `seat` wins the Ultimo after the improper card, where one was found."""
    better: Reason | None = field(default=None, compare=False)
    """The plan behind `line`, after the card held against it."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """One subgame-perfect payoff, in tokens by seat, with a line of play that reaches it.

    `pots` is the change of the pots along that line.
    """

    tokens: tuple[int, ...]
    pots: Pots
    line: Play
    """Demands appear, letting a card pass does not."""


@dataclass(frozen=True, slots=True)
class Values:
    """Everything asked of one state; a part that was not asked for, or not finished, is None."""

    goals: Mapping[tuple[int, Goal], GoalAnswer] | None = None
    guarantee: tuple[int | None, ...] | None = None
    """By seat; None for a seat not asked about."""
    equilibria: tuple[Equilibrium, ...] | None = None


@dataclass(frozen=True, slots=True)
class CardValues:
    """The values of the position after one legal card (and the suit named, for a led Fool).

    `equals` are the other legal cards that cannot be told from it in play, high to low. `proper` is
    None where the goals it rests on were not computed.
    """

    card: Card
    names: Suit | None
    equals: tuple[Card, ...]
    values: Values
    proper: bool | None = None
    why: Message | None = None
    evidence: LineEvidence | None = None
    """For an improper card; None where it was not asked for, or not finished."""
    lets_go: Reason | None = field(default=None, compare=False)
    """How the others prevent the mover's Ultimo after the card, where another card would have forced it."""


@dataclass(frozen=True, slots=True)
class Solution(OnGrounds):
    """The answer of `solve`; where something is unsettled its values are those of the first reading."""

    to_play: int
    tricks_left: int
    values: Values
    cards: tuple[CardValues, ...]
    nodes: int
    seconds: float
    unfinished: tuple[str, ...] = ()
    """Parts that were asked for and not finished within the limits."""
    reason: Message | None = None
    """Why it stopped early, where it did: the text of the :class:`LimitReached` that stopped it."""
    grounds: Grounds = field(default=STATED, compare=False, kw_only=True)
    """What it rests on beside what its source states."""

    @property
    def complete(self) -> bool:
        return not self.unfinished


class HasSets(Protocol):
    """Who can force a goal, over whatever plays as one."""

    @property
    def forced_by(self) -> tuple[int, ...]:
        """The minimal forcing sets, as masks of seats."""


A_co = TypeVar("A_co", bound=HasSets, covariant=True)


@dataclass(frozen=True, slots=True)
class YesOrNo(OnGrounds, Generic[A_co]):
    """Whether some players can bring a goal about.

    It is true where it `holds`; where no source settles that it is neither true nor false.
    """

    holds: bool | None
    """None where the readings of what no source settles differ in it."""
    nodes: int
    seconds: float
    beside: Beside[A_co] | BesideLater[A_co] = field(default=Beside(), compare=False, repr=False)

    @property
    def line(self) -> tuple[str, ...]:
        """Play with both sides at their best, in the words of a position file's `play`."""
        return self.beside.line

    @property
    def answer(self) -> A_co | None:
        """All forcing sets; None where they were not asked for, or limits came before them."""
        return self.beside.answer

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The minimal sets of seats that force it; none where nobody does, or limits came before them."""
        found = self.answer
        return () if found is None else tuple(map(members, found.forced_by))

    @property
    def grounds(self) -> Grounds:
        """What it rests on beside what its source states."""
        return self.beside.grounds

    def __bool__(self) -> bool:
        """Whether it holds. Raises: UsageError where no source settles it."""
        return settled(self.holds, self)


@dataclass(frozen=True, slots=True)
class Forced(YesOrNo[GoalAnswer]):
    """The answer of `forced`."""


def settled(holds: bool | None, answer: OnGrounds) -> bool:  # noqa: FBT001 - it is the answer itself
    """Whether an answer holds. Raises: UsageError where no source settles it."""
    if holds is None:
        clauses = listed(map(Verbatim, answer.unsettled))
        message = say("no source settles {clauses}, and the answer hangs on it", clauses=clauses)
        raise UsageError(message, say("`holds` is None, and `readings` has the answer under each"))
    return holds


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use up; None is no limit, and neither is one that no search can reach."""

    max_nodes: int | None = None
    timeout: float | None = None
    """Seconds."""
    table_mb: int = 256

    def __post_init__(self) -> None:
        """Raises: UsageError for a limit that is none."""
        if self.max_nodes is not None:
            check_whole("max_nodes", self.max_nodes, 0)
        check_whole("table_mb", self.table_mb, 1)
        seconds: Any = self.timeout
        # What is not a number compares with nothing.
        if seconds is not None and not (type(seconds) in {int, float} and seconds >= 0):
            told = say("`{name}` is {value}", name=Verbatim("timeout"), value=quoted(seconds))
            raise UsageError(told, say("expected seconds, 0 or more"))
