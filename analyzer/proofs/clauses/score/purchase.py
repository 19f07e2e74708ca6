"""What is paid for cards that a declarer buys before the play, as sums."""

from __future__ import annotations

from analyzer.cards.card import MONDO
from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand


def pay_purchases(hand: SymbolicHand, accounts: Sums) -> None:
    """Every card bought is paid for, to its holder or to all opponents together.

    Source: clauses of the kinds purchase-price and purchase-rest.
    """
    rule, told = hand.game.purchase, hand.came.told
    if rule is None or told.declarer is None:
        return
    for each in told.purchases:
        price = rule.mond_price if each.wants == MONDO else rule.price
        if each.holder is not None and not rule.shared:
            accounts.from_each(True, (told.declarer,), each.holder, price)  # noqa: FBT003 - it always holds
        elif each.holder is not None:
            for seat, part in enumerate(parts(hand, told.declarer, price)):
                accounts.from_each(True, (told.declarer,), seat, part)  # noqa: FBT003 - it always holds


def parts(hand: SymbolicHand, declarer: int, price: int) -> list[int]:
    """What each seat has of a price: as many coins as turns it has when they go round one by one.

    Where nothing is said of what is left over, it is not paid.

    Source: clause of the kind purchase-rest.
    """
    opponents, seats = {*hand.against(declarer)}, hand.came.seats
    around = [seat % seats for seat in range(declarer + 1, declarer + seats) if seat % seats in opponents]
    coins = price if hand.game.price_rest is not None else price - price % len(around)
    turns = [around[coin % len(around)] for coin in range(coins)]
    return [turns.count(seat) for seat in range(seats)]
