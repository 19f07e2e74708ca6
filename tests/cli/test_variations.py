"""Variations: play that leaves a line at some moment, replayed by name and held against its `expect`."""

from __future__ import annotations

import pytest
from commands import written

import analyzer
from analyzer.position.files.writing import dumps

TREE = """\
format: tarok-position/1
hands: {A: dR T7, B: hR d9, C: c7 c2}
lead: B
lines:
  - name: the nine
    play: d9 c7 dR T7 hR c2
    expect: {ultimo: null, bagud: [B]}
    variations:
      - name: the two
        at: 24.2
        play: c2 dR T7 hR c7
        expect: {ultimo: null}
        variations:
          - {at: 24, play: hR c2 T7 dR d9 c7, expect: {ultimo: A}}
      - {name: the king, at: "24.1", play: hR c7 T7 dR d9, expect: {ultimo: A}}
"""


def test_every_variation_is_replayed_under_its_name(run, tmp_path):
    told = run("replay", written(tmp_path, TREE), "--json")
    lines = {line["name"]: line for line in told.json["lines"]}
    assert list(lines) == ["the nine", "the two", "the two.1", "the king"]
    assert [event["cards"] for event in lines["the two"]["events"]] == [
        ["d9", "c2", "dR"],
        ["T7", "hR", "c7"],
    ]
    assert (told.status, lines["the two.1"]["expected"]["met"], lines["the king"]["complete"]) == (
        1,
        True,
        False,
    )
    alone = run("replay", written(tmp_path, TREE), "--line", "the two.1", "--json")
    assert (alone.status, [line["name"] for line in alone.json["lines"]]) == (0, ["the two.1"])


def test_a_variation_is_a_line_that_is_asked_at_any_moment(run, tmp_path):
    text = run("show", written(tmp_path, TREE), "--line", "the two.1", "--at", "25.2", "--text").out
    assert "A:  / B: d9 / C: c7 / A leads dR" in text.replace("A: /", "A:  /")


def test_variations_are_written_as_they_are_read():
    position = analyzer.loads(TREE)
    again = analyzer.loads(dumps(position))
    assert again.lines == position.lines
    assert [line.of and line.of.name for line in again.lines] == [None, "the nine", "the two", "the nine"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("at: 24.2", "at: 26.1", ":10:13: the line has no trick 26"),
        ("at: 24.2", "at: 24.5", ":10:13: trick 24 has 3 cards in the line, and no card 5"),
        ("at: 24.2", "at: late", ":10:13: 'late' is no moment of a line"),
        ("name: the king", "name: the nine", "the line the nine stands twice"),
        ("at: 24.2\n        play", "play", "`at` is missing"),
    ],
)
def test_a_variation_that_cannot_begin_is_a_fault_with_its_place(old, new, fault, run, tmp_path):
    told = run("replay", written(tmp_path, TREE.replace(old, new)))
    assert (told.status, fault in told.err, len(told.err.splitlines())) == (3, True, 1)
