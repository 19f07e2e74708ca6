"""The results of a long search so far, goal by goal as they are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.messages import Message, Verbatim, decimal, formed, say
from analyzer.position.model import Position
from analyzer.search.engine.results import Solution
from analyzer.words.verdicts import goal_sentence, open_sentence


class GoalsTold:
    """A reporter of each goal in a sentence, when something new is known of it and when it is answered."""

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


_KINDS: Final = {
    "goals": say("who can force what"),
    "guarantee": say("sure of"),
    "equilibria": say("each for themselves"),
    "evidence": say("evidence against improper cards"),
    "audit": say("every card"),
}
"""The parts of a search in words."""


def progress_said(part: str, done: tuple[int, int], nodes: int, seconds: float) -> Message:
    """Return the part being searched, its progress, positions searched, their rate, the time.

    A part without a name and positions that are not counted are left out.
    """
    told = say("{seconds} s", seconds=round(seconds))
    if nodes:
        rate = nodes / 1e6 / seconds if seconds > 0 else 0
        told = say(
            "{number} M positions, {rate} M a second, {seconds} s",
            number=decimal(nodes / 1e6, 1), rate=decimal(rate, 1), seconds=round(seconds),
        )  # fmt: skip
    if not part:
        return say("searching: {text}", text=told)
    kind, _, whose = part.partition(".")
    what = _KINDS.get(kind, Verbatim(kind))
    if whose:
        what = formed("{what} ({whose})", what=what, whose=Verbatim(whose.replace(".", " ")))
    return formed("{what} {now}/{all}: {told}", what=what, now=done[0] + 1, all=done[1], told=told)
