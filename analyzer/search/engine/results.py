"""Search results: goals with their minimal sets, guarantees, equilibria, and limits.

Seats are numbers in order of play and a set of players is an int mask (bit i = seat i), so nothing
here needs names; `analyzer.report` restores them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

from analyzer.cards.card import Card, Suit
from analyzer.errors import MOST_OF_ALL, TABLE_MB, UsageError, check_whole
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import Message, Verbatim, listed, quoted, say
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.pythonanswer import checked_arguments
from analyzer.rules.actions import Action, Groups, Play, Sides, line_words, names_in, seat_groups
from analyzer.rules.score.goals import Aim, Goal, Sense
from analyzer.rules.spec.grounds import STATED, Grounds, OfPlayers, OnGrounds
from analyzer.search.engine.reasons import Extras, LazyExtras, Reason


class Status(Enum):
    """The degree to which one player has a goal in hand."""

    AUTOMATIC = "automatic"
    FORCED = "forced"
    DEPENDS = "depends"
    IMPOSSIBLE = "impossible"


def members(mask: int) -> tuple[int, ...]:
    """Return the seats of a mask, in table order."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def seats_of(groups: Groups, chosen: int) -> int:
    """Return the seats of a set of groups, as a mask."""
    return sum(mask for group, mask in enumerate(groups) if chosen >> group & 1)


THREE: Final = seat_groups(3)
"""Three players, each for themselves."""

Key = tuple[int, Goal]
"""A goal and the seat it is asked of; for a side, its leader."""


class GoalAnswer(Record, frozen=True):
    """The sets that can force a goal: bit S of `forcing` is set if the groups in mask S force it.

    It is monotone: adding a player never spoils a set that forces.
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
    """A status that is likely but not proved; only :mod:`~analyzer.search.engine.native` makes one."""

    status: Status


class OpenGoal(Record, frozen=True):
    """A goal that was not settled within the limits: the proved part, and the likely result.

    Bit S of `forcing` is set if the players in mask S are known to force it, of `failing` if they are known
    not to.
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
    """Return goal, seat and the sets of seats that force or prevent it, without masks."""
    sets = (tuple(map(members, masks)) for masks in (answer.forced_by, answer.prevented_by))
    told = ", ".join(f"{word}={each}" for word, each in zip(("forced_by", "prevented_by"), sets, strict=True))
    return f"<{type(answer).__name__} {answer.goal} of seat {answer.seat}: {told}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(OfPlayers):
    """The effort of a search, and its unfinished parts."""

    nodes: int
    seconds: float
    unfinished: tuple[str, ...] = ()
    """Parts that were requested and not finished within the limits."""
    reason: Message | None = None
    """The reason that it stopped early, if it did: the text of the :class:`LimitReached` that stopped it."""
    grounds: Grounds = field(default=STATED, compare=False)
    """The grounds of the answer, apart from what its source states."""

    @property
    def complete(self) -> bool:
        """True if nothing is unfinished."""
        return not self.unfinished


class LineEvidence(RecordWithMetadata, frozen=True):
    """Two lines from one position that show why a card is improper; both are played to the end.

    After the improper card, which is the first of `offence`, `seat` wins an Ultimo that it wins against
    everybody. `line` begins with the card compared with it. Under clause proper.protect-pots all
    opponents keep the seat from its Ultimo there; under proper.richer-pot the seat, which plays both cards,
    wins the Ultimo of the richer pot there against everybody.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("against", "better")

    clause: str
    seat: int
    goal: Goal
    """The goal that `line` prevents, or wins."""
    offence: Play
    line: Play
    against: Reason | None = None
    """The plan by which `seat` wins the Ultimo after the improper card, if one was found."""
    better: Reason | None = None
    """The plan behind `line`, after the card compared with the improper one."""


class Equilibrium(Record, frozen=True):
    """A subgame-perfect payoff, paid or written on the score sheet, with a line of play that reaches it."""

    tokens: tuple[int, ...]
    """Amounts by side, then for a player sitting out."""
    line: Play
    """The play; it includes demands, but not letting a card pass."""
    pots: tuple[int, ...] = ()
    """The gain of each pot along the line."""


class Values(Record, frozen=True):
    """The requested values of one state; a part that was not requested, or not finished, is None.

    Values by side are None for a side that was not asked about.
    """

    goals: Mapping[Key, GoalAnswer] | None = None
    points: tuple[Fraction | None, ...] | None = None
    """The guaranteed points of each side; the fewest, if few are wanted."""
    tricks: tuple[Fraction | None, ...] | None = None
    margin: Fraction | None = None
    """The guaranteed surplus of the declarer's side over the points that it needs."""
    guarantee: tuple[int | None, ...] | None = None
    equilibria: tuple[Equilibrium, ...] | None = None

    def number(self, aim: Aim, side: int) -> Fraction | None:
        """Return the guaranteed points or tricks of a side; None if not requested, or not finished."""
        numbers = self.points if aim is Aim.POINTS else self.tricks
        return None if numbers is None else numbers[side]


class NamedEquilibrium(Record, frozen=True):
    """A subgame-perfect payoff by name, and a line of play that reaches it."""

    tokens: Mapping[str, int]
    """Amounts by player or by a side's leader, a player sitting out last; written ones if nothing is paid."""
    pots: tuple[int, ...]
    """The gain of each pot."""
    line: tuple[str, ...]


class NamedGoal(Record, frozen=True):
    """The smallest sets of players that force a goal, and those that prevent it, by name."""

    status: str
    """`automatic`, `forced`, `depends`, `impossible`; `open` if the limits were too low."""
    forced_by: tuple[frozenset[str], ...]
    prevented_by: tuple[frozenset[str], ...]


class WithNames(Record, frozen=True):
    """The names for values: of players by seat, and of accounts for amounts."""

    players: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    """The leader of each side, then a player sitting out."""

    def goals(self, values: Values, left: Sequence[OpenGoal] = ()) -> Mapping[str, Mapping[str, NamedGoal]]:
        """Return each goal's forcing and preventing sets, by player and goal; a side is under its leader."""
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
        """Return the guaranteed amount of each player, or of each side under its leader."""
        sure = zip(self.accounts, values.guarantee or (), strict=False)
        return {name: amount for name, amount in sure if amount is not None}

    def equilibria(self, values: Values) -> tuple[NamedEquilibrium, ...]:
        """Return every subgame-perfect payoff."""
        return tuple(
            NamedEquilibrium(
                dict(zip(self.accounts, each.tokens, strict=False)),
                each.pots,
                tuple(line_words(each.line, self.players)),
            )
            for each in values.equilibria or ()
        )


class ByName:
    """The contents of `values`, by the names in `names_of`."""

    __slots__ = ()
    if TYPE_CHECKING:

        @property
        def values(self) -> Values: ...
        @property
        def names_of(self) -> WithNames: ...

    @property
    def guarantee(self) -> Mapping[str, int]:
        """The guaranteed amount of each player, or of each side under its leader. Empty if not requested."""
        return self.names_of.guarantee(self.values)

    @property
    def equilibria(self) -> tuple[NamedEquilibrium, ...]:
        """Every subgame-perfect payoff. Empty if not requested."""
        return self.names_of.equilibria(self.values)


@dataclass(frozen=True, slots=True, repr=False)
class CardValues(ByName):
    """The values of the position after one legal card (and the suit named, for a led Fool).

    `equals` are the other legal cards that are equivalent to it in play, high to low. `proper` is None if the
    goals it depends on were not computed.
    """

    card: Card
    names: Suit | None
    equals: tuple[Card, ...]
    values: Values
    proper: bool | None = None
    why: Message | None = None
    evidence: LineEvidence | None = None
    """The evidence for an improper card; None if it was not requested, or not finished."""
    lets_go: Reason | None = field(default=None, compare=False)
    """The opponents' plan to prevent the mover's Ultimo after the card, if another card forces it."""
    names_of: WithNames = field(default=WithNames(), compare=False)

    @property
    def goals(self) -> Mapping[str, Mapping[str, NamedGoal]]:
        """The forcing and preventing sets after the card, by player and goal. Empty if not requested."""
        return self.names_of.goals(self.values)

    def __repr__(self) -> str:
        named = "" if self.names is None else f"={self.names}"
        proper = {None: "", True: ", proper", False: ", improper"}[self.proper]
        return f"<CardValues {self.card}{named}{proper}>"


@dataclass(frozen=True, slots=True)
class Solution(Searched, ByName):
    """The answer of `solve`; if something is unsettled, its values are those of the first reading."""

    to_play: int
    tricks_left: int
    sides: Sides
    declarer: int | None
    contract: str | None
    to_come: frozenset[Aim]
    """The numbers that leave out what was won before the position, because the position does not give it."""
    on_a_sheet: bool
    """True if guarantee and equilibria are score entries and not payments."""
    values: Values
    cards: tuple[CardValues, ...]
    open: tuple[OpenGoal, ...] = ()
    """The goals of the position that were requested and not settled."""
    names_of: WithNames = field(default=WithNames(), compare=False, repr=False)
    found: CountedGoals | None = field(default=None, repr=False)
    """The goals deal by deal, if some cards are unknown; otherwise None."""

    @checked_arguments
    def leader(self, side: int) -> int:
        """Return the seat that a side is named after."""
        return self.sides.leader(side, self.declarer)

    @property
    def goals(self) -> Mapping[str, Mapping[str, NamedGoal]]:
        """The forcing and preventing sets, by player (for a side, its leader) and goal.

        Empty if not requested.

        Over several deals they are the sets that succeed in every deal; the status is `varies` if it differs.
        """
        if self.found is not None:
            return self.found.named()
        return self.names_of.goals(self.values, self.open)


class ForcingAnswer(OnGrounds):
    """The common attributes of `forced` answers: the keys of the JSON, with sets of players as frozensets.

    It is true if it `holds`; if no source settles that, or it depends, it is neither true nor false.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        nodes: int
        seconds: float

        @property
        def holds(self) -> bool | None:
            """True if they can; None if no source settles it, or it depends on the cards."""

        @property
        def one_plan(self) -> bool | None:
            """If cards are unknown, True if one plan works in every deal; None if that was not found out."""

        @property
        def line(self) -> tuple[str, ...]:
            """Best play by both sides; empty if no line fits every deal."""

    @property
    def goal(self) -> str:
        """The word for the goal in the question."""
        return str(self.to_dict()["goal"])

    @property
    def player(self) -> str:
        """The player whose goal it is; for a side, its leader."""
        return str(self.to_dict()["player"])

    @property
    def by(self) -> frozenset[str]:
        """The players who play together for it."""
        return frozenset(self.to_dict()["by"])

    @property
    def status(self) -> str | None:
        """`automatic`, `forced`, `depends` or `impossible`; None if that was not found out."""
        found: str | None = self.to_dict().get("status")
        return found

    @property
    def forced_by(self) -> tuple[frozenset[str], ...]:
        """The smallest sets of players that force it; empty if nobody does, or that was not found out."""
        return tuple(map(frozenset, self.to_dict().get("forced_by", ())))

    @property
    def prevented_by(self) -> tuple[frozenset[str], ...]:
        """The smallest sets of players that prevent it."""
        return tuple(map(frozenset, self.to_dict().get("prevented_by", ())))

    @property
    def worlds(self) -> Mapping[str, Any] | None:
        """The number of deals in which it holds, as in the JSON, if cards are unknown; otherwise None."""
        found: Mapping[str, Any] | None = self.to_dict().get("worlds")
        return found


@dataclass(frozen=True, slots=True)
class Forced(OfPlayers, ForcingAnswer):
    """The answer of `forced`: can the players in `by` reach the goal?

    It is true if it `holds`; if no source settles that, it is neither true nor false.
    """

    holds: bool | None
    """True if they can; None if the answer differs between readings that no source settles."""
    nodes: int
    seconds: float
    beside: Extras[GoalAnswer] | LazyExtras[GoalAnswer] = field(
        default_factory=Extras, compare=False, repr=False
    )

    @property
    def line(self) -> tuple[str, ...]:
        """Best play by both sides, in the words of a position file's `play`."""
        return tuple(line_words(self.beside.line, self.players))

    @property
    def one_plan(self) -> bool | None:
        """None: a single deal has no plans to compare."""
        return None

    @property
    def answer(self) -> GoalAnswer | None:
        """All forcing sets; None if they were not requested, or limits came first."""
        return self.beside.answer

    @property
    def sets(self) -> tuple[frozenset[str], ...]:
        """The smallest sets of players that force it; empty if nobody does, or limits came first."""
        found = self.answer
        return () if found is None else tuple(names_in(self.players, mask) for mask in found.forced_by)

    @property
    def grounds(self) -> Grounds:
        """The grounds of the answer, apart from what its source states."""
        return self.beside.grounds

    def __bool__(self) -> bool:
        """Return True if it holds. Raises: UsageError if no source settles it."""
        return settled(self.holds, self)


def settled(holds: bool | None, answer: OfPlayers) -> bool:  # noqa: FBT001 - it is the answer itself
    """Return True if an answer holds. Raises: UsageError if no source settles it."""
    if holds is None:
        clauses = listed(map(Verbatim, answer.unsettled))
        message = say("no source settles {clauses}, and the answer depends on it", clauses=clauses)
        raise UsageError(message, say("`holds` is None, and `readings` has the answer under each"))
    return holds


class Limits(Record, frozen=True):
    """The limits of a search, numbers of at most 64 bits; None for no limit."""

    max_nodes: int | None = None
    timeout: float | None = None
    """The timeout in seconds."""
    table_mb: int = TABLE_MB

    def __post_init__(self) -> None:
        """Check the limits. Raises: UsageError for an impossible one."""
        if self.max_nodes is not None:
            check_whole("max_nodes", self.max_nodes, 0, MOST_OF_ALL)
        check_whole("table_mb", self.table_mb, 1, MOST_OF_ALL)
        seconds: Any = self.timeout
        # What is not a number compares with nothing.
        if seconds is not None and not (type(seconds) in {int, float} and seconds >= 0):
            told = say("`{name}` is {value}", name=Verbatim("timeout"), value=quoted(seconds))
            raise UsageError(told, say("expected seconds, 0 or more"))


NO_LIMITS: Final = Limits()

WORLDS: Final = "worlds"
"""The unfinished part if not every deal is answered."""


@dataclass(slots=True)
class CountedValues:
    """The results for one moment in each of the deals, deal by deal."""

    goals: dict[Key, list[GoalAnswer]] = field(default_factory=dict)
    """Answers by seat and goal."""
    sure: list[tuple[int, ...]] = field(default_factory=list)
    """Guaranteed tokens of each seat, including payments before the moment."""
    numbers: dict[tuple[Aim, int], list[Fraction]] = field(default_factory=dict)
    """In games of card points, the number that each side is guaranteed, or has to take."""

    @property
    def answered(self) -> int:
        """The number of deals that are answered in full."""
        return min((len(each) for each in self.goals.values()), default=len(self.sure))

    def number(self, key: Key) -> int:
        """Return the number of deals in which the goal is automatic or forced."""
        return sum(each.status in (Status.AUTOMATIC, Status.FORCED) for each in self.goals[key])

    def everywhere(self, key: Key) -> GoalAnswer | None:
        """Return the sets that can force a goal in every deal; None if the deals have different sides."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            if each.groups != first.groups:
                return None
            forcing &= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups)

    def prevented(self, key: Key) -> tuple[int, ...]:
        """Return the minimal sets that can prevent a goal in every deal."""
        first, *others = self.goals[key]
        forcing = first.forcing
        for each in others:
            forcing |= each.forcing
        return GoalAnswer(first.seat, first.goal, forcing, first.groups).prevented_by

    def status(self, key: Key) -> Status | None:
        """Return the status that is the same in all deals; None if it differs."""
        found = {each.status for each in self.goals[key]}
        return next(iter(found)) if len(found) == 1 else None

    def over_all(self, key: Key, *, exact: bool) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """Return the status of a goal over the deals, and the sets that force it, and prevent it, in all.

        The status is `varies` if it differs. If the deals are a sample, a status common to all of them is
        only `open`.
        """
        everywhere, status = self.everywhere(key), self.status(key)
        word = "varies" if status is None else status.value if exact else "open"
        if everywhere is None or not exact:
            return word, (), ()
        return word, everywhere.forced_by, self.prevented(key)

    @property
    def least(self) -> tuple[int, ...] | None:
        """The guaranteed tokens of each seat over all deals; None if not requested."""
        return tuple(map(min, zip(*self.sure, strict=True))) if self.sure else None

    def least_of(self, aim: Aim, sides: int, sense: Sense) -> tuple[Fraction, ...] | None:
        """Return the guaranteed number of each side over all deals; None if not requested."""
        worst = min if sense is Sense.MOST else max
        known = [worst(self.numbers[aim, side]) for side in range(sides) if (aim, side) in self.numbers]
        return tuple(known) if len(known) == sides else None


@dataclass(slots=True)
class CountedGoals(CountedValues):
    """The results in each deal that was searched within the limits, and after each card."""

    deals: tuple[Position, ...] = ()
    exact: bool = True
    fit: int | None = None
    sense: Sense = Sense.MOST
    cards: dict[Action, CountedValues] = field(default_factory=dict)
    """Results after each card that is legal in every deal, if the same player has the same hand in all."""
    nodes: int = 0
    seconds: float = 0.0
    reason: Message | None = None
    """The reason that it stopped early, if it did: the text of the :class:`LimitReached` that stopped it."""
    unfinished: tuple[str, ...] = ()
    """Parts that were requested and not finished within the limits."""

    @property
    def complete(self) -> bool:
        """True if nothing is unfinished."""
        return not self.unfinished

    @property
    def finished(self) -> bool:
        """True if every deal is answered."""
        return WORLDS not in self.unfinished

    @property
    def covers_every_deal(self) -> bool:
        """True if every deal that fits is answered; only then is a guarantee over all of them given."""
        return self.exact and self.finished

    def named(self) -> dict[str, dict[str, NamedGoal]]:
        """Return the sets that force, and prevent, each goal in every deal, by player and goal."""
        players, goals = self.deals[0].players, dict[str, dict[str, NamedGoal]]()
        for key in self.goals:
            word, *both = self.over_all(key, exact=self.covers_every_deal)
            forcing, preventing = (tuple(names_in(players, mask) for mask in masks) for masks in both)
            goals.setdefault(players[key[0]], {})[str(key[1])] = NamedGoal(word, forcing, preventing)
        return goals

    def sure_of(self) -> Values:
        """Return the guarantees over all deals that fit: points and tricks by side, tokens by player."""
        if not self.covers_every_deal:
            return Values()
        sides = self.deals[0].sides.count
        points, tricks = (self.least_of(aim, sides, self.sense) for aim in (Aim.POINTS, Aim.TRICKS))
        return Values(points=points, tricks=tricks, guarantee=self.least)

    def solution(self) -> Solution:
        """Return the equivalent answer of `solve`, with the cards that may be played in each of the deals."""
        first = self.deals[0]
        question = Hand.from_position(first)
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
