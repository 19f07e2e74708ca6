"""What is paid for cards that a declarer buys before the play.

Source: clauses of the kinds purchase-price and purchase-rest.
"""

from __future__ import annotations

from analyzer.cards.card import MONDO, Card
from analyzer.rules.score.hand import Scoring
from analyzer.rules.spec.bidding import PurchaseRules


def pay_purchases(scoring: Scoring) -> None:
    """Pay for every card bought: its holder, or the opponents of the declarer together."""
    rule, told = scoring.game.purchase, scoring.came.told
    if rule is None or told.declarer is None:
        return
    for each in told.purchases:
        if each.holder is None:
            continue
        price = _price(rule, each.wants)
        if rule.shared:
            _split(scoring, rule, told.declarer, price)
        else:
            scoring.book.pay(told.declarer, each.holder, price, rule.paid_clause)


def _price(rule: PurchaseRules, card: Card) -> int:
    return rule.mond_price if card is MONDO else rule.price


def _split(scoring: Scoring, rule: PurchaseRules, declarer: int, price: int) -> None:
    """The price in equal parts to the opponents; the rest one by one in order of play from the declarer."""
    came, clause = scoring.came, scoring.game.price_rest
    around = [(declarer + further) % came.seats for further in range(1, came.seats)]
    opponents = [seat for seat in around if came.sides.of[seat] != came.sides.of[declarer]]
    part, rest = divmod(price, len(opponents))
    if rest and clause is not None:
        scoring.applied.append(clause)
    for place, seat in enumerate(opponents):
        more = 1 if place < rest and clause is not None else 0
        scoring.book.pay(declarer, seat, part + more, rule.paid_clause)
