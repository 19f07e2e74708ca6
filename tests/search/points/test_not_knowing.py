"""Deals and decisions in games of card points: what a player knows, and one card for all that can be."""

from __future__ import annotations

import json
from math import comb
from typing import Any

import pytest
from commands import Run, run
from contract.dealing import PLAIN
from schemas import faults
from search.points.test_worked_endings import position

from analyzer.rules.spec.shipped import load_ruleset

__all__ = ["run"]


def unseen(ruleset: str, lead: str, own: dict[str, str], others: str, cards: str, **more: Any) -> str:
    """A position seen by the one whose hand is told; the others hold as many cards."""
    (name, hand), size = next(iter(own.items())), len(next(iter(own.values())).split())
    players = sorted([name, *others])
    hidden = {"hidden_from": name, "sizes": dict.fromkeys(others, size), "cards": cards}
    head = {"format": "tarok-position/2", "ruleset": ruleset, "players": players}
    hidden |= more.pop("unseen", {})
    return json.dumps({**head, "hands": {name: hand}, "unseen": hidden, "lead": lead, **more})


def counted(run: Run, text: str) -> Any:
    done = run("deals", "-", "--count", "--json", stdin=text)
    assert faults("deals", done.json) == []
    return done.json


def test_who_calls_a_king_in_lhombre_does_not_hold_it(run: Run) -> None:
    facts = {"contract": "call-king", "declarer": "A", "called": "hR"}
    told = counted(run, unseen("lhombre", "B", {"B": "c5 T15"}, "ACD", "hR c7 c9 T3 T5 T9", **facts))
    assert told["count"] == 60  # the king lies with C or D, the five other cards anywhere
    assert [fact["clause"] for fact in told["facts"]] == ["call.king"]
    own = counted(run, unseen("slovenian", "B", {"B": "c7 T15"}, "ACD", "hR c8 c9 T3 T5 T9",
                              contract="two", declarer="A", called="hR"))  # fmt: skip
    assert own["count"] == 90


def test_a_trump_under_the_trick_shows_that_no_higher_one_is_held(run: Run) -> None:
    hidden = {"sizes": {"A": 1, "B": 2}, "cards": "T12 T3 s4"}
    text = {
        "format": "tarok-position/2", "ruleset": "french", "players": ["A", "B", "C"],
        "contract": "take", "declarer": "B", "lead": "C", "trick": ["T9", "T2"],
        "hands": {"C": "s5"}, "unseen": {"hidden_from": "C", **hidden},
    }  # fmt: skip
    told = counted(run, json.dumps(text))
    assert told["count"] == 2  # A laid T2 under T9, so T12 lies with B
    assert "play.overtrump" in [fact["clause"] for fact in told["facts"]]


def test_one_card_is_chosen_for_all_deals_and_partners_differ_among_them(run: Run) -> None:
    text = unseen("slovenian", "B", {"B": "T4"}, "ACD", "T5 hR cR", contract="two", declarer="A", called="hR")
    done = run("decide", "-", "--json", stdin=text)
    assert done.status == 0, done.err
    assert faults("decide", done.json) == []
    assert done.json["worlds"] == len(done.json["deals"]) == 6
    assert {json.dumps(each["sides"]) for each in done.json["deals"]} == {
        json.dumps(sides)
        for sides in ([["A"], ["B", "C", "D"]], [["A", "C"], ["B", "D"]], [["A", "D"], ["B", "C"]])
    }
    card = done.json["cards"][0]
    points = [each["points"]["B"] for each in card["per_world"]]
    assert card["expected"] * 6 == sum(n if isinstance(n, int) else n[0] / n[1] for n in points)
    best = {"expected": ["T4"], "worst": ["T4"]}
    assert done.json["advice"] == {"expected": "T4", "worst": "T4", "equals": best, "proper": None}


def test_in_a_single_world_a_decision_is_what_solve_says(run: Run) -> None:
    text = position("grosstarock", "A", "h9 T12 T20 / T1 T15 T18 / hR dR sD")
    solved = run("solve", "-", "--json", stdin=text).json
    selfish = run("decide", "-", "--json", stdin=text).json
    against = run("decide", "-", "--opponents", "against", "--json", stdin=text).json
    for one, other, known in zip(selfish["cards"], against["cards"], solved["cards"], strict=True):
        assert one["card"] == other["card"] == known["card"]
        assert one["expected"] == min(each["tokens"]["A"] for each in known["equilibria"])
        assert other["worst"] == known["guarantee"]["A"]


def test_four_tricks_are_decided_and_of_longer_endings_as_much_as_the_limit_lasts_for(run: Run) -> None:
    text = position("basic", "A", "h9 h8 h7 T3 / h6 h5 h4 T4 / hR h1 h2 T5")
    solved = run("solve", "-", "--json", stdin=text).json["points_to_come"]["A"]
    done = run("decide", "-", "--opponents", "against", "--json", stdin=text)
    assert done.status == 0
    worst = max(each["worst"] if isinstance(each["worst"], int) else 0 for each in done.json["cards"])
    assert worst == solved
    some = run("decide", "-", "--max-nodes", "900", "--json", stdin=text)
    assert some.status == 4
    assert some.json["limits"]["complete"] is False
    assert some.json["limits"]["unfinished"]


def test_a_talon_that_nobody_saw_is_unseen_and_one_that_lay_open_is_not(run: Run) -> None:
    hands = "s9 T9 / c7 T3 / hV T7"
    line = [{"name": "one", "play": "T9 T3 T7"}]
    for contract, talon, unseen in (("beggar", "T1 T2 T4 hR dR sR", 10), ("one", "T1 T2 T4 hR dR", 4)):
        text = position(
            "slovenian", "A", hands, contract=contract, declarer="A", talon={"left": talon}, lines=line
        )
        done = run("deals", "-", "--count", "--line", "one", "--seen-by", "B", "--json", stdin=text)
        assert done.status == 0, done.err
        assert sum(done.json["sizes"].values()) == unseen


def test_cards_that_come_to_the_same_are_said_to_be_equal(run: Run) -> None:
    equal = unseen("grosstarock", "B", {"B": "h9 c9"}, "AC", "T15 T18 T12 T20", dealer="A")
    told = run("decide", "-", stdin=equal)
    assert told.status == 0, told.err
    assert told.out.startswith("Best on average: any card.\nSafest: any card.\nAll agree.\n")
    told = run("--lang", "da", "decide", "-", stdin=equal)
    every, agree = "et hvilket som helst kort", "Samme kort er bedst på alle måder."
    assert told.out.startswith(f"Bedst i gennemsnit: {every}.\nSikrest: {every}.\n{agree}\n")
    facts = {"contract": "three", "declarer": "B", "variant": {"contracts": "all-alone"}}
    better = unseen("slovenian", "B", {"B": "cR T21"}, "AC", "hR dR T5 c8", **facts)
    told = run("decide", "-", stdin=better)
    assert told.out.startswith("Best on average: T21.\nSafest: T21.\nAll agree.\n")


def test_cards_that_tie_in_the_worst_world_are_all_told(run: Run) -> None:
    asked = unseen("grosstarock", "B", {"B": "hD T1 hR"}, "AC", "T11 T14 h3 h10 T12 T3", dealer="A")
    found = run("decide", "-", "--json", stdin=asked).json
    least = max(each["worst"] for each in found["cards"])
    assert [each["card"] for each in found["cards"] if each["worst"] == least] == ["hR", "T1"]
    assert found["advice"]["equals"] == {"expected": ["hR"], "worst": ["hR", "T1"]}
    told = run("decide", "-", stdin=asked)
    assert told.out.startswith("Best on average: ♥R.\nSafest: ♥R or T1.\nBest in every sense: ♥R.\n")


@pytest.mark.parametrize(
    ("announced", "fits"),
    [
        ({"B": ["misère d'atout"], "C": ["misère de tête"]}, 12),
        ({"B": ["no-trumps"]}, 18),
        ({"C": ["no-courts"]}, 36),
        ({}, 90),
    ],
)
def test_who_said_that_he_has_no_trump_or_no_court_has_none(
    run: Run, announced: dict[str, list[str]], fits: int
) -> None:
    text = unseen("tarot", "A", {"A": "c5 T15"}, "BCD", "hR c8 T3 T5 hV fool",
                  contract="garde", declarer="A", variant={"misere": "ten"}, announced=announced)  # fmt: skip
    told = counted(run, text)
    assert told["count"] == fits
    assert {fact["clause"] for fact in told["facts"]} == ({"announce.misery"} if announced else set())


def test_a_handful_that_was_shown_lies_with_who_showed_it(run: Run) -> None:
    rules = load_ruleset("tarot")
    deck = sorted(rules.table.deck)
    plain = [card for card in deck if card.suit in PLAIN]
    trumps = [card for card in deck if card not in plain]
    own, discard, unseen_cards = plain[:18], plain[-6:], {*plain[18:-6], *trumps}
    text = unseen("tarot", "A", {"A": " ".join(map(str, own))}, "BCD", " ".join(map(str, unseen_cards)),
                  contract="garde", declarer="A", announced={"B": ["double poignée"]},
                  discard=" ".join(map(str, discard)))  # fmt: skip
    others = len(unseen_cards) - len(trumps)
    ways = sum(comb(len(trumps), each) * comb(others, 18 - each) for each in range(13, 19))
    assert counted(run, text)["count"] == ways * comb(36, 18)


def test_hands_of_which_cards_are_unknown_are_those_of_which_what_was_said_is_true(run: Run) -> None:
    text = {
        "format": "tarok-position/2", "ruleset": "tarot", "players": [*"ABCD"], "contract": "garde",
        "declarer": "A", "lead": "A", "variant": {"misere": "ten"}, "announced": {"B": ["misère d'atout"]},
        "hands": {"A": "c5 T15", "B": "hR|T3|hV c8|T5|fool", "C": "h2 h3", "D": "s4 T9"},
    }  # fmt: skip
    assert counted(run, json.dumps(text))["count"] == 2
    text["announced"] = {}
    assert counted(run, json.dumps(text))["count"] == 9
