"""Which endings are short enough for the plain search, and of which the core answers everything."""

from __future__ import annotations

from typing import Final

from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.search.engine.points.question import PointQuestion

PAID_TRICKS: Final = 4
"""With more tricks to go what is paid is found only where card points alone decide it."""


def is_short(question: PointQuestion) -> bool:
    """Whether what is paid is found by the plain search."""
    return question.table.tricks_left <= PAID_TRICKS


def paid_by_points(question: PointQuestion) -> bool:
    """Whether what a side is paid hangs on its own card points alone, the more the better."""
    game = question.game
    if game.payments is not None or game.nil is not None:
        return False
    return game.stake is not None or (game.deviation is not None and game.deviation.to == "sheet")


def check_short(question: PointQuestion) -> None:
    """Raises: UsageError for an ending too long for the plain search, which alone can answer."""
    if not is_short(question):
        told = say(
            "in {ruleset} this is found with {number} tricks to go",
            ruleset=Verbatim(question.spec.name),
            number=PAID_TRICKS,
        )
        raise UsageError(told, say("there are {number}", number=question.table.tricks_left))
