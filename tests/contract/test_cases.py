"""Every reader of a rule set meets its worked examples: engine, proofs, replay and scoring."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from contract.examples import NAMES, cases, rules_of

from analyzer.cards.card import BY_TEXT, Card
from analyzer.position.files.positions import loads
from analyzer.position.replay.replay import replay_all
from analyzer.proofs.clauses.discard import Skat, broken
from analyzer.proofs.smt import known
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.deal.pointdeclared import declared_in_words
from analyzer.rules.play.course import START, Course
from analyzer.rules.play.table import Laid, legal, winner
from analyzer.rules.score.amounts import read_points
from analyzer.rules.score.book import Book
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.score.told import HandTold, sides_of
from analyzer.rules.spec.undercontract import under_contract


def cards(text: str) -> tuple[Card, ...]:
    return tuple(BY_TEXT[word] for word in text.split())


def trick(text: str) -> list[Laid]:
    return [Laid(seat, card) for seat, card in enumerate(cards(text))]


@pytest.mark.parametrize(("name", "case"), list(cases("legal")))
def test_the_cards_that_the_example_says_may_be_played(name: str, case: Any) -> None:
    told = case["legal"]
    spec = under_contract(rules_of(name, case).game, told.get("contract"))
    found = legal(cards(told["hand"]), trick(told.get("trick", "")), spec)
    assert found == frozenset(cards(told["cards"]))


@pytest.mark.parametrize(("name", "case"), list(cases("winner")))
def test_the_card_that_the_example_says_wins_the_trick(name: str, case: Any) -> None:
    told = case["winner"]
    spec = under_contract(rules_of(name, case).game, told.get("contract"))
    laid = trick(told["trick"])
    course = START
    if "colour" in told:
        course = Course(colour=0, trump_led=bool(told.get("trump_led")))
    assert str(laid[winner(laid, spec, course)].card) == told["card"]


@pytest.mark.parametrize(("name", "case"), list(cases("discard")))
def test_engine_and_proofs_find_the_clauses_broken_that_the_example_names(name: str, case: Any) -> None:
    told, rules = case["discard"], rules_of(name, case)
    hand, laid = frozenset(cards(told["hand"])), frozenset(cards(told["discard"]))
    judged = judge_discard(rules, hand, laid)
    assert sorted(each.clause for each in judged.violations) == sorted(told["broken"])
    skat = Skat(rules, known(hand, rules.table.deck), known(laid, rules.table.deck), tout=False)
    assert sorted(broken(rules, {each: kept is True for each, kept in skat.duties().items()})) == sorted(
        told["broken"]
    )


@pytest.mark.parametrize(("name", "case"), list(cases("position")))
def test_the_lines_of_the_example_come_to_what_it_says(name: str, case: Any) -> None:
    head = {"format": "tarok-position/2", "ruleset": name, "variant": case.get("variant", {})}
    position = loads(json.dumps(head | case["position"]))
    assert len(position.players) == case.get("seats", len(position.players))
    for found in replay_all(position):
        assert found.complete
        assert found.mismatches == ()


@pytest.mark.parametrize(("name", "case"), list(cases("score")))
def test_a_hand_is_paid_or_written_as_the_example_says(name: str, case: Any) -> None:
    told, rules = case["score"], rules_of(name, case)
    game, seats = rules.game.points, rules.table.players
    assert game is not None

    def seat(key: str) -> int | None:
        return NAMES.index(told[key]) if key in told else None

    said = {NAMES.index(player): words for player, words in told.get("declarations", {}).items()}
    declared = declared_in_words(rules, said)
    hand = HandTold(contract=told.get("contract"), declarer=seat("declarer"), declared=declared)
    sides = sides_of(rules.game, hand, seat("partner"))
    units: list[int | None] = [None] * sides.count
    for player, points in told["points"].items():
        exact = read_points(str(points))
        assert exact is not None
        units[sides.of[NAMES.index(player)]] = int(exact * game.piles.unit)
    if sides.count == 2 and None in units:  # what is left is the other side's
        [here] = [number for number in units if number is not None]
        units = [game.piles.total - here if number is None else number for number in units]
    came = HandCame(seats, sides, hand, partner=seat("partner"), units=tuple(units), dealer=seats - 1)
    book = Book(seats)
    if said:
        open_hand(game, came, book)
    score_hand(game, came, book)
    amounts = {"tokens": book.tokens, "sheet": book.sheet}
    for key, expected in told["expect"].items():
        assert dict(zip(NAMES, amounts[key], strict=False)) == expected
    assert all(number is None or Fraction(number).denominator == 1 for number in units)
