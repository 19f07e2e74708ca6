"""Scoring by a consolation and the points beyond half, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, is_nothing, signed, size, whole
from analyzer.proofs.smt import either_number


def score_stake(hand: SymbolicHand, accounts: Sums) -> None:
    """The defenders each pay for the contract, or are paid; half of the points pays nothing.

    Source: clauses of the kinds stake-value, stake-flow, odd-share and thrown-in.
    """
    rule, told = hand.game.stake, hand.came.told
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None or told.declarer is None:
        return
    if hand.came.thrown_in and contract.name in rule.thrown_in:
        accounts.pay_side(True, hand, rule.base * contract.value)  # noqa: FBT003 - a condition that always holds
        return
    units, unit = hand.units[hand.came.sides.of[told.declarer]], hand.game.piles.unit
    if units is None:
        return
    over = units - unit * rule.half
    each = (whole(size(over), unit) + rule.base) * contract.value
    due = either_number(is_nothing(over), 0, signed(over >= 0, each))
    accounts.pay_side(True, hand, due)  # noqa: FBT003 - a condition that always holds
