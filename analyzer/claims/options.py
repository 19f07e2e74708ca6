"""Claims that are asked under every option of a rule set, each reading of it by itself."""

from __future__ import annotations

from typing import Final

import z3

from analyzer.claims.any_settlement import SEATS, AnySettlement
from analyzer.claims.claim import ClaimFinding, claim, proved_of_all, replayed
from analyzer.claims.discard import Counts
from analyzer.claims.readings import (
    last_settlement_of,
    settlement_of,
    under_each_option,
    under_every_option,
)
from analyzer.messages import say
from analyzer.proofs.clauses.count import settle_count as settle_symbolic
from analyzer.proofs.clauses.discard import READERS
from analyzer.proofs.clauses.payments import start
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, number_of, some
from analyzer.rules.ledger import Ledger, Pots
from analyzer.rules.score.count import next_dealer_of, settle_count, total_points
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
    "payment.failed-tout", "payment.failed-tout-last-trick", "payment.failed-tout-bagud", "table.fourth",
    sat=say("tokens made or lost"), unsat=say("none are"), bound=_ALL,
)  # fmt: skip
def _sum(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _settled, settlement_of)


def _settled(rules: RuleSet, rlimit: int) -> ClaimFinding:
    cases = [AnySettlement(rules, rlimit, last=False), AnySettlement(rules, rlimit)]
    cases += [AnySettlement(rules, rlimit, sitting_out=True)] if rules.table.may_sit_out else []
    return proved_of_all(case.proves(_made_or_lost(case)) for case in cases)


def _made_or_lost(case: AnySettlement) -> Truth:
    before: Number = sum(case.pots.values())
    after: Number = sum(case.sums.tokens) + sum(case.sums.pots.values())
    return before != after


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


@claim(
    "count.sum-under-every-option",
    say("Whichever option is read otherwise, what all players receive for the count comes to nothing."),
    "count.par", "count.next-dealer",
    sat=say("piles for which more is paid than received, or less"), unsat=say("there are none"),
    bound=say("all piles that make the total, every reading of each option"),
)  # fmt: skip
def _count_sum(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_every_option(rules, rlimit, _counted, _count_of)


def _count_of(rules: RuleSet) -> object:
    """All that is paid for piles where they are counted can hang on."""
    game = rules.game
    count = (game.count.par, game.count.rounding, game.count.own)
    return count, game.table.players, total_points(game), next_dealer_of(game, 0)


def _counted(rules: RuleSet, rlimit: int) -> ClaimFinding:
    game, question = rules.game, SmtQuestion(rlimit)
    points = [z3.Int(f"points.{seat}") for seat in SEATS]
    question.given(sum(points) == total_points(game), *(each >= 0 for each in points))
    dealer = len(points) - 1
    next_dealer = [seat == next_dealer_of(game, dealer) for seat in range(len(points))]
    sums = settle_symbolic(game, points, next_dealer, start({}, len(points), game))
    wrong: Truth = sum(sums.tokens) != 0
    if not question.possible((), wrong):
        return ClaimFinding(true=True)
    fixed = [wrong]
    for each in points:
        fixed.append(each == question.least(each, 0, total_points(game), (), *fixed))
    assert question.possible((), *fixed)
    pile, paid = (tuple(question.value(each) for each in told) for told in (points, sums.tokens))
    ledger = Ledger(Pots(0, 0), len(points))
    settle_count(game, pile, dealer, ledger)
    replayed(ledger.tokens == paid, f"{pile} {paid} {ledger.tokens}")
    told = {"points": pile, "tokens": paid}
    by_seat = {word: dict(zip(SEATS, numbers, strict=True)) for word, numbers in told.items()}
    return ClaimFinding(true=False, witness={**by_seat, "dealer": SEATS[dealer]})
