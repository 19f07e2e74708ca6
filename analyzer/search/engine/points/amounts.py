"""Numbers in the units that engines count in, and payoffs seen from before a card."""

from __future__ import annotations

from fractions import Fraction

from analyzer.position.pointquestion import PointQuestion
from analyzer.position.question import Amounts
from analyzer.rules.actions import Action
from analyzer.rules.score.pointgoals import Aimed
from analyzer.search.engine.points.results import PointPayoff


def scale(question: PointQuestion, aim: Aimed) -> int:
    """How many units of an answer are one of a number: tricks are counted whole."""
    return 1 if aim is Aimed.TRICKS else question.game.piles.unit


def exact(question: PointQuestion, aim: Aimed, units: int) -> Fraction:
    """The number that so many units are."""
    return Fraction(units, scale(question, aim))


def before_move(
    question: PointQuestion, mover: int, move: Action | None, paid: Amounts, payoff: PointPayoff
) -> PointPayoff:
    """A payoff seen from before a card that pays `paid` by seat.

    Without a card it is the same line of play, seen from before those payments.
    """
    own = [sum(paid[seat] for seat in question.sides.seats(side)) for side in range(question.sides.count)]
    tokens = tuple(now + later for now, later in zip(own, payoff.tokens, strict=True))
    laid = () if move is None else ((mover, move),)
    return PointPayoff(tokens, (*laid, *payoff.line))
