"""What was declared as formulas: whether a holding has it, and what is paid for it."""

from __future__ import annotations

import z3

from analyzer.cards.card import FOOL
from analyzer.proofs.discard import combinations_of
from analyzer.proofs.smt import Holding, Number, Truth, every, held
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.spec.reading import ClauseReader
from analyzer.rules.spec.ruleset import RuleSet


def held_as_said(rules: RuleSet, holding: Holding, said: Declaration) -> Truth:
    """Whether a holding has what was declared, or more of the same kind."""
    clause = rules.declarations.clauses.get(said.kind, "")
    found = next(
        each for each in combinations_of(rules, holding) if (each.clause, each.suit) == (clause, said.suit)
    )
    if said.number is not None:
        return every((found.there, found.number >= said.number))
    if said.grade != "half":
        return found.grades[said.grade]
    others = [card for card in found.four if card != said.missing] if said.missing is not None else []
    return every((found.there, holding.get(FOOL, False), *held(holding, others)))


def pays(rules: RuleSet, declared: Declaration) -> Number:
    """What each opponent pays for what was declared, whether or not the cards are there."""
    given = ClauseReader(rules.clauses)
    trumps, courts = "trump-declaration", "graded-declaration"
    if rules.game.pots is None:
        trumps, courts = "trumps-declared", "courts-declared"
    if declared.number is None:
        of = "kings" if declared.kind == "kings" else "courts-of-a-suit"
        return given.number(given.where(courts, "of", of), declared.grade)
    clause = given.the(trumps if declared.kind == "trumps" else "matador-declaration")
    number, least = z3.IntVal(declared.number), given.number(clause, "from")
    due = given.number(clause, "amount") + given.number(clause, "step") * (number - least)
    return z3.If(number >= least, due, z3.IntVal(0))
