"""Where games of card points differ, each time with a case that shows it."""

from __future__ import annotations

from typing import Any

import pytest
from decided import compare_rules
from effort import part
from msgspec.structs import replace
from rulesets import rules_for

from analyzer.cards.card import BY_TEXT
from analyzer.claims.verify import Difference
from analyzer.rules.play.table import Laid, winner
from analyzer.rules.spec.clause import Parameter
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.rules.spec.variants import derive_rules, in_form

READ_OTHERWISE = [
    ("basic", 3, "order", "modern"),
    ("basic", 3, "fool-led", "names"),
    ("basic", 3, "game-end", "lowest-pays"),
    ("grosstarock", 4, "declare-payers", "all-others"),
    ("grosstarock", 4, "count-four", "half"),
    ("grosstarock", 3, "trumps-fool", "counted"),
    ("grosstarock", 3, "form", "early"),
    ("french", 3, "slam-rank", "with-its-bid"),
    ("slovenian", 4, "priority", "must-go-higher"),
    ("slovenian", 3, "contracts", "solo-only"),
    ("french", 5, "pagat-by-partner", "no-change"),
    ("french", 3, "odd-half", "to-the-winner"),
    ("tapp", 3, "kontra", "game"),
    ("slovenian", 4, "three-trumps", "any-order"),
    ("slovenian", 4, "colour-valat-leads", "declarers-side"),
    ("slovenian", 4, "mond-to-partner", "kept"),
    ("slovenian", 4, "valat", "instead"),
    ("slovenian", 4, "misere-over-35-with-trickless", "nobody-else"),
    ("slovenian", 4, "radli", "declarer"),
]


def difference(one: RuleSet, other: RuleSet, clause: str) -> Difference:
    (found,) = (each for each in compare_rules(one, other).differences if each.clause == clause)
    return found


def case_of(found: Difference) -> dict[str, Any]:
    assert found.witness is not None
    assert str(found.verdicts[0]) != str(found.verdicts[1])
    return dict(found.witness.told)


def changed(rules: RuleSet, clause: str, **parameters: Parameter) -> RuleSet:
    old = rules.clauses[clause]
    new = replace(old, parameters={**old.parameters, **parameters})
    return derive_rules(rules, {**rules.clauses, clause: new}, rules.variant)


@pytest.mark.parametrize(("name", "seats", "option", "reading"), part(READ_OTHERWISE, 2))
def test_a_reading_that_wins_or_pays_otherwise_is_told_by_a_smallest_case(
    name: str, seats: int, option: str, reading: str
) -> None:
    one = rules_for(name, seats)
    other = in_form(load_ruleset(name, {option: reading}), seats)
    case_of(difference(one, other, one.options[option].clause))


def test_the_trick_that_is_told_is_won_otherwise_by_the_engine() -> None:
    one, other = load_ruleset("slovenian"), load_ruleset("slovenian", {"three-trumps": "any-order"})
    case = case_of(difference(one, other, "play.three-trumps"))
    trick = case["lines"][0]["play"].split()[:4]
    laid = [Laid(seat, BY_TEXT[word]) for seat, word in enumerate(trick)]
    assert {"fool", "T21", "T1"} < {*trick}
    assert [str(laid[winner(laid, each.game)].card) for each in (one, other)] == ["fool", "T1"]


def test_a_led_fool_is_told_with_the_suit_it_names_where_it_names_one() -> None:
    one, other = load_ruleset("basic"), load_ruleset("basic", {"fool-led": "names"})
    case = case_of(difference(one, other, "fool.led"))
    assert case["lines"][0]["play"].startswith("fool")


def test_cards_that_count_otherwise_are_told_by_a_trick() -> None:
    rules = load_ruleset("slovenian")
    worth = dict(rules.clauses["count.points"].parameters)
    values = {**worth["points"], "D": 2, "V": 2}  # type: ignore[dict-item]
    found = difference(rules, changed(rules, "count.points", points=values), "count.points")
    assert str(found.area) == "endings"
    assert {"hD", "hV"} & {*case_of(found)["lines"][0]["play"].split()}


def test_who_pays_at_the_end_of_a_game_is_told_by_a_whole_round() -> None:
    one, other = (
        load_ruleset("basic", {"game-end": "each-pays-each"}),
        load_ruleset("basic", {"game-end": "lowest-pays"}),
    )
    found = difference(one, other, "end.game")
    assert len(case_of(found)["hands"]) == 3
    assert all("at the end" in str(each) for each in found.verdicts)


@pytest.mark.thorough
def test_two_games_dealt_alike_are_told_apart_by_bids_and_endings() -> None:
    found = compare_rules(rules_for("tapp", 3), rules_for("slovenian", 3)).differences
    areas = {str(each.area) for each in found if each.witness is not None}
    assert areas >= {"auction", "endings"}
