"""Certificates on the command line: written with an answer, checked without the search."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run, written

from analyzer.cards.card import DECK, FOOL
from analyzer.search.solve import witness

FOR_A = ("--goal", "ultimo", "--for", "A")


def big(folder: Path) -> str:
    """A file with eleven tricks, where it takes many moves to hold the last trick."""
    dealt = random.Random(4).sample([card for card in DECK if card != FOOL], 33)
    hands = "".join(f"  {name}: {' '.join(map(str, dealt[seat::3]))}\n" for seat, name in enumerate("ABC"))
    return written(folder, f"format: tarok-position/1\nhands:\n{hands}lead: A\n", "big.yaml")


def test_the_json_of_an_answer_names_its_certificate(run: Run, prop1: str, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    found = run("forced", prop1, *FOR_A, "--certificate", str(out), "--json").json
    assert found["certificate"] == {"file": str(out), "moves": 1, "bytes": out.stat().st_size}
    assert "certificate" not in run("forced", prop1, *FOR_A, "--json").json


def test_a_certificate_plays_by_the_rule_set_of_the_question(run: Run, prop1: str, tmp_path: Path) -> None:
    out = str(tmp_path / "out.json")
    run("forced", prop1, *FOR_A, "--ruleset", "danish-1996", "--certificate", out)
    assert run("certify", out, "--json").json["ruleset"] == "danish-1996"


def test_a_certificate_that_is_too_large_is_refused_and_the_answer_stands(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.json"
    monkeypatch.setattr(witness, "ENTRY", 200_000)
    ran = run(
        "forced",
        big(tmp_path),
        "--goal",
        "last_trick",
        "--for",
        "A",
        "--certificate",
        str(out),
        "--certificate-mb",
        "1",
    )
    assert ran.status == 4
    assert "the last trick." in ran.out
    assert "No certificate was written: it is larger than 1 MB, with 5 moves so far." in " ".join(
        ran.out.split()
    )
    assert not out.exists()


def test_ctrl_c_while_the_certificate_is_written_keeps_the_answer(
    run: Run, prop1: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(witness, "witness", interrupted)
    ran = run("forced", prop1, *FOR_A, "--certificate", str(tmp_path / "out.json"), "--json")
    assert ran.status == 4
    assert ran.json["holds"] is False
    assert ran.json["certificate"] == {"file": None, "reason": "interrupted"}


def test_checking_never_imports_the_search(prop1: str, tmp_path: Path, run: Run) -> None:
    out = str(tmp_path / "out.json")
    run("forced", prop1, *FOR_A, "--certificate", out)
    code = (
        "import sys; from analyzer.certificates.certificate import load_certificate;"
        "from analyzer.certificates.checker import certify;"
        f"assert certify(load_certificate({out!r})).proven;"
        "print([name for name in sys.modules if name.startswith(('analyzer.search', 'analyzer.core'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
    assert json.loads(Path(out).read_text(encoding="utf-8"))["schema"] == "tarok-analyze/certificate/1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "der mangler en værdi"),
        ('{"a": 1', "der mangler et `,`"),
        ("{} x", "der står mere efter slutningen"),
        ('{"a": "\\q"}', "`\\` foran et tegn"),
        ("[" * 100_000, "det er indlejret for dybt"),
    ],
)
def test_what_the_reader_of_json_says_is_said_in_danish_too(
    run: Run, tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "torn.json"
    file.write_text(text, encoding="utf-8")
    ran = run("certify", str(file), "--lang", "da")
    assert ran.status == 3
    assert why in ran.err
