"""The pools of a game that has them, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, whole
from analyzer.proofs.smt import Truth, every, some


def pay_for_deal(hand: SymbolicHand, accounts: Sums) -> None:
    """A new pool where there is none, else more in the largest.

    Source: clauses of the kinds pool-founding, pool-dealing and pool-choice.
    """
    rule, dealer = hand.game.pools, hand.came.dealer
    if rule is None or dealer is None:
        return
    if hand.pools:
        for place in range(len(hand.pools)):
            accounts.into_pool(is_largest(hand, place), dealer, place, rule.adds)
        return
    for seat in range(hand.came.seats):
        amount = rule.dealer_founds if seat == dealer else rule.others_found
        accounts.into_pool(True, seat, 0, amount)  # noqa: FBT003 - a condition that always holds


def is_largest(hand: SymbolicHand, place: int) -> Truth:
    """Whether a pool is the largest; of equal ones the one that the rules put first.

    Source: clause of the kind pool-choice.
    """
    rule, pools = hand.game.pools, hand.pools
    assert rule is not None

    def first(one: int, other: int) -> bool:
        behind = [pools[each].doubled == rule.undoubled_first for each in (one, other)]
        return (behind[0], one) < (behind[1], other)

    own = pools[place].amount
    return every(
        some((own > each.amount, every((own >= each.amount, first(place, other)))))
        for other, each in enumerate(pools)
        if other != place
    )


def take_pool(given: Truth, hand: SymbolicHand, accounts: Sums, *, shared: bool) -> None:
    """The declarer takes the largest pool, and halves it with a partner where it is shared.

    Source: clauses of the kinds target-won, shares-won and slam-payment.
    """
    rule, declarer, partner = hand.game.pools, hand.came.told.declarer, hand.came.partner
    if rule is None or declarer is None:
        return
    for place, pool in enumerate(hand.pools):
        taken = every((given, is_largest(hand, place)))
        accounts.into_pool(taken, declarer, place, -pool.amount)
        if partner is not None and shared:
            accounts.from_each(taken, (declarer,), partner, whole(pool.amount, 2))


def double_pool(given: Truth, hand: SymbolicHand, accounts: Sums) -> None:
    """The declarer doubles the largest pool, or lays as much beside it where it was doubled.

    Source: clause of the kind target-lost.
    """
    declarer = hand.came.told.declarer
    if hand.game.pools is None or declarer is None:
        return
    for place, pool in enumerate(hand.pools):
        due = every((given, is_largest(hand, place)))
        accounts.into_pool(due, declarer, len(hand.pools) if pool.doubled else place, pool.amount)
        if not pool.doubled:
            accounts.doubled[place] = some((accounts.doubled[place], due))
