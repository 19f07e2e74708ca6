"""A file of another kind than a command reads is told apart, with the command that reads it."""

from __future__ import annotations

import json

import pytest
from places import POSITIONS, ROOT

from analyzer.cli.main import main

READERS = {
    "solve": "tarok-position",
    "forced": "tarok-position",
    "explain": "tarok-position",
    "moves": "tarok-position",
    "replay": "tarok-position",
    "deals": "tarok-position",
    "decide": "tarok-position",
    "show": "tarok-position",
    "graph": "tarok-position",
    "check": "tarok-dispute",
    "score": "tarok-session",
    "rules": "tarok-rules",
    "verify": "tarok-rules",
    "study": "tarok-study",
}
RIGHT = {"position": "replay", "dispute": "check", "session": "score", "study": "study", "rules": "rules"}
MORE = {"graph": ["-o", "graph.svg"], "study": ["--store", "store.db"]}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """A file of each kind that there is."""
    folder = tmp_path_factory.mktemp("kinds")
    found = {"dispute": POSITIONS / "disputes/discard-pagat.yaml", "position": POSITIONS / "prop1.yaml"}
    for kind in "session", "study":
        found[kind] = folder / f"{kind}.yaml"
        assert main(["new", kind, "-o", str(found[kind])]) == 0
    found["rules"] = ROOT / "specs/basic/rules.yaml"
    found["certificate"] = folder / "certificate.json"
    main(["forced", str(found["position"]), "--for", "A", "--certificate", str(found["certificate"])])
    return found


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("kind", [*RIGHT, "certificate"])
def test_a_stray_kind_of_file_is_told_which_command_takes_it(
    kind, command, kinds, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    if READERS[command].endswith(kind) or (kind, command) == ("position", "check"):
        return
    run = ["run"] if command == "study" else []
    capsys.readouterr()
    assert main([command, *run, str(kinds[kind]), *MORE.get(command, [])]) == 3
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert f"the command for this file is `{RIGHT.get(kind, 'certify')}`" in told


@pytest.mark.parametrize("command", ["solve", "check", "score"])
def test_the_answer_of_a_command_is_no_file_to_ask_about(command, kinds, tmp_path, capsys):
    main(["solve", str(kinds["position"]), "--json"])
    answer = tmp_path / "answer.json"
    answer.write_text(capsys.readouterr().out)
    assert main([command, str(answer)]) == 3
    assert "this is what a command answered (tarok-analyze/solve/1)" in capsys.readouterr().err


def test_a_file_that_is_no_certificate_is_told_by_its_format(kinds, capsys):
    assert main(["certify", str(kinds["position"])]) == 3
    assert "the format is tarok-position/1; expected a certificate" in capsys.readouterr().err


def test_a_batch_of_one_file_answers_that_file(kinds, capsys):
    capsys.readouterr()
    assert main(["batch", "forced", "--for", "A", "--by", "B", str(kinds["position"])]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True
