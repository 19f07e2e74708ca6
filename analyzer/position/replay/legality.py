"""The verdict on one written card: legal, or forbidden by which clause, with what was legal instead.

This is the revoke verdict of a replay: the message says who had to do what, and the error carries the
clause, the legal cards in canonical order, and the place of the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove, Where
from analyzer.messages import Message, Name, Word, in_a_row, say
from analyzer.rules.actions import Action
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.play.legality import judge_name, judge_play
from analyzer.rules.play.table import Table, legal

OUT_OF_TURN: Final = "play.lead"
"""The clause of whose turn it is, in games that know no irregularity of it."""
Refusal = tuple[str, Message]
"""The id of the clause that forbids a card, and why in words."""


def illegal_card(
    table: Table, word: Action, players: Sequence[str], *, seat: int, demanded: bool
) -> IllegalMove | None:
    """Why `seat` may not play a card to the trick on the table; `demanded` if it must be the Fool.

    Source: clauses play.lead, play.follow, play.trump, fool.any-trick, fool.naming, fool.second-to-last,
    fool.demand, irregularity.lead-out-of-turn, irregularity.premature-play.
    """
    assert word.card is not None
    who, hand = Name(players[seat]), table.hands[seat]
    refusal = None if word.card in hand else not_held(table, word.card, players)
    by = seat if refusal is None else holder_of(table, word.card)
    if refusal is None and demanded and not word.card.is_fool:
        refusal = (
            "fool.demand",
            say("{who} plays {card}, but the Fool was demanded of him", who=who, card=word.card),
        )
    if refusal is None:
        refusal = _revokes(table, hand, word.card, who)
    if refusal is None:
        refusal = _wrongly_named(table, word, who)
        readable = word.suit is not None and not table.trick and table.spec.pots is not None
        by = seat if readable else None
    if refusal is None:
        return None
    legal = legal_words(table, seat if word.card in hand else table.holder, demanded=demanded)
    return refused(table, *refusal, legal, word.where, by)


def legal_words(table: Table, seat: int, *, demanded: bool = False) -> tuple[str, ...]:
    """What a seat may play to the trick, as a line writes it; a led Fool once for each suit."""
    cards = frozenset({FOOL}) if demanded else legal(table.hands[seat], table.trick, table.spec)
    words = tuple(str(card) for card in sorted(cards) if not card.is_fool)
    if FOOL not in cards:
        return words
    if table.trick or not table.spec.fool.named:
        return (*words, "fool")
    return (*words, *(f"fool={suit}" for suit in table.nameable()))


def refused(
    table: Table,
    clause: str,
    reason: Message,
    legal: Sequence[str] = (),
    where: Where | None = None,
    seat: int | None = None,
) -> IllegalMove:
    """The refusal of a move in the trick on the table, by a seat where it is known whose it is."""
    text = say("{trick}: {reason}", trick=trick_words(table), reason=reason)
    return IllegalMove(text, clause, legal, where, seat, reason)


def holder_of(table: Table, card: Card) -> int | None:
    """Who holds a card; None for one that is in no hand."""
    return next((seat for seat, hand in enumerate(table.hands) if card in hand), None)


def trick_words(table: Table) -> Message:
    """Which trick it is: `the last trick`, or for example `trick 23, 3 left`."""
    if table.tricks_left == 1:
        return say("the last trick")
    number = table.spec.table.hand_size - table.tricks_left + 1
    said = say("trick {number}, {left} left", number=number, left=table.tricks_left)
    return said.or_brief("trick {number}, {left} tricks to go")


def not_held(table: Table, card: Card, players: Sequence[str]) -> Refusal | None:
    """Why a card cannot be the next one: somebody else holds it, or nobody does any more."""
    who = Name(players[table.holder])
    if card in table.hands[table.holder]:
        return None
    other = holder_of(table, card)
    if other is None:
        return "table.hand", say("{card} is in no hand any more, and it is {who} to play", card=card, who=who)
    words: dict[str, Word] = {"other": Name(players[other]), "card": card, "who": who}
    own = table.spec.pots is None
    if table.trick:
        clause = OUT_OF_TURN if own else "irregularity.premature-play"
        return clause, say("{other} holds {card}, but it is {who} to play", **words)
    clause = OUT_OF_TURN if own else "irregularity.lead-out-of-turn"
    return clause, say("{other} holds {card}, but it is {who} to lead", **words)


def _revokes(table: Table, hand: frozenset[Card], card: Card, who: Name) -> Refusal | None:
    revoke = judge_play(table.spec, hand, table.led, card, [each.card for each in table.trick])
    if revoke is None:
        return None
    follow, trump, _ = table.spec.duty.clauses
    if card.is_fool or table.led is None or revoke.clause not in (follow, trump):
        return revoke.clause, say("{who}: {fault}", who=who, fault=revoke.text)
    words: dict[str, Word] = {"who": who, "card": card, "suit": SUIT_WORDS[table.led]}
    if revoke.clause == follow:
        held = in_a_row(sorted(each for each in hand if each.suit is table.led))
        said = say("{who} plays {card} to {suit} while holding {held}", **words, held=held)
        return revoke.clause, said
    trumps = in_a_row(sorted(each for each in hand if each.is_trump))
    return revoke.clause, say(
        "{who} plays {card}, void in {suit}, while holding {held}", **words, held=trumps
    )


def _wrongly_named(table: Table, word: Action, who: Name) -> Refusal | None:
    if word.card != FOOL:
        return None
    if table.spec.pots is None:
        return _wrongly_led(table, word, who)
    if not table.trick and word.suit is None:
        return "fool.naming", say("{who} leads the Fool without naming a suit", who=who)
    if table.trick and word.suit is not None:
        return "fool.naming", say("{who} names a suit for a Fool that is not led", who=who)
    if word.suit is None:
        return None
    others = (card for seat, hand in enumerate(table.hands) if seat != table.holder for card in hand)
    wrong = judge_name(table.spec, word.suit, others)
    return None if wrong is None else (wrong.clause, say("{who}: {fault}", who=who, fault=wrong.text))


def _wrongly_led(table: Table, word: Action, who: Name) -> Refusal | None:
    """What is wrong with the suit that goes with a Fool, or that does not, in a game of card points.

    Source: clause fool.led.
    """
    named = table.spec.fool.named and not table.trick
    if word.suit is None and named:
        return "fool.led", say("{who} leads the Fool without naming a suit", who=who)
    if word.suit is not None and not named:
        return "fool.led", say("{who} names a suit for the Fool, which names none here", who=who)
    if word.suit is not None and word.suit not in table.nameable():
        return "fool.led", say("the Fool names {suit}, which nobody else can follow", suit=word.suit)
    return None
