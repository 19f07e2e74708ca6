"""A whole hand of which not everything is settled within the limits, as `solve` tells it."""

from __future__ import annotations

from commands import Run

WHOLE = "positions/whole-hand.yaml"
LIMITED = ("solve", WHOLE, "--goal", "ultimo", "--max-nodes", "100000")


def test_an_open_goal_has_the_sets_known_so_far_and_what_is_likely(run: Run) -> None:
    asked = run(*LIMITED, "--json")
    assert asked.status == 4
    goals = [goal for own in asked.json["goals"].values() for goal in own.values()]
    left = [goal for goal in goals if goal["status"] == "open"]
    assert len(goals) == 3
    assert left
    for goal in left:
        assert goal["likely"] in {"forced", "depends", "impossible", "automatic"}
    assert all("likely" not in goal for goal in goals if goal["status"] != "open")


def test_what_is_likely_is_told_as_not_proved_in_both_languages(run: Run) -> None:
    english, danish = run(*LIMITED), run(*LIMITED, "--lang", "da")
    assert english.status == danish.status == 4
    assert "not proved" in " ".join(english.out.split())
    assert "ikke bevist" in " ".join(danish.out.split())
