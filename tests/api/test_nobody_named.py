"""Asked of nobody by name, a question is about who is to play, in each position and through every door."""

from __future__ import annotations

import json
from random import Random

import pytest
from commands import here

import analyzer
from analyzer.position.reading import position_of_row
from analyzer.rules.spec.shipped import load_ruleset

PLAIN = [f"{suit}{spot}" for suit in "hdsc" for spot in range(1, 11)]
CARDS = [*PLAIN, "hR", "dR", "sR", "cR", "T1", *[f"T{height}" for height in range(2, 22)], "fool"]


def lines(rng: Random, number: int) -> list[str]:
    """Endings of three tricks by the same players, each with a leader of its own."""
    found = []
    for _ in range(number):
        cards = rng.sample(CARDS, 9)
        hands = [" ".join(cards[at : at + 3]) for at in (0, 3, 6)]
        lead = rng.choice("ABC")
        found.append(f"danish / A: {hands[0]} / B: {hands[1]} / C: {hands[2]} / {lead} leads / king=60")
    return found


@pytest.mark.parametrize("goal", [None, "last_trick"])
def test_many_positions_are_asked_about_who_is_to_play_in_each(goal: str | None) -> None:
    asked = lines(Random(str(goal)), 40)
    alone = [analyzer.forced(each, goal).holds for each in asked]
    positions = [analyzer.loads(each) for each in asked]
    assert [each.holds for each in analyzer.forced_many(asked, goal)] == alone
    assert [each.holds for each in analyzer.forced_many(positions, goal)] == alone
    named = [analyzer.forced(each, goal, player="A").holds for each in asked]
    assert [each.holds for each in analyzer.forced_many(asked, goal, "A")] == named


def test_rows_are_asked_about_who_leads() -> None:
    batch = analyzer.Batch(threads=1)
    rows = batch.dealt(60, tricks=3, seed=1)
    wide = len(bytes(rows)) // 60
    each_row = [bytes(rows)[at * wide : (at + 1) * wide] for at in range(60)]
    positions = [position_of_row(load_ruleset("danish"), row) for row in each_row]
    alone = [analyzer.forced(position, "last_trick").holds for position in positions]
    assert [each.holds for each in batch.forced(rows, "last_trick")] == alone


def test_a_line_of_answers_says_what_was_asked() -> None:
    asked = lines(Random(7), 12)
    told = here("batch", "forced", "-", stdin="\n".join(asked) + "\n").out
    for line, answer in zip(asked, map(json.loads, told.splitlines()), strict=True):
        leads = line.partition(" leads")[0][-1]
        assert answer["question"] == {"goal": "ultimo", "for": leads}
        assert answer["holds"] == analyzer.forced(line).holds
