"""Claims that are asked under every option of a rule set, each reading of it by itself."""

from __future__ import annotations

from typing import Final

from analyzer.claims.any_settlement import AnySettlement
from analyzer.claims.claim import ClaimFinding, claim
from analyzer.claims.discard import Counts
from analyzer.claims.readings import (
    last_settlement_of,
    settlement_of,
    under_each_option,
    under_every_option,
)
from analyzer.messages import say
from analyzer.proofs.clauses.discard import READERS
from analyzer.proofs.smt import Number, every, number_of, some
from analyzer.rules.spec.ruleset import RuleSet

_ALL: Final = say("all tricks, all pots, all divisions of tricks, every reading of each option")


@claim(
    "discard.possible-under-every-option",
    say(
        "Whichever option is read otherwise, every hand of 28 cards has a discard that breaks no clause for "
        "certain, with a Tout announced where that helps."
    ),
    "discard.fool", "discard.kings", "discard.pagat", "discard.mondo", "discard.trumps", "discard.size",
    sat=say("hands without any such discard, in families"), unsat=say("every hand has one"),
    bound=say("all hands of 28 cards, every reading of each option"),
)  # fmt: skip
def _possible(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _discardable, _skat_of)


def _discardable(rules: RuleSet, rlimit: int) -> ClaimFinding:
    # Whatever may go without a Tout may go with one.
    return Counts(rules, rlimit, tout=True).solve()


def _skat_of(rules: RuleSet) -> object:
    """All that a discard hangs on, combinations aside."""
    clauses = [each for each in rules.clauses.values() if each.kind in READERS]
    dealt = (rules.table.deck, rules.table.hand_size, rules.table.skat_size)
    return dealt, [(each.kind, dict(each.parameters)) for each in clauses]


@claim(
    "payments.sum-under-every-option",
    say(
        "Whichever option is read otherwise, no settlement of a trick makes or loses tokens: what all "
        "players receive, one who sits out with them, and what the pots grow by come to nothing."
    ),
    "payment.order", "payment.foundation", "payment.early-king", "payment.early-pagat",
    "payment.winning-pagat", "payment.king-ultimo", "payment.pagat-ultimo", "payment.king-bagud",
    "payment.pagat-bagud", "payment.last-trick", "payment.tout", "payment.tout-pots", "payment.nolo",
    "payment.failed-tout", "table.fourth",
    sat=say("tokens made or lost"), unsat=say("none are"), bound=_ALL,
)  # fmt: skip
def _sum(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _settled, settlement_of)


def _settled(rules: RuleSet, rlimit: int) -> ClaimFinding:
    cases = [AnySettlement(rules, rlimit, last=False), AnySettlement(rules, rlimit)]
    cases += [AnySettlement(rules, rlimit, sitting_out=True)] if rules.table.may_sit_out else []
    for case in cases:
        before: Number = sum(case.pots.values())
        after: Number = sum(case.sums.tokens) + sum(case.sums.pots.values())
        found = case.proves(before != after)
        if not found.true:
            return found
    return ClaimFinding(true=True)


@claim(
    "payments.tout-founds-one-pot",
    say("No Tout leaves both pots to be founded again at once."),
    "payment.tout", "payment.tout-pots", "payment.foundation", "payment.king-bagud", "payment.pagat-bagud",
    sat=say("a Tout after which both are founded"), unsat=say("there is none"), bound=_ALL,
)  # fmt: skip
def _tout_founds(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_each_option(rules, rlimit, _founds_both, last_settlement_of)


def _founds_both(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    held = [amount > 0 for amount in case.pots.values()]
    both = number_of(case.sums.founded.values()) > 1
    return case.proves(every((some(case.special.tout), *held, both)))
