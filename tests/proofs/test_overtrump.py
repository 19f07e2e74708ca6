"""The duty to overtrump: Z3's formula, the engine and the words of the clause tell the same cards."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from msgspec.structs import replace
from proofs.formulas.overtrump import by_the_words, smallest_case

from analyzer.cards.card import FOOL, Card, Suit, cards
from analyzer.proofs.play import PlayClauses, named
from analyzer.proofs.smt import make_holding
from analyzer.rules.play.table import Laid, legal
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form

FEW: tuple[Card, ...] = cards("h2 h1 sR T1 T9 T21 fool")


@pytest.mark.parametrize("seats", [3, 5])
def test_the_formula_is_proved_to_be_what_the_clause_says_for_every_hand_and_trick(seats: int) -> None:
    assert smallest_case(in_form(load_ruleset("french"), seats)) is None


def test_the_engine_obeys_the_words_in_every_trick_of_up_to_five_of_a_few_cards() -> None:
    rules = load_ruleset("french").game
    for number in range(1, 5):
        for trick in permutations(FEW, number):
            laid = [Laid(seat, card) for seat, card in enumerate(trick)]
            rest = [card for card in FEW if card not in trick]
            for size in range(1, len(rest) + 1):
                for hand in map(frozenset, combinations(rest, size)):
                    assert legal(hand, laid, rules) == by_the_words(hand, trick), (trick, hand)


def test_the_formula_and_the_engine_agree_card_by_card() -> None:
    rules = load_ruleset("french").game
    play = PlayClauses(rules)
    for trick in permutations(FEW, 2):
        led = next(card.suit for card in trick if card.suit is not None)
        rest = frozenset(FEW) - set(trick)
        for hand in map(frozenset, combinations(rest, 3)):
            holding, table = make_holding(hand, FEW), make_holding(trick, FEW)
            may = {card for card in hand if play.may_play(holding, 3, named(led), card, table) is True}
            assert may == legal(hand, [Laid(seat, card) for seat, card in enumerate(trick)], rules)


def test_without_the_duty_a_smallest_case_shows_what_the_clause_forbids() -> None:
    french, basic = load_ruleset("french"), load_ruleset("basic")
    free = replace(french, game=replace(french.game, duty=basic.game.duty))
    found = smallest_case(free)
    assert found is not None
    hand, trick = found
    assert len(hand) == 2
    assert {Suit.TRUMPS} == {card.suit for card in hand if card != FOOL}
    assert any(card.is_trump for card in trick)
