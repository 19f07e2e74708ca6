"""The duty to overtrump, the Fool on top of a sweep, and what may be laid away: worked examples."""

from __future__ import annotations

import pytest

from analyzer.cards.card import BY_TEXT, Card, cards
from analyzer.rules.actions import Sides
from analyzer.rules.deal.discard import judge_discard
from analyzer.rules.play.table import Course, Laid, legal, winner
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.verdicts import Verdict


def laid(text: str) -> list[Laid]:
    return [Laid(seat, card) for seat, card in enumerate(cards(text))]


@pytest.mark.parametrize("name", ["french", "appel"])
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("T9", "T5 T12 T20 fool", "T12 T20 fool"),
        ("T9", "T5 T3 fool", "T3 T5 fool"),
        ("h4 T9", "T5 T12 s2", "T12"),
        ("h4 T9", "h2 T12", "h2"),
        ("h4 T9", "T5 s2", "T5"),
        ("fool", "T5 s2", "s2 T5"),
        ("fool T9", "T5 T12", "T12"),
        ("h4 hR", "T1 T7 c5", "T1 T7"),
    ],
)
def test_a_trump_goes_above_the_trumps_in_the_trick_where_it_can(
    name: str, trick: str, hand: str, allowed: str
) -> None:
    rules = load_ruleset(name).game
    assert legal(cards(hand), laid(trick), rules) == frozenset(cards(allowed))
    assert rules.duty.clauses[2] == "play.overtrump"


def test_a_fool_led_to_the_last_trick_by_a_side_that_swept_is_the_highest_trump() -> None:
    rules, sides = load_ruleset("french").game, Sides.against(3, 0, None)
    trick = laid("fool T21 T20")
    assert winner(trick, rules, Course(sides=sides, swept=0), 1) == 0
    assert winner(trick, rules, Course(sides=sides), 1) == 1
    assert winner(trick, rules, Course(sides=sides, swept=0), 2) == 1
    by_others = [Laid(2, BY_TEXT["T20"]), Laid(0, BY_TEXT["h2"]), Laid(1, BY_TEXT["fool"])]
    assert winner(by_others, rules, Course(sides=sides, swept=1), 1) == 2


PLAIN: tuple[Card, ...] = cards("hD hC hV h10 h9 h8 h7 h6 h5 h4 h3 h2 h1 dD dC dV d10 d9 d8 d7 d6 d5 d4 d3")


@pytest.mark.parametrize(
    ("trumps", "away", "verdict"),
    [
        ("T1 T4", "T4", Verdict.LEGAL),
        ("T1 T4", "T1 T4", Verdict.ILLEGAL),
        ("T1 T4", "T1", Verdict.ILLEGAL),
        ("T1", "T1", Verdict.LEGAL),
        ("T21 T4", "T21", Verdict.ILLEGAL),
        ("fool", "fool", Verdict.ILLEGAL),
        ("hR", "hR", Verdict.ILLEGAL),
    ],
)
def test_the_dealer_of_appel_lays_the_pagat_away_only_without_another_trump(
    trumps: str, away: str, verdict: Verdict
) -> None:
    held = cards(trumps)
    hand = [*held, *PLAIN[: 24 - len(held)]]
    discard = [*cards(away), *PLAIN[: 6 - len(cards(away))]]
    judged = judge_discard(load_ruleset("appel"), hand, discard)
    assert judged.verdict is verdict
    assert [each.clause for each in judged.violations] == ["discard.limits"] * (verdict is Verdict.ILLEGAL)


TRUMPED: tuple[Card, ...] = cards(" ".join(f"T{number}" for number in range(1, 22)) + " hR dR sR cR fool")


@pytest.mark.parametrize(
    ("discard", "clauses"),
    [
        ("h9 h8 T7", []),
        ("h9 T6 T7", ["discard.trumps"]),
        ("h9 h8 T1", ["discard.honours"]),
    ],
)
def test_trumps_are_laid_away_only_as_far_as_plain_cards_are_too_few(
    discard: str, clauses: list[str]
) -> None:
    judged = judge_discard(load_ruleset("basic"), [*TRUMPED, *cards("h9 h8")], cards(discard))
    assert [each.clause for each in judged.violations] == clauses
