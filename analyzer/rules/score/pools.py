"""The pools of a game that has them: founded, added to, taken, doubled.

Source: clauses of the kinds pool-founding, pool-dealing, pool-choice, target-won and target-lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.rules.book import PoolAccount, Sum
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.told import Pool
from analyzer.rules.spec.contracts import PoolRules


def pay_for_deal(scoring: Scoring) -> None:
    """What a deal brings onto the table: a new pool where there is none, else more in the largest one.

    Nothing where it is not known who dealt.
    """
    rule, dealer = scoring.game.pools, scoring.came.dealer
    if rule is None or dealer is None:
        return
    if not scoring.pools:
        _found(scoring, rule, dealer)
        return
    place, pools = largest(scoring.pools, rule), list(scoring.pools)
    scoring.applied += [rule.choice] if len(pools) > 1 else []
    scoring.book.pay(dealer, PoolAccount(place), rule.adds, rule.dealing)
    pools[place] = Pool(pools[place].amount + rule.adds, pools[place].doubled)
    scoring.pools = tuple(pools)


def _found(scoring: Scoring, rule: PoolRules, dealer: int) -> None:
    """A new pool, of which the dealer gives another part than everybody else."""
    seats = range(scoring.came.seats)
    for seat in seats:
        amount = rule.dealer_founds if seat == dealer else rule.others_found
        scoring.book.pay(seat, PoolAccount(0), amount, rule.founding)
    scoring.pools = (Pool(rule.dealer_founds + (len(seats) - 1) * rule.others_found),)


def largest(pools: Sequence[Pool], rule: PoolRules) -> int:
    """The place of the largest pool; of equal ones of one that the rules put first."""

    def after(place: int) -> tuple[int, bool, int]:
        pool = pools[place]
        return -pool.amount, pool.doubled == rule.undoubled_first, place

    return min(range(len(pools)), key=after)


def take_pool(scoring: Scoring, clause: str, *, shared: bool) -> None:
    """Give the largest pool to the declarer, and half of it to his partner where it is shared."""
    rule, declarer, partner = scoring.game.pools, scoring.came.told.declarer, scoring.came.partner
    if rule is None or not scoring.pools or declarer is None:
        return
    place = largest(scoring.pools, rule)
    scoring.applied += [rule.choice] if len(scoring.pools) > 1 else []
    amount = scoring.pools[place].amount
    scoring.book.pay(PoolAccount(place), declarer, amount, clause)
    if partner is not None and shared:
        scoring.book.pay(declarer, partner, Sum((amount,), halved=True), clause)
    scoring.pools = tuple(pool for other, pool in enumerate(scoring.pools) if other != place)


def double_pool(scoring: Scoring, declarer: int, clause: str) -> None:
    """The declarer alone doubles the largest pool, or lays a new one beside it where it was doubled."""
    rule = scoring.game.pools
    if rule is None or not scoring.pools:
        return
    place, pools = largest(scoring.pools, rule), list(scoring.pools)
    scoring.applied += [rule.choice] if len(pools) > 1 else []
    amount = pools[place].amount
    if pools[place].doubled:
        scoring.book.pay(declarer, PoolAccount(len(pools)), amount, clause)
        pools.append(Pool(amount))
    else:
        scoring.book.pay(declarer, PoolAccount(place), amount, clause)
        pools[place] = Pool(2 * amount, doubled=True)
    scoring.pools = tuple(pools)
