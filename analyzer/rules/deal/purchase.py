"""Cards that a declarer asks for before the play, and announcements with cards face up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from analyzer.cards.card import FOOL, PAGAT, Card
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Name, either, in_a_row, say, say_many
from analyzer.rules.score.hand import HandFacts, Purchase
from analyzer.rules.score.opening import MISERIES, NO_COURTS, NO_TRUMPS, declared_trumps
from analyzer.rules.score.sheets import PAGAT_BONUS as PAGAT_SAID
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.bidding import Bought, PurchaseRules
from analyzer.rules.spec.kinds.contracts import DifferenceSheet
from analyzer.rules.spec.kinds.target import MiseryRules, TrumpsShown
from analyzer.rules.verdicts import Violation

# Cards that a declarer asks for before the play: judged, and exchanged.
#
# Source: clauses of the kinds purchase, purchase-in-discard, purchase-price and contracts.


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


# Announcements with cards face up: trumps that are paid for, and the Pagat.
#
# Source: clauses of the kinds trump-announcement and kontra.


TRUMPS: Final = 21
"""The number of trumps in every pack, without the Fool."""


def judge_purchase_words(
    rules: TrumpsShown, player: str, hand: Collection[Card] | None, number: int
) -> tuple[Violation, ...]:
    """Return the faults of announcing a number of trumps from a hand, whichever of them are shown.

    The Fool can replace one only if every other trump of the hand is shown with it. None is an unknown hand.
    """
    wrong, has = _wrong_number(rules, player, number), number
    if hand is not None:
        trumps = sum(card.is_trump for card in hand)
        has = trumps + 1 if rules.fool_counts and FOOL in hand and trumps + 1 == number else trumps
    if has < number:
        wrong.append(
            say(
                "{player} announces {said} {said:trump/trumps} and has {number}",
                player=Name(player),
                said=number,
                number=has,
            )
        )
    return tuple(Violation(rules.clause, (), text) for text in wrong)


def judge_shown(
    rules: TrumpsShown, player: str, hand: Collection[Card], shown: Collection[Card]
) -> tuple[Violation, ...]:
    """Return the faults of showing these cards of a hand as trumps."""
    who, cards = Name(player), sorted(shown)
    wrong = _wrong_number(rules, player, len(frozenset(shown)))
    strange = [card for card in cards if not (card.is_trump or (rules.fool_counts and card == FOOL))]
    if strange:
        wrong.append(say("{cards} does not count as a trump", cards=in_a_row(strange)))
    missing = [card for card in cards if card not in hand]
    if missing:
        wrong.append(say("{player} does not hold {cards}", player=who, cards=in_a_row(missing)))
    kept = sorted(card for card in hand if card.is_trump and card not in shown)
    if FOOL in shown and rules.fool_counts and kept:
        text = say("{player} shows the Fool among trumps and keeps {cards}", player=who, cards=in_a_row(kept))
        wrong.append(text)
    return tuple(Violation(rules.clause, (), text) for text in wrong)


def judge_words(rules: TrumpsShown, player: str, words: Collection[str]) -> Iterator[tuple[str, Violation]]:
    """Yield the faults of a player's announcements, whatever the cards, each with the superfluous word.

    The trumps of a hand are announced once; if there are several numbers, the highest counts.
    """
    most, who = declared_trumps(words), Name(player)
    for word in dict.fromkeys(words):
        number = declared_trumps([word])
        if number is not None and number != most:
            named = {"number": number, "most": most or 0}
            text = say(
                "{player} announces {number} {number:trump/trumps} in addition to {most}", player=who, **named
            )
            yield word, Violation(rules.clause, (), text)
        elif number is not None and NO_TRUMPS in words:
            text = say(
                "{player} announces {number} {number:trump/trumps}, and that he has none",
                player=who,
                number=number,
            )
            yield word, Violation(rules.clause, (), text)


def _wrong_number(rules: TrumpsShown, player: str, number: int) -> list[Message]:
    who, pack = Name(player), TRUMPS + rules.fool_counts
    if number > pack:
        return [
            say(
                "{player} announces {said} {said:trump/trumps} of {number}",
                player=who,
                said=number,
                number=pack,
            )
        ]
    if rules.fits(number):
        return []
    if rules.exactly:
        text = say(
            "{player} shows {number} {number:trump/trumps}; a handful has {numbers}",
            player=who,
            number=number,
            numbers=either(rules.amounts),
        )
        return [text]
    return [
        say(
            "{player} shows {number} {number:trump/trumps}; {least} are needed",
            player=who,
            number=number,
            least=rules.number,
        )
    ]


def judge_misery(
    rules: MiseryRules, player: str, hand: Collection[Card], words: Collection[str]
) -> Iterator[tuple[str, Violation]]:
    """Yield the faults of saying that a hand has no trump, or no court, each with its word."""
    for word in (each for each in MISERIES if each in words):
        has = sorted(card for card in hand if is_of_misery(rules, card, word))
        if has:
            who, cards = Name(player), in_a_row(has)
            text = (
                say("{player} says that he has no court, and has {cards}", player=who, cards=cards)
                if word == NO_COURTS
                else say("{player} says that he has no trump, and has {cards}", player=who, cards=cards)
            )
            yield word, Violation(rules.clause, tuple(has), text)


def is_of_misery(rules: MiseryRules, card: Card, word: str) -> bool:
    """Return True if a card is one of those that the word says are not there."""
    if word == NO_COURTS:
        return card.is_court
    return card.is_trump or (rules.fool_counts and card == FOOL)


def judge_pagat(
    rules: DifferenceSheet, names: Sequence[str], told: HandFacts, hands: Sequence[Collection[Card] | None]
) -> Iterator[tuple[int, Violation]]:
    """Yield the faults of an announced Pagat, each with its player; None is an unknown hand."""
    for seat in (seat for seat, words in told.announced.items() if PAGAT_SAID in words):
        player, hand = Name(names[seat]), hands[seat]
        if told.declarer not in (None, seat):
            text = say("{player} announces the Pagat and does not declare", player=player)
            yield seat, Violation(rules.kontra, (PAGAT,), text)
        elif hand is not None and PAGAT not in hand:
            text = say("{player} announces the Pagat and does not hold it", player=player)
            yield seat, Violation(rules.kontra, (PAGAT,), text)


def judge_kontra(
    rules: DifferenceSheet, names: Sequence[str], told: HandFacts
) -> Iterator[tuple[int, Violation]]:
    """Yield the faults of a Kontra to an announced Pagat, each with its player."""
    announced = any(PAGAT_SAID in words for words in told.announced.values())
    for seat in sorted(told.kontra):
        player = Name(names[seat])
        if not announced:
            text = say("{player} says Kontra, and nobody announced the Pagat", player=player)
            yield seat, Violation(rules.kontra, (), text)
        elif seat == told.declarer:
            text = say("{player} says Kontra to his own announcement", player=player)
            yield seat, Violation(rules.kontra, (), text)
