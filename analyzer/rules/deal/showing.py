"""Announcements with cards face up: trumps that are paid for, and the Pagat.

Source: clauses of the kinds trump-announcement and kontra.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from analyzer.cards.card import FOOL, PAGAT, Card
from analyzer.messages import Message, Name, either, in_a_row, say
from analyzer.rules.score.opening import MISERIES, NO_COURTS, NO_TRUMPS, trumps_said
from analyzer.rules.score.tapp import PAGAT as PAGAT_SAID
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.kinds.sheets import DifferenceSheet
from analyzer.rules.spec.kinds.target import MiseryRules, TrumpsShown
from analyzer.rules.verdicts import Violation

TRUMPS: Final = 21
"""The number of trumps in every pack, without the Fool."""


def judge_said(
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
    most, who = trumps_said(words), Name(player)
    for word in dict.fromkeys(words):
        number = trumps_said([word])
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
    rules: DifferenceSheet, names: Sequence[str], told: HandTold, hands: Sequence[Collection[Card] | None]
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
    rules: DifferenceSheet, names: Sequence[str], told: HandTold
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
