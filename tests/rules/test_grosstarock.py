"""Großtarock by its rule set: declarations, payments for kings and the Pagat, Nil and the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from analyzer.cards.card import cards
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.deal.combinations import declarations_of
from analyzer.rules.deal.declarations import (
    declared_by_hands,
    declared_in_words,
    judge_declared,
    parse_declaration,
)
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import Declared, HandFacts, HandResult, Scoring, sides_of
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.reckoning import Piling, SidePile
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import in_form


def rules_for(seats: int = 3, variant: Mapping[str, str] | None = None) -> RuleSet:
    return in_form(load_ruleset("grosstarock", variant), seats)


def game_of(rules: RuleSet) -> GameSpec:
    return rules.game


def trick(text: str, lead: int, winner: int) -> Trick:
    laid = cards(text)
    return Trick(tuple(Laid((lead + i) % len(laid), card) for i, card in enumerate(laid)), winner)


def scored(
    rules: RuleSet, *, points: Sequence[int] = (), tricks: Sequence[int] = (), last: Trick | None = None,
    told: HandFacts | None = None, book: Book | None = None,
) -> Scoring:  # fmt: skip
    """A hand scored from the points of its sides."""
    seats, told = rules.table.players, told or HandFacts()
    came = HandResult(
        seats, sides_of(rules.game, told), told, units=tuple(points), tricks=tuple(tricks), last=last,
        whole=bool(tricks),
    )  # fmt: skip
    return score_hand(game_of(rules), came, book or Book(seats))


# Declarations


@pytest.mark.parametrize(
    ("hand", "declared"),
    [
        ("T21 T20 T18 T1 fool hR hD hC", [("4 matadors", 15), ("half hearts no jack", 5)]),
        ("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 hR dR sR cR", [("11 trumps", 15), ("full kings", 10)]),
        (
            "T1 T2 T3 T4 T5 T6 T7 T8 T9 fool hR dR sR hD hC hV",
            [("full hearts", 10), ("half kings no clubs", 5)],
        ),
        ("T1 T2 T3 T4 T5 T6 T7 T8 T9 c1 c2", []),
    ],
)
def test_hands_declare_trumps_matadors_cavalry_and_kings(hand: str, declared: list[tuple[str, int]]) -> None:
    found = declarations_of(rules_for(), cards(hand))
    assert [(each.text(), each.amount) for each in found] == declared


def test_the_fool_is_declared_with_the_trumps_only_where_that_is_chosen() -> None:
    hand = cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 fool c1 c2")
    assert declarations_of(rules_for(), hand) == ()
    found = declarations_of(rules_for(variant={"trumps-fool": "counted"}), hand)
    assert [(each.text(), each.amount, each.clause) for each in found] == [
        ("10 trumps", 10, "declare.trumps")
    ]


def test_what_is_not_held_may_not_be_declared_and_what_is_held_need_not_be() -> None:
    rules = rules_for()
    hand = cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 hR dR sR cR")
    said = [each for each in (parse_declaration(text, rules) for text in ("11 trumps", "full kings")) if each]
    assert [each.clause for each in judge_declared(rules, "A", hand, said)] == ["declare.trumps"]
    assert judge_declared(rules, "A", hand, ()) == ()
    cavalry = parse_declaration("full hearts", rules)
    assert cavalry is not None
    assert [each.clause for each in judge_declared(rules, "A", hand, [cavalry])] == ["declare.cavalry"]
    fewer = parse_declaration("10 trumps", rules)
    assert fewer is not None
    assert judge_declared(rules, "A", cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"), [fewer]) == ()


def paid_for_declarations(seats: int, variant: Mapping[str, str] | None = None) -> tuple[int, ...]:
    rules = rules_for(seats, variant)
    told = HandFacts(declared=declared_in_words(rules, {0: ["11 trumps", "half kings"], 1: ["pass"]}))
    came = HandResult(seats, sides_of(rules.game, told), told, dealer=1)
    return open_hand(game_of(rules), came, Book(seats)).book.tokens


def test_declarations_are_paid_at_once_by_the_opponents() -> None:
    assert paid_for_declarations(2) == (20, -20)
    assert paid_for_declarations(3) == (40, -20, -20)
    assert paid_for_declarations(4) == (40, -20, 0, -20)
    assert paid_for_declarations(4, {"declare-payers": "all-others"}) == (60, -20, -20, -20)


@pytest.mark.parametrize(("points", "back"), [(26, 15), (27, 0), (20, 15)])
def test_trumps_declared_are_given_back_unless_more_than_the_average_is_taken(points: int, back: int) -> None:
    rules = rules_for()
    declared = declared_by_hands(rules, [cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 hR dR sR cR"), (), ()])
    assert declared == {0: (Declared("declare.trumps", 15, returnable=True), Declared("declare.kings", 10))}
    without = scored(rules, points=(points, 30, 48 - points)).book.tokens
    found = scored(rules, points=(points, 30, 48 - points), told=HandFacts(declared=declared)).book.tokens
    returned = [mine - other for mine, other in zip(found, without, strict=True)]
    assert returned == [-2 * back, back, back]


def test_of_partners_the_side_must_take_more_than_its_average() -> None:
    told = HandFacts(declared={0: (Declared("declare.trumps", 10, returnable=True),)})
    rules = rules_for(4)
    found = scored(rules, points=(36, 36), told=told)
    assert found.book.tokens == (-20, 10, 0, 10)
    assert {each.clause for each in found.book.transfers} == {"declare.trumps.return"}
    kept = scored(rules, points=(37, 35), told=told)
    assert "declare.trumps.return" not in {each.clause for each in kept.book.transfers}
    assert "declare.trumps.return" in kept.applied


# The payments of the play


EARLY = [trick("hR h9 h3", 0, 0), trick("T20 T9 sR", 0, 0)]
LAST = trick("T1 dR cR", 0, 0)


def played(rules: RuleSet, early: Sequence[Trick]) -> Book:
    book = Book(rules.table.players)
    for each in early:
        pay_trick(game_of(rules), sides_of(rules.game, HandFacts()), each, book)
    return book


def test_kings_and_the_pagat_are_paid_for_in_every_trick_and_double_in_the_last() -> None:
    rules = rules_for()
    assert played(rules, EARLY).tokens == (15, 0, -15)
    assert scored(rules, last=LAST, book=played(rules, EARLY)).book.tokens == (55, -20, -35)


def test_a_nil_is_paid_for_in_place_of_the_count_and_of_an_ultimo_won() -> None:
    rules = rules_for()
    found = scored(rules, points=(40, 37, 1), tricks=(20, 5, 0), last=LAST, book=played(rules, EARLY))
    assert found.book.tokens == (9, -36, 27)
    assert found.outcome.nil == 2
    assert "payment.count" not in {each.clause for each in found.book.transfers}


def test_where_two_take_no_trick_there_is_no_nil() -> None:
    found = scored(rules_for(), points=(78, 0, 0), tricks=(25, 0, 0))
    assert found.outcome.nil is None
    assert found.book.tokens == (52, -26, -26)


@pytest.mark.parametrize("seats", [2, 4])
def test_two_and_four_know_no_nil(seats: int) -> None:
    found = scored(rules_for(seats), points=(72, 0), tricks=(20, *(0,) * (seats - 1)))
    assert found.outcome.nil is None


def test_partners_are_paid_by_opponents_and_lose_nothing_to_each_other() -> None:
    rules = rules_for(4)
    assert scored(rules, last=trick("hR h9 hD T1", 0, 3)).book.tokens == (-30, 10, -10, 30)
    assert scored(rules, last=trick("hR h9 T3 h8", 0, 2)).book.tokens == (0, 0, 0, 0)
    found = scored(rules, last=trick("hR h9 T1 h8", 0, 2))
    assert found.book.tokens == (0, -10, 20, -10)
    assert found.applied == ["payment.partner", "payment.partner-payers"]


def test_in_the_early_form_the_pagat_alone_is_paid_for_and_there_is_no_nil() -> None:
    rules = rules_for(variant={"form": "early"})
    found = scored(rules, last=LAST, book=played(rules, EARLY))
    assert found.book.tokens == (20, -10, -10)
    nobody = scored(rules, points=(40, 38, 0), tricks=(20, 5, 0), last=LAST)
    assert nobody.outcome.nil is None
    assert nobody.book.tokens == (20 + 14, -10 + 12, -10 - 26)


# The count


def test_three_settle_the_count_in_common() -> None:
    found = scored(rules_for(), points=(20, 30, 28))
    assert found.book.tokens == (-6, 4, 2)
    assert scored(rules_for(), points=(40, 20, 18)).book.tokens == (14, -6, -8)


def test_two_settle_each_his_own() -> None:
    assert scored(rules_for(2), points=(40, 20)).book.tokens == (20, -20)
    assert scored(rules_for(2), points=(26, 27)).book.tokens == (-1, 1)


def test_of_four_each_settles_with_one_opponent() -> None:
    assert scored(rules_for(4), points=(41, 31)).book.tokens == (5, -5, 5, -5)
    half = rules_for(4, {"count-four": "half"})
    assert scored(half, points=(41, 31)).book.tokens == (3, -3, 2, -2)
    assert scored(half, points=(31, 41)).book.tokens == (-3, 3, -2, 2)


# The deal and the piles


def test_two_are_dealt_as_three_and_one_hand_stays_untouched() -> None:
    rules = rules_for(2)
    assert (rules.table.players, rules.table.hand_size, rules.table.skat_size) == (2, 25, 3)
    assert load_ruleset("grosstarock").table.players == 3


def test_a_fool_in_the_last_three_tricks_is_lost() -> None:
    rules = rules_for()
    game = game_of(rules)
    piling = Piling(game.piles, game.exchange, rules.game.fool.lost_in_last, Sides.alone(3))
    piles: tuple[SidePile, ...] = (SidePile(),) * 3
    ending = [trick("hR h9 h3", 0, 0), trick("fool h8 c4", 0, 1), trick("h7 c5 s2", 1, 1)]
    for left, each in zip((3, 2, 1), ending, strict=True):
        piles = piling.turn(piles, each, left).piles
    assert [pile.units for pile in piling.end(piles).piles] == [5, 6, 0]
