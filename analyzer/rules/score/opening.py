"""Payments before the first lead, and those of them that depend on the end of the hand.

Source: clauses of the kinds pool, purchase-price, declared, trump-announcement and misery-pays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from analyzer.cards.card import MONDO
from analyzer.rules.actions import Sides
from analyzer.rules.book import PoolAccount, Sum
from analyzer.rules.score.hand import HandFacts, Pool, Scoring
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import PurchaseRules
from analyzer.rules.spec.kinds.paying import Declaring
from analyzer.rules.spec.kinds.target import PoolRules, TrumpsShown


def pay_for_deal(scoring: Scoring) -> None:
    """Pay for a deal: found a new pool if there is none, otherwise add to the largest one.

    Pay nothing if the dealer is unknown.
    """
    rule, dealer = scoring.game.pools, scoring.came.dealer
    if rule is None or dealer is None:
        return
    if not scoring.pools:
        _start_pool(scoring, rule, dealer)
        return
    place, pools = largest(scoring.pools, rule), list(scoring.pools)
    scoring.applied += [rule.choice] if len(pools) > 1 else []
    scoring.book.pay(dealer, PoolAccount(place), rule.adds, rule.dealing)
    pools[place] = Pool(pools[place].amount + rule.adds, pools[place].doubled)
    scoring.pools = tuple(pools)


def _start_pool(scoring: Scoring, rule: PoolRules, dealer: int) -> None:
    """Found a new pool; the dealer pays a different part from everybody else."""
    seats = range(scoring.came.seats)
    for seat in seats:
        amount = rule.dealer_founds if seat == dealer else rule.others_found
        scoring.book.pay(seat, PoolAccount(0), amount, rule.founding)
    scoring.pools = (Pool(rule.dealer_founds + (len(seats) - 1) * rule.others_found),)


def largest(pools: Sequence[Pool], rule: PoolRules) -> int:
    """Return the index of the largest pool; among equal ones, one that the rules put first."""

    def after(place: int) -> tuple[int, bool, int]:
        pool = pools[place]
        return -pool.amount, pool.doubled == rule.undoubled_first, place

    return min(range(len(pools)), key=after)


def take_pool(scoring: Scoring, clause: str, *, shared: bool) -> None:
    """Give the largest pool to the declarer, and half of it to the partner if it is shared."""
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
    """Make the declarer double the largest pool, or found a new one if it was already doubled."""
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


def pay_purchases(scoring: Scoring) -> None:
    """Pay for every card bought: to its holder, or to the opponents of the declarer together."""
    rule, told = scoring.game.purchase, scoring.came.told
    if rule is None or told.declarer is None:
        return
    for each in told.purchases:
        if each.holder is None:
            continue
        price = rule.mond_price if each.wants is MONDO else rule.price
        if rule.shared:
            _split(scoring, rule, told.declarer, price)
        else:
            scoring.book.pay(told.declarer, each.holder, price, rule.paid_clause)


def _split(scoring: Scoring, rule: PurchaseRules, declarer: int, price: int) -> None:
    """Pay the opponents the price in equal parts, the rest one by one in order of play from the declarer."""
    came, clause = scoring.came, scoring.game.price_rest
    around = [(declarer + further) % came.seats for further in range(1, came.seats)]
    opponents = [seat for seat in around if came.sides.of[seat] != came.sides.of[declarer]]
    part, rest = divmod(price, len(opponents))
    if rest and clause is not None:
        scoring.applied.append(clause)
    for place, seat in enumerate(opponents):
        more = 1 if place < rest and clause is not None else 0
        scoring.book.pay(declarer, seat, part + more, rule.paid_clause)


def pay_declared(scoring: Scoring) -> None:
    """Pay for everything declared, player by player in the order of declaring."""
    rules, came = scoring.game.declaring, scoring.came
    if rules is None:
        return
    first = (came.dealer or 0) + rules.first
    for step in range(came.seats):
        seat = (first + step) % came.seats
        declared = came.told.declared.get(seat, ())
        for each in declared:
            scoring.book.charge_each(payers(rules, came.sides, seat), seat, each.amount, each.clause)
            scoring.applied.append(rules.order)
            if len(came.sides.seats(came.sides.of[seat])) > 1:
                scoring.applied.append(rules.payers)
        if any(one.cards & other.cards for one, other in combinations(declared, 2)):
            scoring.applied.append(rules.shared)


def payers(rules: Declaring, sides: Sides, seat: int) -> tuple[int, ...]:
    """Return the seats that pay for a player's declaration."""
    if rules.opponents:
        return sides.others(sides.of[seat])
    return tuple(other for other in range(len(sides.of)) if other != seat)


def score_returned(scoring: Scoring) -> None:
    """Give back the payment for trumps if their player's side has no more points than it must have."""
    rules, came = scoring.game.declaring, scoring.came
    if rules is None:
        return
    for seat, declared in came.told.declared.items():
        points = came.points(scoring.game, came.sides.of[seat])
        for each in declared if points is not None else ():
            if not each.returnable:
                continue
            scoring.applied.append(rules.returned)
            if points is not None and points <= rules.above:
                for payer in payers(rules, came.sides, seat):
                    scoring.book.pay(seat, payer, each.amount, rules.returned)


NO_TRUMPS: Final = "no-trumps"
NO_COURTS: Final = "no-courts"
MISERIES: Final = (NO_TRUMPS, NO_COURTS)
"""The words for a hand that has none of them."""
_TRUMPS: Final = r"(?P<number>[0-9]{1,2}) trumps"


def declared_trumps(words: Iterable[str]) -> int | None:
    """Return the number of trumps announced, `13 trumps`: the highest of several; None if there is none."""
    return max(
        (int(found["number"]) for word in words if (found := re.fullmatch(_TRUMPS, word))), default=None
    )


def pay_shown_at_once(scoring: Scoring) -> None:
    """Pay everybody who has shown trumps and is not paid with the contract."""
    rule, came = scoring.game.shown, scoring.came
    if rule is None:
        return
    for seat, words in came.told.announced.items():
        waits = rule.to_winners or (rule.with_contract and seat == came.told.declarer)
        amount = shown_amount(rule, words)
        if amount and not waits:
            scoring.applied += [rule.clause, rule.payers]
            scoring.book.charge_each(_payers(scoring, rule, seat), seat, amount, rule.pays)


def pay_misery(scoring: Scoring) -> None:
    """Pay everybody who declared a hand without trumps or courts.

    Source: clause of the kind misery-pays.
    """
    rule, came = scoring.game.misery, scoring.came
    for seat, words in came.told.announced.items() if rule is not None else ():
        amount = 0 if rule is None else rule.amount * len(set(MISERIES) & set(words))
        if rule is not None and amount:
            scoring.applied.append(rule.clause)
            others = [other for other in range(came.seats) if other != seat]
            scoring.book.charge_each(others, seat, amount, rule.clause)


def shown_amount(rule: TrumpsShown, words: Iterable[str]) -> int:
    """Return the payment for announced trumps; 0 if there are none, or too few."""
    number = declared_trumps(words)
    return 0 if number is None else rule.amount(number)


def shown_for_winners(game: GameSpec, told: HandFacts) -> Iterator[tuple[str, int]]:
    """Yield payments to the side that wins the contract for anybody's shown trumps, with their clauses."""
    rule = game.shown
    if rule is not None and rule.to_winners:
        yield from ((rule.pays, shown_amount(rule, words)) for words in told.announced.values())


def _payers(scoring: Scoring, rule: TrumpsShown, seat: int) -> tuple[int, ...]:
    sides = scoring.came.sides
    if rule.by_opponents:
        return sides.others(sides.of[seat])
    return tuple(other for other in range(scoring.came.seats) if other != seat)


def pay_shown_by_contract(scoring: Scoring, declarer: int, *, made: bool) -> None:
    """Pay the declarer for trumps shown if the contract was made; otherwise the declarer pays opponents."""
    rule, told = scoring.game.shown, scoring.came.told
    amount = 0 if rule is None else shown_amount(rule, told.announced.get(declarer, ()))
    if rule is None or not rule.with_contract or not amount:
        return
    scoring.applied.append(rule.clause)
    others = [seat for seat in range(scoring.came.seats) if seat != declarer]
    scoring.book.charge_each(others, declarer, amount if made else -amount, rule.pays)
