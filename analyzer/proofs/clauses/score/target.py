"""Scoring against a target that hangs on the Trull, as sums."""

from __future__ import annotations

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
from analyzer.proofs.clauses.score.pools import double_pool, take_pool
from analyzer.proofs.clauses.score.shown import pay_shown_by_contract
from analyzer.proofs.smt import Number, Truth, either_number, every, no, some
from analyzer.rules.score.target import slam_bid
from analyzer.rules.spec.contracts import TargetScore


def score_target(hand: SymbolicHand, accounts: Sums) -> None:
    """A slam in place of everything else; or the contract, what was shown, and a pool.

    Source: clauses of the kinds trull-target, pagat-target, odd-half, target-won, target-lost and slam.
    """
    rule, told = hand.game.target, hand.came.told
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
        double_pool(every((ordinary, no(made))), hand, accounts)


class ContractEnd(NamedTuple):
    """Whether a contract is settled as it is where no slam is, whether it is made, and by how many units."""

    ordinary: Truth
    made: Truth
    margin: Number


def contract_made(hand: SymbolicHand) -> ContractEnd | None:
    """How a contract against a target ends; None where not enough is told.

    Source: clauses of the kinds trull-target, pagat-target and slam.
    """
    rule, told = hand.game.target, hand.came.told
    if rule is None or told.declarer is None or hand.game.contract(told.contract) is None:
        return None
    ordinary = no(some(_slam(hand, told.declarer)))
    units, target = hand.units[hand.came.sides.of[told.declarer]], target_of(hand, rule, told.declarer)
    if units is None or target is None or ordinary is False:
        return None
    margin = units - hand.game.piles.unit * target
    return ContractEnd(ordinary, at_least_nothing(margin), margin)


def _slam(hand: SymbolicHand, declarer: int) -> tuple[Truth, Truth]:
    """Whether a slam is made, and whether one fails that was bid."""
    swept = slam_made(hand, declarer)
    return swept, every((slam_bid(hand.game, hand.came.told), hand.came.whole, no(swept)))


def slam_made(hand: SymbolicHand, declarer: int) -> Truth:
    """Whether the declarer's side is known to have won every trick."""
    if not hand.tricks_known:
        return False
    own = no_trick(hand, hand.side_of(declarer))
    return every((no_trick(hand, hand.against(declarer)), no(own)))


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
    rule, told = hand.game.target, hand.came.told
    contract = hand.game.contract(told.contract)
    assert rule is not None
    assert contract is not None
    assert told.declarer is not None
    unit = hand.game.piles.unit
    points = made_whole(size(margin), unit) if rule.odd_to_winner else whole(size(margin), unit)
    shared = contract.value if rule.price_shared else 0
    accounts.pay_side(given, hand, signed(made, points + shared))
    alone = signed(made, contract.value - shared)
    accounts.from_each(given, hand.against(told.declarer), told.declarer, alone)
