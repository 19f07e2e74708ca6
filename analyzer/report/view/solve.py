"""The answers of `solve` and `forced`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec.structs import asdict, replace

from analyzer.cards.card import Suit
from analyzer.errors import LimitReached
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.report.view.deals import DealsView, OnePlan, OverDeals, Worlds, worlds_view
from analyzer.report.view.values import (
    COMPLETE,
    Equilibria,
    EvidenceView,
    ForcedBy,
    Goals,
    GoalStatus,
    GoalView,
    Guarantee,
    InDeals,
    LimitsView,
    Margin,
    PointsToCome,
    PreventedBy,
    StatsView,
    SurePoints,
    SureTricks,
    TricksToCome,
    evidence_view,
    goal_view,
    limits_view,
    stats_view,
    values_view,
)
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Aim, Goal
from analyzer.search.engine.results import CardValues, Forced, GoalAnswer, Solution, Status, Values
from analyzer.views.base import (
    UNSET,
    CardWord,
    Count,
    Grounded,
    Meta,
    Moves,
    NotZeroSum,
    Players,
    UnsetType,
    View,
    grounded,
    or_unset,
    side_names,
)
from analyzer.views.why import (
    Asked,
    GoalWord,
    QuestionView,
    ToCome,
    WhyView,
    question_of_claim,
    reason_view,
    why_view,
)
from analyzer.words.moves import everybody, names
from analyzer.words.plans import Seen

if TYPE_CHECKING:
    from analyzer.search.engine.reasons import Explained
    from analyzer.search.worlds.counted import CountedGoals, CountedValues
    from analyzer.search.worlds.everydeal import InEveryDeal

WithWhom = (
    Annotated[list[Players], Meta(description="Who plays with whom; the declarer's side first.")] | UnsetType
)


class CardView(View, frozen=True, kw_only=True):
    """One legal card and everything that is known of the position after it."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit a led Fool names.")]
    equals: Annotated[list[CardWord], Meta(description="Cards with the same values, not listed themselves.")]
    goals: Goals = UNSET
    points: SurePoints = UNSET
    points_to_come: PointsToCome = UNSET
    margin: Margin = UNSET
    tricks: SureTricks = UNSET
    tricks_to_come: TricksToCome = UNSET
    guarantee: Guarantee = UNSET
    equilibria: Equilibria = UNSET
    proper: bool | UnsetType = UNSET
    why: (
        Annotated[str, Meta(description="Why the card is improper, or what may be said of a proper one.")]
        | UnsetType
    ) = UNSET
    evidence: EvidenceView | UnsetType = UNSET
    lets_go: (
        Annotated[
            WhyView, Meta(description="How the others prevent the own Ultimo that another card forces.")
        ]
        | UnsetType
    ) = UNSET


class SolveAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/solve/1"):
    """Who can force what, what everyone is sure of, and the value of every card."""

    question: Asked = UNSET
    game: Annotated[str, Meta(description="The game, by the name of its rule set.")] | UnsetType = UNSET
    seats: Annotated[int, Meta(ge=2, le=5)] | UnsetType = UNSET
    sides: WithWhom = UNSET
    contract: str | UnsetType | None = UNSET
    to_play: str
    tricks_left: Annotated[int, Meta(ge=1)]
    goals: Goals = UNSET
    points: SurePoints = UNSET
    points_to_come: PointsToCome = UNSET
    margin: Margin = UNSET
    tricks: SureTricks = UNSET
    tricks_to_come: TricksToCome = UNSET
    guarantee: Guarantee = UNSET
    equilibria: Equilibria = UNSET
    cards: Annotated[list[CardView], Meta(description="In canonical order.")] | UnsetType = UNSET
    zero_sum: NotZeroSum = UNSET
    worlds: OverDeals = UNSET
    limits: LimitsView
    stats: StatsView


class CertificateWritten(View, frozen=True, kw_only=True):
    """The certificate of an answer: the file it was written into, or why none was."""

    file: str | None
    moves: Count | UnsetType = UNSET
    bytes: Count | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why none was written.")] | UnsetType = UNSET
    kind: (
        Annotated[Literal["plan", "strategy"], Meta(description="Lines, or a move for each state.")]
        | UnsetType
    ) = UNSET


class ForcedAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/forced/1"):
    """Whether the players of `by` can bring the goal about."""

    question: Asked = UNSET
    holds: Annotated[bool | None, Meta(description="Null where a limit came first, or readings differ.")]
    goal: GoalWord
    to_come: ToCome = UNSET
    player: Annotated[str, Meta(description="The seat the goal is of, or the leader of the side.")]
    by: Players
    sides: WithWhom = UNSET
    status: Status | UnsetType = UNSET
    forced_by: ForcedBy | UnsetType = UNSET
    prevented_by: PreventedBy | UnsetType = UNSET
    line: Moves
    limits: LimitsView
    stats: StatsView
    worlds: Worlds = UNSET
    one_plan: OnePlan = UNSET
    certificate: CertificateWritten | UnsetType = UNSET
    why: WhyView | UnsetType = UNSET


F = TypeVar("F", bound=Grounded)
"""An answer that may have a certificate beside it."""


def solve_view(
    position: Position, solution: Solution, asked: QuestionView | None, *, with_cards: bool
) -> SolveAnswer:
    """The answer of `solve`; without cards there is no entry for them at all."""
    values = values_view(position, solution.values, solution.open, to_come=solution.to_come)
    cards = [_card(position, solution, card) for card in solution.cards]
    return SolveAnswer(
        question=asked or UNSET,
        **grounded(position.rules, solution.grounds),
        **_played(position, solution),
        to_play=everybody(position)[solution.to_play],
        tricks_left=solution.tricks_left,
        **asdict(values),
        cards=cards if with_cards else UNSET,
        zero_sum=False if position.count and position.rules.count.own else UNSET,
        limits=limits_view(solution),
        stats=stats_view(solution.nodes, solution.seconds),
    )


def _played(position: Position, solution: Solution) -> dict[str, Any]:
    """Which game is played and who plays it with whom, where that is not Danish Tarok, each alone."""
    if position.pots is not None:
        return {}
    game, seats = position.rules.name, len(position.players)
    return {"game": game, "seats": seats, "sides": sides_view(position), "contract": solution.contract}


def sides_view(position: Position) -> list[list[str]] | UnsetType:
    """The names of each side, the declarer's first; absent in Danish Tarok, where each plays alone."""
    return side_names(position.sides, position.players) if position.pots is None else UNSET


def _card(position: Position, solution: Solution, card: CardValues) -> CardView:
    players, evidence = position.players, card.evidence
    return CardView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        **asdict(values_view(position, card.values, to_come=solution.to_come)),
        proper=or_unset(card.proper),
        why=or_unset(card.why),
        evidence=UNSET if evidence is None else evidence_view(evidence, players),
        lets_go=reason_view(card.lets_go, players),
    )


def forced_view(
    position: Position, claim: ForcingClaim, found: Forced | None, stopped: LimitReached | None
) -> ForcedAnswer:
    """The answer of `forced`; undecided where the search was stopped before it knew."""
    players, nodes = position.players, 0 if stopped is None else stopped.nodes
    known: Forced = Forced(None, nodes, 0.0) if found is None else found
    limits = COMPLETE
    if stopped is not None:
        limits = LimitsView(complete=False, reason=stopped.reason, unfinished=["holds"])
    return ForcedAnswer(
        **grounded(position.rules, known.grounds),
        question=question_of_claim(position, claim),
        holds=known.holds,
        goal=str(claim.goal),
        to_come=claim.goal.to_come or UNSET,
        player=players[claim.seat],
        by=names(claim.by, players),
        sides=sides_view(position),
        **_sets(known.answer, players),
        line=list(known.line),
        limits=limits,
        stats=stats_view(known.nodes, known.seconds),
    )


def solve_deals_view(
    position: Position, found: CountedGoals, asked: QuestionView | None = None
) -> SolveAnswer:
    """The answer of `solve` over every deal that fits: of each goal in how many, and what is sure in all."""
    players, first = position.players, found.deals[0]
    limits = COMPLETE
    if not found.complete:
        limits = LimitsView(complete=False, reason=found.reason, unfinished=list(found.unfinished))
    scored, every = position.pots is None, found.of_every_deal
    return SolveAnswer(
        question=asked or UNSET,
        **grounded(position.rules, found.grounds),
        game=position.rules.name if scored else UNSET,
        seats=len(players) if scored else UNSET,
        contract=position.told.contract if scored else UNSET,
        to_play=players[first.table.to_move],
        tricks_left=first.tricks_left,
        **_in_deals(first, found, exact=every),
        **_least(first, found),
        cards=[_card_in_deals(first, move, each, exact=every) for move, each in found.cards.items()] or UNSET,
        worlds=DealsView(count=len(found.deals), exact=found.exact, fit=found.fit),
        limits=limits,
        stats=stats_view(found.nodes, found.seconds),
    )


def _in_deals(deal: Position, counted: CountedValues, *, exact: bool) -> dict[str, Any]:
    """Of each goal in how many deals it is in hand, and what everyone is sure of in all.

    Of deals that were drawn it is told in how many; what would be so in all that fit is not known.
    """
    players, goals, least = deal.players, dict[str, dict[str, GoalView]](), counted.least
    for key, answers in counted.goals.items():
        everywhere, status = counted.everywhere(key), counted.status(key)
        same = GoalStatus.OPEN if status is None or not exact else GoalStatus(status.value)
        told = GoalView(
            GoalStatus.VARIES if status is None else same,
            [names(mask, players) for mask in everywhere.forced_by] if everywhere and exact else [],
            [names(mask, players) for mask in counted.prevented(key)] if everywhere and exact else [],
            worlds=InDeals(len(answers), counted.number(key)),
        )
        goals.setdefault(players[key[0]], {})[str(key[1])] = told
    sure = None if least is None or not exact else dict(zip(players, least, strict=True))
    return {"goals": goals or UNSET, "guarantee": UNSET if least is None else sure}


def _least(deal: Position, found: CountedGoals) -> dict[str, Any]:
    """The points and tricks that each side is sure of in all deals, in a game of card points; else null."""
    sides, question = deal.sides.count, Hand.of(deal)
    points, tricks = (found.least_of(aim, sides, found.sense) for aim in (Aim.POINTS, Aim.TRICKS))
    told = values_view(deal, Values(points=points, tricks=tricks), to_come=question.to_come)
    every = found.of_every_deal
    sure = {key: value for key, value in asdict(told).items() if key not in ("goals", "guarantee")}
    return {key: value if every or value is UNSET else None for key, value in sure.items()}


def _card_in_deals(deal: Position, move: Action, counted: CountedValues, *, exact: bool) -> CardView:
    """A card that may be played in every deal."""
    told = _in_deals(deal, counted, exact=exact)
    return CardView(card=str(move.card), names=move.suit, equals=[], **told)


def forced_deals_view(position: Position, claim: ForcingClaim, found: InEveryDeal) -> ForcedAnswer:
    """The answer of `forced` over every deal that fits."""
    limits = COMPLETE
    if found.stopped is not None:
        limits = LimitsView(complete=False, reason=found.stopped, unfinished=["holds"])
    return ForcedAnswer(
        **grounded(position.rules, found.grounds),
        question=question_of_claim(position, claim),
        holds=found.holds,
        goal=str(claim.goal),
        to_come=claim.goal.to_come or UNSET,
        player=position.players[claim.seat],
        by=names(claim.by, position.players),
        sides=sides_view(found.deals[0]),
        line=[],
        limits=limits,
        stats=stats_view(found.nodes, found.seconds),
        worlds=worlds_view(found),
        one_plan=found.one_plan,
    )


def _sets(answer: GoalAnswer | None, players: Sequence[str]) -> dict[str, Any]:
    """Who decides the goal, where that is known."""
    if answer is None:
        return {}
    told = goal_view(answer, players)
    return {"status": answer.status, "forced_by": told.forced_by, "prevented_by": told.prevented_by}


def certified(answer: F, file: str, moves: int | None, size: int, reason: str | None) -> F:
    """The answer with the certificate that was written into a file, or the reason why none was."""
    if moves is None:
        return replace(answer, certificate=CertificateWritten(file=None, reason=str(reason)))
    return replace(answer, certificate=CertificateWritten(file=file, moves=moves, bytes=size))


def with_why(answer: F, position: Position, goal: Goal, seat: int, why: Explained) -> F:
    """The answer with the plan of those who get their way."""
    return replace(answer, why=why_view(Seen(position.players, position.table), goal, seat, why))
