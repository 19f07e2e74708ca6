"""Plans and winning cards from the native core: its integers turned into rules of a plan, and back.

A card is the core's number of it, a Fool led under the name of suit s is `LED_FOOL + s`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import FOOL, Card
from analyzer.certificates.plan import Plan, PlanEvent, PlanEventKind, PlanLine, word_of
from analyzer.core import fastest
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.actions import ALLOW, DEMAND, Action, lay
from analyzer.rules.score.goals import ENDINGS, Goal
from analyzer.rules.spec.game import GameSpec
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import SUITS, NativeEngine
from analyzer.search.engine.solvers import account, card_in, nodes_of, number_in, seconds_of

if TYPE_CHECKING:
    from analyzer.core import _core
else:
    _core = fastest()

LED_FOOL: Final = 100
CALL: Final = 200
PASS: Final = 201

EVENT_KINDS: Final = (
    PlanEventKind.HAS,
    PlanEventKind.HELD,
    PlanEventKind.TAKES,
    PlanEventKind.TO_LEAD,
    PlanEventKind.LAST,
    PlanEventKind.LED,
    PlanEventKind.RUFFED,
    PlanEventKind.LEADER,
    PlanEventKind.WINNING,
    PlanEventKind.IN_TRICK,
    PlanEventKind.LEFT,
)
"""The kinds of events as the core numbers them."""
_NOT: Final = {PlanEventKind.HAS: PlanEventKind.VOID, PlanEventKind.HELD: PlanEventKind.GONE}


class PlanSize(Record, frozen=True):
    """How much the search for a plan may play, in states; counted, so that every machine finds the same."""

    states: int = 120_000
    """In one play of a plan against all replies."""
    all: int = 4_000_000
    """In the search for a plan."""
    shrink: int = 1_600_000
    """In making it small."""
    need: int = 3_000_000
    """In finding what mattered."""
    enough: int = 2
    """Lines for each player beyond which a shorter plan is looked for."""


class FoundPlan(Record, frozen=True):
    """A plan, and what mattered: of each pair the first card has to beat the second."""

    plan: Plan | None
    """None where none was found."""
    mattered: tuple[tuple[Card, Card], ...] | None
    """None where that was more than allowed, or there is no plan."""
    one_line_ruled_out: bool
    """Whether there is no plan of one line without events for each player."""
    worths: tuple[Card, ...] | None = None
    """The cards whose points are enough; None where points are not what it is about."""


def plan_for(
    engine: NativeEngine,
    question: Hand,
    goal: Goal,
    seat: int,
    planners: int,
    budget: Budget,
    *,
    holds: bool,
    size: PlanSize | None = None,
) -> FoundPlan:
    """A plan with which the players of a mask force the goal, or where not `holds` prevent it.

    They must be able to. Raises: LimitReached.
    """
    solver, position = engine.core_of(question, budget)
    side = planners if holds else (1 << question.players) - 1 & ~planners
    (lines, pairs, ruled_out), nodes, reason = solver.plan(
        position,
        _moment(question),
        seat,
        side,
        ENDINGS[goal],
        planners,
        _limits(size or PlanSize()),
        nodes_of(budget),
        seconds_of(budget),
    )
    if lines is None or pairs is None:
        account(budget, nodes, reason)
    else:  # what was found before a limit is kept
        budget.spent += nodes
    spec = question.spec
    plan = None if lines is None else _plan(spec, lines)
    mattered = None if pairs is None else tuple((card_in(spec, a), card_in(spec, b)) for a, b in pairs)
    return FoundPlan(plan, mattered, ruled_out)


def winning(
    engine: NativeEngine, question: Hand, goal: Goal, seat: int, by: int, budget: Budget
) -> tuple[bool, tuple[Action, ...]]:
    """Whether the players of a mask force the goal, and the moves that leave that as it is.

    They are all moves where the player to move belongs to those who do not get their way.

    Raises: LimitReached.
    """
    solver, position = engine.core_of(question, budget)
    (holds, items), nodes, reason = solver.winning(
        position, _moment(question), seat, by, ENDINGS[goal], nodes_of(budget), seconds_of(budget)
    )
    account(budget, nodes, reason)
    found = {_action(question.spec, each) for each in items}
    return holds, tuple(move for move in question.moves() if move in found)


def _moment(question: Hand) -> _core.Moment:
    table, moment = question.table, _core.Moment()
    if table.picked is not None and table.picked.card is not None:
        moment.picked, moment.passed = number_in(question.spec, table.picked.card), table.passed
    moment.called = table.demanded
    return moment


def _limits(size: PlanSize) -> _core.PlanLimits:
    limits = _core.PlanLimits()
    limits.states, limits.all, limits.shrink, limits.need = size.states, size.all, size.shrink, size.need
    limits.enough = size.enough
    return limits


def _plan(spec: GameSpec, lines: Sequence[_core.ToldLine]) -> Plan:
    found: dict[int, tuple[PlanLine, ...]] = {}
    for seat, events, groups in lines:
        line = PlanLine(
            tuple(_event(spec, *event) for event in events),
            tuple(tuple(word_of(_action(spec, each)) for each in group) for group in groups),
        )
        found[seat] = (*found.get(seat, ()), line)
    return Plan(found)


def _event(spec: GameSpec, number: int, negated: bool, who: int, what: int) -> PlanEvent:  # noqa: FBT001 - as the core tells it
    kind = EVENT_KINDS[number]
    if negated and kind in _NOT:
        kind, negated = _NOT[kind], False
    match kind:
        case PlanEventKind.HAS | PlanEventKind.VOID:
            return PlanEvent(kind, who=who, suit=SUITS[what], negated=negated)
        case PlanEventKind.HELD | PlanEventKind.GONE | PlanEventKind.IN_TRICK:
            return PlanEvent(kind, card=card_in(spec, what), negated=negated)
        case PlanEventKind.LED:
            return PlanEvent(kind, suit=SUITS[what], negated=negated)
        case PlanEventKind.LEADER | PlanEventKind.WINNING:
            return PlanEvent(kind, who=who, negated=negated)
        case PlanEventKind.LEFT:
            return PlanEvent(kind, tricks=what, negated=negated)
        case _:
            return PlanEvent(kind, negated=negated)


def _action(spec: GameSpec, number: int) -> Action:
    if number == CALL:
        return DEMAND
    if number == PASS:
        return ALLOW
    if number >= LED_FOOL:
        return lay(FOOL, SUITS[number - LED_FOOL])
    return lay(card_in(spec, number))
