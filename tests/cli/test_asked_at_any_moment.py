"""Questions about a moment of a recorded hand, on the command line and in Python.

Then one's own hand alone, with the rest of the pack unseen; variations of a line; and what may be played now.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from commands import Run, written
from places import POSITIONS

import analyzer
from analyzer.position.files.writing import dumps

WHOLE = str(POSITIONS / "whole-hand.yaml")
PROP1 = str(POSITIONS / "prop1.yaml")
LINE = "as it was played"

APPEL = """\
format: tarok-position/2
ruleset: basic
players: [A, B, C, D]
hands: {A: hR d9 T3, B: h2 d4 T5, C: h5 d6 T8, D: hC d2 T1}
lead: A
lines:
  - {name: played, play: hR h2 h5 hC d9 d4 d6 d2 T3 T5 T8 T1}
"""


def test_the_ultimo_of_a_whole_hand_was_not_forced_at_trick_20_and_was_at_trick_23(run):
    for moment, status in (("20", 1), ("20.1", 1), ("23", 0), ("23.3", 0)):
        asked = ("--at", moment, "--goal", "ultimo", "--for", "Bent", "--json")
        told = run("forced", WHOLE, "--line", LINE, *asked)
        assert (told.status, told.json["holds"]) == (status, not status)


def test_a_file_with_one_line_needs_no_name_of_it(run):
    named = run("solve", WHOLE, "--line", LINE, "--at", "23.2", "--json").json
    alone = run("solve", WHOLE, "--at", "23.2", "--json").json
    del named["stats"], alone["stats"]
    assert named == alone
    assert (alone["to_play"], alone["tricks_left"]) == ("Clara", 3)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--at", "25"], "danish / A: dR / B: d9 / C: c7 / A leads / king=65 pagat=60"),
        (["--at", "24.3"], "danish / A: dR T7 / B: d9 / C: c7 / B leads hR c2 / king=60 pagat=60"),
        (["--at", "24.2", "--play", "c7 T7"], "danish / A: dR / B: d9 / C: c2 / A leads / king=65 pagat=60"),
        (["--play", "d9 c7"], "danish / A: dR T7 / B: hR / C: c2 / B leads d9 c7 / king=60 pagat=60"),
        (["--swap", "hR c2"], "danish / A: dR T7 / B: d9 c2 / C: hR c7 / B leads / king=60 pagat=60"),
    ],
)
def test_a_moment_is_shown_with_pots_and_piles_as_they_then_were(options, shown, run):
    line = [] if options[0] == "--swap" else ["--line", "B leads the king"]
    assert run("show", PROP1, *line, *options, "--text").out.strip() == shown


def test_every_command_that_asks_about_a_position_asks_at_a_moment(run, tmp_path):
    at = ["--at", "24.2"]
    assert [each["card"] for each in run("moves", WHOLE, *at, "--json").json["moves"]] == ["hC", "hV"]
    assert run("explain", WHOLE, *at, "--for", "Bent", "--json").json["holds"] is True
    graph = str(tmp_path / "graph.dot")
    assert run("graph", WHOLE, *at, "-o", graph, "--json").json["positions"] > 3
    [line] = run("replay", WHOLE, *at, "--json").json["lines"]
    assert [(each["trick"], each["cards"]) for each in line["events"]] == [
        (24, ["dV", "hV", "sC"]),
        (25, ["dR", "hC", "sR"]),
    ]
    assert line["tokens"] == {"Anna": -215, "Bent": 220, "Clara": -5}


def test_what_is_played_on_is_replayed_and_judged_by_the_rules(run):
    [line] = run("replay", WHOLE, "--at", "24", "--play", "dR hC sR dV", "--json").json["lines"]
    assert line["events"][0]["winner"] == "Bent"
    told = run("replay", WHOLE, "--at", "22.3", "--play", "dV", "--json", "--strict")
    assert (told.status, told.json["lines"][0]["illegal"]["clause"]) == (1, "play.follow")
    refused = run("solve", WHOLE, "--at", "22.3", "--play", "dV")
    assert (refused.status, "legal: cD cC" in refused.err) == (1, True)


def test_another_discard_changes_the_hand_before_it_is_played(run):
    told = run("show", WHOLE, "--discard", "c3 c6 c7", "--text").out
    assert "skat=c7,c6,c3" in told
    line = run("replay", WHOLE, "--discard", "c10 s9 s8", "--json", "--strict").json["lines"][0]
    assert (line["illegal"]["clause"], line["events"][-1]["trick"]) == ("play.follow", 11)
    few = run("show", WHOLE, "--discard", "c3")
    assert (few.status, "1 card" in few.err and "expected 3" in few.err) == (2, True)
    strange = run("show", WHOLE, "--discard", "sR c3 c6")
    assert (strange.status, "Clara has no sR to discard" in strange.err) == (2, True)
    middle = run("show", PROP1, "--discard", "c7")
    assert (middle.status, "whole hand" in middle.err) == (2, True)


def test_what_a_player_should_have_played_knowing_what_he_knew_is_one_command(run):
    told = run("decide", WHOLE, "--at", "22.3", "--seen-by", "Bent", "--json").json
    assert (told["player"], told["worlds"], told["exact"]) == ("Bent", 6, True)
    assert [each["card"] for each in told["cards"]] == ["cD", "cC"]
    assert run("deals", WHOLE, "--at", "22.3", "--seen-by", "Bent", "--json").json["count"] == 6


def test_a_player_whose_turn_it_is_not_is_told_when_it_is(run):
    told = run("decide", WHOLE, "--at", "22", "--seen-by", "bent")
    assert (told.status, "Bent plays to this trick at 22.3" in told.err) == (2, True)


def test_what_was_seen_goes_on_with_what_is_played_on(run):
    told = run("deals", WHOLE, "--at", "22.3", "--play", "cD cC", "--seen-by", "Anna", "--json").json
    same = run("deals", WHOLE, "--at", "23.2", "--seen-by", "Anna", "--json").json
    assert told["count"] == same["count"]
    assert told["facts"] == same["facts"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--at", "0"], "TRICK.CARD"),
        (["--at", "26"], "its tricks are 1 to 25"),
        (["--at", "24.4"], "no card 4"),
        (["--line", "as it was"], "did you mean"),
        (["--play", "h0"], "no such card"),
        (["--swap", "hR"], "pairs"),
        (["--swap", "hR hR"], "pairs"),
        (["--at", "24", "--swap", "hR zz"], "no such card"),
    ],
)
def test_a_moment_that_is_none_is_wrong_usage(options, message, run):
    told = run("show", WHOLE, *options)
    assert (told.status, message in told.err) == (2, True)


def test_games_of_card_points_are_asked_at_a_moment_too(run, tmp_path):
    file = written(tmp_path, APPEL)
    assert run("show", file, "--at", "77.3", "--text").status == 2
    tricks = analyzer.load(file).rules.table.hand_size
    told = run("solve", file, "--at", f"{tricks - 1}.3", "--json").json
    assert (told["to_play"], told["tricks_left"]) == ("C", 2)
    assert run("decide", file, "--at", f"{tricks - 1}.3", "--seen-by", "C", "--json").json["worlds"] > 1


def test_in_python_a_position_is_asked_at_a_moment_and_seen_by_a_player():
    position = analyzer.load(WHOLE)
    now = position.at(LINE, "22.3")
    assert now == position.at(LINE, (22, 3)) == position.at(None, "22.2").at(None, "22.3")
    assert analyzer.forced(now, "ultimo", "Bent").holds
    assert analyzer.deals(now.seen_by("Bent")).count == 6
    assert len(analyzer.decide(now.seen_by("bent")).worlds) == 6
    assert [turn.position for turn in position.play()][64] == replace(now, lines=())
    assert str(now.lines[0].moves[0]) == "cD"
    with pytest.raises(analyzer.UsageError, match="unknown player"):
        now.seen_by("Bob")


def test_the_list_of_an_audit_says_which_card_of_which_trick_it_values(run):
    told = run("replay", WHOLE, "--at", "24.2", "--audit").out
    assert "24.2  Clara" in told
    assert "25.3  Anna" in told


BENT = "h3 h5 h7 h8 dR dC dV d1 d2 d3 d5 d7 sD s7 s3 cR cD cC cV c1 T16 T14 T12 T11 T6"
OWN = f"format: tarok-position/1\nplayers: [Anna, Bent, Clara]\ndealer: Clara\nhands:\n  Bent: {BENT}\n"


def test_the_others_and_the_skat_hold_the_rest_of_the_pack(run, tmp_path):
    told = run("deals", written(tmp_path, OWN), "--json").json
    assert (told["seen_by"], told["sizes"], len(told["cards"])) == (
        "Bent",
        {"Anna": 25, "Clara": 25, "skat": 3},
        53,
    )
    known = run("deals", written(tmp_path, OWN + "skat: d6 s9 s8\n"), "--json").json
    assert (known["sizes"], known["count"] < told["count"]) == ({"Anna": 25, "Clara": 25}, True)


@pytest.mark.parametrize("words", ["Bent", "bent", f"Bent: {BENT}"])
def test_of_a_file_with_every_hand_one_alone_is_taken(words, run, tmp_path):
    same = run("deals", written(tmp_path, OWN), "--json").json
    told = run("deals", WHOLE, "--my-hand", words, "--json").json
    assert {key: told[key] for key in ("seen_by", "count", "cards")} == {
        key: same[key] for key in ("seen_by", "count", "cards")
    }


def test_the_fault_of_a_missing_hand_tells_that_one_alone_would_do(run, tmp_path):
    two = run("deals", written(tmp_path, OWN + "  Anna: h1\n"))
    assert two.status == 3
    assert "or one alone: then the rest of the pack is unseen" in two.err


def test_in_the_middle_of_a_hand_nobody_knows_what_is_left(run, tmp_path):
    text = "format: tarok-position/1\nhands: {B: hR d9}\nlead: B\n"
    told = run("deals", written(tmp_path, text))
    assert (told.status, "which cards were played before" in told.err, len(told.err.splitlines())) == (
        3,
        True,
        1,
    )


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
        ("at: 24.2", "at: late", ":10:13: 'late' is not a moment of a line"),
        ("name: the king", "name: the nine", "duplicate line the nine"),
        ("at: 24.2\n        play", "play", "`at` is missing"),
    ],
)
def test_a_variation_that_cannot_begin_is_a_fault_with_its_place(old, new, fault, run, tmp_path):
    told = run("replay", written(tmp_path, TREE.replace(old, new)))
    assert (told.status, fault in told.err, len(told.err.splitlines())) == (3, True, 1)


def test_every_card_of_the_hand_is_a_move_or_is_forbidden_by_a_clause(run: Run) -> None:
    answer = run(
        "moves", "-", "--json", stdin="danish / A: hR c3 / B: h2 d9 T4 / C: c7 c2 fool / A leads h9"
    ).json
    assert answer["to_play"] == "B"
    assert answer["moves"] == [{"card": "h2", "names": None}]
    assert [(each["card"], each["clause"]) for each in answer["forbidden"]] == [
        ("d9", "play.follow"),
        ("T4", "play.follow"),
    ]


def test_behind_a_led_fool_the_next_card_is_followed(run: Run) -> None:
    text = "basic / A: s2 / B: T2 / C: dC s5 / A leads fool d4"
    answer = run("moves", "-", "--json", stdin=text).json
    assert answer["moves"] == [{"card": "dC", "names": None}]
    assert [each["clause"] for each in answer["forbidden"]] == ["play.follow"]
    assert answer["rests_on"] == ["fool.led"]
    assert [str(each) for each in analyzer.legal(analyzer.loads(text))] == ["dC"]


def test_a_led_fool_stands_once_for_each_suit_that_it_may_name(run: Run) -> None:
    text = "danish / A: fool h2 c9 / B: h8 d7 c4 / C: h3 c5 c8 / A leads"
    moves = run("moves", "-", "--json", stdin=text).json["moves"]
    assert [each["names"] for each in moves if each["card"] == "fool"] == ["h", "d", "c"]
