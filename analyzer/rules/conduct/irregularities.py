"""Irregularities: how grave each is, what it costs, and what becomes of the hand.

Which irregularities there are, their categories and remedies are clauses of the rule set; the players may
agree on another category, as the source leaves the gravity to them.

Source: main rule text, "Irregularities during play - fines"; "The fool" (the demand).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.ledger import Ledger, Pot
from analyzer.rules.score.payments import opponents
from analyzer.rules.spec.kinds import IRREGULARITY
from analyzer.rules.spec.ruleset import Category, RuleSet
from analyzer.rules.verdicts import Violation

NEEDLESS_DEMAND: Final = "needless-demand"
MISTAKEN_DEMAND: Final = "mistaken-demand"


@dataclass(frozen=True, slots=True)
class Fine:
    """What an irregularity costs its player, and what becomes of the hand.

    `each_pot` are tokens into each of the two pots. `remedy` says what is done about it, such as
    `taken-back` or `abandoned`; `until` when it can no longer be put right, where the source says so.
    """

    name: str
    category: Category
    each_pot: int
    remedy: str
    until: str | None
    clauses: tuple[str, ...]
    play_goes_on: bool
    """Whether the hand is played on; else it is given up, and the next player deals."""


def irregularity_names(rules: RuleSet) -> tuple[str, ...]:
    """Every irregularity the rule set names, mildest first."""
    order = list(Category)
    return tuple(
        sorted(rules.fines.category, key=lambda name: (order.index(rules.fines.category[name]), name))
    )


def fine_for(rules: RuleSet, name: str, category: Category | None = None) -> Fine:
    """The fine for a named irregularity, in its own category or the one the players agreed on.

    Raises: UsageError for a name the rule set does not have.
    Source: clauses irregularity.<name>, fine.superficial, fine.minor, fine.major, fine.irrecoverable.
    """
    if name not in rules.fines.category:
        near = get_close_matches(name, rules.fines.category, n=1, cutoff=0)
        unknown = Verbatim(name)
        raise UsageError(
            say(
                "the rules name no irregularity “{word}”; the nearest is {near}",
                word=unknown,
                near=Verbatim(near[0]),
            )
            if near
            else say("the rules name no irregularity “{word}”", word=unknown)
        )
    irregularity = rules.fines.irregularities[name]
    agreed = irregularity.category if category is None else category
    return Fine(
        name=name,
        category=agreed,
        each_pot=rules.fines.fines[agreed],
        remedy=irregularity.remedy,
        until=irregularity.until,
        clauses=(f"{IRREGULARITY}{name}", f"fine.{agreed.value}"),
        play_goes_on=rules.fines.goes_on[agreed],
    )


def demand_fined(rules: RuleSet, faults: Iterable[Violation]) -> str:
    """The irregularity that a demand with these faults is: needless after the Fool is gone, else mistaken.

    Where a rule set names only the one, every fault is fined by that.

    Source: clauses irregularity.needless-demand, irregularity.mistaken-demand.
    """
    if any(each.clause == f"{IRREGULARITY}{NEEDLESS_DEMAND}" for each in faults):
        return NEEDLESS_DEMAND
    return MISTAKEN_DEMAND if MISTAKEN_DEMAND in rules.fines.irregularities else NEEDLESS_DEMAND


def settle_fine(fine: Fine, seat: int, ledger: Ledger) -> None:
    """Pay a fine into each pot."""
    for pot in Pot:
        ledger.pay(seat, pot, fine.each_pot, f"fine.{fine.category.value}")


def repay_declaration(rules: RuleSet, seat: int, declared: Declaration, ledger: Ledger) -> None:
    """Pay back to each opponent what a wrong declaration brought.

    Source: clause irregularity.wrong-declaration.
    """
    others = opponents(seat, rules.table.players)
    ledger.pays_each(seat, others, declared.amount, "irregularity.wrong-declaration")


def judge_demand(
    rules: RuleSet, hands: Sequence[frozenset[Card]], seat: int, tricks_left: int
) -> tuple[Violation, ...]:
    """What is wrong with a demand for the Fool; empty for one that must be obeyed.

    `hands` are the cards held when the demand is made, so that a Fool already played is in none of
    them. Any fault is a demand made in error, whose penalty is that of a demand after the Fool is gone.

    Source: clauses fool.demand, irregularity.needless-demand.
    """
    faults = []
    if rules.fool.demand_trick is None:
        faults.append(Violation("fool.demand", (FOOL,), say("these rules know no demand for the Fool")))
    elif tricks_left != rules.fool.demand_trick:
        text = say(
            "the Fool may be demanded with {trick} tricks to go, not with {number}",
            trick=rules.fool.demand_trick,
            number=tricks_left,
        )
        faults.append(Violation("fool.demand", (FOOL,), text))
    if FOOL in hands[seat]:
        faults.append(Violation("fool.demand", (FOOL,), say("the player who demands the Fool holds it")))
    elif not any(FOOL in hand for hand in hands):
        text = say("the Fool is in no hand any more")
        faults.append(Violation(f"irregularity.{NEEDLESS_DEMAND}", (FOOL,), text))
    return tuple(faults)
