"""What is asked of a game of card points, from words to values: goals, numbers, sides."""

from __future__ import annotations

from dataclasses import replace

from analyzer.api.asked import SolveRequest
from analyzer.position.asked import Asking
from analyzer.position.pilestate import PileState
from analyzer.rules.score.goals import Aim, Goal
from analyzer.search.engine.counting.short import is_short, paid_by_points
from analyzer.search.solve.assemble import SearchRequest
from analyzer.search.solve.everything import everything


def wanted(asking: Asking, request: SolveRequest, *, plain: bool) -> SearchRequest:
    """What is to be sought; what is paid in a longer ending only where it is asked for by name.

    Raises: UsageError for an unknown goal or player.
    """
    question = asking.question
    assert isinstance(question, PileState)
    seat = None if request.player is None else asking.position.seat(request.player)
    aim = None if request.goal is None else asking.aim(request.goal)
    whole = everything(question, asking.groups(request.by))
    sides = range(question.sides.count) if seat is None else (question.sides.of[seat],)
    goal = aim if isinstance(aim, Goal) else None
    short = plain or request.tokens is True or is_short(question)
    paid = request.with_tokens and (short or paid_by_points(question))
    goals = asking.keys(goal, seat) if request.goals and not isinstance(aim, Aim) else ()
    return replace(
        whole,
        goals=goals,
        numbers=tuple(_numbers(whole, aim, tuple(sides))) if request.numbers else (),
        guarantee=tuple(sides) if paid else (),
        equilibria=paid and short and request.equilibria and whole.equilibria and seat is None,
        cards=request.cards,
    )


def _numbers(whole: SearchRequest, aim: Goal | Aim | None, sides: tuple[int, ...]) -> list[tuple[Aim, int]]:
    """The numbers that are asked for: those worth knowing, the one that is named, or none beside a goal."""
    if isinstance(aim, Goal):
        return []
    if aim is Aim.MARGIN:
        return [(aim, 0)]
    if aim is not None:
        return [(aim, side) for side in sides]
    return [number for number in whole.numbers if number[0] is Aim.MARGIN or number[1] in sides]
