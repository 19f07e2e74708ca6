"""The parts of an answer in words, and which of them a limit left unfinished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.errors import INTERRUPTED
from analyzer.messages import Message, marked
from analyzer.report.phrases.verdicts import goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal, read_goal
from analyzer.search.engine.results import Searched

KINDS: Final = {
    "goals": marked("who can force what"),
    "guarantee": marked("sure of"),
    "equilibria": marked("each for themselves"),
    "evidence": marked("evidence against improper cards"),
    "points": marked("points"),
    "tricks": marked("tricks"),
    "margin": marked("margin"),
    "proper": marked("what is proper"),
    "deals": marked("all the deals"),
}


def part_words(style: TextStyle, part: str) -> str:
    """A part of an answer in words: `A's Ultimo`, `sure of`, or a card."""
    goal = _goal_of(part)
    if goal is not None:
        return style.t("{whose} {goal}", whose=style.whose(goal[0]), goal=goal_word(style, goal[1]))
    kind = kind_of(part)
    return style.t(KINDS[kind]) if kind in KINDS else style.word(part)


def kind_of(part: str) -> str:
    """The kind of a part, without whose it is."""
    return part.partition(".")[0]


def _goal_of(part: str) -> tuple[str, Goal] | None:
    """Whose goal a part is, and which; names and numbers may have points in them."""
    kind, *words = part.split(".")
    for end in range(1, len(words)):
        goal = read_goal(".".join(words[end:]))
        if kind == "goals" and goal is not None:
            return ".".join(words[:end]), goal
    return None


def unfinished_words(style: TextStyle, unfinished: Sequence[str], reason: Message | None) -> str:
    """The kinds of parts that were not finished, and why; empty where all were."""
    if not unfinished:
        return ""
    kinds = dict.fromkeys(kind_of(part) for part in unfinished)
    parts = style.both([part_words(style, kind) for kind in kinds])
    return _not_finished(style, parts, reason)


def unfinished_lines(style: TextStyle, found: Searched, *, goals: bool = False) -> list[str]:
    """What was not finished, as lines; `goals` has the goals told one by one, where some are known."""
    kinds = {kind_of(part): part_words(style, kind_of(part)) for part in found.unfinished}
    if goals and "goals" in kinds:
        each = [part_words(style, part) for part in found.unfinished if kind_of(part) == "goals"]
        kinds["goals"] = f"{kinds['goals']} ({style.both(each)})"
    return [style.paint(_not_finished(style, style.both([*kinds.values()]), found.reason), "bad")] * bool(
        kinds
    )


def _not_finished(style: TextStyle, parts: str, reason: Message | None) -> str:
    why = style.said((reason or INTERRUPTED).short)
    return style.t("Not finished: {parts} ({reason}).", parts=parts, reason=why)
