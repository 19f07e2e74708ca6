"""What a dispute about manners asks of Z3: fines, misdeals, asking for trumps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import z3

from analyzer.cards.card import FOOL, Card
from analyzer.errors import cross_checked
from analyzer.proofs.smt import Holding, SmtQuestion, Truth, every, not_, number_of, some
from analyzer.rules.irregularities import Fine, Moment
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet

MOMENTS: Final = tuple(Moment)
_LATEST: Final = {"next-declaration": 0, "opening-lead": 1, "all-paid": 2}
"""By the moment a clause names the last number of a moment of finding that comes before it."""
_SURE: Final = {**_LATEST, "next-declaration": 1}
"""The last number of a moment of finding that may come before it: the lead is after the declarations."""
UNTOLD: Final = -1


def prove_fine(
    rules: RuleSet, fine: Fine, found: Moment | None, agreed: Category | None = None
) -> SmtQuestion:
    """Z3's word that the clauses leave no other amount into each pot; `agreed` is the players' own category.

    Raises: Mismatch.
    """
    given, question = ClauseReader(rules.clauses), SmtQuestion()
    clause, order = f"{IRREGULARITY}{fine.name}", list(Category)
    category, amount, moment = z3.Int("category"), z3.Int("each_pot"), z3.Int("found")
    question.given(moment == (UNTOLD if found is None else MOMENTS.index(found)))
    own = Category(given.word(clause, "category"))
    free: Truth = every((_excused(given, clause, moment), agreed in (None, own)))
    question.name(clause, every((category == order.index(agreed or own), z3.Implies(free, amount == 0))))
    for number, each in enumerate(order):
        due = given.number(f"fine.{each.value}", "to_each_pot")
        question.name(
            f"fine.{each.value}", z3.Implies(every((category == number, not_(free))), amount == due)
        )
    question.prove_never(f"the fine {fine}, found {found}", not_(amount == fine.each_pot), question.names)
    return question


def _excused(given: ClauseReader, clause: str, moment: z3.ArithRef) -> Truth:
    """Whether it was found early enough to be put right, or too late to be fined."""
    parts: list[Truth] = []
    if given.has(clause, "mended_until"):
        parts.append(every((moment != UNTOLD, moment <= _LATEST[given.word(clause, "mended_until")])))
    if given.has(clause, "fined_until"):
        parts.append(moment > _SURE[given.word(clause, "fined_until")])
    return some(parts)


def prove_no_trump(rules: RuleSet, hand: Collection[Card], *, found: bool) -> None:
    """Hold the engine's word on a hand that may be a misdeal against the clause.

    Raises: Mismatch.
    """
    given, question = ClauseReader(rules.clauses), SmtQuestion()
    clause = given.the("misdeal")
    suit, fool = given.suit(clause, "without"), given.flag(clause, "fool_counts")
    held = question.holding("dealt", rules.table.deck, hand)
    against = [var for card, var in held.items() if card.suit is suit or (fool and card == FOOL)]
    question.name(clause, not_(some(against)))
    cross_checked(f"a misdeal with {sorted(hand)}", found, question.possible((clause,)))


def prove_sizes(rules: RuleSet, sizes: Mapping[int, int], dealer: int | None, wrong: Collection[int]) -> None:
    """Hold the engine's word on who was dealt a wrong number of cards against the clause.

    Raises: Mismatch.
    """
    given, question = ClauseReader(rules.clauses), SmtQuestion()
    clause = given.the("deal")
    hand, last = given.number(clause, "hand"), given.number(clause, "skat")
    for seat, size in sizes.items():
        dealt = z3.Int(f"dealt.{seat}")
        question.given(dealt == size)
        takes: Truth = dealer is None or seat == dealer
        right = some((dealt == hand, every((takes, dealt == hand + last))))
        cross_checked(f"{size} cards dealt to {seat}", seat not in wrong, question.possible((), right))


class Telling:
    """What may be asked and what must be told, by the one clause about it."""

    def __init__(self, given: ClauseReader) -> None:
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
        return every((not_(some(wrong)), not_(some(passed)))), some(wrong)

    def right(self, laid_away: Holding, said: z3.ArithRef, *, some_only: bool) -> Truth:
        """Whether an answer is right: a number, or with `some_only` 1 for yes and 0 for no."""
        number = number_of(var for card, var in laid_away.items() if self._of(card))
        if not some_only:
            return said == number
        if self.given.word(self.clause, "tells") == "how-many":
            return every((said == 0, number == 0))
        return (said == 1) == (number > 0)
