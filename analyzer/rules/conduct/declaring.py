"""A wrong declaration as an irregularity: its fault, its gravity, and the payments that remain.

Source: main rule text, "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from analyzer.messages import Name, Word, say
from analyzer.rules.book import Book, Transfer
from analyzer.rules.conduct.irregularities import (
    CORRECTED,
    CORRECTED_DECLARATION,
    WRONG_DECLARATION,
    Fine,
    Moment,
    correct_declaration,
    fine_for,
    is_before,
    repay_declaration,
)
from analyzer.rules.deal.declarations import Correction, DeclarationFault
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


def wrong_declaration(fault: DeclarationFault, player: str) -> Violation:
    """Return the violation of a wrong declaration, under the clause that requires or rules it out."""
    either = fault.required or fault.said
    assert either is not None
    words: dict[str, Word] = {
        "player": Name(player),
        "said": say("“{declared}”", declared=fault.said.said) if fault.said is not None else say("nothing"),
        "right": (
            say("“{declared}”", declared=fault.required.said)
            if fault.required is not None
            else say("no such declaration")
        ),
        "amount": abs(fault.owed),
    }
    text = say("{player} declared {said} where the cards require {right}", **words)
    if fault.owed < 0:
        text = say(
            "{player} declared {said} where the cards require {right}: {amount} too little from each", **words
        )
    elif fault.owed:
        text = say(
            "{player} declared {said} where the cards require {right}: {amount} too much from each", **words
        )
    cards = tuple(sorted(fault.required.cards)) if fault.required is not None else ()
    return Violation(either.clause, cards, text)


def found_too_late(
    rules: RuleSet, faults: Sequence[DeclarationFault], found: Moment | None
) -> tuple[DeclarationFault, ...]:
    """Return the faults, none of which can be put right any more if they were found too late.

    Source: clauses declare.correct, irregularity.corrected-declaration.
    """
    until = rules.fines.irregularities[CORRECTED_DECLARATION].mended_until
    if is_before(found, until) is not False:
        return tuple(faults)
    return tuple(replace(each, correction=Correction.NOT_ACCEPTABLE) for each in faults)


def repaid_for(
    rules: RuleSet, seat: int, fault: DeclarationFault, found: Moment | None, seats: int
) -> tuple[Transfer, ...]:
    """Return payments between players for a wrong declaration, without its fine; `seats` sit at the table.

    A declaration that is put right is paid as it should have been; gains from another go back, if it is
    fined.

    Source: clauses irregularity.corrected-declaration, irregularity.wrong-declaration.
    """
    fine, book = declaration_fine(rules, fault, found), Book(seats)
    if fine.remedy == CORRECTED:
        correct_declaration(rules, seat, fault.owed, fine, book)
    elif not fine.excused and fault.said is not None:
        repay_declaration(rules, seat, fault.said, book)
    return book.transfers


def fined_once(faults: Sequence[DeclarationFault]) -> tuple[tuple[DeclarationFault, bool], ...]:
    """Return the faults of one player, each with True if a fine is due for it: one act is one fault.

    Everything left unsaid was kept back in one act, which is as grave as the gravest part.
    """
    kept_back = [each for each in faults if each.said is None]
    gravest = next((each for each in kept_back if each.correction is Correction.NOT_ACCEPTABLE), None)
    fined = gravest or next(iter(kept_back), None)
    return tuple((each, each.said is not None or each is fined) for each in faults)


def declaration_fine(rules: RuleSet, fault: DeclarationFault, found: Moment | None) -> Fine:
    """Return the fine for a wrong declaration: none if it may still be put right without revealing anything.

    Source: clauses irregularity.corrected-declaration, irregularity.wrong-declaration.
    """
    right = fault.correction is Correction.ACCEPTABLE
    return fine_for(rules, CORRECTED_DECLARATION if right else WRONG_DECLARATION, found=found)
