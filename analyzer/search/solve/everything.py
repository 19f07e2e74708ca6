"""What is sought of a position where nothing is named."""

from __future__ import annotations

from analyzer.position.question import Question
from analyzer.position.worth import Worth
from analyzer.rules.score.goals import Aim
from analyzer.rules.sides import Groups
from analyzer.search.solve.assemble import SearchRequest


def everything(question: Question, groups: Groups) -> SearchRequest:
    """Everything that a position makes worth asking."""
    worth, sides = Worth(question), range(question.sides.count)
    numbers = [(aim, side) for aim in worth.numbers for side in sides]
    return SearchRequest(
        goals=worth.asked(),
        numbers=(*numbers, *([(Aim.MARGIN, 0)] if worth.margin else [])),
        sense=worth.sense,
        guarantee=tuple(sides),
        equilibria=not question.opposed,
        groups=groups,
    )
