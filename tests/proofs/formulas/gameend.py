"""What is paid for the totals of a game that is over, as sums."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.proofs.smt import Number, Truth, either_number, every, some
from analyzer.rules.spec.kinds.bidding import GameEnd


def settle_game(rule: GameEnd, totals: Sequence[Number]) -> list[Number]:
    """What every seat receives for its total, less what it pays.

    Source: clauses of the kind game-end.
    """
    seats = range(len(totals))
    pays = [_pays(rule, totals, seat) for seat in seats]
    paid = [_is_paid(rule, totals, seat) for seat in seats]
    return [
        sum(
            either_number(every((pays[payer], paid[payee])), _for(seat, payer, payee) * rule.amount, 0)
            for payer in seats
            for payee in seats
        )
        for seat in seats
    ]


def _for(seat: int, payer: int, payee: int) -> int:
    return (seat == payee) - (seat == payer)


def _pays(rule: GameEnd, totals: Sequence[Number], seat: int) -> Truth:
    if rule.pays == "each-pays-each":
        return every((totals[seat] < 0,))
    return every(totals[seat] <= each for each in totals)


def _is_paid(rule: GameEnd, totals: Sequence[Number], seat: int) -> Truth:
    if rule.pays == "each-pays-each":
        return every((totals[seat] > 0,))
    return some(totals[seat] > each for each in totals)
