"""The answers of `solve` and `forced`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec.structs import asdict, replace

from analyzer.cards.card import Suit
from analyzer.errors import LimitReached
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.phrases.moves import everybody, names
from analyzer.report.phrases.plans import Seen
from analyzer.report.view.base import (
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
)
from analyzer.report.view.values import (
    COMPLETE,
    Equilibria,
    EvidenceView,
    ForcedBy,
    Goals,
    Guarantee,
    LimitsView,
    PreventedBy,
    StatsView,
    evidence_view,
    goal_view,
    limits_view,
    stats_view,
    values_view,
)
from analyzer.report.view.why import WhyView, reason_view, why_view
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.pointgoals import AnyGoal
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.search.engine.results import CardValues, Forced, Solution, Status

if TYPE_CHECKING:
    from analyzer.proofs.forcing import Proved
    from analyzer.search.engine.reasons import Explained


class CardView(View, frozen=True, kw_only=True):
    """One legal card and everything that is known of the position after it."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit a led Fool names.")]
    equals: Annotated[list[CardWord], Meta(description="Cards with the same values, not listed themselves.")]
    goals: Goals | UnsetType = UNSET
    guarantee: Guarantee | UnsetType = UNSET
    equilibria: Equilibria | UnsetType = UNSET
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

    to_play: str
    tricks_left: Annotated[int, Meta(ge=1)]
    goals: Goals | UnsetType = UNSET
    guarantee: Guarantee | UnsetType = UNSET
    equilibria: Equilibria | UnsetType = UNSET
    cards: Annotated[list[CardView], Meta(description="In canonical order.")] | UnsetType = UNSET
    zero_sum: NotZeroSum = UNSET
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


class ProofView(View, frozen=True):
    """What Z3 says of it, from the clauses."""

    holds: bool | None
    states: Annotated[int, Meta(ge=0, description="States of play that were looked at.")]
    reason: Annotated[str, Meta(description="Why Z3 was not asked.")] | UnsetType = UNSET


class ForcedAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/forced/1"):
    """Whether the players of `by` can bring the goal about."""

    holds: Annotated[bool | None, Meta(description="Null where a limit came first, or readings differ.")]
    goal: Goal
    player: str
    by: Players
    status: Status | UnsetType = UNSET
    forced_by: ForcedBy | UnsetType = UNSET
    prevented_by: PreventedBy | UnsetType = UNSET
    line: Moves
    limits: LimitsView
    stats: StatsView
    certificate: CertificateWritten | UnsetType = UNSET
    proof: ProofView | UnsetType = UNSET
    why: WhyView | UnsetType = UNSET


F = TypeVar("F", bound=Grounded)
"""An answer of `forced`, of either sort of game."""


def solve_view(
    position: Position, solution: Solution, cards: tuple[CardValues, ...] | None, grounds: Grounds = STATED
) -> SolveAnswer:
    """The answer of `solve`; where `cards` is None there is no entry for them at all."""
    players = everybody(position)
    told: dict[str, Any] = asdict(values_view(solution.values, players, solution.open))
    return SolveAnswer(
        **grounded(position.rules, grounds),
        to_play=players[solution.to_play],
        tricks_left=solution.tricks_left,
        **told,
        cards=UNSET if cards is None else [_card(card, players) for card in cards],
        zero_sum=False if position.count and position.rules.count.own else UNSET,
        limits=limits_view(solution),
        stats=stats_view(solution.nodes, solution.seconds),
    )


def _card(card: CardValues, players: tuple[str, ...]) -> CardView:
    evidence = card.evidence
    told: dict[str, Any] = asdict(values_view(card.values, players))
    return CardView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        **told,
        proper=or_unset(card.proper),
        why=or_unset(card.why),
        evidence=UNSET if evidence is None else evidence_view(evidence, players),
        lets_go=reason_view(card.lets_go, players),
    )


def forced_view(
    position: Position, claim: ForcingClaim[Goal], found: Forced[Goal] | None, stopped: LimitReached | None
) -> ForcedAnswer:
    """The answer of `forced`; undecided where the search was stopped before it knew."""
    return ForcedAnswer(goal=claim.goal, **forced_parts(position, claim, found, stopped))


def forced_parts(
    position: Position, claim: ForcingClaim[Any], found: Forced[Any] | None, stopped: LimitReached | None
) -> dict[str, Any]:
    """What an answer of `forced` tells in every game, by key."""
    nodes = 0 if stopped is None else stopped.nodes
    players, known = position.players, Forced(None, nodes, 0.0) if found is None else found
    sets: dict[str, Any] = {}
    if known.answer is not None:
        told = goal_view(known.answer, players)
        sets = {
            "status": known.answer.status,
            "forced_by": told.forced_by,
            "prevented_by": told.prevented_by,
        }
    limits = COMPLETE
    if stopped is not None:
        limits = LimitsView(complete=False, reason=stopped.reason, unfinished=["holds"])
    return {
        **grounded(position.rules, known.grounds),
        "holds": known.holds,
        "player": players[claim.seat],
        "by": names(claim.by, players),
        **sets,
        "line": list(known.line),
        "limits": limits,
        "stats": stats_view(known.nodes, known.seconds),
    }


def certified(answer: F, file: str, moves: int | None, size: int, reason: str | None) -> F:
    """The answer with the certificate that was written into a file, or the reason why none was."""
    if moves is None:
        return replace(answer, certificate=CertificateWritten(file=None, reason=str(reason)))
    return replace(answer, certificate=CertificateWritten(file=file, moves=moves, bytes=size))


def with_why(answer: F, position: Position, goal: AnyGoal, seat: int, why: Explained) -> F:
    """The answer with the plan of those who get their way."""
    return replace(answer, why=why_view(Seen(position.players, position.table), goal, seat, why))


def proven(answer: F, proved: Proved) -> F:
    """The answer with Z3's word on it."""
    return replace(answer, proof=ProofView(proved.holds, proved.states))


def unproven(answer: F, reason: str) -> F:
    """The answer with why Z3 was not asked."""
    return replace(answer, proof=ProofView(holds=None, states=0, reason=reason))
