"""What is announced with cards laid face up: trumps of which something is paid, and the Pagat.

Source: clauses of the kinds trump-announcement and kontra.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from analyzer.cards.card import FOOL, PAGAT, Card
from analyzer.messages import Message, Name, in_a_row, say
from analyzer.rules.score.tapp import PAGAT as PAGAT_SAID
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.contracts import TappScore, TrumpsShown
from analyzer.rules.verdicts import Violation


def judge_said(rules: TrumpsShown, player: str, hand: Collection[Card], number: int) -> tuple[Violation, ...]:
    """What speaks against announcing so many trumps from a hand, whichever of them are shown.

    The Fool can stand for one only where every other trump of the hand is shown with it.
    """
    trumps = sum(card.is_trump for card in hand)
    has = trumps + 1 if rules.fool_counts and FOOL in hand and trumps + 1 == number else trumps
    wrong = _wrong_number(rules, player, number)
    if has < number:
        wrong.append(
            say(
                "{player} announces {said} trumps and has {number}",
                player=Name(player),
                said=number,
                number=has,
            )
        )
    return tuple(Violation(rules.clause, (), text) for text in wrong)


def judge_shown(
    rules: TrumpsShown, player: str, hand: Collection[Card], shown: Collection[Card]
) -> tuple[Violation, ...]:
    """What speaks against showing these cards of a hand as so many trumps."""
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


def _wrong_number(rules: TrumpsShown, player: str, number: int) -> list[Message]:
    if number >= rules.number:
        return []
    who = Name(player)
    return [
        say(
            "{player} shows {number} trumps; {least} are needed",
            player=who,
            number=number,
            least=rules.number,
        )
    ]


def judge_pagat(
    rules: TappScore, names: Sequence[str], told: HandTold, hands: Mapping[int, Collection[Card]]
) -> tuple[Violation, ...]:
    """What speaks against a Pagat that was announced, or a Kontra to it; `hands` are those that are known."""
    said = [seat for seat, words in told.announced.items() if PAGAT_SAID in words]
    wrong = []
    for seat in said:
        player = Name(names[seat])
        if told.declarer is not None and seat != told.declarer:
            text = say("{player} announces the Pagat and does not declare", player=player)
            wrong.append(Violation(rules.kontra, (PAGAT,), text))
        elif PAGAT not in hands.get(seat, {PAGAT}):
            text = say("{player} announces the Pagat and does not hold it", player=player)
            wrong.append(Violation(rules.kontra, (PAGAT,), text))
    for seat in sorted(told.kontra):
        player = Name(names[seat])
        if not said:
            text = say("{player} says Kontra, and nobody announced the Pagat", player=player)
            wrong.append(Violation(rules.kontra, (), text))
        elif seat == told.declarer:
            text = say("{player} says Kontra to his own announcement", player=player)
            wrong.append(Violation(rules.kontra, (), text))
    return tuple(wrong)
