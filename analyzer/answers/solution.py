"""The solution of a position next to its diagram, in print and on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.answers.records.replay import outcome_list, played_message
from analyzer.answers.solve import does, solution_headline
from analyzer.messages import Message, Several, Title, alone, formed, say
from analyzer.position.model import Position
from analyzer.position.replay.replay import as_played
from analyzer.search.engine.results import Solution
from analyzer.words.blocks import Phrase
from analyzer.words.effects import effects
from analyzer.words.verdicts import card_word, play_message

SHOWN: Final = 4
"""The largest number of lines of a file in its solution."""


def solution_sentences(position: Position, solution: Solution) -> Iterator[Message]:
    """Yield the forced goals, the effects of the cards that have any, and the end."""
    for each in solution_headline(position, solution):
        yield each.said if isinstance(each, Phrase) else each
    for card in solution.cards:
        done = tuple(does(position, solution, card, effects(solution, card, position.players)))
        if done:
            yield formed("{card}: {does}.", card=card_word(card), does=Several(done, ";"))
    for found in (solution.values.equilibria or ())[:1]:
        line = play_message(position.table, found.line, position.players)
        if line:
            yield say("Each for themselves: {line}", line=line)


def shown_lines(position: Position) -> Iterator[Message]:
    """Yield the lines of a file, card by card, with their results: `T20, as it should be: C T20 ...`."""
    for line in position.lines[:SHOWN]:
        replay = as_played(position, line)
        tricks = alone(Several(tuple(played_message(each, position.players) for each in replay.tricks), ";"))
        came_to = Several(tuple(outcome_list(replay)), ";")
        told = formed("{tricks}: {came_to}.", tricks=tricks, came_to=came_to)
        told = told if came_to.items else formed("{tricks}.", tricks=tricks)
        yield formed("{name}: {told}", name=Title(line.name), told=told) if line.name else told
