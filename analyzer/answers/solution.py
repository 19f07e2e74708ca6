"""The solution of a position next to its diagram, in print and on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.answers.forced import forced, verdict_phrase
from analyzer.answers.records.replay import outcome_list, played_message
from analyzer.answers.requests import ForcedRequest, Means
from analyzer.answers.solve import does, solution_headline
from analyzer.messages import Message, Several, Title, alone, formed, say
from analyzer.position.model import Position
from analyzer.position.question import SeatGoal
from analyzer.position.replay.replay import as_played
from analyzer.position.setting import Line
from analyzer.rules.actions import Play, line_moves
from analyzer.rules.score.goals import Aim, Goal
from analyzer.search.engine.results import Limits, Solution
from analyzer.words.blocks import Phrase
from analyzer.words.effects import effects
from analyzer.words.verdicts import card_word, play_message

_QUICK: Final = Limits(max_nodes=300_000)
"""The limits of the search for a line of play."""
SHOWN: Final = 4
"""The largest number of lines of a file in its solution."""


def solution_sentences(position: Position, solution: Solution, asked: SeatGoal | None) -> Iterator[Message]:
    """Yield the answer to what is asked, the forced goals, the effects of the cards, and a line of play.

    If a goal is asked about, it is a line of best play for and against it, otherwise one in which every
    player plays for their own tokens.
    """
    answer = _answer_to(position, solution, asked)
    if answer is not None:
        yield verdict_phrase(position, *answer.claim, holds=answer.holds).said
    for each in solution_headline(position, solution):
        yield each.said if isinstance(each, Phrase) else each
    for card in solution.cards:
        done = tuple(does(position, solution, card, effects(solution, card, position.players)))
        if done:
            yield formed("{card}: {does}.", card=card_word(card), does=Several(done, ";"))
    if answer is not None and answer.line:
        line = _line_message(position, Line("", line_moves(answer.line)))
        yield say("Best play by both sides: {line}", line=line)
        return
    for found in (solution.values.equilibria or ())[:1]:
        line = play_message(position.table, found.line, position.players)
        if line:
            yield say("Each for themselves: {line}", line=line)


class _GoalLine(NamedTuple):
    """Whether a goal is forced by its player, and best play for and against it."""

    claim: tuple[Goal, int, int]
    holds: bool
    line: Play


def _answer_to(position: Position, solution: Solution, asked: SeatGoal | None) -> _GoalLine | None:
    """Return the answer to a question about a goal; None if there is none, or if it is not settled.

    Nobody asks how a Bagud is forced.
    """
    if asked is None or position.many or asked not in (solution.values.goals or {}):
        return None
    seat, goal = asked
    if goal.aim is Aim.BAGUD:  # what is asked is how to avoid it, which the goals and cards tell
        return None
    found = forced(position, ForcedRequest(goal=goal, player=seat, sets=False), Means(_QUICK))
    if found.found is None or found.found.holds is None:
        return None
    claim = found.claimed.goal, found.claimed.seat, found.claimed.by
    return _GoalLine(claim, found.found.holds, found.found.beside.line)


def shown_lines(position: Position) -> Iterator[Message]:
    """Yield the lines of a file, card by card, with their results: `T20, as it should be: C T20 ...`."""
    for line in position.lines[:SHOWN]:
        told = _line_message(position, line)
        yield formed("{name}: {told}", name=Title(line.name), told=told) if line.name else told


def _line_message(position: Position, line: Line) -> Message:
    """Return the tricks of a line, and what it came to."""
    replay = as_played(position, line)
    tricks = alone(Several(tuple(played_message(each, position.players) for each in replay.tricks), ";"))
    came_to = Several(tuple(outcome_list(replay)), ";")
    told = formed("{tricks}: {came_to}.", tricks=tricks, came_to=came_to)
    return told if came_to.items else formed("{tricks}.", tricks=tricks)
