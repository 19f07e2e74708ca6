"""Claims about who owes how much for the last trick, for all tricks and all amounts in the pots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from analyzer.claims.any_settlement import AnySettlement
from analyzer.claims.claim import ClaimFinding, claim
from analyzer.claims.readings import last_settlement_of, under_each_option
from analyzer.messages import say
from analyzer.proofs.smt import Number, Truth, either_number, every, no, some
from analyzer.rules.ledger import Pot
from analyzer.rules.spec.game import Entry, When
from analyzer.rules.spec.ruleset import RuleSet

_LAST = say("all tricks, all pots, all divisions of tricks, with and without an announced Tout")


class _Lost(NamedTuple):
    """A Bagud of a seat: whether it is there, what it costs, and the pot that it doubles."""

    seat: int
    there: Truth
    entry: Entry
    pot: Pot


def _baguds(case: AnySettlement) -> Iterator[_Lost]:
    for entry in case.rules.game.due(When.BAGUD):
        for seat, there in enumerate(case.achieved.bagud[entry.clause]):
            for pot in entry.doubles:
                yield _Lost(seat, there, entry, pot)


def _owed(case: AnySettlement, seat: int) -> Number:
    return 0 - case.sums.tokens[seat]


def _fixed(rules: RuleSet) -> tuple[int, int]:
    """What a Tout and all foundations cost an opponent, and what a Bagud costs in all, its pot aside."""
    game = rules.game
    refill = game.accounts.refill
    tout = max(each.amount for each in game.due(When.TOUT)) + refill.amount * len(refill.pots)
    bagud = max(each.amount for each in game.due(When.BAGUD)) * (game.table.players - 1)
    return tout, bagud


@claim(
    "payments.owes-more-than-a-pot",
    say(
        "Whoever goes Bagud owes more for the last trick than the pot of his card held, where nobody made "
        "Nolo and no announced Tout failed."
    ),
    "payment.king-bagud", "payment.pagat-bagud", "payment.order", "payment.failed-tout", "payment.nolo",
    sat=say("a Bagud that costs no more than the pot held"), unsat=say("there is none"), bound=_LAST,
)  # fmt: skip
def _owes_more(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    plain = no(some((*case.special.nolo, *case.special.failed)))
    cheap = some(every((each.there, _owed(case, each.seat) <= case.pots[each.pot])) for each in _baguds(case))
    return case.proves(every((plain, cheap)))


@claim(
    "payments.bagud-paid-back",
    say(
        "A Nolo or a failed Tout can pay somebody who goes Bagud so much that he owes no more than the pot "
        "of his card held."
    ),
    "payment.king-bagud", "payment.pagat-bagud", "payment.nolo", "payment.failed-tout",
    sat=say("such a last trick"), unsat=say("there is none"), bound=_LAST,
)  # fmt: skip
def _paid_back(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    return case.shows(
        some(every((each.there, _owed(case, each.seat) <= case.pots[each.pot])) for each in _baguds(case))
    )


@claim(
    "payments.bounded-without-bagud",
    say(
        "However much lies in the pots, who neither goes Bagud nor fails in a Tout that he announced owes no "
        "more for the last trick than a Tout and the foundation of both pots cost him."
    ),
    "payment.tout", "payment.foundation", "payment.king-ultimo", "payment.pagat-ultimo", "payment.nolo",
    "payment.last-trick",
    sat=say("a last trick for which somebody owes more"), unsat=say("there is none"), bound=_LAST,
)  # fmt: skip
def _bounded(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    most, _ = _fixed(rules)
    baguds = list(_baguds(case))
    wrong = []
    for seat in range(rules.table.players):
        lost = some(each.there for each in baguds if each.seat == seat)
        wrong.append(every((no(lost), no(case.special.failed[seat]), _owed(case, seat) > most)))
    return case.proves(some(wrong))


@claim(
    "payments.one-pot-at-most",
    say(
        "Who did not announce a Tout that fails owes for the last trick, beside fixed amounts, no more than "
        "one pot: that of the card with which he goes Bagud."
    ),
    "payment.king-bagud", "payment.pagat-bagud", "payment.tout", "payment.foundation",
    "payment.failed-tout", "payment.failed-tout-bagud",
    sat=say("a last trick for which somebody owes more"), unsat=say("there is none"), bound=_LAST,
)  # fmt: skip
def _one_pot(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    baguds = list(_baguds(case))
    wrong = []
    for seat in range(rules.table.players):
        most: Number = sum(_fixed(rules))
        for each in baguds:
            if each.seat == seat:
                most = most + either_number(each.there, case.pots[each.pot], 0)
        wrong.append(every((no(case.special.failed[seat]), _owed(case, seat) > most)))
    return case.proves(some(wrong))


@claim(
    "payments.pot-owed-twice",
    say("One player can owe a pot twice over: the Tout that he announced fails, and he goes Bagud as well."),
    "payment.failed-tout", "payment.failed-tout-bagud", "payment.king-bagud", "payment.pagat-bagud",
    "payment.order",
    sat=say("such a last trick"), unsat=say("there is none"), bound=_LAST,
)  # fmt: skip
def _twice(rules: RuleSet, rlimit: int) -> ClaimFinding:
    return under_each_option(rules, rlimit, _owed_twice, last_settlement_of)


def _owed_twice(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    baguds = list(_baguds(case))
    twice = []
    for each in baguds:
        alone = no(some(one.there for one in baguds if one.seat != each.seat))
        held, after = case.pots[each.pot], case.sums.pots[each.pot]
        mine = every((each.there, case.special.failed[each.seat], alone, no(some(case.special.nolo))))
        twice.append(every((mine, held > 0, after == 3 * held, _owed(case, each.seat) > 2 * held)))
    return case.shows(some(twice))


@claim(
    "payments.two-kings-treble",
    say(
        "Where two kings are lost in the last trick and no king wins it, the king pot ends at three times "
        "what it held, unless somebody made Tout or an announced Tout failed."
    ),
    "payment.king-bagud", "payment.order",
    sat=say("another amount"), unsat=say("it is always three times as much"), bound=_LAST,
)  # fmt: skip
def _two_kings(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    kings = [each.there for each in _baguds(case) if each.pot is Pot.KING]
    two = some(every((one, other)) for place, one in enumerate(kings) for other in kings[:place])
    plain = no(some((*case.special.tout, *case.special.failed, *case.achieved.king_ultimo)))
    held = case.pots[Pot.KING]
    return case.proves(every((two, plain, held > 0, case.sums.pots[Pot.KING] != 3 * held)))


@claim(
    "payments.bagud-spares-foundation",
    say("A pot into which a Bagud pays is not founded again in the same settlement, Tout or not."),
    "payment.king-bagud", "payment.pagat-bagud", "payment.tout-pots", "payment.foundation", "payment.order",
    sat=say("a pot that is founded all the same"), unsat=say("there is none"), bound=_LAST,
)  # fmt: skip
def _spared(rules: RuleSet, rlimit: int) -> ClaimFinding:
    case = AnySettlement(rules, rlimit)
    wrong = (
        every((each.there, case.pots[each.pot] > 0, case.sums.founded.get(each.pot, False)))
        for each in _baguds(case)
    )
    return case.proves(some(wrong))
