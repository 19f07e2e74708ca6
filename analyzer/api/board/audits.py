"""A played line looked at card by card: what each could force when, as a graph, and the mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import structs

from analyzer.answers.audit import sure_of
from analyzer.answers.replay import audited
from analyzer.answers.requests import Means
from analyzer.api.board.moment import line_played
from analyzer.api.board.views import AuditGraph, AuditLevel, AuditMoment, AuditTold
from analyzer.messages import say, word_alone
from analyzer.position.setting import Line
from analyzer.report import printing
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Aim, Goal, points_text
from analyzer.search.engine.results import Status
from analyzer.search.engine.watch import Watch
from analyzer.words.called import card_name
from analyzer.words.verdicts import STATUSES, goal_cell

if TYPE_CHECKING:
    from analyzer.rules.actions import Sides
    from analyzer.search.review.audit import Audited

T = TypeVar("T")
_NAME: Final = "line"
_HEIGHT: Final = {Status.IMPOSSIBLE: 0, Status.DEPENDS: 33, Status.FORCED: 67, Status.AUTOMATIC: 100}
"""How high each status stands in a graph, in percent."""


def audit_told(text: str, words: Sequence[str], means: Means, style: TextStyle, watch: Watch) -> AuditTold:
    """A played line looked at: what each could force before each card, and what each card did.

    Raises: UsageError for a line that cannot be looked at.
    """
    start, actions = line_played(text, words)
    answer = audited(replace(start, lines=(Line(_NAME, actions),)), None, means, watch)
    told, players = answer.lines[0], start.players
    points: list[AuditMoment] = []
    graphs: list[AuditGraph] = []
    if told.audit is not None:
        # The decisions that are moves of a board: letting a picked card pass is none.
        shown = [each for each in told.audit.decisions if each.move.kind is not ActionKind.ALLOW]
        sure = partial(_ultimo, style, players)
        graphs = list(_goal_graphs(style, shown, players))
        if told.audit.counts is not None:
            of = told.replay.sides, told.audit.counts
            sure = partial(_points, of, players)
            graphs = list(_number_graphs(style, shown, of, players))
        points = [_point(style, each, step, sure(each), players) for step, each in enumerate(shown)]
    return AuditTold(
        points=points, graphs=graphs, text=printing.text(answer, structs.replace(style, width=78))
    )


def _point(
    style: TextStyle,
    each: Audited,
    step: int,
    sure: dict[str, str],
    players: Sequence[str],
) -> AuditMoment:
    """A move in words, with its place in the line."""
    return AuditMoment(
        step=step,
        trick=each.step.trick + 1,
        player=players[each.seat],
        card=style.said(say("demand") if each.card is None else card_name(each.card, each.move.suit)),
        sure=sure,
        marks=[style.said(mark.text) for mark in each.marks],
    )


def _ultimo(style: TextStyle, players: Sequence[str], decision: Audited) -> dict[str, str]:
    """How far each player had the Ultimo in hand before a decision."""
    goals = {} if decision.before is None else decision.before.goals or {}
    return {
        players[seat]: style.said(goal_cell(answer, players))
        for (seat, goal), answer in goals.items()
        if goal == Goal.ULTIMO
    }


def _goal_graphs(style: TextStyle, shown: Sequence[Audited], players: Sequence[str]) -> Iterator[AuditGraph]:
    """A graph for each goal that was within reach of anybody."""
    levels = [AuditLevel(height, style.said(STATUSES[status])) for status, height in _HEIGHT.items()]
    for goal in LAST_TRICK_GOALS:

        def height(each: Audited, seat: int, goal: Goal = goal) -> int | None:
            answer = ((each.before and each.before.goals) or {}).get((seat, goal))
            return None if answer is None else _HEIGHT[answer.status]

        lines = _lines(shown, players, height)
        if any(found for line in lines.values() for found in line):
            yield AuditGraph(title=style.said(word_alone(goal.named)), levels=levels, lines=lines)


def _points(of: tuple[Sides, Aim], players: Sequence[str], each: Audited) -> dict[str, str]:
    """The points, or tricks, that the side of each player was sure of before a card."""
    sides, aim = of
    sure = {name: sure_of(each.before, aim, sides.of[seat]) for seat, name in enumerate(players)}
    return {name: points_text(number) for name, number in sure.items() if number is not None}


def _number_graphs(
    style: TextStyle, counted: Sequence[Audited], of: tuple[Sides, Aim], players: Sequence[str]
) -> Iterator[AuditGraph]:
    """One graph, of the points or tricks that each side was sure of; none where none were sought."""
    sides, aim = of
    sure = [sure_of(each.before, aim, sides.of[seat]) for each in counted for seat in range(len(players))]
    most = max((number for number in sure if number is not None), default=Fraction(0))
    if not most:
        return

    def height(each: Audited, seat: int) -> int | None:
        number = sure_of(each.before, aim, sides.of[seat])
        return None if number is None else int(100 * number / most)

    levels = [AuditLevel(0, "0"), AuditLevel(100, points_text(most))]
    title = style.said(say("points")) if aim is Aim.POINTS else style.said(say("tricks"))
    yield AuditGraph(title=title, levels=levels, lines=_lines(counted, players, height))


def _lines(
    decisions: Sequence[T], players: Sequence[str], height: Callable[[T, int], int | None]
) -> dict[str, list[int | None]]:
    """For each player how high he stood before each decision."""
    return {name: [height(each, seat) for each in decisions] for seat, name in enumerate(players)}
