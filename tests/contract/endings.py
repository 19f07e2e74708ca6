"""Endings of every game of card points, as hands played out at random come to them, and what is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from contract.dealing import dealt

from analyzer.cards.card import FOOL
from analyzer.position.bearing import Askable
from analyzer.position.hand import Hand
from analyzer.rules.score.goals import Aim, Bound, Goal
from analyzer.search.engine.results import Key

KEPT = 0.85
"""How often a Fool is held back where another card may be played."""


def keys_of(worth: Askable, rng: random.Random) -> Iterator[Key]:
    """Every goal of the game, and bounds of every number."""
    yield from worth.default_goals()
    unit, leaders = worth.question.game.piles.unit, worth.leaders()
    for way in Bound:
        for leader in leaders:
            yield leader, Goal(Aim.POINTS, way, Fraction(rng.randrange(40 * unit), unit))
            yield leader, Goal(Aim.TRICKS, way, Fraction(rng.randrange(12)))
        if worth.margin:
            bound = Fraction(rng.randrange(-30 * unit, 30 * unit), unit)
            yield leaders[0], Goal(Aim.MARGIN, way, bound)
        if worth.game.target is not None and worth.question.settles(Aim.TRULL):
            yield leaders[0], Goal(Aim.TRULL, way, Fraction(rng.randrange(3)))


@dataclass(frozen=True)
class Ending:
    """The last tricks of a hand, and where its Fool is."""

    question: Hand

    @property
    def fool(self) -> str:
        """Where the Fool is, in two or three words."""
        table = self.question.table
        if FOOL not in table.spec.table.deck:
            return "in no pack"
        for seat, hand in enumerate(table.hands):
            if FOOL in hand:
                return "led next" if seat == table.lead and not table.trick else "held"
        if any(each.card.is_fool for each in table.trick):
            return "led" if table.trick[0].card.is_fool else "laid"
        if any(pile.owed is not None for pile in self.question.reckoning.piles):
            return "owed for"
        return "in a pile"


def random_ending(name: str, seats: int, rng: random.Random, tricks: int) -> Ending:
    """The last tricks of a hand that is played out at random, in the middle of a trick too."""
    question, laid = Hand.from_position(dealt(name, seats, rng.randrange(2**32))), rng.randrange(seats)
    while question.table.tricks_left > tricks or len(question.table.trick) < laid:
        moves = question.moves()
        others = [move for move in moves if move.card != FOOL]
        moves = tuple(others) if others and rng.random() < KEPT else moves
        question, _ = question.after(rng.choice(moves))
    return Ending(question)
