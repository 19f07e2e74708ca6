"""What people type and paste: names, cards, files from elsewhere, options that stand twice.

Where a newcomer would not know what to type next, the answer tells it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from commands import Run, written
from places import POSITIONS

import analyzer
from analyzer.messages import spoken
from analyzer.rules.score.goals import AIM_WORDS, read_goal

PROP1 = str(POSITIONS / "prop1.yaml")
NAMED = """\
format: tarok-position/1
hands: {Anna: dR T7, Bent: hR d9, Clara: c7 c2}
lead: bent
lines: [{name: one, play: d9 c7 dR T7 hR c2, expect: {bagud: [BENT], tokens: {clara: 40}}}]
"""


def test_hands_name_the_players_and_the_case_of_a_name_matters_nothing(run, tmp_path):
    file = written(tmp_path, NAMED)
    told = run("show", file, "--text").out
    assert told.startswith("danish / Anna: dR T7 / Bent: hR d9 / Clara: c7 c2 / Bent leads")
    assert run("replay", file).status == 0
    strange = run("show", written(tmp_path, NAMED.replace("lead: bent", "lead: Bob")))
    assert (strange.status, "no player is called Bob" in strange.err) == (3, True)


def test_two_names_that_differ_by_case_alone_are_two_players(run, tmp_path):
    text = "format: tarok-position/1\nplayers: [x, X, Y]\nhands: {x: dR T7, X: hR d9, y: c7 c2}\nlead: X\n"
    assert "x: dR T7 / X: hR d9 / Y: c7 c2 / X leads" in run("show", written(tmp_path, text), "--text").out


def test_the_hand_of_a_diagram_is_read_where_it_is_pasted(run, tmp_path):
    shown = run("show", str(POSITIONS / "whole-hand.yaml")).out
    lines = [
        line[:40].strip()
        for line in shown.splitlines()
        if line.startswith(("♥", "♦", "♠", "♣", "T ", "fool"))
    ]
    text = "format: tarok-position/1\nplayers: [Bent, Clara, Anna]\nlead: Bent\nhands:\n  Clara: |\n    "
    told = run("deals", written(tmp_path, text + "\n    ".join(filter(None, lines)) + "\n"), "--json").json
    assert (told["seen_by"], len(told["cards"])) == ("Clara", 53)
    assert not {"hR", "T19", "fool"} & set(told["cards"])


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"```yaml\n%s```\n", ":1:1: the text is in a Markdown fence; expected the file alone"),
        (b"Look:\n\n~~~\n%s~~~\nIs it so: who won?\n", ":3:1: the text is in a Markdown fence"),
        (
            b"```\ndanish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads\n```\n",
            ":1:1: the text is in a Markdown",
        ),
        (b"%s\tdealer: Anna\n", ":5:1: a tab is in the indentation; expected spaces"),
        (b"%sdealer:Anna\n", ":5:1: a line that is not a `key: value`; expected a space after the `:`"),
        (b"%s  \xe6\n", "is not UTF-8; expected UTF-8: it is Windows-1252"),
    ],
)
def test_what_was_pasted_along_is_one_fault_with_its_cure(data, fault, run, tmp_path):
    path = tmp_path / "pasted.yaml"
    path.write_bytes(data.replace(b"%s", NAMED.encode()))
    told = run("show", str(path))
    assert (told.status, len(told.err.splitlines())) == (3, 1)
    assert fault in told.err


@pytest.mark.parametrize("blank", ["\t", "\u00a0\u00a0"])
def test_an_indentation_of_other_blanks_is_one_fault_and_the_rest_is_read(blank, run, tmp_path):
    text = f"format: tarok-position/1\nlead: Q\nhands:\n{blank}A: dR T7\n{blank}B: hR d9\n{blank}C: c7 c2\n"
    told = run("show", written(tmp_path, text)).err.splitlines()
    assert ["no player is called Q" in told[0], ":4:1: " in told[1], len(told)] == [True, True, 2]


def test_a_diagram_that_is_pasted_whole_is_told_what_would_be_read(run, tmp_path):
    shown = run("show", PROP1).out
    for pasted in (shown, str(analyzer.load(PROP1)), shown.replace("─", "-")):
        told = run("show", written(tmp_path, pasted))
        assert (told.status, len(told.err.splitlines())) == (3, 1)
        assert "a diagram is drawn here" in told.err
        assert "--yaml" in told.err
    assert run("show", "-", "--text", stdin=run("show", PROP1, "--yaml").out).status == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("{Åse: dR T7, B: hR d9, C: c7 c2}", "danish / Åse: dR T7 / B: hR d9 / C: c7 c2 / B leads"),
        ("{C: c7 c2, A: dR T7, B: hR d9}", "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads"),
        ("{A: dR T7, B: the Fool hR, D: c7 c2}", "no player is called D"),
        ("{A: the Mond Ks, B: hR Vd, C: c7 c2}", "A: sR T21 / B: hR dV"),
        ("{A: dR T7, B: Kd d9, C: c7 c2}", ":2:22: Kd reads two ways, as dR (king, konge) or cD (queen"),
        ("{A: dR 21, B: hR d9, C: c7 c2}", "A: dR T21"),
    ],
)
def test_names_and_cards_are_read_where_they_read_one_way(typed, said, run, tmp_path):
    told = run("show", written(tmp_path, f"format: tarok-position/1\nhands: {typed}\nlead: B\n"), "--text")
    assert said in told.out + told.err
    assert "\n\n" not in told.out + told.err


def test_a_kind_that_is_none_is_told_at_its_place(run, tmp_path):
    for kind, said in (
        ("", ":2:6: `kind` is missing"),
        ("{}", ":2:7: the kind is a mapping"),
        ("true", "is true;"),
    ):
        file = written(tmp_path, f"format: tarok-dispute/1\nkind: {kind}".rstrip(" ") + "\n")
        told = run("check", file)
        assert (told.status, told.out, len(told.err.splitlines())) == (3, "", 1)
        assert said in told.err


def test_a_key_that_other_numbers_of_players_have_is_told_with_the_number(run, tmp_path):
    text = "format: tarok-position/2\nruleset: slovenian\nhands: {A: c7, B: c8, C: c9}\nlead: A\ncalled: hR\n"
    assert "appel and tarot have it, slovenian for 3 has not" in run("show", written(tmp_path, text)).err


def test_a_file_that_is_not_there_has_no_lines(run, tmp_path):
    file = str(tmp_path / "nowhere.yaml")
    told = run("show", file, "--json")
    assert told.json["errors"][0]["line"] is None
    assert told.err.startswith(f"{file}: the file does not exist")
    assert run("certify", file).err.startswith(f"{file}: the file cannot be read")


@pytest.mark.parametrize("option", ["--by", "--for", "--goal", "--timeout", "--line", "--ruleset"])
def test_an_option_that_stands_twice_is_refused(option, run):
    told = run("forced", PROP1, option, "1", option, "2")
    assert (told.status, f"'{option}' is given twice" in told.err) == (2, True)


def test_an_option_with_many_values_may_stand_again(run):
    options = ["--variant", "tout-amount=135", "--variant", "fool-in-skat=never"]
    told = run("forced", PROP1, "--for", "A", "--by", "B", *options, "--json")
    assert (told.status, len(told.json["variant"])) == (0, 2)


def test_a_pipe_is_no_rule_set(run, tmp_path):
    os.mkfifo(tmp_path / "rules.yaml")
    text = NAMED.replace("hands:", "ruleset: ./rules.yaml\nhands:")
    told = run("show", written(tmp_path, text))
    assert (told.status, ":2:10: ./rules.yaml is a pipe or a device" in told.err) == (3, True)
    assert run("show", PROP1, "--ruleset", str(tmp_path / "rules.yaml")).status == 2


def test_worlds_by_name_are_no_sample(run):
    told = run("decide", str(POSITIONS / "prop2-3-worlds.yaml"), "--sample", "5")
    assert (told.status, "only deals of unseen cards are sampled" in told.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "told"), [("show", True), ("solve", True), ("replay", True), ("show --lang da", False)]
)
def test_a_pot_that_coins_cannot_make_is_said_with_the_pots(words, told, run, tmp_path):
    odd = run(*words.split(), written(tmp_path, NAMED + "pots: {king: 61, pagat: 60}\n")).out
    said = "61 is not a whole number of coins of 5" if told else "61 går ikke op i jetoner på 5"
    assert said in " ".join(odd.split())
    assert "whole number of coins" not in run("show", written(tmp_path, NAMED)).out


def test_odd_pots_of_disputes_and_evenings_are_said_too(run, tmp_path):
    forgotten = (POSITIONS / "disputes" / "settlement-pagat-forgotten.yaml").read_text(encoding="utf-8")
    hand = "{dealer: A, last_trick: {winner: B, with: c4}, points: {A: 26, B: 26}}"
    head = "format: tarok-session/1\nplayers: [A, B, C]\npots: {king: 62, pagat: 5}\n"
    evening = f"{head}hands:\n  - {hand}\n"
    dispute = run("check", written(tmp_path, forgotten.replace("pagat: 90", "pagat: 61"))).out
    assert "61 is not a whole number of coins of 5" in dispute
    assert "62 is not a whole number of coins of 5" in run("score", written(tmp_path, evening)).out


@pytest.mark.parametrize(
    "command",
    [["solve", "--brief"], ["forced", "--for", "A", "--by", "B", "--brief"], ["moves"], ["show", "--yaml"]],
    ids=" ".join,
)
def test_a_position_may_stand_in_the_command_line_itself(run, command):
    line = run("show", PROP1, "--text").out.strip()
    link = line.replace(" ", "_")
    multiple = Path(PROP1).read_text(encoding="utf-8")
    asked = run(command[0], "-", *command[1:], stdin=line)
    assert asked.status == 0
    assert run(command[0], line, *command[1:]) == run(command[0], link, *command[1:]) == asked
    assert run(command[0], multiple, *command[1:]).status == 0


def test_a_fault_of_a_position_in_the_command_line_has_its_column(run):
    ran = run("solve", "danish / A: dR dR / B: hR d9 / C: c7 c2 / B leads")
    assert ran.status == 3
    assert "<text>:1:16: " in ran.err


@pytest.mark.parametrize("named", ["dansk", "Dansk tarok", "Danish Tarok", "DANISH"])
def test_a_rule_set_is_known_by_its_title_in_either_language(run, named):
    assert run("solve", PROP1, "--ruleset", named, "--json").json["ruleset"] == "danish"
    shown = run("show", f"{named} / A: dR T7 / B: hR d9 / C: c7 c2 / B spiller ud", "--yaml").out
    assert "lead: B" in shown


@pytest.mark.parametrize(
    ("named", "known"), [("Großtarock", "grosstarock"), ("slovensk", "slovenian"), ("tarot d'appel", "appel")]
)
def test_other_games_are_known_by_their_titles_too(run, named, known):
    assert run("rules", named, "--json").json["ruleset"] == known


def test_a_file_of_rules_goes_before_a_title(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "format: tarok-rules/2\nname: ours\ntitle: Ours\nextends: danish\nclauses: []\n")
    (tmp_path / "position.yaml").rename(tmp_path / "dansk")
    assert run("rules", "dansk", "--json").json["ruleset"] == "ours"


@pytest.mark.parametrize("lang", ["en", "da"])
def test_every_goal_is_read_by_its_word_and_by_its_name_in_either_language(lang):
    for aim in AIM_WORDS:
        bound = ">=3" if aim.counted else ""
        named = read_goal(f"{spoken(AIM_WORDS[aim], lang)}{bound}")
        assert named is not None
        assert named == read_goal(f"{aim.value}{bound}")
        assert named.aim is aim


@pytest.mark.parametrize("word", ["kongeultimo", "konge-ultimo", "King Ultimo", "king_ultimo"])
def test_a_goal_may_be_asked_for_as_the_answer_calls_it(run, word):
    assert (
        run("forced", PROP1, "--for", "A", "--by", "B", "--goal", word, "--json").json["goal"]
        == "king_ultimo"
    )


def test_a_position_that_is_not_told_as_one_is_answered_with_how_it_is(run: Run) -> None:
    ran = run("solve", "Anna dR T7, Bent hR d9, Clara c7 c2")
    assert ran.status == 3
    assert "this is neither a file nor a position" in ran.err
    assert "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads" in ran.err
    assert "the file does not exist" in run("solve", "my file.yaml").err


def test_a_word_alone_is_looked_for_in_the_usual_rules(run: Run) -> None:
    assert run("rules", "tout").out == run("rules", "danish", "tout").out
    assert run("rules", "kulørsvigt", "--lang", "da").status == 0
    wrong = run("rules", "grostarock")
    assert (wrong.status, "did you mean grosstarock?" in wrong.err) == (2, True)


def test_what_may_be_played_where_the_own_card_is_forgotten_is_one_sentence(run: Run) -> None:
    told = run("moves", "danish / A: dR ? / B: hR d9 / C: c7 c2 / A leads", "--brief").out.splitlines()
    assert len(told) == 2
    assert told[1].startswith("Deals (of ")


HANDS = "Anna: dR T7\nBent: hR d9\nClara: c7 c2\n"


@pytest.mark.parametrize(
    "text",
    [
        HANDS + "Bent leads",
        "danish\n" + HANDS + "\nBent spiller ud\nking=60 pagat=60\n",
        "# a hand of yesterday\r\n" + HANDS.replace("\n", "\r\n") + "Bent er i forhånd",
        HANDS.replace("Bent", "Bent Olsen") + "Bent Olsen entame",
    ],
)
def test_hands_pasted_on_lines_of_their_own_are_the_position_in_one_line(text: str) -> None:
    line = analyzer.loads("danish / Anna: dR T7 / Bent: hR d9 / Clara: c7 c2 / Bent leads")
    found = analyzer.loads(text)
    assert (found.hands, found.lead, found.pots) == (line.hands, line.lead, line.pots)


def test_a_fault_in_hands_on_lines_has_its_line_and_column(run: Run, tmp_path: Path) -> None:
    told = run("solve", written(tmp_path, HANDS.replace("d9", "d99") + "Bent spiler ud\n")).err.splitlines()
    assert [each.split("position.yaml:")[-1] for each in told[:2]] == [
        "2:10: d99: no such card; did you mean d10?",
        "4:1: Bent spiler ud is on its own; did you mean `Bent spiller ud`?",
    ]


def test_a_line_that_begins_with_a_number_sign_is_none_of_a_batch(run: Run) -> None:
    ran = run(
        "batch",
        "forced",
        "-",
        stdin="# two tricks\n  # and no more\nA: dR T7 / B: hR d9 / C: c7 c2 / B leads",
    )
    assert [each["line"] for each in map(json.loads, ran.out.splitlines())] == [3]


@pytest.mark.parametrize(("written_so", "points"), [("points>=49,5", "49.5"), ("points >= 5,5", "5.5")])
def test_a_number_is_read_with_the_comma_of_danish_and_french(written_so: str, points: str) -> None:
    assert str(read_goal(written_so)) == str(read_goal(f"points>={points}"))


@pytest.mark.parametrize(
    ("word", "key"),
    [("preneur", "declarer"), ("chien", "talon"), ("spilfører", "declarer"), ("hænder", "hands")],
)
def test_a_word_of_another_language_leads_to_the_key_that_means_it(
    word: str, key: str, run: Run, tmp_path: Path
) -> None:
    assert (
        f"unknown key `{word}`; did you mean `{key}`?"
        in run("show", written(tmp_path, f"{NAMED}{word}: Anna\n")).err
    )


def test_an_option_by_another_name_leads_to_the_one_that_means_it(run: Run) -> None:
    assert "No such option: --player (Possible options: --for)" in run("forced", PROP1, "--player", "A").err
