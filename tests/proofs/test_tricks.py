"""Who wins a trick and what may be played: Z3's formulas are those of the engine, and proved of all cards."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
import z3
from contract.formulas import playable, taken_by
from rulesets import FORMS, rules_for

from analyzer.cards.card import FOOL, MONDO, PAGAT, Suit, cards
from analyzer.proofs.play import (
    FOOL_SUIT,
    SUITS,
    TRUMPS,
    Past,
    Played,
    any_cards,
    height_of,
    strength,
    suit_led,
    takes,
)
from analyzer.proofs.smt import SmtQuestion, Truth, every, follows, not_, number_of, same, some
from analyzer.rules.actions import Sides
from analyzer.rules.play import table
from analyzer.rules.play.table import Course, Laid
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose

FEW = cards("h2 h1 sR T1 T9 T21 fool")
ALL = {f"{name}-{seats}": rules_for(name, seats).game for name, seats in FORMS}
every_game = pytest.mark.parametrize("spec", ALL.values(), ids=ALL)
SLOVENIAN = {
    "normal": {},
    "any order": {"three-trumps": "any-order"},
    "never in colour valat": {"three-trumps-in-colour-valat": "never"},
    "that trick": {"colour-valat-ends": "that-trick"},
    "own leads": {"colour-valat-leads": "declarers-side"},
}
every_reading = pytest.mark.parametrize("variant", SLOVENIAN.values(), ids=SLOVENIAN)


def slovenian(variant: dict[str, str], contract: str | None = None) -> GameSpec:
    return apply_contract(choose(load_ruleset("slovenian"), variant).game, contract)


class AnyTrick:
    """So many cards of a deck, all different, and whatever was before them."""

    def __init__(self, spec: GameSpec, number: int) -> None:
        self.question = SmtQuestion()
        self.laid = [Played.unknown(f"card{place}") for place in range(number)]
        self.past, self.name = Past.unknown(), z3.Int("name")
        self.question.given(*any_cards(spec.table.deck, self.laid), self.name >= 0, self.name < FOOL_SUIT)
        self.takes = [takes(spec, self.laid, place, self.past, self.name) for place in range(number)]

    def proves(self, part: Truth) -> bool:
        return not self.question.possible((), not_(part))


@every_game
def test_a_card_is_as_strong_in_the_formula_as_in_the_engine_whatever_is_led(spec: GameSpec) -> None:
    for suit in Suit:
        by_engine = {card: table.strength(card, suit, spec) for card in spec.table.deck}
        by_formula = {
            card: strength(spec, Played.from_card(card), SUITS.index(suit)) for card in spec.table.deck
        }
        assert {card for card, each in by_engine.items() if each} == {
            card for card, each in by_formula.items() if each
        }
        assert sorted(by_engine, key=lambda card: (by_engine[card], card)) == sorted(
            by_formula, key=lambda card: (by_formula[card], card)
        )


@every_game
@pytest.mark.parametrize("number", [2, 5])
def test_one_card_wins_every_trick_of_up_to_five_whatever_was_before(spec: GameSpec, number: int) -> None:
    trick = AnyTrick(spec, number)
    assert trick.proves(number_of(trick.takes) == 1)


@every_game
def test_but_for_the_tricks_a_game_names_the_strongest_card_wins(spec: GameSpec) -> None:
    trick = AnyTrick(spec, 5)
    led = suit_led(spec, trick.laid, trick.name)
    strengths = [strength(spec, card, led) for card in trick.laid]
    shown = some(each > 0 for each in strengths)
    named_otherwise = every((spec.fool.top_when_swept, trick.past.last, trick.past.leader_swept))
    if spec.pots is None and spec.tricks is not None:
        all_three = every(some(card.is_(each) for card in trick.laid) for each in (FOOL, MONDO, PAGAT))
        named_otherwise = some((named_otherwise, trick.past.colour, all_three))
    highest = (
        follows(won, every(mine >= other for other in strengths))
        for won, mine in zip(trick.takes, strengths, strict=True)
    )
    assert trick.proves(follows(every((shown, not_(named_otherwise))), every(highest)))


@every_reading
@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_pagat_beats_the_mond_only_behind_the_fool_and_the_mond(
    variant: dict[str, str], number: int
) -> None:
    spec = slovenian(variant)
    trick = AnyTrick(spec, number)
    won = some(
        every((takes, card.is_(PAGAT), some(other.is_(MONDO) for other in trick.laid)))
        for takes, card in zip(trick.takes, trick.laid, strict=True)
    )
    in_order = some(
        every((trick.laid[fool].is_(FOOL), trick.laid[mond].is_(MONDO), trick.laid[pagat].is_(PAGAT)))
        for fool, mond, pagat in (
            permutations(range(number), 3) if "three-trumps" in variant else combinations(range(number), 3)
        )
    )
    plain = every((trick.laid[0].suit != TRUMPS, trick.laid[0].suit != FOOL_SUIT))
    over = False if "colour-valat-ends" in variant else trick.past.trump_led
    whose = trick.past.own_lead if "colour-valat-leads" in variant else True
    beaten = every((trick.past.colour, plain, not_(over), whose))
    never = every((trick.past.colour, "three-trumps-in-colour-valat" in variant))
    assert trick.proves(same(won, every((in_order, not_(beaten), not_(never)))))


@pytest.mark.parametrize("contract", ["beggar", "misere"])
def test_in_beggar_and_misere_nothing_wins_but_the_strongest_card(contract: str) -> None:
    trick = AnyTrick(slovenian({"three-trumps": "any-order"}, contract), 4)
    pagat = some(every((won, card.is_(PAGAT))) for won, card in zip(trick.takes, trick.laid, strict=True))
    other = some(every((card.suit == TRUMPS, not_(card.is_(PAGAT)))) for card in trick.laid)
    assert trick.proves(follows(every((not_(trick.past.colour), other)), not_(pagat)))


@every_reading
def test_where_the_suit_led_beats_trumps_its_highest_card_wins(variant: dict[str, str]) -> None:
    spec = slovenian(variant)
    trick = AnyTrick(spec, 4)
    first = trick.laid[0]
    plain = every((first.suit != TRUMPS, first.suit != FOOL_SUIT))
    beats = every((trick.past.colour, plain, not_(trick.past.trump_led), trick.past.own_lead))
    for won, card in zip(trick.takes, trick.laid, strict=True):
        highest = every(
            some((other.suit != first.suit, height_of(spec, other) <= height_of(spec, card)))
            for other in trick.laid
        )
        assert trick.proves(follows(beats, same(won, every((card.suit == first.suit, highest)))))


@pytest.mark.parametrize("name", ["french", "appel"])
def test_a_fool_led_last_wins_for_a_side_that_swept_and_never_otherwise(name: str) -> None:
    trick = AnyTrick(load_ruleset(name).game, 4)
    led = every((trick.laid[0].is_(FOOL), trick.past.last, trick.past.leader_swept))
    won = some(every((takes, card.is_(FOOL))) for takes, card in zip(trick.takes, trick.laid, strict=True))
    assert trick.proves(same(won, led))


@every_reading
def test_engine_and_formula_give_a_trick_of_a_few_cards_to_the_same_seat(variant: dict[str, str]) -> None:
    spec = slovenian(variant)
    pasts = [
        Course(Sides.against(4, declarer, None), trump_led=led, colour=0)
        for declarer, led in product((0, 1), (False, True))
    ]
    for trick in permutations(FEW, 3):
        laid = [Laid(seat, card) for seat, card in enumerate(trick)]
        for course in (Course(), *pasts):
            assert taken_by(laid, spec, course, 2) == [table.winner(laid, spec, course, 2)], (trick, course)


@pytest.mark.parametrize("seats", [3, 5])
def test_engine_and_formula_know_the_fool_on_top(seats: int) -> None:
    spec = rules_for("french", seats).game
    for trick in permutations(FEW, 3):
        laid = [Laid(seat, card) for seat, card in enumerate(trick)]
        for swept, left in product((None, 0, 1), (1, 2)):
            course = Course(Sides.against(seats, 0, None), swept=swept)
            assert taken_by(laid, spec, course, left) == [table.winner(laid, spec, course, left)]


DUTIES = {
    "no duty to beat": ("basic", None),
    "a duty to overtrump": ("french", None),
    "the Fool a trump": ("slovenian", "two"),
    "the Fool a trump, and a duty to beat": ("slovenian", "beggar"),
}


@pytest.mark.parametrize(("name", "contract"), DUTIES.values(), ids=DUTIES)
def test_engine_and_formula_let_the_same_cards_be_played_to_every_trick_of_a_few(
    name: str, contract: str | None
) -> None:
    spec = apply_contract(load_ruleset(name).game, contract)
    for number in (0, 1, 2, 3):
        for trick in permutations(FEW, number):
            laid = [Laid(seat, card) for seat, card in enumerate(trick)]
            rest = [card for card in FEW if card not in trick]
            for hand in combinations(rest, 3):
                assert playable(hand, laid, spec) == table.legal(hand, laid, spec), (trick, hand)
