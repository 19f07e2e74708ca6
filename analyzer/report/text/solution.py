"""The solution of a position as it is printed beneath it: the verdict, every card, and how it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.position.model import Position
from analyzer.position.replay.replay import as_played
from analyzer.report.phrases.tokens import play_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.brief import outcome_list, solve_brief
from analyzer.report.text.cards import does_words
from analyzer.report.text.replay import laid_words
from analyzer.search.engine.results import Solution

SHOWN: Final = 4
"""So many lines of a file stand in its solution."""


def solution_lines(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """The solution in sentences."""
    return [
        *solve_brief(position, solution, style),
        *_cards(position, solution, style),
        *_lines(position, solution, style),
    ]


def shown_lines(position: Position, style: TextStyle) -> Iterator[str]:
    """The lines that a file shows, card by card, and what they come to: `T20, as it should be: C T20 ...`."""
    for line in position.lines[:SHOWN]:
        replay, name = as_played(position, line), style.titled(line.name)
        tricks = f" {style.dot} ".join(laid_words(style, trick, position.players) for trick in replay.tricks)
        came_to = "; ".join(outcome_list(style, replay))
        told = f"{tricks}: {came_to}." if came_to else f"{tricks}."
        yield f"{name}: {told}" if name else told


def _cards(position: Position, solution: Solution, style: TextStyle) -> Iterator[str]:
    """What each card does that does anything."""
    for card in solution.cards:
        words = does_words(style, position, solution, card)
        if words:
            yield f"{style.card(card.card, card.names)}: {'; '.join(words)}."


def _lines(position: Position, solution: Solution, style: TextStyle) -> Iterator[str]:
    """How it goes where all play for themselves."""
    for found in (solution.values.equilibria or ())[:1]:
        line = play_words(style, position.table, found.line, position.players)
        if line:
            yield style.t("Each for themselves: {line}", line=line)
