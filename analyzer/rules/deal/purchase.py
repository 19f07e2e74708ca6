"""Cards that a declarer asks for before the play: judged, and exchanged.

Source: clauses of the kinds purchase, purchase-in-discard, purchase-price and contracts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, say, say_many
from analyzer.rules.score.told import Purchase
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Bought, PurchaseRules
from analyzer.rules.verdicts import Violation


class Buying(Record, frozen=True):
    """The facts of a purchase: the buyer, the contract, and every hand before it."""

    declarer: int
    contract: str
    hands: Sequence[frozenset[Card]]
    """The hands by seat, before any exchange."""
    names: Sequence[str]
    laid_away: Collection[Card] = frozenset()
    """The dealer's discard, as far as known."""


def judge_purchases(game: GameSpec, buying: Buying, purchases: Sequence[Purchase]) -> tuple[Violation, ...]:
    """Return every illegal purchase, in their order; the exchanges before it count for each one.

    Raises: ValueError for a game without purchases.
    """
    rules = game.purchase
    if rules is None:
        raise ValueError("nothing is bought in this game")
    contract = game.contract(buying.contract)
    most = 0 if contract is None else contract.buys
    more = purchases_left(rules, most, purchases, buying.laid_away)
    found = [] if more >= 0 else [_too_many(rules, buying, most - more, most)]
    hands = list(buying.hands)
    for each in purchases:
        found += _wrong(rules, buying, hands, each)
        hands = exchanged(hands, buying.declarer, each)
    return tuple(found)


def exchanged(hands: Sequence[frozenset[Card]], declarer: int, purchase: Purchase) -> list[frozenset[Card]]:
    """Return the hands after one exchange; unchanged if nobody holds the card, or none is given for it."""
    after = list(hands)
    wants, gives = purchase.wants, purchase.gives
    holder = next((seat for seat, hand in enumerate(hands) if wants in hand), None)
    if holder is None or gives is None or holder == declarer or gives not in hands[declarer]:
        return after
    after[holder] = hands[holder] - {wants} | {gives}
    after[declarer] = hands[declarer] - {gives} | {wants}
    return after


def undone(
    hands: Sequence[frozenset[Card]], declarer: int | None, purchases: Sequence[Purchase]
) -> list[frozenset[Card]]:
    """Return the hands before some exchanges, from those after them."""
    before = list(hands)
    for each in reversed(purchases if declarer is not None else ()):
        if declarer is None or each.holder is None or each.gives is None or each.holder == declarer:
            continue
        if each.wants in before[declarer]:
            before[declarer] -= {each.wants}
            before[each.holder] |= {each.wants}
        if each.gives in before[each.holder]:
            before[each.holder] -= {each.gives}
            before[declarer] |= {each.gives}
    return before


def _too_many(rules: PurchaseRules, buying: Buying, number: int, most: int) -> Violation:
    text = say_many(
        "{player} asks for a card, and may ask for none",
        "{player} asks for {number} cards, and may ask for {most}",
        number, player=Name(buying.names[buying.declarer]), most=most,
    )  # fmt: skip
    return Violation(rules.clause, (), text)


def _wrong(
    rules: PurchaseRules, buying: Buying, hands: Sequence[frozenset[Card]], each: Purchase
) -> Iterator[Violation]:
    player, own = Name(buying.names[buying.declarer]), hands[buying.declarer]
    if each.wants in own:
        text = say("{player} asks for {card}, which he holds himself", player=player, card=each.wants)
        yield Violation(rules.clause, (each.wants,), text)
    if not rules.trumps and (each.wants.is_trump or each.wants.is_fool):
        text = say("{card} is of no suit, and cards of a suit alone may be bought", card=each.wants)
        yield Violation(rules.clause, (each.wants,), text)
    if each.wants in buying.laid_away:
        yield from _in_discard(rules, each)
        return
    if each.gives is not None and each.gives not in own:
        text = say("{player} gives {card}, which he does not hold", player=player, card=each.gives)
        yield Violation(rules.clause, (each.gives,), text)
    yield from _wrong_holder(rules, buying, hands, each)
    if rules.swaps and each.gives is None:
        text = say("nothing is given for {card}", card=each.wants)
        yield Violation(rules.clause, (each.wants,), text)


def _in_discard(rules: PurchaseRules, each: Purchase) -> Iterator[Violation]:
    """Yield the violation of asking for a discarded card, unless another may be asked for instead."""
    if each.gives is not None or each.holder is not None:
        text: Message = say("{card} was discarded, and nobody has it to exchange", card=each.wants)
        yield Violation(rules.in_discard_clause, (each.wants,), text)


def _wrong_holder(
    rules: PurchaseRules, buying: Buying, hands: Sequence[frozenset[Card]], each: Purchase
) -> Iterator[Violation]:
    if each.holder is not None and each.wants not in hands[each.holder]:
        holder = Name(buying.names[each.holder])
        text = say("{player} does not hold {card}", player=holder, card=each.wants)
        yield Violation(rules.clause, (each.wants,), text)


def purchases_left(
    rules: PurchaseRules, most: int, bought: Sequence[Purchase], away: Collection[Card]
) -> int:
    """Return the number of cards that may still be asked for, of `most`; negative if it was too many."""
    lost = [each for each in bought if each.wants in away]
    return most - len(bought) + (len(lost) if rules.in_discard is Bought.ANOTHER else 0)
