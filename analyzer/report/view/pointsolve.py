"""The answers of `solve` and `forced` in games of card points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from analyzer.cards.card import Suit
from analyzer.errors import LimitReached
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.phrases.moves import line_words
from analyzer.report.view.base import (
    UNSET,
    CardWord,
    Grounded,
    Meta,
    Moves,
    Players,
    Points,
    UnsetType,
    View,
    grounded,
)
from analyzer.report.view.pointcame import BySide
from analyzer.report.view.solve import CertificateWritten, ForcedAnswer, ProofView, SolveAnswer, forced_parts
from analyzer.report.view.values import (
    ForcedBy,
    GoalView,
    LimitsView,
    PreventedBy,
    StatsView,
    goal_view,
    limits_view,
    stats_view,
)
from analyzer.report.view.why import WhyView
from analyzer.rules.score.amounts import exact
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.search.engine.results import CardValues, Forced, GoalAnswer, Key, Solution, Status, Values

GoalsByName = Annotated[
    dict[str, dict[str, GoalView]],
    Meta(description="By the leader of a side, or the seat that a goal is of; then by goal."),
]
AmountsBySide = Annotated[dict[str, int], Meta(description="By the leader of each side.")]


class PointEquilibriumView(View, frozen=True, kw_only=True):
    """One equilibrium over the sides: what each is paid, or what is written for it, and a line of play."""

    tokens: AmountsBySide | UnsetType = UNSET
    sheet: AmountsBySide | UnsetType = UNSET
    line: Moves


class PointCardView(View, frozen=True, kw_only=True):
    """One legal card and everything that is known of the position after it."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit a led Fool names.")]
    equals: Annotated[list[CardWord], Meta(description="Cards with the same values, not listed themselves.")]
    goals: GoalsByName | UnsetType = UNSET
    points: (
        Annotated[BySide, Meta(description="What each side is sure of; the fewest where little is wanted.")]
        | UnsetType
    ) = UNSET
    points_to_come: (
        Annotated[BySide, Meta(description="The same from the position on, where no more is known.")]
        | UnsetType
    ) = UNSET
    margin: (
        Annotated[Points, Meta(description="Of the declarer's side, beyond what it needs.")] | UnsetType
    ) = UNSET
    tricks: BySide | UnsetType = UNSET
    guarantee: (
        Annotated[AmountsBySide, Meta(description="The most that each side is sure of, paid or written.")]
        | UnsetType
    ) = UNSET
    equilibria: (
        Annotated[list[PointEquilibriumView], Meta(description="Best first for the side to move.")]
        | UnsetType
    ) = UNSET


class PointSolveAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/solve/2"):
    """Who can force what, what each side is sure of, and the value of every card."""

    game: Annotated[str, Meta(description="The game, by the name of its rule set.")]
    seats: Annotated[int, Meta(ge=2, le=5)]
    sides: Annotated[list[Players], Meta(description="Who plays with whom; the declarer's side first.")]
    contract: str | None
    to_play: str
    tricks_left: Annotated[int, Meta(ge=1)]
    goals: GoalsByName | UnsetType = UNSET
    points: BySide | UnsetType = UNSET
    points_to_come: BySide | UnsetType = UNSET
    margin: Points | UnsetType = UNSET
    tricks: BySide | UnsetType = UNSET
    guarantee: AmountsBySide | UnsetType = UNSET
    equilibria: list[PointEquilibriumView] | UnsetType = UNSET
    cards: Annotated[list[PointCardView], Meta(description="In canonical order.")] | UnsetType = UNSET
    limits: LimitsView
    stats: StatsView


class PointForcedAnswer(
    Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/forced/1"
):
    """Whether the seats of `by` can bring the goal about."""

    holds: Annotated[bool | None, Meta(description="Null where a limit came first, or readings differ.")]
    goal: Annotated[str, Meta(description="As it is asked for: contract, points>=42.")]
    player: Annotated[str, Meta(description="The seat the goal is of, or the leader of the side.")]
    by: Players
    sides: Annotated[list[Players], Meta(description="Who plays with whom; the declarer's side first.")]
    status: Status | UnsetType = UNSET
    forced_by: ForcedBy | UnsetType = UNSET
    prevented_by: PreventedBy | UnsetType = UNSET
    line: Moves
    limits: LimitsView
    stats: StatsView
    certificate: CertificateWritten | UnsetType = UNSET
    proof: ProofView | UnsetType = UNSET
    why: WhyView | UnsetType = UNSET


SOLVES = (SolveAnswer, PointSolveAnswer)
FORCED = (ForcedAnswer, PointForcedAnswer)
"""The answers of `solve` and `forced`, by sort of game."""


def point_solve_view(position: Position, solution: Solution, *, with_cards: bool) -> PointSolveAnswer:
    """The answer of `solve`; without cards there is no entry for them at all."""
    cards = [_card(position, solution, card) for card in solution.cards]
    return PointSolveAnswer(
        **grounded(position.rules, solution.grounds),
        game=position.rules.name,
        seats=len(position.players),
        sides=sides_view(position),
        contract=solution.contract,
        to_play=position.players[solution.to_play],
        tricks_left=solution.tricks_left,
        **_values(position, solution, solution.values),
        cards=cards if with_cards else UNSET,
        limits=limits_view(solution),
        stats=stats_view(solution.nodes, solution.seconds),
    )


def sides_view(position: Position) -> list[list[str]]:
    """The names of each side, the declarer's first."""
    sides = position.sides
    return [[position.players[seat] for seat in sides.seats(side)] for side in range(sides.count)]


def _card(position: Position, solution: Solution, card: CardValues) -> PointCardView:
    return PointCardView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        **_values(position, solution, card.values),
    )


def point_values(
    position: Position, values: Values, *, past_known: bool, on_a_sheet: bool
) -> Mapping[str, Any]:
    """The parts that were asked for and finished, as keys of a view."""
    players, sides = position.players, position.sides
    declarer = position.told.declarer
    leaders = [players[sides.leader(side, declarer)] for side in range(sides.count)]
    points = _by_leader(leaders, values.points)
    found: dict[str, Any] = {"points": points, "tricks": _by_leader(leaders, values.tricks)}
    if not past_known:
        found["points_to_come"] = points
    found["goals"] = UNSET if values.goals is None else goals_by_name(values.goals, players)
    found["margin"] = UNSET if values.margin is None else exact(values.margin)
    if values.guarantee is not None:
        sure = zip(leaders, values.guarantee, strict=True)
        found["guarantee"] = {leader: amount for leader, amount in sure if amount is not None}
    if values.equilibria is not None:
        key = "sheet" if on_a_sheet else "tokens"
        found["equilibria"] = [
            PointEquilibriumView(
                **{key: dict(zip(leaders, each.tokens, strict=True))}, line=line_words(each.line, players)
            )
            for each in values.equilibria
        ]
    return found


def _values(position: Position, solution: Solution, values: Values) -> Mapping[str, Any]:
    known, sheet = solution.past_known, solution.on_a_sheet
    return point_values(position, values, past_known=known, on_a_sheet=sheet)


def _by_leader(leaders: Sequence[str], numbers: Sequence[Fraction | None] | None) -> Any:
    if numbers is None:
        return UNSET
    pairs = zip(leaders, numbers, strict=True)
    return {leader: exact(number) for leader, number in pairs if number is not None}


def goals_by_name(
    goals: Mapping[Key, GoalAnswer[PointGoal]], players: Sequence[str]
) -> dict[str, dict[str, GoalView]]:
    """Goals by the names of the seats they are asked of; a seat none was asked of is left out."""
    found: dict[str, dict[str, GoalView]] = {}
    for seat, player in enumerate(players):
        own = {str(goal): goal_view(each, players) for (of, goal), each in goals.items() if of == seat}
        if own:
            found[player] = own
    return found


def point_forced_view(
    position: Position,
    claim: ForcingClaim[PointGoal],
    found: Forced[PointGoal] | None,
    stopped: LimitReached | None,
) -> PointForcedAnswer:
    """The answer of `forced`; undecided where the search was stopped before it knew."""
    parts = forced_parts(position, claim, found, stopped)
    return PointForcedAnswer(goal=str(claim.goal), sides=sides_view(position), **parts)
