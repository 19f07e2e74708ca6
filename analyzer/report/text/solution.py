"""The solution of a position as it is printed beneath it: the verdict, every card, and how it is played."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.position.model import Position
from analyzer.report.phrases.tokens import play_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.brief import solve_brief
from analyzer.report.text.cards import does_words
from analyzer.search.engine.results import Solution


def solution_lines(position: Position, solution: Solution, style: TextStyle) -> list[str]:
    """The solution in sentences."""
    return [
        *solve_brief(position, solution, style),
        *_cards(position, solution, style),
        *_lines(position, solution, style),
    ]


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
