"""The value of a position in answers, and the results so far of a long search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Final

from analyzer.messages import Message, Verbatim, decimal, formed, say
from analyzer.position.model import Position
from analyzer.rules.actions import line_words, move_word
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, exact
from analyzer.search.engine.results import (
    Equilibrium,
    GoalAnswer,
    Key,
    LineEvidence,
    OpenGoal,
    Searched,
    Solution,
    Status,
    Values,
)
from analyzer.views.base import (
    UNSET,
    BySide,
    Count,
    Meta,
    Moves,
    Players,
    Points,
    PotsView,
    UnsetType,
    View,
    name_amounts,
    pots_view,
    side_names,
)
from analyzer.views.why import (
    WhyView,
    reason_view,
)
from analyzer.words.verdicts import everybody, goal_sentence, names, open_sentence

# The value of a position in answers: goals, points, amounts, and the reason that a card is improper.


WithWhom = (
    Annotated[list[Players], Meta(description="Players by side; the declarer's side first.")] | UnsetType
)


def sides_view(position: Position) -> list[list[str]] | UnsetType:
    """Return the names of each side, the declarer's first; absent in Danish Tarok, where each plays alone."""
    return side_names(position.sides, position.players) if position.pots is None else UNSET


ForcedBy = Annotated[
    list[Players], Meta(description="The minimal sets of players that can reach the goal, shortest first.")
]
PreventedBy = Annotated[
    list[Players], Meta(description="The minimal sets of players that can prevent the goal.")
]
ByAccount = Annotated[dict[str, int], Meta(description="By player, or by the leader of each side.")]


class GoalStatus(Enum):
    """The degree to which a player can reach a goal, as far as it is known."""

    AUTOMATIC = "automatic"
    FORCED = "forced"
    DEPENDS = "depends"
    IMPOSSIBLE = "impossible"
    OPEN = "open"
    VARIES = "varies"
    """Where cards are not known, and it is not the same in all deals."""


class InDeals(View, frozen=True):
    """The number of deals in which a goal is forced, among the deals that fit."""

    count: Count
    holds: Count


class GoalView(View, frozen=True):
    """The degree to which a player can reach a goal, and the minimal sets."""

    status: GoalStatus
    forced_by: ForcedBy
    prevented_by: PreventedBy
    likely: (
        Annotated[Status, Meta(description="For an open goal: the likely status. It is only a guess.")]
        | UnsetType
    ) = UNSET
    worlds: (
        Annotated[
            InDeals,
            Meta(description="Given if cards are unknown. The sets are then those that work in every deal."),
        ]
        | UnsetType
    ) = UNSET


class EquilibriumView(View, frozen=True, kw_only=True):
    """An equilibrium: payments or score-sheet amounts, the change of the pots, and a line to reach it."""

    tokens: ByAccount | UnsetType = UNSET
    sheet: ByAccount | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="Change of the pots.")] | UnsetType = UNSET
    line: Moves


Goals = (
    Annotated[
        dict[str, dict[str, GoalView]],
        Meta(description="By the player of the goal, or the leader of that side; then by goal."),
    ]
    | UnsetType
)
SurePoints = (
    Annotated[BySide, Meta(description="Guaranteed points of each side; the fewest if a side wants few.")]
    | UnsetType
    | None
)
"""Null if only some of the deals that fit were searched: a sample guarantees nothing."""
PointsToCome = (
    Annotated[
        BySide,
        Meta(description="Guaranteed values counted from the position on, if earlier ones are unknown."),
    ]
    | UnsetType
    | None
)
Margin = (
    Annotated[Points, Meta(description="Points of the declarer's side beyond what it needs.")] | UnsetType
)
SureTricks = BySide | UnsetType | None
TricksToCome = PointsToCome
Guarantee = (
    Annotated[
        ByAccount, Meta(description="The most that each player or side can guarantee against all others.")
    ]
    | UnsetType
    | None
)
Equilibria = (
    Annotated[list[EquilibriumView], Meta(description="The equilibria, best first for the player to move.")]
    | UnsetType
)


class ValuesView(View, frozen=True, kw_only=True):
    """The values that the game has and that were requested and finished; all others are absent."""

    goals: Goals = UNSET
    points: SurePoints = UNSET
    points_to_come: PointsToCome = UNSET
    margin: Margin = UNSET
    tricks: SureTricks = UNSET
    tricks_to_come: TricksToCome = UNSET
    guarantee: Guarantee = UNSET
    equilibria: Equilibria = UNSET


class EvidenceView(View, frozen=True):
    """The evidence for an improper card: play that prevents or wins the Ultimo, and the actual play."""

    clause: Annotated[str, Meta(description="The clause that an improper card breaks.")]
    player: Annotated[str, Meta(description="The player whose Ultimo it concerns.")]
    goal: Annotated[
        str,
        Meta(description="The goal that `line` prevents for another player, or wins for the player to move."),
    ]
    instead: Annotated[str, Meta(description="The card that the improper one is compared with.")]
    line: Annotated[Moves, Meta(description="The play that would have prevented or won the Ultimo.")]
    offence: Annotated[Moves, Meta(description="The improper card, and the Ultimo that follows from it.")]
    against: (
        Annotated[WhyView, Meta(description="The plan that wins the Ultimo after the improper card.")]
        | UnsetType
    ) = UNSET
    better: Annotated[WhyView, Meta(description="The plan after the card of `instead`.")] | UnsetType = UNSET


class LimitsView(View, frozen=True, kw_only=True):
    """The completeness of an answer: the unfinished parts, and the reason that the search stopped."""

    complete: bool
    reason: Annotated[str, Meta(description="The reason that the search stopped.")] | UnsetType | None = UNSET
    unfinished: Annotated[list[str], Meta(description="The unfinished parts.")] | UnsetType = UNSET


class StatsView(View, frozen=True, kw_only=True):
    """The resources used by the search; seconds to a millionth."""

    nodes: Annotated[int, Meta(ge=0, description="Number of positions searched.")]
    seconds: Annotated[float, Meta(ge=0)] | UnsetType = UNSET


COMPLETE = LimitsView(complete=True)


def goal_view(answer: GoalAnswer, players: Sequence[str]) -> GoalView:
    """Return one goal: its status and the minimal sets."""
    forcing = [names(mask, players) for mask in answer.forced_by]
    return GoalView(
        GoalStatus(answer.status.value), forcing, [names(mask, players) for mask in answer.prevented_by]
    )


def open_view(left: OpenGoal, players: Sequence[str]) -> GoalView:
    """Return one goal that is not settled, as far as it is known."""
    forcing = [names(mask, players) for mask in left.forced_by]
    preventing = [names(mask, players) for mask in left.prevented_by]
    likely = UNSET if left.likely is None else left.likely.status
    return GoalView(GoalStatus.OPEN, forcing, preventing, likely)


def goals_view(
    goals: Mapping[Key, GoalAnswer], players: Sequence[str], left: Sequence[OpenGoal] = ()
) -> dict[str, dict[str, GoalView]]:
    """Return goals by player, with those not settled; a player none was asked of is left out."""
    views = {key: goal_view(answer, players) for key, answer in goals.items()}
    views |= {(each.seat, each.goal): open_view(each, players) for each in left}
    found: dict[str, dict[str, GoalView]] = {}
    for seat, goal in _in_order(views):
        found.setdefault(players[seat], {})[str(goal)] = views[seat, goal]
    return found


def _in_order(keys: Collection[Key]) -> list[Key]:
    """Return goals by seat, and those of Danish Tarok in their order."""
    if all(goal in LAST_TRICK_GOALS for _, goal in keys):
        return sorted(keys, key=lambda key: (key[0], LAST_TRICK_GOALS.index(key[1])))
    return sorted(keys, key=lambda key: key[0])


def values_view(
    position: Position, values: Values, left: Sequence[OpenGoal] = (), to_come: Collection[Aim] = ()
) -> ValuesView:
    """Return the parts that were requested and finished, and what is known of unfinished goals."""
    whose, game = _accounts(position), position.spec
    points, tricks = _exact(values.points, whose), _exact(values.tricks, whose)
    kind = "sheet" if game.on_a_sheet else "tokens"
    return ValuesView(
        goals=goals_view(values.goals or {}, position.players, left) if values.goals or left else UNSET,
        points=points,
        points_to_come=points if Aim.POINTS in to_come else UNSET,
        margin=UNSET if values.margin is None else exact(values.margin),
        tricks=tricks,
        tricks_to_come=tricks if Aim.TRICKS in to_come else UNSET,
        guarantee=UNSET if values.guarantee is None else name_amounts(values.guarantee, whose),
        equilibria=UNSET
        if values.equilibria is None
        else [_equilibrium(each, kind, whose, position.players) for each in values.equilibria],
    )


def _accounts(position: Position) -> tuple[str, ...]:
    """Return the names for amounts: the leader of each side, then a player sitting out."""
    players, sides = position.players, position.sides
    leaders = (sides.leader(side, position.told.declarer) for side in range(sides.count))
    return (*(players[seat] for seat in leaders), *everybody(position)[len(players) :])


def _exact(numbers: Sequence[Fraction | None] | None, whose: Sequence[str]) -> BySide | UnsetType:
    if numbers is None:
        return UNSET
    known = zip(whose, numbers, strict=False)
    return {name: exact(number) for name, number in known if number is not None}


def _equilibrium(
    found: Equilibrium, kind: str, whose: Sequence[str], players: Sequence[str]
) -> EquilibriumView:
    """Return one equilibrium, of tokens or of score entries."""
    amounts: dict[str, Any] = {kind: name_amounts(found.tokens, whose)}
    pots = pots_view(Pots(*found.pots)) if found.pots else UNSET
    return EquilibriumView(**amounts, pots=pots, line=line_words(found.line, players))


def evidence_view(evidence: LineEvidence, players: Sequence[str]) -> EvidenceView:
    """Return the reason that a card is improper."""
    seat, move = evidence.line[0]
    return EvidenceView(
        evidence.clause,
        players[evidence.seat],
        str(evidence.goal),
        move_word(seat, move, players),
        line_words(evidence.line, players),
        line_words(evidence.offence, players),
        reason_view(evidence.against, players),
        reason_view(evidence.better, players),
    )


def stats_view(nodes: Count, seconds: float) -> StatsView:
    """Return the effort of the search."""
    return StatsView(nodes=nodes, seconds=round(seconds, 6))


def limits_view(found: Searched) -> LimitsView:
    """Return the limits of a search, and its unfinished parts."""
    if found.complete:
        return COMPLETE
    return LimitsView(complete=False, reason=found.reason, unfinished=list(found.unfinished))


# The results of a long search so far, goal by goal as they are found.


class GoalsTold:
    """A reporter of each goal in a sentence, when something new is known of it and when it is answered."""

    def __init__(self, position: Position, tell: Callable[[Message], None]) -> None:
        self._position, self._tell = position, tell
        self._told: set[object] = set()

    def __call__(self, found: object) -> None:
        if not isinstance(found, Solution):
            return
        for key, answer in (found.values.goals or {}).items():
            if key not in self._told:
                self._told.add(key)
                self._tell(goal_sentence(answer, self._position.players))
        for left in found.open:
            known = left.seat, left.goal, left.forced_by, left.prevented_by
            if known not in self._told and (left.likely or left.forced_by or left.prevented_by):
                self._told.add(known)
                self._tell(open_sentence(left, self._position.players))


_KINDS: Final = {
    "goals": say("who can force what"),
    "guarantee": say("sure of"),
    "equilibria": say("each for themselves"),
    "evidence": say("evidence against improper cards"),
    "audit": say("every card"),
}
"""The parts of a search in words."""


def goal_progress_message(part: str, done: tuple[int, int], nodes: int, seconds: float) -> Message:
    """Return the part being searched, its progress, positions searched, their rate, the time.

    A part without a name and positions that are not counted are left out.
    """
    told = say("{seconds} s", seconds=round(seconds))
    if nodes:
        rate = nodes / 1e6 / seconds if seconds > 0 else 0
        told = say(
            "{number} M positions, {rate} M a second, {seconds} s",
            number=decimal(nodes / 1e6, 1), rate=decimal(rate, 1), seconds=round(seconds),
        )  # fmt: skip
    if not part:
        return say("searching: {text}", text=told)
    kind, _, whose = part.partition(".")
    what = _KINDS.get(kind, Verbatim(kind))
    if whose:
        what = formed("{what} ({whose})", what=what, whose=Verbatim(whose.replace(".", " ")))
    return formed("{what} {now}/{all}: {told}", what=what, now=done[0] + 1, all=done[1], told=told)
