"""The clauses of irregularities and fines as formulas: what an irregularity costs, by when it was found."""

from __future__ import annotations

from typing import Final

import z3

from analyzer.proofs.smt import Mismatch, SmtQuestion, Truth, every, no, some
from analyzer.rules.conduct.irregularities import Fine, Moment
from analyzer.rules.spec.kinds import IRREGULARITY
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import Category, RuleSet

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
    given, question = RulesReading(rules.clauses), SmtQuestion()
    clause, order = f"{IRREGULARITY}{fine.name}", list(Category)
    category, amount, moment = z3.Int("category"), z3.Int("each_pot"), z3.Int("found")
    question.given(moment == (UNTOLD if found is None else MOMENTS.index(found)))
    own = Category(given.word(clause, "category"))
    free: Truth = every((_excused(given, clause, moment), agreed in (None, own)))
    question.name(clause, every((category == order.index(agreed or own), z3.Implies(free, amount == 0))))
    for number, each in enumerate(order):
        due = given.number(f"fine.{each.value}", "to_each_pot")
        question.name(f"fine.{each.value}", z3.Implies(every((category == number, no(free))), amount == due))
    if question.possible(question.names, no(amount == fine.each_pot)):
        raise Mismatch(f"the fine for {fine.name} found {found}: the engine has {fine.each_pot}")
    return question


def _excused(given: RulesReading, clause: str, moment: z3.ArithRef) -> Truth:
    """Whether it was found early enough to be put right, or too late to be fined."""
    parts: list[Truth] = []
    if given.has(clause, "mended_until"):
        parts.append(every((moment != UNTOLD, moment <= _LATEST[given.word(clause, "mended_until")])))
    if given.has(clause, "fined_until"):
        parts.append(moment > _SURE[given.word(clause, "fined_until")])
    return some(parts)
