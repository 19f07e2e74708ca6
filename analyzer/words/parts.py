"""The parts of an answer in words, and which of them a limit left unfinished."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from analyzer.errors import INTERRUPTED
from analyzer.messages import LineWord, Message, Whose, Word, both, formed, say
from analyzer.rules.score.goals import Goal, read_goal
from analyzer.search.engine.results import Searched
from analyzer.words.blocks import Phrase
from analyzer.words.verdicts import goal_name

KINDS: Final = {
    "goals": say("who can force what"),
    "guarantee": say("sure of"),
    "equilibria": say("each for themselves"),
    "evidence": say("evidence against improper cards"),
    "points": say("points"),
    "tricks": say("tricks"),
    "margin": say("margin"),
    "proper": say("what is proper"),
    "deals": say("all the deals"),
}


def part_said(part: str) -> Word:
    """A part of an answer in words: `A's Ultimo`, `sure of`, or a card."""
    goal = _goal_of(part)
    if goal is not None:
        return say("{whose} {goal}", whose=Whose(goal[0]), goal=goal_name(goal[1]))
    return KINDS.get(kind_of(part), LineWord(part))


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


def unfinished_said(unfinished: Sequence[str], reason: Message | None) -> Message:
    """The kinds of parts that were not finished, and why."""
    return _not_finished(map(part_said, dict.fromkeys(map(kind_of, unfinished))), reason)


def unfinished_parts(found: Searched, *, goals: bool = False) -> Iterator[Phrase]:
    """What was not finished, if anything; `goals` has the goals told one by one, where some are known."""
    kinds = {kind_of(part): part_said(kind_of(part)) for part in found.unfinished}
    if goals and "goals" in kinds:
        each = both(part_said(part) for part in found.unfinished if kind_of(part) == "goals")
        kinds["goals"] = formed("{what} ({each})", what=kinds["goals"], each=each)
    if kinds:
        yield Phrase(_not_finished(kinds.values(), found.reason), "bad")


def _not_finished(parts: Iterable[Word], reason: Message | None) -> Message:
    why = (reason or INTERRUPTED).short
    return say("Not finished: {parts} ({reason}).", parts=both(parts), reason=why)
