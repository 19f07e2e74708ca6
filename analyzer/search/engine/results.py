"""What a search answers: goals with their minimal sets, guarantees, equilibria, and limits.

Seats are numbers in order of play and a set of players is an int mask (bit i = seat i), so nothing
here needs names; `analyzer.report` puts them back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

from analyzer.arguments import checked_arguments
from analyzer.cards.card import Card, Suit
from analyzer.errors import MOST_OF_ALL, TABLE_MB, UsageError, check_whole
from analyzer.frozenrecord import NotedRecord, Record
from analyzer.messages import Message, Verbatim, listed, quoted, say
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action, line_words
from analyzer.rules.score.goals import Aim, Goal, Sense
from analyzer.rules.sides import Groups, Sides, by_seats, names_in
from analyzer.rules.spec.grounds import STATED, Grounds, OfPlayers, OnGrounds
from analyzer.search.engine.reasons import Beside, BesideLater, Reason


class Status(Enum):
    """How far one player has a goal in hand."""

    AUTOMATIC = "automatic"
    FORCED = "forced"
    DEPENDS = "depends"
    IMPOSSIBLE = "impossible"


def members(mask: int) -> tuple[int, ...]:
    """The seats of a mask, in table order."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def seats_of(groups: Groups, chosen: int) -> int:
    """The seats of a set of groups, as a mask."""
    return sum(mask for group, mask in enumerate(groups) if chosen >> group & 1)


THREE: Final = by_seats(3)
"""Three players, each for himself."""

Key = tuple[int, Goal]
"""A goal and the seat it is asked of: of a side its leader."""


class GoalAnswer(Record, frozen=True):
    """Who can force a goal: bit S of `forcing` is set when the groups in mask S force it.

    It is monotone: a set that forces is never spoiled by a friend.
    """

    seat: int
    goal: Goal
    forcing: int
    groups: Groups = THREE

    def __repr__(self) -> str:
        return _shown(self)

    def forces(self, chosen: int) -> bool:
        return bool(self.forcing >> chosen & 1)

    @property
    def own(self) -> int:
        """The group of the seat itself, as a mask of groups."""
        return next(1 << group for group, mask in enumerate(self.groups) if mask >> self.seat & 1)

    @property
    def forced_by(self) -> tuple[int, ...]:
        """The minimal forcing sets as masks of seats, fewest groups first, then in table order."""
        return self._minimal([chosen for chosen in self._all() if self.forces(chosen)])

    @property
    def prevented_by(self) -> tuple[int, ...]:
        """The minimal sets that can prevent it: those whose outsiders do not force it."""
        every = (1 << len(self.groups)) - 1
        return self._minimal([chosen for chosen in self._all() if not self.forces(every ^ chosen)])

    @property
    def status(self) -> Status:
        if self.forces(0):
            return Status.AUTOMATIC
        if self.forces(self.own):
            return Status.FORCED
        return Status.DEPENDS if self.forcing else Status.IMPOSSIBLE

    def _all(self) -> range:
        return range(1 << len(self.groups))

    def _minimal(self, found: list[int]) -> tuple[int, ...]:
        least = [m for m in found if not any(other != m and other & m == other for other in found)]
        masks = [(mask.bit_count(), seats_of(self.groups, mask)) for mask in least]
        return tuple(seats for _, seats in sorted(masks, key=lambda each: (each[0], members(each[1]))))


class Likely(Record, frozen=True):
    """A status that is likely and not proved; only :mod:`~analyzer.search.engine.guessing` makes one."""

    status: Status


class OpenGoal(Record, frozen=True):
    """A goal that was not settled within the limits: what is proved of it, and what is likely.

    Bit S of `forcing` is set when the players in mask S are known to force it, of `failing` when they are
    known not to.
    """

    seat: int
    goal: Goal
    forcing: int
    failing: int
    likely: Likely | None = None
    groups: Groups = THREE

    def __repr__(self) -> str:
        return _shown(self)

    @property
    def forced_by(self) -> tuple[int, ...]:
        """The minimal sets known to force it."""
        return GoalAnswer(self.seat, self.goal, self.forcing, self.groups).forced_by

    @property
    def prevented_by(self) -> tuple[int, ...]:
        """The minimal sets known to prevent it."""
        every = (1 << (1 << len(self.groups))) - 1
        return GoalAnswer(self.seat, self.goal, every ^ self.failing, self.groups).prevented_by


def _shown(answer: GoalAnswer | OpenGoal) -> str:
    """Goal, seat and the sets of seats that force or prevent it; masks stay inside."""
    sets = (tuple(map(members, masks)) for masks in (answer.forced_by, answer.prevented_by))
    told = ", ".join(f"{word}={each}" for word, each in zip(("forced_by", "prevented_by"), sets, strict=True))
    return f"<{type(answer).__name__} {answer.goal} of seat {answer.seat}: {told}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(OfPlayers):
    """What a search took, and what of it was not finished."""

    nodes: int
    seconds: float
    unfinished: tuple[str, ...] = ()
    """Parts that were asked for and not finished within the limits."""
    reason: Message | None = None
    """Why it stopped early, where it did: the text of the :class:`LimitReached` that stopped it."""
    grounds: Grounds = field(default=STATED, compare=False)
    """What it rests on beside what its source states."""

    @property
    def complete(self) -> bool:
        """Whether nothing is unfinished."""
        return not self.unfinished


Play = tuple[tuple[int, Action], ...]
"""Who moves and what, to the end of the hand."""


class LineEvidence(NotedRecord, frozen=True):
    """Two lines from one position that show why a card is improper; both are played to the end.

    After the improper card, which is the first of `offence`, `seat` wins an Ultimo that it wins against
    everybody. `line` begins with the card that is held against it. By clause proper.protect-pots all
    others keep the seat from its Ultimo there; by proper.richer-pot the seat, which plays both cards,
    wins the Ultimo of the richer pot there against everybody.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("against", "better")

    clause: str
    seat: int
    goal: Goal
    """What `line` prevents, or wins."""
    offence: Play
    line: Play
    against: Reason | None = None
    """The plan by which `seat` wins the Ultimo after the improper card, where one was found."""
    better: Reason | None = None
    """The plan behind `line`, after the card held against it."""


class Equilibrium(Record, frozen=True):
    """One subgame-perfect payoff, what is paid or what is written, with a line of play that reaches it."""

    tokens: tuple[int, ...]
    """By side, then of who sits out."""
    line: Play
    """Demands appear, letting a card pass does not."""
    pots: tuple[int, ...] = ()
    """What each pot gains along the line."""


class Values(Record, frozen=True):
    """Everything asked of one state; a part that was not asked for, or not finished, is None.

    What is by side has None for a side that was not asked about.
    """

    goals: Mapping[Key, GoalAnswer] | None = None
    points: tuple[Fraction | None, ...] | None = None
    """What each side is sure of; the fewest where little is wanted."""
    tricks: tuple[Fraction | None, ...] | None = None
    margin: Fraction | None = None
    """What the declarer's side is sure of beyond what it needs."""
    guarantee: tuple[int | None, ...] | None = None
    equilibria: tuple[Equilibrium, ...] | None = None

    def number(self, aim: Aim, side: int) -> Fraction | None:
        """How many points or tricks a side is sure of; None where that was not asked for, or not finished."""
        numbers = self.points if aim is Aim.POINTS else self.tricks
        return None if numbers is None else numbers[side]


class NamedEquilibrium(Record, frozen=True):
    """One subgame-perfect payoff by name, and a line of play that reaches it."""

    tokens: Mapping[str, int]
    """By player, or side under its leader, then who sits out; what is written, where nothing is paid."""
    pots: tuple[int, ...]
    """What each pot gains."""
    line: tuple[str, ...]


class NamedGoal(Record, frozen=True):
    """Who can force a goal, by name: the smallest sets of players that force it, and that prevent it."""

    status: str
    """`automatic`, `forced`, `depends`, `impossible`; `open` where the limits did not last."""
    forced_by: tuple[frozenset[str], ...]
    prevented_by: tuple[frozenset[str], ...]


class WithNames(Record, frozen=True):
    """The names that values speak of: of players by seat, and those that amounts stand under."""

    players: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    """By side its leader, then who sits out."""

    def goals(self, values: Values, left: Sequence[OpenGoal] = ()) -> Mapping[str, Mapping[str, NamedGoal]]:
        """By player and goal who can force it; a side stands under its leader."""
        asked: list[tuple[GoalAnswer | OpenGoal, str]] = [(each, "open") for each in left]
        asked += [(each, each.status.value) for each in (values.goals or {}).values()]
        goals: dict[str, dict[str, NamedGoal]] = {}
        for each, status in asked:
            sets = (
                tuple(names_in(self.players, mask) for mask in masks)
                for masks in (each.forced_by, each.prevented_by)
            )
            goals.setdefault(self.players[each.seat], {})[str(each.goal)] = NamedGoal(status, *sets)
        return goals

    def guarantee(self, values: Values) -> Mapping[str, int]:
        """What each player, or side under its leader, is sure of."""
        sure = zip(self.accounts, values.guarantee or (), strict=False)
        return {name: amount for name, amount in sure if amount is not None}

    def equilibria(self, values: Values) -> tuple[NamedEquilibrium, ...]:
        """Every subgame-perfect payoff."""
        return tuple(
            NamedEquilibrium(
                dict(zip(self.accounts, each.tokens, strict=False)),
                each.pots,
                tuple(line_words(each.line, self.players)),
            )
            for each in values.equilibria or ()
        )


class ByName:
    """What stands in `values`, by the names in `names_of`."""

    __slots__ = ()
    if TYPE_CHECKING:

        @property
        def values(self) -> Values: ...
        @property
        def names_of(self) -> WithNames: ...

    @property
    def guarantee(self) -> Mapping[str, int]:
        """What each player, or side under its leader, is sure of. Empty where it was not asked for."""
        return self.names_of.guarantee(self.values)

    @property
    def equilibria(self) -> tuple[NamedEquilibrium, ...]:
        """Every subgame-perfect payoff. Empty where they were not asked for."""
        return self.names_of.equilibria(self.values)


@dataclass(frozen=True, slots=True, repr=False)
class CardValues(ByName):
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
    names_of: WithNames = field(default=WithNames(), compare=False)

    @property
    def goals(self) -> Mapping[str, Mapping[str, NamedGoal]]:
        """After the card, by player and goal who can force it. Empty where that was not asked for."""
        return self.names_of.goals(self.values)

    def __repr__(self) -> str:
        named = "" if self.names is None else f"={self.names}"
        proper = {None: "", True: ", proper", False: ", improper"}[self.proper]
        return f"<CardValues {self.card}{named}{proper}>"


@dataclass(frozen=True, slots=True)
class Solution(Searched, ByName):
    """The answer of `solve`; where something is unsettled its values are those of the first reading."""

    to_play: int
    tricks_left: int
    sides: Sides
    declarer: int | None
    contract: str | None
    to_come: frozenset[Aim]
    """The numbers that do not count what was won before the position, as it is not told."""
    on_a_sheet: bool
    """Whether guarantee and equilibria are of what is written, and not of what is paid."""
    values: Values
    cards: tuple[CardValues, ...]
    open: tuple[OpenGoal, ...] = ()
    """The goals of the position that were asked for and not settled."""
    names_of: WithNames = field(default=WithNames(), compare=False, repr=False)
    found: CountedGoals | None = field(default=None, repr=False)
    """Where not all is known of the cards: the goals deal by deal; else None."""

    @checked_arguments
    def leader(self, side: int) -> int:
        """The seat a side is called by."""
        return self.sides.leader(side, self.declarer)

    @property
    def goals(self) -> Mapping[str, Mapping[str, NamedGoal]]:
        """By player and goal who can force it; a side stands under its leader. Empty where not asked for.

        Over several deals: who can in every one; `varies` where it is not the same in all.
        """
        if self.found is not None:
            return self.found.named()
        return self.names_of.goals(self.values, self.open)


class ForcingAnswer(OnGrounds):
    """What every answer of `forced` tells in Python: the keys of its JSON, sets of players as frozensets.

    It is true where it `holds`; where no source settles that, or it depends, it is neither true nor false.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        nodes: int
        seconds: float

        @property
        def holds(self) -> bool | None:
            """Whether they can; None where no source settles it, or it depends on the cards."""

        @property
        def one_plan(self) -> bool | None:
            """Where cards are not known, whether one way to play does in every deal; None: not found out."""

        @property
        def line(self) -> tuple[str, ...]:
            """Play with both sides at their best; none where it is not one of every deal."""

    @property
    def goal(self) -> str:
        """The word of the goal that was asked."""
        return str(self.to_dict()["goal"])

    @property
    def player(self) -> str:
        """Whose goal it is; of a side its leader."""
        return str(self.to_dict()["player"])

    @property
    def by(self) -> frozenset[str]:
        """Who plays together for it."""
        return frozenset(self.to_dict()["by"])

    @property
    def status(self) -> str | None:
        """`automatic`, `forced`, `depends` or `impossible`; None where that was not found out."""
        found: str | None = self.to_dict().get("status")
        return found

    @property
    def forced_by(self) -> tuple[frozenset[str], ...]:
        """The smallest sets of players that force it; none where nobody does, or that was not found out."""
        return tuple(map(frozenset, self.to_dict().get("forced_by", ())))

    @property
    def prevented_by(self) -> tuple[frozenset[str], ...]:
        """The smallest sets of players that prevent it."""
        return tuple(map(frozenset, self.to_dict().get("prevented_by", ())))

    @property
    def worlds(self) -> Mapping[str, Any] | None:
        """Where cards are not known, in how many deals it holds, as the JSON tells it; else None."""
        found: Mapping[str, Any] | None = self.to_dict().get("worlds")
        return found


@dataclass(frozen=True, slots=True)
class Forced(OfPlayers, ForcingAnswer):
    """The answer of `forced`: whether the players in `by` can bring the goal about.

    It is true where it `holds`; where no source settles that it is neither true nor false.
    """

    holds: bool | None
    """None where the readings of what no source settles differ in it."""
    nodes: int
    seconds: float
    beside: Beside[GoalAnswer] | BesideLater[GoalAnswer] = field(
        default_factory=Beside, compare=False, repr=False
    )

    @property
    def line(self) -> tuple[str, ...]:
        """Play with both sides at their best, in the words of a position file's `play`."""
        return self.beside.line

    @property
    def one_plan(self) -> bool | None:
        """Of one deal nothing is to be told apart."""
        return None

    @property
    def answer(self) -> GoalAnswer | None:
        """All forcing sets; None where they were not asked for, or limits came before them."""
        return self.beside.answer

    @property
    def sets(self) -> tuple[frozenset[str], ...]:
        """The smallest sets of players that force it; none where nobody does, or limits came before them."""
        found = self.answer
        return () if found is None else tuple(names_in(self.players, mask) for mask in found.forced_by)

    @property
    def grounds(self) -> Grounds:
        """What it rests on beside what its source states."""
        return self.beside.grounds

    def __bool__(self) -> bool:
        """Whether it holds. Raises: UsageError where no source settles it."""
        return settled(self.holds, self)


def settled(holds: bool | None, answer: OfPlayers) -> bool:  # noqa: FBT001 - it is the answer itself
    """Whether an answer holds. Raises: UsageError where no source settles it."""
    if holds is None:
        clauses = listed(map(Verbatim, answer.unsettled))
        message = say("no source settles {clauses}, and the answer depends on it", clauses=clauses)
        raise UsageError(message, say("`holds` is None, and `readings` has the answer under each"))
    return holds


class Limits(Record, frozen=True):
    """What a search may use up, numbers of 64 bits at most; None is no limit."""

    max_nodes: int | None = None
    timeout: float | None = None
    """Seconds."""
    table_mb: int = TABLE_MB

    def __post_init__(self) -> None:
        """Raises: UsageError for a limit that is none."""
        if self.max_nodes is not None:
            check_whole("max_nodes", self.max_nodes, 0, MOST_OF_ALL)
        check_whole("table_mb", self.table_mb, 1, MOST_OF_ALL)
        seconds: Any = self.timeout
        # What is not a number compares with nothing.
        if seconds is not None and not (type(seconds) in {int, float} and seconds >= 0):
            told = say("`{name}` is {value}", name=Verbatim("timeout"), value=quoted(seconds))
            raise UsageError(told, say("expected seconds, 0 or more"))


WORLDS: Final = "worlds"
"""What is unfinished where not every deal is answered."""


@dataclass(slots=True)
class CountedValues:
    """What is found of one moment in each of the deals, deal by deal."""

    goals: dict[Key, list[GoalAnswer]] = field(default_factory=dict)
    """By seat and goal."""
    sure: list[tuple[int, ...]] = field(default_factory=list)
    """Tokens that each seat is sure of, what was paid on the way included."""
    numbers: dict[tuple[Aim, int], list[Fraction]] = field(default_factory=dict)
    """In games of card points, what each side is sure of, or has to take."""

    @property
    def answered(self) -> int:
        """How many deals are answered in full."""
        return min((len(each) for each in self.goals.values()), default=len(self.sure))

    def number(self, key: Key) -> int:
        """In how many deals who a goal is of has it in hand."""
        return sum(each.status in (Status.AUTOMATIC, Status.FORCED) for each in self.goals[key])

    def everywhere(self, key: Key) -> GoalAnswer | None:
        """Who can force a goal in every one of the deals; None where the deals have other sides."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            if each.groups != first.groups:
                return None
            forcing &= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups)

    def prevented(self, key: Key) -> tuple[int, ...]:
        """The minimal sets that can prevent a goal in every one of the deals."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            forcing |= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups).prevented_by

    def status(self, key: Key) -> Status | None:
        """How far it is in hand where that is the same in all deals; None where it is not."""
        found = {each.status for each in self.goals[key]}
        return next(iter(found)) if len(found) == 1 else None

    def over_all(self, key: Key, *, exact: bool) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """How far a goal is in hand over the deals, and the sets that force it, and prevent it, in all.

        It `varies` where it is not the same in all. Of deals that were drawn it is `open` what would be so in
        all that fit.
        """
        everywhere, status = self.everywhere(key), self.status(key)
        word = "varies" if status is None else status.value if exact else "open"
        if everywhere is None or not exact:
            return word, (), ()
        return word, everywhere.forced_by, self.prevented(key)

    @property
    def least(self) -> tuple[int, ...] | None:
        """What each seat is sure of wherever the cards lie; None where that was not asked for."""
        return tuple(map(min, zip(*self.sure, strict=True))) if self.sure else None

    def least_of(self, aim: Aim, sides: int, sense: Sense) -> tuple[Fraction, ...] | None:
        """How much of a number each side is sure of wherever the cards lie; None where it was not asked."""
        worst = min if sense is Sense.MOST else max
        known = [worst(self.numbers[aim, side]) for side in range(sides) if (aim, side) in self.numbers]
        return tuple(known) if len(known) == sides else None


@dataclass(slots=True)
class CountedGoals(CountedValues):
    """What is found in each deal that was asked about within the limits, and behind each card."""

    deals: tuple[Position, ...] = ()
    exact: bool = True
    fit: int | None = None
    sense: Sense = Sense.MOST
    cards: dict[Action, CountedValues] = field(default_factory=dict)
    """Behind each card that may be played in every deal, where the same player has the same hand in all."""
    nodes: int = 0
    seconds: float = 0.0
    reason: Message | None = None
    """Why it stopped early, where it did: the text of the :class:`LimitReached` that stopped it."""
    unfinished: tuple[str, ...] = ()
    """Parts that were asked for and not finished within the limits."""

    @property
    def complete(self) -> bool:
        """Whether nothing is unfinished."""
        return not self.unfinished

    @property
    def finished(self) -> bool:
        """Whether every deal is answered."""
        return WORLDS not in self.unfinished

    @property
    def of_every_deal(self) -> bool:
        """Whether every deal that fits is answered: what is sure in all is told of no others."""
        return self.exact and self.finished

    def named(self) -> dict[str, dict[str, NamedGoal]]:
        """By player and goal who can force it in every deal, and who prevents it in every deal."""
        players, goals = self.deals[0].players, dict[str, dict[str, NamedGoal]]()
        for key in self.goals:
            word, *both = self.over_all(key, exact=self.of_every_deal)
            forcing, preventing = (tuple(names_in(players, mask) for mask in masks) for masks in both)
            goals.setdefault(players[key[0]], {})[str(key[1])] = NamedGoal(word, forcing, preventing)
        return goals

    def sure_of(self) -> Values:
        """What is sure in every deal that fits, in card points and tricks by side, in tokens by player."""
        if not self.of_every_deal:
            return Values()
        sides = self.deals[0].sides.count
        points, tricks = (self.least_of(aim, sides, self.sense) for aim in (Aim.POINTS, Aim.TRICKS))
        return Values(points=points, tricks=tricks, guarantee=self.least)

    def solution(self) -> Solution:
        """The answer of `solve` that it comes to, with the cards that may be played in each of the deals."""
        first = self.deals[0]
        question = Hand.of(first)
        cards = [(move.card, move.suit) for move in self.cards if move.card is not None]
        return Solution(
            nodes=self.nodes,
            seconds=self.seconds,
            unfinished=self.unfinished,
            reason=self.reason,
            to_play=first.table.to_move,
            tricks_left=first.tricks_left,
            sides=first.sides,
            declarer=question.declarer,
            contract=first.told.contract,
            to_come=question.to_come,
            on_a_sheet=question.on_a_sheet,
            values=self.sure_of(),
            cards=tuple(CardValues(card, names, (), Values()) for card, names in cards),
            names_of=WithNames(first.players, first.players),
            found=self,
        )
