"""What is paid for a trick before the last one, in games of card points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from analyzer.rules.play.table import Trick
from analyzer.rules.score.book import Book
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec


@dataclass(frozen=True, slots=True)
class TrickDone:
    """A trick that was turned over, and the book; `tricks_left` counts it too."""

    spec: GameSpec
    trick: Trick
    tricks_left: int
    sides: Sides
    book: Book


PAY_TRICK: Final[tuple[Callable[[TrickDone], None], ...]] = ()
"""What a trick before the last brings; each step does nothing in a game without it."""


def pay_trick(done: TrickDone) -> None:
    """Everything that is paid for a trick at once, entered in the book."""
    for step in PAY_TRICK:
        step(done)
