"""The clauses of what is announced before the play as formulas: trumps shown, and what is declared.

A hand may be known or not, and so may the cards that are shown of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.card import DECK, FOOL, PAGAT
from analyzer.proofs.discard import Combination, combinations_of
from analyzer.proofs.smt import Holding, Truth, every, exactly, follows, held, not_, number_of, some
from analyzer.rules.deal.combinations import Declaration
from analyzer.rules.score.opening import NO_TRUMPS
from analyzer.rules.spec.kinds.target import MiseryRules, TrumpsShown
from analyzer.rules.spec.ruleset import RuleSet

TRUMPS = tuple(card for card in DECK if card.is_trump)


def may_announce(rules: TrumpsShown, hand: Holding | None, number: int) -> Truth:
    """Whether so many trumps may be announced with a hand, whichever of them are shown; None is any hand.

    Source: clause of the kind trump-announcement.
    """
    if hand is None:
        return rules.fits(number)
    has = number_of(held(hand, TRUMPS))
    with_fool = every((rules.fool_counts, hand.get(FOOL, False), has >= number - 1))
    return every((rules.fits(number), some((has >= number, with_fool))))


def may_show(rules: TrumpsShown, hand: Holding, shown: Holding) -> Truth:
    """Whether these cards may be shown as trumps: the Fool among them only with all others.

    Source: clause of the kind trump-announcement.
    """
    cards = sorted(shown)
    right = [card.is_trump or (rules.fool_counts and card == FOOL) for card in cards]
    trumps = every(follows(shown[card], fits) for card, fits in zip(cards, right, strict=True))
    mine = every(follows(shown[card], hand.get(card, False)) for card in cards)
    others = every(follows(hand.get(card, False), shown.get(card, False)) for card in TRUMPS)
    fool = follows(every((shown.get(FOOL, False), rules.fool_counts)), others)
    number = number_of(shown.values())
    enough = some(number == each for each in rules.amounts) if rules.exactly else number >= rules.number
    return every((enough, trumps, mine, fool))


def may_announce_misery(rules: MiseryRules, hand: Holding, word: str) -> Truth:
    """Whether a hand has none of the cards that a player says he has none of.

    Source: clause of the kind misery-pays.
    """
    fool = [FOOL] if rules.fool_counts else []
    without = (*TRUMPS, *fool) if word == NO_TRUMPS else [card for card in DECK if card.is_court]
    return not_(some(hand.get(card, False) for card in without))


def may_announce_pagat(seat: int, declarer: int | None, hand: Holding) -> Truth:
    """Whether a seat may announce the Pagat: it declares, and can lay the card face up.

    Source: clause of the kind kontra.
    """
    return every((declarer in (None, seat), hand.get(PAGAT, True)))


def may_say_kontra(seat: int, declarer: int | None, announced: Truth) -> Truth:
    """Whether a seat may say Kontra to an announced Pagat.

    Source: clause of the kind kontra.
    """
    return every((announced, seat != declarer))


def is_declared_rightly(
    rules: RuleSet, hand: Holding, said: Declaration, before: Sequence[Declaration]
) -> Truth:
    """Whether a hand holds what was declared, which was not declared before.

    Source: clauses of the kinds trumps-declared, courts-declared and matador-declaration.
    """
    again = any((each.kind, each.suit) == (said.kind, said.suit) for each in before)
    return every(
        (
            not again,
            some(_holds(each, said, hand) for each in combinations_of(rules, hand) if _is(each, said)),
        )
    )


def _is(each: Combination, said: Declaration) -> bool:
    """Whether a combination is of the kind that was declared."""
    graded = said.kind in ("cavallerie", "kings")
    if graded != bool(each.four):
        return False
    return each.suit is said.suit if graded else each.clause.endswith(said.kind)


def _holds(each: Combination, said: Declaration, hand: Holding) -> Truth:
    if said.number is not None:
        return every((each.there, each.number >= said.number))
    if said.grade == "full":
        return each.grades["full"]
    lacks = said.missing is None or every(held(hand, (card for card in each.four if card != said.missing)))
    short = some((every(held(hand, each.four)), exactly(held(hand, each.four), len(each.four) - 1)))
    return every((short, hand.get(FOOL, False), lacks))
