"""Of five the called suit is barred from the first lead: engine, Z3 and moves agree on what may be led."""

from __future__ import annotations

import random

import pytest

from analyzer.cards.card import BY_TEXT, FOOL, Card
from analyzer.position.reading import loads
from analyzer.proofs.play import PlayClauses
from analyzer.rules.play.table import judge_play, playable
from analyzer.rules.spec.game import GameSpec, apply_contract
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import choose, in_form

WHOLE = """\
format: tarok-position/2
ruleset: tarot
players: [A, B, C, D, E]
contract: garde
declarer: B
called: hR
lead: A
discard: c1 c2 c3
hands: {HANDS}
"""


def of_five(reading: str = "barred") -> RuleSet:
    return in_form(choose(load_ruleset("tarot"), {"first-lead": reading}), 5)


def spec(called: str | None, reading: str = "barred") -> GameSpec:
    return apply_contract(of_five(reading).game, "garde", None if called is None else BY_TEXT[called])


def hand(seed: int, size: int) -> frozenset[Card]:
    """So many cards, in every third hand most hearts among them."""
    rng = random.Random(seed)
    deck = list(of_five().table.deck)
    rng.shuffle(deck)
    if seed % 3 == 0:
        deck.sort(key=lambda card: not str(card).startswith("h") or rng.random() < 0.3)
    return frozenset(deck[:size])


@pytest.mark.parametrize("called", ["hR", "hD", "dR"])
def test_the_first_card_is_of_another_suit_or_the_called_card_itself(called: str) -> None:
    game, card, barred = spec(called), BY_TEXT[called], 0
    for held in (hand(seed, 15) for seed in range(30)):
        may = playable(held, None, game)
        assert may == {each for each in held if each == card or each.suit is not card.suit}
        holding = dict.fromkeys(held, True)
        assert may == {each for each in held if PlayClauses(game).may_play(holding, 15, None, each)}
        for each in held - may:
            wrong = judge_play(game, held, None, each)
            assert wrong is not None
            assert (wrong.clause, {*wrong.legal}) == ("play.lead-called", may)
            barred += 1
    assert barred > 50


@pytest.mark.parametrize("size", [1, 2, 14])
def test_after_the_first_trick_any_card_is_led(size: int) -> None:
    game, held = spec("hR"), hand(3, size)
    assert playable(held, None, game) == held
    assert all(PlayClauses(game).may_play(dict.fromkeys(held, True), size, None, each) for each in held)


def test_nothing_is_barred_where_nobody_is_called_or_clubs_let_it_be_led() -> None:
    held = hand(3, 15)
    assert playable(held, None, spec(None)) == held
    assert playable(held, None, spec("hR", "free")) == held


def test_behind_an_excuse_that_was_led_the_called_suit_may_be_played() -> None:
    held = hand(3, 15)
    assert playable(held, None, spec("hR"), [FOOL]) == held


def test_a_whole_deal_of_five_tells_which_cards_may_be_led() -> None:
    deck = [str(card) for card in of_five().table.deck if str(card) not in ("c1", "c2", "c3")]
    hands = (f"{name}: {' '.join(deck[15 * seat : 15 * seat + 15])}" for seat, name in enumerate("ABCDE"))
    position = loads(WHOLE.replace("HANDS", ", ".join(hands)))
    assert {str(move.card) for move in position.legal()} == {"hR", "dR"}
