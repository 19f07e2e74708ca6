"""The clause of what a dealer tells of trumps in the skat as formulas."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from analyzer.cards.card import Card
from analyzer.proofs.smt import Holding, Truth, every, no, number_of, some
from analyzer.rules.spec.reading import RulesReading


class Telling:
    """What may be asked and what must be told, by the one clause about it."""

    def __init__(self, given: RulesReading) -> None:
        self.given, self.clause = given, given.the("must-tell")
        self.suit = given.suit(self.clause, "about")

    def _of(self, card: Card) -> bool:
        return card.suit is self.suit

    def _plain(self, card: Card) -> bool:
        return card.suit not in (self.suit, None)

    def allowed(self, laid: Sequence[Card]) -> tuple[Truth, Truth]:
        """Whether the question is right for certain, and whether it is wrong for certain."""
        *before, now = laid
        wrong: list[Truth] = [not self._plain(now)]
        passed: list[Truth] = [self._plain(card) for card in before]
        if self.given.word(self.clause, "asked") == "first-chance":
            wrong += [self._of(card) for card in before]
            passed += [True for _ in before]
        return every((no(some(wrong)), no(some(passed)))), some(wrong)

    def right(self, laid_away: Holding, said: z3.ArithRef, *, some_only: bool) -> Truth:
        """Whether an answer is right: a number, or with `some_only` 1 for yes and 0 for no."""
        number = number_of(var for card, var in laid_away.items() if self._of(card))
        if not some_only:
            return said == number
        if self.given.word(self.clause, "tells") == "how-many":
            return every((said == 0, number == 0))
        return (said == 1) == (number > 0)
