"""What a long search has found so far, goal by goal as they come."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.search.engine.results import Solution
from analyzer.words.verdicts import goal_sentence, open_sentence


class GoalsTold:
    """Tells each goal in a sentence, when something new is known of it and when it is answered."""

    def __init__(self, position: Position, tell: Callable[[Message], None]) -> None:
        self._position, self._tell = position, tell
        self._told: set[object] = set()

    def __call__(self, found: object) -> None:
        if not isinstance(found, Solution):
            return
        for key, answer in (found.values.goals or {}).items():
            if key not in self._told:
                self._told.add(key)
                self._tell(goal_sentence(answer, self._position.players))
        for left in found.open:
            known = left.seat, left.goal, left.forced_by, left.prevented_by
            if known not in self._told and (left.likely or left.forced_by or left.prevented_by):
                self._told.add(known)
                self._tell(open_sentence(left, self._position.players))
