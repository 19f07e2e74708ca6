"""What a position is worth, as answers tell it: goals, guarantees, equilibria, and why a card is improper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated, Any

from analyzer.report.phrases.moves import line_words, move_word, names
from analyzer.report.view.base import (
    UNSET,
    Amounts,
    Count,
    Meta,
    Moves,
    Players,
    PotsView,
    UnsetType,
    View,
    by_name,
    pots_view,
)
from analyzer.report.view.why import WhyView, reason_view
from analyzer.rules.ledger import Pots
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import (
    Equilibrium,
    GoalAnswer,
    LineEvidence,
    OpenGoal,
    Searched,
    Status,
    Values,
)

ForcedBy = Annotated[
    list[Players], Meta(description="The minimal sets that can bring it about, shortest first.")
]
PreventedBy = Annotated[list[Players], Meta(description="The minimal sets that can prevent it.")]


class GoalStatus(Enum):
    """How far a player has a goal in hand, as far as it is known."""

    AUTOMATIC = "automatic"
    FORCED = "forced"
    DEPENDS = "depends"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


class GoalView(View, frozen=True):
    """How far a player has a goal in hand, and the minimal sets."""

    status: GoalStatus
    forced_by: ForcedBy
    prevented_by: PreventedBy
    likely: (
        Annotated[Status, Meta(description="Of an open goal, what is likely; a guess and no more.")]
        | UnsetType
    ) = UNSET


class GoalsView(View, frozen=True, kw_only=True):
    """The goals of one player that were asked for."""

    ultimo: GoalView | UnsetType = UNSET
    king_ultimo: GoalView | UnsetType = UNSET
    pagat_ultimo: GoalView | UnsetType = UNSET
    last_trick: GoalView | UnsetType = UNSET
    bagud: GoalView | UnsetType = UNSET


class EquilibriumView(View, frozen=True):
    """One equilibrium: tokens, the change of the pots, and a line of play that reaches it."""

    tokens: Amounts
    pots: Annotated[PotsView, Meta(description="What they gain.")]
    line: Moves


Goals = Annotated[
    dict[str, GoalsView], Meta(description="By player, then by goal; those that were asked for.")
]
Guarantee = Annotated[
    dict[str, int], Meta(description="By player, the most tokens he is sure of against all others.")
]
Equilibria = Annotated[list[EquilibriumView], Meta(description="Best first for the player to move.")]


class ValuesView(View, frozen=True, kw_only=True):
    """The parts that were asked for and finished, and no others."""

    goals: Goals | UnsetType = UNSET
    guarantee: Guarantee | UnsetType = UNSET
    equilibria: Equilibria | UnsetType = UNSET


class EvidenceView(View, frozen=True):
    """Why a card is improper: the play that would have prevented or won the Ultimo, and what came instead."""

    clause: Annotated[str, Meta(description="The clause an improper card offends.")]
    player: Annotated[str, Meta(description="Whose Ultimo it is about.")]
    goal: Annotated[
        Goal, Meta(description="What `line` keeps another player from, or wins for the player to move.")
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


def goal_view(answer: GoalAnswer[Any], players: Sequence[str]) -> GoalView:
    """One goal: its status and the minimal sets."""
    forcing = [names(mask, players) for mask in answer.forced_by]
    return GoalView(
        GoalStatus(answer.status.value), forcing, [names(mask, players) for mask in answer.prevented_by]
    )


def open_view(left: OpenGoal[Any], players: Sequence[str]) -> GoalView:
    """One goal that is not settled: what is known of it."""
    forcing = [names(mask, players) for mask in left.forced_by]
    preventing = [names(mask, players) for mask in left.prevented_by]
    likely = UNSET if left.likely is None else left.likely.status
    return GoalView(GoalStatus.OPEN, forcing, preventing, likely)


def goals_view(
    goals: Mapping[tuple[int, Goal], GoalAnswer[Goal]],
    players: Sequence[str],
    left: Sequence[OpenGoal[Goal]] = (),
) -> dict[str, GoalsView]:
    """Goals by player, with those not settled; a player none was asked of is left out."""
    views = {key: goal_view(answer, players) for key, answer in goals.items()}
    views |= {(each.seat, each.goal): open_view(each, players) for each in left}
    found: dict[str, dict[str, GoalView]] = {}
    for seat, player in enumerate(players):
        for goal in Goal:
            if (seat, goal) in views:
                found.setdefault(player, {})[goal.value] = views[seat, goal]
    return {player: GoalsView(**own) for player, own in found.items()}


def equilibrium_view(equilibrium: Equilibrium, players: Sequence[str]) -> EquilibriumView:
    """One equilibrium."""
    tokens = by_name(equilibrium.tokens, players)
    return EquilibriumView(tokens, pots_view(Pots(*equilibrium.pots)), line_words(equilibrium.line, players))


def values_view(values: Values, players: Sequence[str], left: Sequence[OpenGoal[Goal]] = ()) -> ValuesView:
    """The parts that were asked for and finished, and what is known of goals that were not."""
    goals, guarantee, equilibria = values.goals, values.guarantee, values.equilibria
    return ValuesView(
        goals=goals_view(goals or {}, players, left) if goals or left else UNSET,
        guarantee=UNSET if guarantee is None else by_name(guarantee, players),
        equilibria=UNSET if equilibria is None else [equilibrium_view(each, players) for each in equilibria],
    )


def evidence_view(evidence: LineEvidence, players: Sequence[str]) -> EvidenceView:
    """Why a card is improper."""
    seat, move = evidence.line[0]
    return EvidenceView(
        evidence.clause,
        players[evidence.seat],
        evidence.goal,
        move_word(seat, move, players),
        line_words(evidence.line, players),
        line_words(evidence.offence, players),
        reason_view(evidence.against, players),
        reason_view(evidence.better, players),
    )


def stats_view(nodes: Count, seconds: float) -> StatsView:
    """What the search used."""
    return StatsView(nodes=nodes, seconds=round(seconds, 6))


def limits_view(found: Searched) -> LimitsView:
    """Whether a search finished, and what of it was not."""
    if found.complete:
        return COMPLETE
    return LimitsView(complete=False, reason=found.reason, unfinished=list(found.unfinished))
