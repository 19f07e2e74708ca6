"""What a long search has found so far, goal by goal as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyzer.position.model import Position
from analyzer.report.phrases.sides import group_sentence
from analyzer.report.phrases.verdicts import goal_word, sentence
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.points.results import PointSolution
from analyzer.search.engine.results import GoalAnswer, Solution


class GoalsTold:
    """Tells each goal once, in a sentence, when it is first answered."""

    def __init__(self, position: Position, style: TextStyle, tell: Callable[[str], None]) -> None:
        self._position, self._style, self._tell = position, style, tell
        self._told: set[object] = set()

    def __call__(self, found: object) -> None:
        if not isinstance(found, Solution | PointSolution):
            return
        for key, answer in (found.values.goals or {}).items():
            if key not in self._told:
                self._told.add(key)
                self._tell(self._sentence(answer))

    def _sentence(self, answer: GoalAnswer[Any]) -> str:
        if self._position.scored:
            return group_sentence(self._style, answer, self._position.players)
        goal = goal_word(self._style, answer.goal)
        return sentence(self._style, answer, goal, self._position.players)
