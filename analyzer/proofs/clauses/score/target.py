"""Scoring against a target that hangs on the Trull, as sums."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from analyzer.cards.card import PAGAT
from analyzer.proofs.clauses.score.accounts import (
    Sums,
    SymbolicHand,
    at_least_nothing,
    made_whole,
    no_trick,
    signed,
    size,
    whole,
)
from analyzer.proofs.clauses.score.opening import (
    double_pool,
    pay_shown_by_contract,
    shown_for_winners,
    take_pool,
)
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, some
from analyzer.rules.score.target import slam_bid
from analyzer.rules.spec.kinds.target import TargetScore


def score_target(hand: SymbolicHand, accounts: Sums) -> None:
    """A slam in place of everything else; or the contract, what was shown, and a pool.

    Source: clauses of the kinds trull-target, pagat-target, odd-half, target-won, target-lost and slam.
    """
    rule, told = hand.game.target_paid, hand.came.told
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None or told.declarer is None:
        return
    swept, failed = _slam(hand, told.declarer)
    accounts.pay_side(swept, hand, rule.slam_value)
    accounts.pay_side(failed, hand, -rule.slam_value)
    if rule.slam_takes_pool:
        take_pool(swept, hand, accounts, shared=rule.pool_shared)
    settled = contract_made(hand)
    if settled is None:
        return
    ordinary, made = settled.ordinary, settled.made
    _pay(ordinary, hand, accounts, settled.margin, made)
    pay_shown_by_contract(ordinary, hand, accounts, made)
    if rule.takes_pool:
        take_pool(every((ordinary, made)), hand, accounts, shared=rule.pool_shared)
    if rule.doubles_pool:
        double_pool(every((ordinary, not_(made))), hand, accounts)


def score_coefficients(hand: SymbolicHand, accounts: Sums) -> None:
    """The contract by its coefficient, the Pagat in the last trick, trumps shown, and a slam.

    Source: clauses of the kinds coefficient-value, coefficient-shares, last-pagat and slam-bonus.
    """
    rule, told = hand.game.coefficients, hand.came.told
    contract, settled = hand.game.contract(told.contract), contract_made(hand)
    if rule is None or contract is None or told.declarer is None or settled is None:
        return
    over = whole_margin(hand, settled.margin)
    owed = signed(settled.made, (over + rule.base) * contract.value)
    pagat, side = hand.came.deeds.pagat, hand.side_of(told.declarer)
    if pagat is not None:
        worth = contract.value * rule.pagat_value
        owed = owed + (worth if pagat.winner in side else -worth)
    swept, failed = _slam(hand, told.declarer)
    bid = slam_bid(hand.game, told)
    owed = owed + either_number(swept, rule.slam_announced if bid else rule.slam_unannounced, 0)
    owed = owed - either_number(failed, rule.slam_failed, 0)
    owed = owed - either_number(_swept_by_defence(hand, told.declarer), rule.slam_defence, 0)
    _each_pays(hand, accounts, owed)
    pay_shown_to_winners(hand, accounts, settled.made)


def pay_shown_to_winners(hand: SymbolicHand, accounts: Sums, made: Truth) -> None:
    """The side that wins the contract is paid for trumps that anybody showed.

    Source: clauses of the kinds handful and handful-pays.
    """
    _each_pays(hand, accounts, signed(made, shown_for_winners(hand)))


def _each_pays(hand: SymbolicHand, accounts: Sums, amount: Number) -> None:
    """Every defender pays the declarer as much, who gives his partner what one of them pays."""
    declarer = hand.came.told.declarer
    assert declarer is not None
    always = True
    accounts.from_each(always, hand.against(declarer), declarer, amount)
    if hand.came.partner is not None:
        accounts.from_each(always, (declarer,), hand.came.partner, amount)


def _swept_by_defence(hand: SymbolicHand, declarer: int) -> Truth:
    """Whether the defence is known to have won every trick."""
    return _won_all(hand, hand.against(declarer), hand.side_of(declarer))


def whole_margin(hand: SymbolicHand, margin: Number) -> Number:
    """The whole points that units beyond the target, or short of it, are paid as."""
    rule, unit = hand.game.target, hand.game.piles.unit
    up = rule is not None and rule.odd_to_winner
    return made_whole(size(margin), unit) if up else whole(size(margin), unit)


class ContractEnd(NamedTuple):
    """Whether no slam is paid for in place of a contract, whether it is made, and by how many units."""

    ordinary: Truth
    slam: Truth
    """Whether a slam is made, or fails that was bid."""
    made: Truth
    margin: Number


def contract_made(hand: SymbolicHand) -> ContractEnd | None:
    """How a contract against a target ends; None where not enough is told.

    Source: clauses of the kinds trull-target, pagat-target and slam.
    """
    rule, told = hand.game.target, hand.came.told
    if rule is None or told.declarer is None or hand.game.contract(told.contract) is None:
        return None
    instead = hand.game.target_paid is not None
    slam = some(_slam(hand, told.declarer))
    ordinary = not_(every((instead, slam)))
    units, target = hand.units[hand.came.sides.of[told.declarer]], target_of(hand, rule, told.declarer)
    if units is None or target is None or ordinary is False:
        return None
    margin = units - hand.game.piles.unit * target
    return ContractEnd(ordinary, slam, at_least_nothing(margin), margin)


def _slam(hand: SymbolicHand, declarer: int) -> tuple[Truth, Truth]:
    """Whether a slam is made, and whether one fails that was bid."""
    swept = slam_made(hand, declarer)
    return swept, every((slam_bid(hand.game, hand.came.told), hand.came.whole, not_(swept)))


def slam_made(hand: SymbolicHand, declarer: int) -> Truth:
    """Whether the declarer's side is known to have won every trick."""
    return _won_all(hand, hand.side_of(declarer), hand.against(declarer))


def _won_all(hand: SymbolicHand, side: Collection[int], others: Collection[int]) -> Truth:
    """Whether a side is known to have won tricks, and the others none."""
    return every((hand.tricks_known, no_trick(hand, others), not_(no_trick(hand, side))))


def target_of(hand: SymbolicHand, rule: TargetScore, declarer: int) -> Number | None:
    """The points that the declarer's side needs; None where nobody knows the Trull it has.

    Source: clauses of the kinds trull-target and pagat-target.
    """
    trull, side = hand.trull, hand.came.sides.of[declarer]
    if trull is None:
        if not hand.came.cards:
            return None
        trull = len(hand.game.trull & hand.came.cards[side])
    needed: Number = rule.by_trull[0]
    for cards, target in sorted(rule.by_trull.items()):
        needed = either_number(trull >= cards, target, needed)
    return needed + _pagat_shift(hand, rule, side)


def _pagat_shift(hand: SymbolicHand, rule: TargetScore, side: int) -> int:
    """By how much the Pagat in the last trick moves the target.

    Source: clause of the kind pagat-target.
    """
    last, of = hand.came.last, hand.came.sides.of
    players = [] if last is None else [each.seat for each in last.laid if each.card == PAGAT]
    if last is None or not players:
        return 0
    won = last.winner == players[0]
    captured = of[last.winner] != of[players[0]]
    counts = won or captured or rule.pagat_by_partner
    return counts * rule.pagat_shift * (-1 if of[last.winner] == side else 1)


def _pay(given: Truth, hand: SymbolicHand, accounts: Sums, margin: Number, made: Truth) -> None:
    """The points beyond the target, or short of it, and the price of the bid, with each opponent."""
    rule, told = hand.game.target_paid, hand.came.told
    contract = hand.game.contract(told.contract)
    assert rule is not None
    assert contract is not None
    assert told.declarer is not None
    points = whole_margin(hand, margin)
    shared = contract.value if rule.price_shared else 0
    accounts.pay_side(given, hand, signed(made, points + shared))
    alone = signed(made, contract.value - shared)
    accounts.from_each(given, hand.against(told.declarer), told.declarer, alone)
