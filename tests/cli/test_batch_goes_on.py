"""A batch is gone on with as it was begun, or not at all; what it left open can be asked again."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from bench.deals import uniform_deal
from commands import Run
from schemas import faults

from analyzer.fileio import only_writer
from analyzer.many import output, source
from analyzer.many.source import RecordSource
from analyzer.position.model import Position
from analyzer.rules.spec.shipped import load_ruleset

LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60"
ASKED = ("forced", "--goal", "ultimo", "--for", "A", "--by", "A")


def lines(count: int, tricks: int = 4) -> list[str]:
    rules = load_ruleset("danish")
    dealt = (uniform_deal(seed, tricks) for seed in range(count))
    return [Position(rules, ("A", "B", "C"), each.hands, each.lead).to_text() for each in dealt]


def put(path: Path, every: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in every), encoding="utf-8")
    return str(path)


def beside(out: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(out.with_name(f"{out.name}.run.json").read_text(encoding="utf-8"))
    return told


def test_beside_the_answers_stands_what_the_run_is(run: Run, tmp_path: Path) -> None:
    file, out = put(tmp_path / "in", [*lines(3), "nothing"]), tmp_path / "out"
    assert run("batch", *ASKED, file, "-o", str(out)).status == 3
    told = beside(out)
    assert (told["schema"], told["answered"], told["open"]) == ("tarok-analyze/batch-run/1", 4, 0)
    assert (told["question"]["of"], told["question"]["goal"], told["question"]["for"]) == (
        "forced",
        "ultimo",
        "A",
    )
    assert told["ruleset"] == load_ruleset("danish").digest
    assert told["core"] == output.core_digest()
    assert faults("batch-run", told) == []


Change = Callable[[Path, pytest.MonkeyPatch], list[str]]


def of_words(*words: str) -> Change:
    return lambda *_: list(words)


def other_input(folder: Path, _: pytest.MonkeyPatch) -> list[str]:
    every = lines(7)
    put(folder / "in", [*every[:2], every[6], *every[3:6]])
    return list(ASKED)


def fewer_lines(folder: Path, _: pytest.MonkeyPatch) -> list[str]:
    put(folder / "in", lines(3))
    return list(ASKED)


def other_core(_: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(output, "core_digest", lambda: "another")
    return list(ASKED)


def test_answers_that_were_changed_since_are_not_gone_on_with(run: Run, tmp_path: Path) -> None:
    file, out = put(tmp_path / "in", lines(5)), tmp_path / "out"
    assert run("batch", *ASKED, file, "-o", str(out)).status == 0
    put(tmp_path / "in", lines(6))
    changed = out.read_bytes().replace(b"false", b"true ", 1)
    out.write_bytes(changed)
    ran = run("batch", *ASKED, file, "-o", str(out), "--resume")
    assert (ran.status, "were changed since" in " ".join(ran.err.split()), out.read_bytes()) == (
        2,
        True,
        changed,
    ), ran.err


@pytest.mark.parametrize(
    ("damage", "status", "told"),
    [
        (lambda kept: kept[:-1], 2, "has 4 of 5 answers"),
        (lambda kept: kept[1:], 2, "has 4 of 5 answers"),
        (lambda _: [], 2, "has 0 of 5 answers"),
        (lambda kept: [*kept[:2], kept[2].replace(b"nodes", b"Nodes"), *kept[3:]], 2, "were changed since"),
        (lambda kept: [*kept[:4], kept[4][:-3]], 2, "has 4 of 5 answers"),
        (lambda kept: [*kept, b"my own note\n"], 2, "holds no answers of this question"),
        (lambda kept: [*kept, kept[2]], 2, "holds no answers of this question"),
        (lambda kept: [*kept, b'{"line": 6, "holds": true}\n'], 0, "1 line was written just before"),
        (lambda kept: [*kept, b'{"line": 6, "ho'], 0, "1 line was written just before"),
        (lambda kept: kept, 0, ""),
    ],
)
def test_what_stands_in_a_file_of_answers_proves_itself_or_is_refused(
    run: Run, tmp_path: Path, damage: Callable[[list[bytes]], list[bytes]], status: int, told: str
) -> None:
    file, out, whole = put(tmp_path / "in", lines(5)), tmp_path / "out", tmp_path / "whole"
    assert run("batch", *ASKED, file, "-o", str(out)).status == 0
    put(tmp_path / "in", lines(9))
    assert run("batch", *ASKED, file, "-o", str(whole)).status == 0
    damaged = b"".join(damage(out.read_bytes().splitlines(keepends=True)))
    out.write_bytes(damaged)
    ran = run("batch", *ASKED, file, "-o", str(out), "--resume")
    assert (ran.status, told in " ".join(ran.err.split())) == (status, True), ran.err
    assert out.read_bytes() == (damaged if status else whole.read_bytes())


@pytest.mark.parametrize(
    "key", ["schema", "question", "core", "answered", "open", "input", "output", "rules"]
)
def test_a_run_file_of_another_shape_is_refused(run: Run, tmp_path: Path, key: str) -> None:
    file, out = put(tmp_path / "in", lines(1)), tmp_path / "out"
    assert run("batch", *ASKED, file, "-o", str(out)).status == 0
    sound = {each: json.dumps(word) for each, word in beside(out).items()}
    for value in ("1e400", "-1", "null", '"five"', "[5]", '{"a": 1}'):
        told = ", ".join(f"{json.dumps(each)}: {word}" for each, word in (sound | {key: value}).items())
        (tmp_path / "out.run.json").write_text(f"{{{told}}}", encoding="utf-8")
        ran = run("batch", *ASKED, file, "-o", str(out), "--resume")
        assert (ran.status, "bug" in ran.err) == (2, False), (value, ran.err)


def test_a_file_of_answers_is_written_by_one_run_at_a_time(run: Run, tmp_path: Path) -> None:
    file, out = put(tmp_path / "in", lines(2)), tmp_path / "out"
    with only_writer(out):
        ran = run("batch", *ASKED, file, "-o", str(out))
    assert (ran.status, "is being written by process" in ran.err, out.exists()) == (74, True, False), ran.err
    assert run("batch", *ASKED, file, "-o", str(out)).status == 0
    assert [each.name for each in tmp_path.iterdir()].count("out.lock") == 0


@pytest.mark.parametrize("size", [1, 2, 3, 64])
def test_a_line_ends_as_it_does_on_any_system(size: int) -> None:
    class Slow(io.BytesIO):
        def read1(self, _: int | None = -1) -> bytes:
            return self.read(size)

    stream = Slow(b"one\r\n\r\ntwo\rthree\n\nfour\r")
    with patch.object(source, "opened", lambda _: stream), RecordSource("-").opened() as blocks:
        told = [(each.line, each.text) for block in blocks for each in block.records]
    assert told == [(1, "one"), (3, "two"), (4, "three"), (6, "four")]


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (of_words("forced", "--goal", "bagud", "--for", "A", "--by", "A"), "goal was ultimo, and is bagud"),
        (of_words("forced", "--goal", "ultimo", "--for", "B", "--by", "A"), "for was A, and is B"),
        (of_words("forced", "--goal", "ultimo", "--for", "A", "--by", "A,B"), "by was A, and is A,B"),
        (of_words("guarantee"), "it was begun with `forced`"),
        (of_words(*ASKED, "--ruleset", "danish-1996"), "ruleset was -, and is danish-1996"),
        (of_words(*ASKED, "--max-nodes", "9"), "max_nodes=9"),
        (of_words(*ASKED, "--csv"), "form was json, and is csv"),
        (other_input, "the input is another"),
        (fewer_lines, "the input is another"),
        (other_core, "the core is another"),
    ],
)
def test_another_run_is_refused_with_what_differs_and_nothing_is_touched(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Change, differs: str
) -> None:
    file, out = put(tmp_path / "in", lines(5)), tmp_path / "out"
    assert run("batch", *ASKED, file, "-o", str(out)).status == 0
    put(tmp_path / "in", lines(6))
    before = [out.read_bytes(), beside(out)]
    words = change(tmp_path, monkeypatch)
    ran = run("batch", *words, file, "-o", str(out), "--resume")
    assert (ran.status, differs in " ".join(ran.err.split())) == (2, True), ran.err
    assert [out.read_bytes(), beside(out)] == before


def test_a_rule_file_that_was_changed_makes_another_run(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "ours.yaml"
    text = (
        "format: tarok-rules/2\nname: ours\ntitle: Ours\nextends: danish\nclauses:\n"
        "  - id: payment.early-queens\n    kind: lost-early\n"
        "    parameters: {cards: [hD, dD, sD, cD], to_each: 5, to_pot: 5, pot: king}\n"
        "    statement: A queen lost before the last trick is paid for.\n"
        "    standing: silent\n    because: So.\n"
    )
    rules.write_text(text, encoding="utf-8")
    hands = {"A": "dR T7", "B": "hR d9", "C": "c7 c2"}
    played = [{"name": "played", "play": "hR c7 T7 dR d9 c2"}]
    told = {"format": "tarok-position/1", "ruleset": "danish", "hands": hands, "lead": "B", "lines": played}
    file, out = put(tmp_path / "in", [json.dumps(told)]), tmp_path / "out"
    asked = "batch", "replay", file, "--ruleset", str(rules), "-o", str(out)
    assert run(*asked).status == 0, out.read_text(encoding="utf-8")
    rules.write_text(text.replace("to_each: 5", "to_each: 10"), encoding="utf-8")
    ran = run(*asked, "--resume")
    assert (ran.status, "the rules of" in ran.err) == (2, True)


def test_answers_without_what_their_run_is_are_not_gone_on_with(run: Run, tmp_path: Path) -> None:
    file, out = put(tmp_path / "in", lines(2)), tmp_path / "out"
    out.write_text('{"line": 1, "holds": true, "nodes": 0}\n', encoding="utf-8")
    ran = run("batch", *ASKED, file, "-o", str(out), "--resume")
    assert (ran.status, "out.run.json" in ran.err) == (2, True)
    (tmp_path / "out.run.json").write_text("{}", encoding="utf-8")
    assert run("batch", *ASKED, file, "-o", str(out), "--resume").status == 2
    assert out.read_text(encoding="utf-8") == '{"line": 1, "holds": true, "nodes": 0}\n'


def test_a_run_that_is_done_goes_on_where_its_input_has_grown(run: Run, tmp_path: Path) -> None:
    file, out, whole = put(tmp_path / "in", lines(5)), tmp_path / "out", tmp_path / "whole"
    assert run("batch", *ASKED, file, "-o", str(out)).status == 0
    put(tmp_path / "in", lines(9))
    assert run("batch", *ASKED, file, "-o", str(out), "--resume").status == 0
    assert run("batch", *ASKED, file, "-o", str(whole)).status == 0
    assert out.read_bytes() == whole.read_bytes()
    assert beside(out) == beside(whole)


@pytest.mark.parametrize("table", [(), ("--csv",)], ids=["json", "csv"])
def test_what_limits_left_open_is_asked_again_in_its_place(
    run: Run, tmp_path: Path, table: tuple[str, ...]
) -> None:
    every = lines(20, 6)
    file, out, whole = put(tmp_path / "in", every[:12]), tmp_path / "out", tmp_path / "whole"
    ran = run("batch", *ASKED, *table, file, "-o", str(out), "--max-nodes", "5")
    left = beside(out)["open"]
    assert (ran.status, 0 < left < 12) == (4, True)
    assert f"12 positions answered, {left} of them open; --resume --open asks again" in " ".join(
        ran.err.split()
    )
    put(tmp_path / "in", every)
    assert run("batch", *ASKED, *table, file, "-o", str(out), "--open").status == 2
    assert run("batch", *ASKED, *table, file, "-o", str(out), "--resume", "--open").status == 0
    assert run("batch", *ASKED, *table, file, "-o", str(whole)).status == 0
    assert out.read_bytes() == whole.read_bytes()
    assert beside(out) == beside(whole)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_a_batch_killed_at_any_time_loses_and_doubles_nothing(run: Run, tmp_path: Path) -> None:
    file, out, whole = put(tmp_path / "in", lines(400, 5)), tmp_path / "out", tmp_path / "whole"
    words = ["batch", "guarantee", file, "--workers", "2"]
    assert run(*words, "-o", str(whole)).status == 0
    program = [sys.executable, "-m", "analyzer", *words, "-o", str(out), "--resume"]
    for wanted in (1, 40, 200):
        with subprocess.Popen(program, env=dict(os.environ), stderr=subprocess.DEVNULL) as running:
            until = time.monotonic() + 30
            while time.monotonic() < until and running.poll() is None and answered(out) < wanted:
                time.sleep(0.001)
            running.send_signal(signal.SIGKILL)
    assert run(*words, "-o", str(out), "--resume").status == 0
    assert out.read_bytes() == whole.read_bytes()
    assert beside(out) == beside(whole)


def answered(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_one_line_that_is_too_long_is_its_own_fault(run: Run, tmp_path: Path) -> None:
    long = "x" * 1_200_000
    for every in ([long, LINE, long, LINE], [LINE, long * 3], [long]):
        file = put(tmp_path / "in", every)
        ran = run("batch", *ASKED, file)
        told = [json.loads(line) for line in ran.out.splitlines()]
        assert ran.status == 3
        assert [each["line"] for each in told] == list(range(1, len(every) + 1))
        assert ["errors" in each for each in told] == [line != LINE for line in every]


def test_an_input_that_cannot_be_read_leaves_the_old_answers(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("old\n", encoding="utf-8")
    for wrong in (tmp_path / "inn", tmp_path / "out" / "x"):
        assert run("batch", *ASKED, str(wrong), "-o", str(out)).status == 3
    assert out.read_text(encoding="utf-8") == "old\n"
    assert {each.name for each in tmp_path.iterdir()} == {"out"}
