"""The verdict on one written card: legal, or forbidden by which clause, with what was legal instead.

This is the revoke verdict of a replay: the message says who had to do what, and the error carries the
clause, the legal cards in canonical order, and the place of the word.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from analyzer.cards.card import FOOL, Card
from analyzer.errors import IllegalMove
from analyzer.rules.actions import Action
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.play.legality import judge_play
from analyzer.rules.play.table import Table, legal

Refusal = tuple[str, str]
"""The id of the clause that forbids a card, and why in words."""


def illegal_card(
    table: Table, word: Action, players: Sequence[str], *, seat: int, demanded: bool
) -> IllegalMove | None:
    """Why `seat` may not play a card to the trick on the table; `demanded` if it must be the Fool.

    Source: clauses play.lead, play.follow, play.trump, fool.any-trick, fool.naming, fool.second-to-last,
    fool.demand, irregularity.lead-out-of-turn, irregularity.premature-play.
    """
    assert word.card is not None
    who, hand = players[seat], table.hands[seat]
    refusal = None if word.card in hand else not_held(table, word.card, players)
    if refusal is None and demanded and not word.card.is_fool:
        refusal = "fool.demand", f"{who} plays {word.card}, but the Fool was demanded of him"
    if refusal is None:
        refusal = _revokes(table, hand, word.card, who) or _wrongly_named(table, word, who)
    if refusal is None:
        return None
    words = legal_words(table, seat if word.card in hand else table.holder, demanded=demanded)
    return IllegalMove(f"{trick_words(table)}: {refusal[1]}", refusal[0], words, word.where)


def legal_words(table: Table, seat: int, *, demanded: bool = False) -> tuple[str, ...]:
    """What a seat may play to the trick, as a line writes it; a led Fool once for each suit."""
    cards = frozenset({FOOL}) if demanded else legal(table.hands[seat], table.trick, table.spec)
    words = tuple(str(card) for card in sorted(cards) if not card.is_fool)
    if FOOL not in cards:
        return words
    if table.trick:
        return (*words, "fool")
    return (*words, *(f"fool={suit}" for suit in table.nameable()))


def trick_words(table: Table) -> str:
    """Which trick it is: `the last trick`, or for example `trick 23, 3 left`."""
    if table.tricks_left == 1:
        return "the last trick"
    number = table.spec.table.hand_size - table.tricks_left + 1
    return f"trick {number}, {table.tricks_left} left"


def in_words(cards: Collection[Card]) -> str:
    """Cards in canonical order, separated by blanks."""
    return " ".join(str(card) for card in sorted(cards))


def not_held(table: Table, card: Card, players: Sequence[str]) -> Refusal | None:
    """Why a card cannot be the next one: somebody else holds it, or nobody does any more."""
    who = players[table.holder]
    if card in table.hands[table.holder]:
        return None
    other = next((seat for seat, hand in enumerate(table.hands) if card in hand), None)
    if other is None:
        return "table.hand", f"{card} is in no hand any more, and it is {who} to play"
    if table.trick:
        return "irregularity.premature-play", f"{players[other]} holds {card}, but it is {who} to play"
    return "irregularity.lead-out-of-turn", f"{players[other]} holds {card}, but it is {who} to lead"


def _revokes(table: Table, hand: frozenset[Card], card: Card, who: str) -> Refusal | None:
    revoke = judge_play(table.spec, hand, table.led, card, [each.card for each in table.trick])
    if revoke is None:
        return None
    follow, trump, _ = table.spec.duty.clauses
    if card.is_fool or table.led is None or revoke.clause not in (follow, trump):
        return revoke.clause, f"{who}: {revoke.text}"
    led = SUIT_WORDS[table.led]
    if revoke.clause == follow:
        held = in_words([each for each in hand if each.suit is table.led])
        return revoke.clause, f"{who} plays {card} to {led} while holding {held}"
    trumps = in_words([each for each in hand if each.is_trump])
    return revoke.clause, f"{who} plays {card}, void in {led}, while holding {trumps}"


def _wrongly_named(table: Table, word: Action, who: str) -> Refusal | None:
    if word.card != FOOL:
        return None
    if not table.trick and word.suit is None:
        return "fool.naming", f"{who} leads the Fool without naming a suit"
    if table.trick and word.suit is not None:
        return "fool.naming", f"{who} names a suit for a Fool that is not led"
    return None
