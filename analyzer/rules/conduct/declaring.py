"""A wrong declaration as an irregularity: what is wrong with it, how grave it is, what it leaves to pay.

Source: main rule text, "The declarations"; "Irregularities during play - fines".
"""

from __future__ import annotations

from enum import Enum

from analyzer.messages import Name, Verbatim, say
from analyzer.rules.conduct.irregularities import CORRECTED_DECLARATION, WRONG_DECLARATION, Fine, fine_for
from analyzer.rules.deal.declarations import FAULT_WORDS, Correction, DeclarationFault
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


class Stage(Enum):
    """How far the hand is when a fault of the deal is looked at."""

    BEFORE_LEAD = "before-lead"
    DURING_PLAY = "during-play"


def wrong_declaration(fault: DeclarationFault, player: str) -> Violation:
    """What is wrong with a declaration, under the clause that asks for it or for none such."""
    either = fault.required or fault.said
    assert either is not None
    text = say(
        "{player} declared {said} where the cards require {right} ({fault}; {amount} from each)",
        player=Name(player),
        said=say("“{declared}”", declared=fault.said.said) if fault.said is not None else say("nothing"),
        right=(
            say("“{declared}”", declared=fault.required.said)
            if fault.required is not None
            else say("no such declaration")
        ),
        fault=FAULT_WORDS[fault.kind],
        amount=Verbatim(f"{fault.owed:+d}"),
    )
    cards = tuple(sorted(fault.required.cards)) if fault.required is not None else ()
    return Violation(either.clause, cards, text)


def declaration_fine(rules: RuleSet, fault: DeclarationFault, stage: Stage) -> Fine:
    """The mildest fine that applies: none where it may still be put right without telling anything.

    Source: clauses declare.correct, irregularity.corrected-declaration, irregularity.wrong-declaration.
    """
    in_time = stage is Stage.BEFORE_LEAD and fault.correction is Correction.ACCEPTABLE
    return fine_for(rules, CORRECTED_DECLARATION if in_time else WRONG_DECLARATION)
