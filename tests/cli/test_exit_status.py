"""What a caller can tell from the exit status, and what stands on which stream."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import PROP1, Run, written
from places import POSITIONS

from analyzer.answers import requests
from analyzer.report.style.textstyle import TextStyle


def test_a_line_that_comes_out_otherwise_is_a_no_and_says_what_differs(run: Run, tmp_path: Path) -> None:
    ran = run("replay", written(tmp_path, PROP1.replace("A: 130", "A: 135")))
    assert ran.status == 1
    assert "tokens.A: expected 135, got 130" in ran.out


def test_a_revoke_is_a_no_with_the_clause_and_what_was_legal(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, PROP1.replace("d9 c7 dR T7 hR c2", "d9 c7 T7 dR hR c2"))
    ran = run("replay", file, "--line", "B leads the nine")
    assert ran.status == 1
    assert "following suit" in ran.out
    assert "A plays T7 to diamonds while holding ♦R" in ran.out
    ran = run("replay", file, "--strict")
    assert ran.status == 1
    assert "legal: ♦R" in ran.out
    assert "position.yaml:14:17" in "".join(line.strip() for line in ran.out.splitlines())


@pytest.mark.parametrize(("lang", "word"), [("en", "illegal"), ("da", "ulovligt")])
@pytest.mark.parametrize("strict", [True, False])
def test_an_illegal_line_in_brief_names_its_trick_its_card_and_its_clause(
    run: Run, tmp_path: Path, *, lang: str, word: str, strict: bool
) -> None:
    file = written(tmp_path, PROP1.replace("d9 c7 dR T7 hR c2", "d9 c7 T7 dR hR c2"))
    stops = ["--strict"] if strict else []
    ran = run("--lang", lang, "replay", file, "--line", "B leads the nine", "--brief", *stops)
    (told,) = ran.out.splitlines()
    assert ran.status == 1
    line = TextStyle(lang=lang).titled("B leads the nine")
    assert told.startswith(f"{line}: {word}: ") is strict
    assert re.search(r" 24[,:] .* T7 .*\[play\.follow\]", told)


def test_an_illegal_line_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    ran = run("replay", written(tmp_path, PROP1.replace("d9 c7 dR T7", "d9 c7 T7 dR")), "--json", "--strict")
    good, revoke = ran.json["lines"]
    assert good["expected"] == {"met": True, "differs": []}
    assert revoke["illegal"]["clause"] == "play.follow"
    assert revoke["illegal"]["legal"] == ["dR"]
    assert (revoke["illegal"]["line"], revoke["illegal"]["column"]) == (14, 17)
    assert [event["cards"] for event in revoke["events"]] == [["d9", "c7"]]
    assert (revoke["complete"], revoke["outcome"], revoke["expected"]) == (False, None, None)
    assert ran.status == 1


def test_with_json_the_faults_stand_on_both_streams(run: Run, bad: str) -> None:
    ran = run("solve", bad, "--json")
    assert ran.status == 3
    assert ran.json["schema"] == "tarok-analyze/error/1"
    assert [error["line"] for error in ran.json["errors"]] == [3, 4, 6]
    assert ran.json["errors"][0]["column"] == 12
    assert ran.json["errors"][0]["where"] == f"{bad}:3:12"
    assert all(error["message"] in ran.err for error in ran.json["errors"])


@pytest.mark.parametrize("command", ["solve", "replay", "forced", "graph"])
def test_a_file_that_is_not_there_is_a_bad_file(run: Run, command: str) -> None:
    extra = {"forced": ["--for", "A"], "graph": ["-o", "x.dot"]}.get(command, [])
    assert run(command, "nowhere.yaml", *extra).status == 3


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["graph", "FILE", "-o", "x.pdf"], ".graphml, .dot, .svg, .json"),
        (["schema", "nope"], "unknown schema 'nope'; there are position, dispute, session, study, rules"),
        (["schema", "postion"], "unknown schema 'postion'; did you mean position?"),
    ],
)
def test_wrong_usage_is_told_with_what_was_meant(run: Run, prop1: str, args: list[str], message: str) -> None:
    ran = run(*(prop1 if arg == "FILE" else arg for arg in args))
    assert ran.status == 2
    assert message in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["graph", "FILE", "-o", "OUT/x.dot"], "positions"),
        (["rules", "danish", "--graph", "OUT/x.dot"], " clauses, "),
        (["forced", "FILE", "--for", "A", "--certificate", "OUT/x.json"], "No certificate was written"),
        (["check", "DISPUTE", "--smt2", "OUT/x.smt2"], "kings in the discard"),
        (["compose", "one-card-wins", "-o", "FILE/x"], "tarok-position/1"),
    ],
)
def test_where_a_file_cannot_be_written_the_answer_is_told_all_the_same(
    run: Run, prop1: str, tmp_path: Path, args: list[str], told: str
) -> None:
    dispute = POSITIONS / "disputes" / "discard-king.yaml"
    places = {"FILE": prop1, "OUT": str(tmp_path / "missing"), "DISPUTE": str(dispute)}
    words = args
    for name, place in places.items():
        words = [word.replace(name, place) for word in words]
    ran = run(*words)
    assert (ran.status, told in ran.out) == (74, True)
    assert "cannot write" in ran.err
    assert "kan ikke skrive" in run(*words, "--lang", "da").err


@pytest.mark.parametrize(
    ("name", "kind", "asked"),
    [
        ("bid-tapp-eldest-passes", "bid", "with tapp --smt2 is for discard"),
        ("session-who-sits-out", "session", "with danish --smt2 is for discard, fool-naming"),
        ("count-slovenian-rest-of-one-third", "count", "with slovenian --smt2 is for discard"),
        ("play-fool-second-to-last", "play", "with danish --smt2 is for discard, fool-naming"),
    ],
)
def test_a_dispute_about_which_z3_is_asked_no_question_has_none_to_write(
    run: Run, tmp_path: Path, name: str, kind: str, asked: str
) -> None:
    out = tmp_path / "x.smt2"
    words = ("check", str(POSITIONS / f"disputes/{name}.yaml"), "--smt2", str(out))
    ran = run(*words)
    assert (ran.status, ran.out, out.exists()) == (2, "", False)
    assert f"a dispute of the kind {kind} has no question for Z3 to write; {asked}" in ran.err
    assert "er der intet spørgsmål til Z3 at skrive; med " in run(*words, "--lang", "da").err
    assert "il n’y a pas de question à écrire pour Z3" in run(*words, "--lang", "fr").err


def test_a_file_is_written_beside_and_renamed(run: Run, prop1: str, tmp_path: Path) -> None:
    out = tmp_path / "out.dot"
    out.write_text("before")
    with out.open() as kept:
        assert run("graph", prop1, "-o", str(out)).status == 0
        assert kept.read() == "before"
    assert out.read_text().startswith("digraph")
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    link = tmp_path / "link.dot"
    link.symlink_to(out)
    assert run("rules", "--graph", str(link)).status == 0
    assert link.is_symlink()


def test_no_command_at_all_shows_the_help(run: Run) -> None:
    ran = run()
    assert ran.status == 2
    assert "solve" in ran.out


@pytest.mark.parametrize("limit", [["--max-nodes", "5"], ["--timeout", "0"]])
def test_a_limit_leaves_the_question_undecided_and_says_what_is_known(
    run: Run, prop1: str, limit: list[str]
) -> None:
    ran = run("solve", prop1, "--json", *limit)
    assert ran.status == 4
    assert ran.json["limits"]["complete"] is False
    assert "limit" in ran.json["limits"]["reason"]
    assert "equilibria" in ran.json["limits"]["unfinished"]
    assert "equilibria" not in ran.json
    text = run("solve", prop1, *limit)
    assert text.status == 4
    assert "Not finished:" in text.out


def test_parts_finished_before_the_limit_are_kept(run: Run, prop1: str) -> None:
    ran = run("solve", prop1, "--json", "--max-nodes", "40")
    assert ran.status == 4
    assert ran.json["goals"]["A"]["ultimo"]["forced_by"] == [["B"]]
    assert "goals.A.ultimo" not in ran.json["limits"]["unfinished"]


@pytest.mark.parametrize("limit", ["--max-nodes", "--table-mb"])
@pytest.mark.parametrize(
    "question", [["solve"], ["decide"], ["replay", "--audit"], ["forced", "--goal", "ultimo", "--for", "B"]]
)
def test_a_limit_beyond_what_is_counted_is_refused(
    run: Run, prop1: str, question: list[str], limit: str
) -> None:
    command, *options = question
    ran = run(command, prop1, *options, limit, str(10**23), "--json")
    assert ran.status == 2
    assert str(2**63 - 1) in ran.json["errors"][0]["message"]


def test_a_bug_is_one_line_that_asks_for_a_report(
    run: Run, prop1: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("seven\nof nine")

    monkeypatch.setattr(requests, "position_of", broken)
    ran = run("solve", prop1)
    assert ran.status == 70
    assert ran.err.count("\n") == 1
    assert "ZeroDivisionError: seven of nine" in ran.err
    assert "report" in ran.err
    monkeypatch.setenv("TAROK_DEBUG", "1")
    assert "Traceback" in run("solve", prop1).err


def test_an_interrupt_in_the_middle_is_undecided(
    run: Run, prop1: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(requests, "position_of", interrupted)
    ran = run("solve", prop1)
    assert ran.status == 4
    assert "interrupted" in ran.err
    ran = run("solve", prop1, "--json")
    assert ran.status == 4
    assert "interrupted" in json.loads(ran.out)["errors"][0]["message"]


def test_a_schema_is_json_whether_that_is_asked_for_or_not(run: Run) -> None:
    ran = run("schema", "position", "--json")
    assert ran.status == 0
    assert ran.out == run("schema", "position").out
