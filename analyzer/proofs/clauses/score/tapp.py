"""Scoring on a sheet by base and difference, the Pagat in the last trick, hands held, all tricks, as sums."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, is_nothing, signed, size, whole
from analyzer.proofs.smt import Number, Truth, either_number, not_
from analyzer.rules.score.hand import HandTold
from analyzer.rules.score.sheets import PAGAT_BONUS
from analyzer.rules.spec.kinds.contracts import Contract, DifferenceSheet


def score_tapp(hand: SymbolicHand, accounts: Sums) -> None:
    """The declarer writes what he wins, each opponent what the declarer loses, and the bonuses.

    Source: clauses of the kinds sheet-value, sheet-flow, pagat-bonus, personal-bonus and all-tricks.
    """
    rule, told, came = hand.game.difference_sheet, hand.came.told, hand.came
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None or told.declarer is None:
        return
    if not contract.played:
        _write(accounts, True, (told.declarer,), rule.thrown_in)  # noqa: FBT003 - it always holds
        return
    alone = came.deeds.all_tricks
    if alone is not None:
        _write(accounts, True, (alone,), rule.all_value * contract.value)  # noqa: FBT003 - it always holds
    else:
        _game(hand, accounts, rule, contract, told.declarer)
    _pagat(hand, accounts, rule, contract, told.declarer)
    for seat, words in came.held.items():
        counts = bool(rule.personal_held & {*words}) and seat not in told.passed
        _write(accounts, counts, (seat,), rule.personal_value)


def _game(
    hand: SymbolicHand, accounts: Sums, rule: DifferenceSheet, contract: Contract, declarer: int
) -> None:
    """Base and difference for who wins the contract.

    Source: clauses of the kinds sheet-value, sheet-flow and kontra.
    """
    units, unit = hand.units[hand.came.sides.of[declarer]], hand.game.piles.unit
    if units is None:
        return
    over = units - unit * rule.half
    doubled = 2 if rule.kontra_doubles_game and _quadruples(hand.came.told, declarer) else 1
    amount = (whole(size(over), unit) * rule.difference + rule.unit) * (contract.value * doubled)
    made: Truth = over > 0
    _write(accounts, made, (declarer,), amount)
    _write(accounts, not_(made), hand.against(declarer), amount)


def _pagat(
    hand: SymbolicHand, accounts: Sums, rule: DifferenceSheet, contract: Contract, declarer: int
) -> None:
    """The Pagat in the last trick is worth something to who wins it, or defends against it.

    Source: clauses of the kinds pagat-bonus and kontra.
    """
    told, there = hand.came.told, hand.came.deeds.pagat
    announced = PAGAT_BONUS in told.announced.get(declarer, ())
    quadruple = _quadruples(told, declarer) and not rule.kontra_doubles_game
    amount = rule.pagat_value * contract.value * (1 + announced) * (1 + quadruple)
    declarers = there is not None and there.winner == declarer
    defended = announced or (there is not None and declarer in (there.by, there.winner))
    taken = there is not None and there.by == there.winner
    _write(accounts, declarers, (declarer,), amount)
    _write(accounts, not declarers and (defended or taken), hand.against(declarer), amount)


def _quadruples(told: HandTold, declarer: int) -> bool:
    """Whether somebody else has answered the declarer's announcement."""
    return PAGAT_BONUS in told.announced.get(declarer, ()) and any(seat != declarer for seat in told.kontra)


def _write(accounts: Sums, given: Truth, seats: Iterable[int], amount: Number) -> None:
    for seat in seats:
        accounts.writes(given, seat, amount)


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
