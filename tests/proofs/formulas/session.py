"""The clauses around the hands as formulas: seats of the table, foundations, a fourth, the pots shared out.

Seats may be known or not; the pots are sums as in the settlement. Names and order are those of
:mod:`analyzer.rules.session`.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.proofs.accounts import Sums, is_nothing
from analyzer.proofs.smt import Number, Truth, every, follows, not_, some
from analyzer.rules.book import COIN, Pot
from analyzer.rules.session import Rounding
from analyzer.rules.spec.kinds.paying import IntoPots
from analyzer.rules.spec.ruleset import RuleSet


def sits_out(seat: Number, dealer: int, at_table: int) -> Truth:
    """Whether a seat of a table of four is opposite the dealer.

    Source: clause table.fourth.
    """
    across = at_table // 2
    return every((seat >= 0, seat < at_table, some((seat == dealer + across, seat == dealer - across))))


def founding_seats(rules: RuleSet, at_table: int, out: int | None) -> list[Truth]:
    """Of each seat of the table whether it pays foundations.

    Source: clauses payment.foundation, table.fourth.
    """
    return [some((seat != out, rules.table.founds)) for seat in range(at_table)]


def found_pots(founding: IntoPots, payers: Sequence[Truth], sums: Sums) -> None:
    """Each of the payers puts the foundation into each pot.

    Source: clause payment.foundation.
    """
    for pot in founding.pots:
        for seat, pays in enumerate(payers):
            sums.into_pot(pays, seat, pot, founding.amount)


def found_emptied(founding: IntoPots, payers: Sequence[Truth], sums: Sums) -> None:
    """Each of the payers puts the foundation into each pot that is empty.

    Source: clause payment.foundation.
    """
    empty = {pot: is_nothing(sums.pots[pot]) for pot in founding.pots}
    for pot in founding.pots:
        for seat, pays in enumerate(payers):
            sums.into_pot(every((empty[pot], pays)), seat, pot, founding.amount)


def deals_next(rules: RuleSet, seat: Number, dealer: int, at_table: int) -> Truth:
    """Whether a seat is the one that deals after a dealer.

    Source: clause table.next-dealer.
    """
    after = dealer + rules.table.next_dealer
    return every((seat >= 0, seat < at_table, some((seat == after, seat == after - at_table))))


def may_ask_for_pots(rules: RuleSet, playing: Truth) -> Truth:
    """Whether it is proper to ask what lies in the pots.

    Source: clause proper.pots-unasked.
    """
    never, in_play = (rules.session.pots_unasked == word for word in ("hand", "play"))
    return not_(some((never, every((in_play, playing)))))


def is_part_of(share: Number, tokens: Number, parts: int, rounding: Rounding) -> Truth:
    """Whether a share is one part in so many of a pot, rounded to a whole coin where it is not whole.

    `share * parts` is at most one coin for each part away from the pot, on the side that the rounding takes.
    """
    coins, over = parts * COIN, share * parts - tokens
    near = {
        Rounding.UP: every((over >= 0, over < coins)),
        Rounding.NEAREST: every((2 * over <= coins, -2 * over <= coins)),
        Rounding.DOWN: every((over <= 0, -over < coins)),
    }[rounding]
    exact = tokens % parts == 0
    return every(
        (
            follows(exact, over == 0),
            some((exact, every((near, share % COIN == 0)))),
        )
    )


def fourth_joins(
    rules: RuleSet, seat: int, shares: dict[Pot, Number], rounding: Rounding, sums: Sums
) -> Truth:
    """What makes the shares those of a fourth who joins; they are put into the pots.

    Source: the clause of the kind joins.
    """
    parts = rules.session.joins_for
    right = every(is_part_of(shares[pot], sums.pots[pot], parts, rounding) for pot in Pot)
    for pot in Pot:
        sums.into_pot(True, seat, pot, shares[pot])
    return right


def divided_evenly(shares: Sequence[Number], total: int) -> Truth:
    """Whether shares are equal and nothing of the total is left over.

    Source: the clause of the kind divides-pots.
    """
    whole: Number = sum(shares[1:], shares[0])
    return every((*(each == shares[0] for each in shares[1:]), whole == total))


def make_good(winner: int, pot: Pot, missing: int, sums: Sums) -> None:
    """Whoever won a pot puts into it what is missing.

    Source: the clause of the kind answers-for.
    """
    sums.into_pot(True, winner, pot, missing)
