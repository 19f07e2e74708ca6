"""The clauses of the deal as formulas: how many cards each is dealt, and whose hand is a misdeal."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import z3

from analyzer.cards.card import FOOL, Card
from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth, every, no, some, variables
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import RuleSet


def prove_no_trump(rules: RuleSet, hand: Collection[Card], *, found: bool) -> None:
    """Hold the engine's word on a hand that may be a misdeal against the clause.

    Raises: Mismatch.
    """
    given, question = RulesReading(rules.clauses), SmtQuestion()
    clause = given.the("misdeal")
    suit, fool = given.suit(clause, "without"), given.flag(clause, "fool_counts")
    held = variables("dealt", rules.table.deck)
    question.given(*(var if card in hand else no(var) for card, var in held.items()))
    against = [var for card, var in held.items() if card.suit is suit or (fool and card == FOOL)]
    question.name(clause, no(some(against)))
    if question.possible((clause,)) is not found:
        raise Mismatch(f"a misdeal with {sorted(hand)}: the engine says {found}")


def prove_sizes(rules: RuleSet, sizes: Mapping[int, int], dealer: int | None, wrong: Collection[int]) -> None:
    """Hold the engine's word on who was dealt a wrong number of cards against the clause.

    Raises: Mismatch.
    """
    given, question = RulesReading(rules.clauses), SmtQuestion()
    clause = given.the("deal")
    hand, last = given.number(clause, "hand"), given.number(clause, "skat")
    for seat, size in sizes.items():
        dealt = z3.Int(f"dealt.{seat}")
        question.given(dealt == size)
        takes: Truth = dealer is None or seat == dealer
        right = some((dealt == hand, every((takes, dealt == hand + last))))
        if question.possible((), right) is (seat in wrong):
            raise Mismatch(f"{size} cards dealt to {seat}: the engine finds {sorted(wrong)} wrong")
