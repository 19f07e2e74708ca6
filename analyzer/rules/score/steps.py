"""The scoring of a hand, way by way.

Every way of scoring is one function that reads what the hand came to and enters what follows; which ones a
game has is told by the chapters of its :class:`GameSpec` that are there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.rules.book import Book
from analyzer.rules.score.cardpay import score_last_trick
from analyzer.rules.score.count import settle_count
from analyzer.rules.score.deviation import score_deviation, score_nil
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.opening import (
    pay_declared,
    pay_for_deal,
    pay_misery,
    pay_purchases,
    pay_shown_at_once,
    score_returned,
)
from analyzer.rules.score.payments import settle_last
from analyzer.rules.score.radl import score_radl
from analyzer.rules.score.tapp import score_stake, score_tapp
from analyzer.rules.score.target import score_coefficients, score_target
from analyzer.rules.spec.game import GameSpec

Step = Callable[[Scoring], None]

STEPS: Final[tuple[Step, ...]] = (
    settle_last,
    settle_count,
    score_last_trick,
    score_nil,
    score_returned,
    score_deviation,
    score_stake,
    score_target,
    score_coefficients,
    score_tapp,
    score_radl,
)
"""What is scored at the end of a hand, in this order; each step does nothing in a game without it."""


OPENING: Final[tuple[Step, ...]] = (pay_for_deal, pay_purchases, pay_declared, pay_shown_at_once, pay_misery)
"""What is paid before the first lead of a whole hand, in this order."""


def open_hand(game: GameSpec, came: HandCame, book: Book) -> Scoring:
    """Everything that is paid before the first lead of a whole hand, entered in the book.

    The pools of the answer are those that then lie on the table.
    """
    return _scored(OPENING, game, came, book)


def score_hand(game: GameSpec, came: HandCame, book: Book) -> Scoring:
    """Everything that the end of a hand pays or writes, entered in the book."""
    return _scored(STEPS, game, came, book)


def _scored(steps: tuple[Step, ...], game: GameSpec, came: HandCame, book: Book) -> Scoring:
    scoring = Scoring.of(game, came, book)
    for step in steps:
        step(scoring)
    return scoring
