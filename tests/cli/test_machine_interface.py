"""The JSON that other programs read: its keys, and that a part not asked for is absent."""

from __future__ import annotations

import pytest
from commands import Run


def test_a_led_fool_has_one_entry_for_each_suit_it_may_name(run: Run) -> None:
    text = "format: tarok-position/1\nhands: {A: fool, B: hR, C: d4}\nlead: A\n"
    found = run("solve", "-", "--json", stdin=text).json
    assert [(card["card"], card["names"]) for card in found["cards"]] == [("fool", "h"), ("fool", "d")]
    assert found["equilibria"][0]["line"][0] in ("fool=h", "fool=d")


@pytest.mark.parametrize(
    ("options", "absent", "present"),
    [
        (["--no-tokens"], ["guarantee", "equilibria"], ["goals", "cards"]),
        (["--no-goals"], ["goals"], ["guarantee", "equilibria", "cards"]),
        (["--no-cards"], ["cards"], ["goals", "guarantee", "equilibria"]),
        (["--goal", "ultimo", "--for", "A"], ["guarantee", "equilibria"], ["goals", "cards"]),
        (["--goal", "ultimo", "--for", "A", "--tokens"], [], ["goals", "guarantee", "equilibria"]),
    ],
)
def test_a_part_not_asked_for_is_absent(
    run: Run, prop1: str, options: list[str], absent: list[str], present: list[str]
) -> None:
    found = run("solve", prop1, "--json", *options).json
    for answer in [found, *found.get("cards", [])]:
        assert not any(part in answer for part in absent)
        assert all(part in answer for part in present if part != "cards" or answer is found)


def test_one_goal_of_one_player_is_answered_alone(run: Run, prop1: str) -> None:
    found = run("solve", prop1, "--json", "--goal", "last-trick", "--for", "a").json
    assert list(found["goals"]) == ["A"]
    assert list(found["goals"]["A"]) == ["last_trick"]


def test_replay_tells_what_was_irregular_and_what_no_source_settles(run: Run) -> None:
    text = """\
format: tarok-position/1
hands: {A: fool h2 hR, B: c5 c9 d2, C: c2 s3 s4}
lead: A
lines:
  - {name: early, play: h2 s3 c5}
  - {name: open, play: "fool=h void[B] c5 claim[C]=s s3"}
"""
    early, asked = [line["events"][0] for line in run("replay", "-", "--json", stdin=text).json["lines"]]
    assert [(each["kind"], each["player"], each["card"], each["clause"]) for each in early["said"]] == [
        ("play", "C", "s3", "irregularity.premature-play")
    ]
    assert "unsettled" not in early
    assert asked["said"][0]["clause"] == "irregularity.unfollowable-name"
    [question] = asked["unsettled"]
    assert question["clauses"] == ["naming.statement", "naming.lost-right"]
    assert len(question["readings"]) == 2


def test_rules_and_schemas_are_json_too(run: Run) -> None:
    assert run("rules", "danish", "--json").json["schema"] == "tarok-analyze/rules/1"
    for kind in ("position", "dispute", "rules"):
        assert run("schema", kind).json["$schema"].startswith("https://json-schema.org/")


def test_a_name_outside_ascii_is_readable_in_json(run: Run) -> None:
    text = "format: tarok-position/1\nplayers: [Søren, B, C]\nhands: {Søren: T1, B: hR, C: d4}\n"
    ran = run("solve", "-", "--json", stdin=text + "lead: Søren\n")
    assert '"to_play": "Søren"' in ran.out
