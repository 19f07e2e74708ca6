"""The value of a position in answers: goals, points, amounts, and the reason that a card is improper."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

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
    by_name,
    pots_view,
    side_names,
)
from analyzer.views.why import (
    WhyView,
    reason_view,
)
from analyzer.words.moves import (
    everybody,
    names,
)

WithWhom = (
    Annotated[list[Players], Meta(description="Who plays with whom; the declarer's side first.")] | UnsetType
)


def sides_view(position: Position) -> list[list[str]] | UnsetType:
    """Return the names of each side, the declarer's first; absent in Danish Tarok, where each plays alone."""
    return side_names(position.sides, position.players) if position.pots is None else UNSET


ForcedBy = Annotated[
    list[Players], Meta(description="The minimal sets that can bring it about, shortest first.")
]
PreventedBy = Annotated[list[Players], Meta(description="The minimal sets that can prevent it.")]
ByAccount = Annotated[dict[str, int], Meta(description="By player, or by the leader of each side.")]


class GoalStatus(Enum):
    """How far a player has a goal in hand, as far as it is known."""

    AUTOMATIC = "automatic"
    FORCED = "forced"
    DEPENDS = "depends"
    IMPOSSIBLE = "impossible"
    OPEN = "open"
    VARIES = "varies"
    """Where cards are not known, and it is not the same in all deals."""


class InDeals(View, frozen=True):
    """In how many of the deals that fit a goal is in hand."""

    count: Count
    holds: Count


class GoalView(View, frozen=True):
    """How far a player has a goal in hand, and the minimal sets."""

    status: GoalStatus
    forced_by: ForcedBy
    prevented_by: PreventedBy
    likely: (
        Annotated[Status, Meta(description="Of an open goal, what is likely; a guess and no more.")]
        | UnsetType
    ) = UNSET
    worlds: (
        Annotated[
            InDeals,
            Meta(description="Where cards are not known; the sets are then those of every deal alike."),
        ]
        | UnsetType
    ) = UNSET


class EquilibriumView(View, frozen=True, kw_only=True):
    """One equilibrium: what is paid or written, what the pots gain, and a line that reaches it."""

    tokens: ByAccount | UnsetType = UNSET
    sheet: ByAccount | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="What they gain.")] | UnsetType = UNSET
    line: Moves


Goals = (
    Annotated[
        dict[str, dict[str, GoalView]],
        Meta(description="By the seat that a goal is of, of a side its leader; then by goal."),
    ]
    | UnsetType
)
SurePoints = (
    Annotated[BySide, Meta(description="What each side is sure of; the fewest where little is wanted.")]
    | UnsetType
    | None
)
"""Null if only some of the deals that fit were searched: a sample guarantees nothing."""
PointsToCome = (
    Annotated[BySide, Meta(description="The same from the position on, where no more is known.")]
    | UnsetType
    | None
)
Margin = Annotated[Points, Meta(description="Of the declarer's side, beyond what it needs.")] | UnsetType
SureTricks = BySide | UnsetType | None
TricksToCome = PointsToCome
Guarantee = (
    Annotated[ByAccount, Meta(description="The most that each is sure of against all others.")]
    | UnsetType
    | None
)
Equilibria = (
    Annotated[list[EquilibriumView], Meta(description="Best first for the player to move.")] | UnsetType
)


class ValuesView(View, frozen=True, kw_only=True):
    """The parts that the game has, that were asked for and finished, and no others."""

    goals: Goals = UNSET
    points: SurePoints = UNSET
    points_to_come: PointsToCome = UNSET
    margin: Margin = UNSET
    tricks: SureTricks = UNSET
    tricks_to_come: TricksToCome = UNSET
    guarantee: Guarantee = UNSET
    equilibria: Equilibria = UNSET


class EvidenceView(View, frozen=True):
    """Why a card is improper: the play that would have prevented or won the Ultimo, and what came instead."""

    clause: Annotated[str, Meta(description="The clause an improper card offends.")]
    player: Annotated[str, Meta(description="Whose Ultimo it is about.")]
    goal: Annotated[
        str, Meta(description="What `line` keeps another player from, or wins for the player to move.")
    ]
    instead: Annotated[str, Meta(description="The card held against it.")]
    line: Annotated[Moves, Meta(description="The play that would have prevented or won the Ultimo.")]
    offence: Annotated[Moves, Meta(description="The improper card, and the Ultimo that comes of it.")]
    against: (
        Annotated[WhyView, Meta(description="The plan by which the Ultimo is won after it.")] | UnsetType
    ) = UNSET
    better: Annotated[WhyView, Meta(description="The plan after the card held against it.")] | UnsetType = (
        UNSET
    )


class LimitsView(View, frozen=True, kw_only=True):
    """Whether everything asked for was answered, and if not what was not and why."""

    complete: bool
    reason: Annotated[str, Meta(description="Why the search stopped.")] | UnsetType | None = UNSET
    unfinished: Annotated[list[str], Meta(description="The parts not finished.")] | UnsetType = UNSET


class StatsView(View, frozen=True, kw_only=True):
    """What the search used; seconds to a millionth."""

    nodes: Annotated[int, Meta(ge=0, description="Positions searched.")]
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
        guarantee=UNSET if values.guarantee is None else by_name(values.guarantee, whose),
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
    amounts: dict[str, Any] = {kind: by_name(found.tokens, whose)}
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
