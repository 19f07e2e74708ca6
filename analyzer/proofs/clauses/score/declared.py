"""What is paid for declarations and given back, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand


def pay_declared(hand: SymbolicHand, accounts: Sums) -> None:
    """The others pay for everything declared.

    Source: clauses of the kind declaration-payers, and those of what is declared.
    """
    rules = hand.game.declaring
    for seat, declared in hand.came.told.declared.items():
        if rules is not None:
            accounts.from_each(True, payers(hand, seat), seat, sum(each.amount for each in declared))  # noqa: FBT003 - it always holds


def payers(hand: SymbolicHand, seat: int) -> list[int]:
    """Who pays what a player declares.

    Source: clauses of the kind declaration-payers.
    """
    rules, of = hand.game.declaring, hand.came.sides.of
    own = {seat} if rules is None or not rules.opponents else {*hand.side_of(seat)}
    return [other for other in range(len(of)) if other not in own]


def score_returned(hand: SymbolicHand, accounts: Sums) -> None:
    """Trumps are given back whose side has not more points than it must.

    Source: clauses of the kind declared-return.
    """
    rules = hand.game.declaring
    if rules is None:
        return
    for seat, declared in hand.came.told.declared.items():
        units = hand.units[hand.came.sides.of[seat]]
        back = sum(each.amount for each in declared if each.returnable)
        if units is not None:
            too_few = units <= rules.above * hand.game.piles.unit
            accounts.from_each(too_few, payers(hand, seat), seat, -back)
