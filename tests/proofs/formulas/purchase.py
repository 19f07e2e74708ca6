"""The clauses of a purchase as formulas: whether cards may be asked for and exchanged.

Every hand may be known or not; it is as the exchanges before have left it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from analyzer.cards.card import Card
from analyzer.proofs.smt import Holding, Truth, every, follows, not_, some
from analyzer.rules.score.hand import Purchase
from analyzer.rules.spec.kinds.bidding import Bought, PurchaseRules

Hands = Sequence[Holding]


def may_be_bought(
    rules: PurchaseRules,
    most: int,
    hands: Hands,
    declarer: int,
    bought: Sequence[Purchase],
    away: Collection[Card],
) -> dict[str, Truth]:
    """Every clause that speaks of purchases, by id: whether all of these keep it.

    `most` is how many cards may be asked for, `away` the cards that the dealer laid away.

    Source: clauses of the kinds purchase, purchase-in-discard, purchase-price and contracts.
    """
    again = [each for each in bought if each.wants in away and rules.in_discard is Bought.ANOTHER]
    asked: list[Truth] = [len(bought) - len(again) <= most]
    had: list[Truth] = []
    for each, now in zip(bought, _on_the_way(hands, declarer, bought), strict=False):
        own = now[declarer]
        asked.append(not_(own.get(each.wants, False)))
        asked.append(rules.trumps or (each.wants.suit is not None and not each.wants.is_trump))
        if each.wants in away:
            had.append(each.gives is None and each.holder is None)
            continue
        asked.append(each.gives is None or own.get(each.gives, False))
        asked.append(each.holder is None or now[each.holder].get(each.wants, False))
        asked.append(follows(rules.swaps, each.gives is not None))
    return (
        {rules.clause: every(asked), rules.in_discard_clause: every(had)}
        if had
        else {rules.clause: every(asked)}
    )


def _on_the_way(hands: Hands, declarer: int, bought: Sequence[Purchase]) -> Iterator[Hands]:
    """The hands before each exchange: a card goes over where it is held, and one of the declarer's back."""
    now = [dict(hand) for hand in hands]
    for each in bought:
        yield now
        wants, gives = each.wants, each.gives
        others = [seat for seat in range(len(now)) if seat != declarer]
        held = some(now[seat].get(wants, False) for seat in others)
        moves: Truth = False
        if gives is not None:
            mine = now[declarer].get(wants, False)
            moves = every((now[declarer].get(gives, False), held, not_(mine)))
        after = [dict(hand) for hand in now]
        for seat in others:
            from_here = every((moves, now[seat].get(wants, False)))
            after[seat][wants] = every((now[seat].get(wants, False), not_(moves)))
            if gives is not None:
                after[seat][gives] = some((now[seat].get(gives, False), from_here))
        after[declarer][wants] = some((now[declarer].get(wants, False), moves))
        if gives is not None:
            after[declarer][gives] = every((now[declarer].get(gives, False), not_(moves)))
        now = after
    yield now
