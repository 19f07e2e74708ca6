"""Several files on one command line, and verdicts alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run
from places import POSITIONS

PROP1, PROP2 = (str(POSITIONS / f"prop{number}.yaml") for number in (1, 2))
NONE = ["--max-nodes", "0"]
UNDECIDED = "Undecided: the limit of 0 positions was reached."
SIZE = "The dealer discards three cards, which are the first of the dealer's pile.\n"
UP_TO_B = "A's king Ultimo is up to B, who alone can give it and alone can prevent it."
KING = str(POSITIONS / "disputes/discard-king.yaml")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["forced", PROP1, "--for", "A", "--by", "B"], "Yes: B can force A's Ultimo.\n"),
        (["forced", PROP1, "--for", "A"], "No: A cannot force the Ultimo.\n"),
        (["forced", PROP1, "--for", "A", "--by", "B", *NONE], f"{UNDECIDED}\n"),
        (["explain", PROP1, "--for", "A", "--by", "B"], "Yes: B can force A's Ultimo.\n"),
        (["moves", PROP1], "B may play ♥R ♦9\n"),
        (["show", PROP1], "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60\n"),
        (["check", KING], "ILLEGAL: a king may never be discarded: ♥R\n"),
        (["score", str(POSITIONS / "sessions/french-pools.yaml")], "In all: A -272, B +350, C -118\n"),
        (["deals", str(POSITIONS / "worlds/six-deals.yaml")], "6 deals fit.\n"),
        (["rules", "danish", "discard.size"], SIZE),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)  # fmt: skip
def test_a_verdict_alone_is_a_sentence(run: Run, args: list[str], told: str) -> None:
    whole = run(*args)
    brief = run(*args, "--brief")
    assert (brief.out, brief.err) == (told, "")
    assert brief.status == whole.status
    assert len(brief.out) < len(whole.out)


def test_a_solved_position_in_brief_says_who_decides_and_which_card_is_best(run: Run) -> None:
    assert run("solve", PROP1, "--brief").out.splitlines() == [
        "Best for B: ♥R, but ♥R is improper. Best proper card: ♦9.",
        f"{UP_TO_B} Playing ♥R allows it; playing ♦9 prevents it.",
        "Guaranteed: A +40, B -75, C -55.",
    ]
    assert "improper" not in run("solve", PROP2, "--brief").out


def test_each_line_in_brief_says_what_it_came_to_and_whether_that_was_expected(run: Run) -> None:
    first, second, *_ = run("replay", PROP1, "--brief").out.splitlines()
    assert first == "B leads the king: king Ultimo for A; A +130, B -75, C -55; as expected"
    assert "Bagud for B" in second


def test_in_games_of_card_points_a_verdict_alone_names_sides_and_contracts(run: Run) -> None:
    caught = str(POSITIONS / "endings/slovenian-beggar-caught.yaml")
    assert run("solve", caught, "--brief").out.splitlines() == [
        "Best for B: ♣V.",
        (
            "A's contract can go either way: B with C can force it, B with C can prevent it. "
            "Playing ♦D, ♦V or fool allows it; playing ♣V prevents it."
        ),
        "Guaranteed: A -70, B+C 0.",
    ]
    assert run("forced", caught, "--for", "A", "--brief").out == "No: A cannot force the contract.\n"
    lines = run("replay", caught, "--brief").out.splitlines()
    assert all("A " in line and "expected" in line for line in lines)


@pytest.mark.parametrize(
    "args", [["verify", "danish", "--claim", "count.total"], ["compare", "tapp", "tapp"]]
)
def test_what_is_proved_of_rules_has_a_verdict_alone_too(run: Run, args: list[str]) -> None:
    brief = run(*args, "--brief").out
    assert brief in ("1 claim: 1 proved\nproved count.total\n", "No clause leads to another answer.\n")


def test_the_verdict_alone_is_never_json(run: Run) -> None:
    ran = run("solve", PROP1, "--brief", "--json")
    assert ran.status == 2
    assert "--brief the verdict alone" in ran.json["errors"][0]["message"]


def test_several_positions_are_each_told_under_their_names(run: Run) -> None:
    ran = run("solve", PROP1, PROP2)
    first, second = (run("solve", each).out.splitlines()[:5] for each in (PROP1, PROP2))
    lines = ran.out.splitlines()
    assert lines[0] == PROP1
    assert lines[1:6] == first
    assert lines[lines.index(PROP2) + 1 :][:5] == second


def test_several_verdicts_stand_behind_the_names_of_their_files(run: Run) -> None:
    ran = run("forced", PROP1, PROP2, "--for", "A", "--by", "B", "--brief")
    assert ran.out.splitlines() == [
        f"{PROP1}: Yes: B can force A's Ultimo.",
        f"{PROP2}: No: B cannot force A's Ultimo.",
    ]
    assert ran.status == 1


def test_several_answers_in_json_are_a_line_each_with_its_file(run: Run, bad: str) -> None:
    ran = run("forced", PROP1, bad, PROP2, "--for", "A", "--json")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [each["file"] for each in answers] == [PROP1, bad, PROP2]
    assert [each["schema"].split("/")[1] for each in answers] == ["forced", "error", "forced"]
    alone = run("forced", PROP1, "--for", "A", "--json").json
    assert answers[0] == {"file": PROP1} | alone | {"stats": answers[0]["stats"]}


def test_the_gravest_status_stands_for_all_and_a_bad_file_hides_none(run: Run, bad: str, prop1: str) -> None:
    ran = run("check", KING, str(Path(KING).parent / "discard-found-in-time.yaml"))
    assert ran.status == 1
    ran = run("moves", bad, prop1, "--brief")
    assert (ran.status, ran.out) == (3, f"{prop1}: B may play ♥R ♦9\n")
    assert f"{bad}:" in ran.err
    assert run("forced", PROP1, PROP2, "--for", "A", "--by", "B", *NONE).status == 4
    assert run("forced", PROP1, "nowhere.yaml", "--for", "A", *NONE).status == 3


def test_lines_of_several_positions_stand_by_themselves(run: Run) -> None:
    lines = run("show", PROP1, PROP2, "--text").out.splitlines()
    assert [line.split(" / ")[0] for line in lines] == ["danish", "danish"]


def test_one_certificate_is_not_written_for_two_positions(run: Run, tmp_path: Path) -> None:
    written = tmp_path / "proof.json"
    ran = run("forced", PROP1, PROP2, "--for", "A", "--certificate", str(written))
    assert ran.status == 2
    assert "--certificate names one file" in ran.err
    assert not written.exists()


def test_standard_input_is_read_once(run: Run) -> None:
    ran = run("moves", "-", "-", stdin="danish / A: dR / B: d9 / C: c2 / A leads / king=0 pagat=0")
    assert ran.status == 2
    assert "standard input can be read once" in ran.err
