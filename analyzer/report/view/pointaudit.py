"""A line of a game of card points audited: every card with its values, and what it gave away."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.cards.card import Suit
from analyzer.position.model import Position
from analyzer.report.view.base import UNSET, CardWord, Meta, Points, UnsetType, View
from analyzer.report.view.values import LimitsView, StatsView, ValuesView, values_view
from analyzer.rules.score.amounts import exact
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.marks import Mark, MarkKind


class PointMarkView(View, frozen=True, kw_only=True):
    """Something to be said of a card."""

    kind: MarkKind
    player: Annotated[str, Meta(description="Whose goal it is about, or whose side has less.")]
    goal: str | UnsetType = UNSET
    lost: Points | UnsetType = UNSET
    text: str


class PointDecisionView(View, frozen=True, kw_only=True):
    """A card with the values before and after it; null for what was not valued."""

    trick: Annotated[int, Meta(ge=1)]
    player: str
    move: str
    card: CardWord
    names: Suit | None
    before: ValuesView | None
    after: ValuesView | None
    marks: list[PointMarkView]


class PointAuditView(View, frozen=True, kw_only=True):
    """Every card with the values before and after it."""

    decisions: list[PointDecisionView]
    limits: LimitsView
    stats: StatsView


def point_audit_view(position: Position, audit: Audit) -> PointAuditView:
    """A line that was audited."""
    reason: Any = UNSET if audit.reason is None else audit.reason
    return PointAuditView(
        decisions=[_decision(position, audit, each) for each in audit.decisions],
        limits=LimitsView(complete=audit.reason is None, reason=reason),
        stats=StatsView(nodes=audit.nodes),
    )


def _decision(position: Position, audit: Audit, each: Audited) -> PointDecisionView:
    def state(values: Values | None) -> ValuesView | None:
        if values is None:
            return None
        return values_view(position, values, past_known=audit.past_known)

    return PointDecisionView(
        trick=each.moment[0],
        player=position.players[each.seat],
        move=str(each.move),
        card=str(each.card),
        names=each.move.suit,
        before=state(each.before),
        after=state(each.after),
        marks=[_mark(position, mark) for mark in each.marks],
    )


def _mark(position: Position, mark: Mark) -> PointMarkView:
    return PointMarkView(
        kind=mark.kind,
        player=position.players[mark.seat],
        goal=UNSET if mark.goal is None else mark.goal,
        lost=UNSET if mark.lost is None else exact(mark.lost),
        text=str(mark.text),
    )
