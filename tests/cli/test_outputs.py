"""What is written is there whole or not at all, and nothing that was read is ever written over."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import PROP1, Run, written
from effort import part
from places import POSITIONS, ROOT

from analyzer.fileio import whole_file

STUDY = "format: tarok-study/1\ndeals: {tricks: 3, seed: 1, count: 4}\nask: {forced: {for: each}}\n"
LINE = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60\n"
RULES = "format: tarok-rules/2\nname: ours\ntitle: Ours\nextends: danish\nclauses: []\n"
DISPUTE = POSITIONS / "disputes" / "discard-king.yaml"

COMMANDS: dict[str, tuple[str, list[str]]] = {
    "show": ("a.yaml", ["show", "IN", "--as", "svg", "-o", "OUT"]),
    "show as text": ("a.yaml", ["show", "IN", "--text", "-o", "OUT"]),
    "graph": ("a.json", ["graph", "IN", "-o", "OUT"]),
    "forced": ("a.yaml", ["forced", "IN", "--for", "A", "--by", "B", "--certificate", "OUT"]),
    "explain": ("a.yaml", ["explain", "IN", "--for", "A", "--by", "B", "--certificate", "OUT"]),
    "replay": ("a.svg", ["replay", "IN", "--audit", "-o", "OUT"]),
    "check": ("d.yaml", ["check", "IN", "--smt2", "OUT"]),
    "rules": ("r.json", ["rules", "IN", "--graph", "OUT"]),
    "batch": ("lines", ["batch", "forced", "--for", "A", "IN", "-o", "OUT"]),
    "batch --resume": ("lines", ["batch", "forced", "--for", "A", "IN", "-o", "OUT", "--resume"]),
    "export": ("s.csv", ["study", "export", "IN", "-o", "OUT"]),
    "parquet": ("s.parquet", ["study", "export", "IN", "-o", "OUT"]),
}
"""Each command that writes into a file, with what its input is called."""


@pytest.fixture
def given(run: Run, tmp_path: Path) -> Callable[[str], Path]:
    """An input by its name."""

    def made(name: str) -> Path:
        path = tmp_path / name
        if name.startswith("s."):
            study = written(tmp_path, STUDY, "study.yaml")
            assert run("study", "run", study, "--store", str(path)).status == 0
        elif name == "d.yaml":
            shutil.copy(DISPUTE, path)
        else:
            path.write_text({"l": LINE, "r": RULES, "a": PROP1}[name[0]], encoding="utf-8")
        return path

    return made


def same_file(path: Path, how: str) -> Path:
    """Another name of a file."""
    other = path.parent / "other" / path.name
    other.parent.mkdir()
    match how:
        case "itself":
            return path
        case "a way round":
            return other.parent / ".." / path.name
        case "a symbolic link":
            other.symlink_to(path)
        case _:
            os.link(path, other)
    return other


@pytest.mark.parametrize("how", part(["itself", "a way round", "a symbolic link", "a hard link"]))
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_writes_over_what_it_reads(
    run: Run, given: Callable[[str], Path], command: str, how: str
) -> None:
    name, words = COMMANDS[command]
    path = given(name)
    before = path.read_bytes()
    out = str(same_file(path, how))
    ran = run(*(out if word == "OUT" else str(path) if word == "IN" else word for word in words))
    assert (ran.status, "it is what was read" in " ".join(ran.err.split())) == (74, True), ran
    assert path.read_bytes() == before


def test_no_command_writes_over_its_standard_input_or_the_rules_it_reads(run: Run, tmp_path: Path) -> None:
    path, rules = tmp_path / "a.yaml", Path(written(tmp_path, RULES, "ours.yaml"))
    path.write_text(f"ruleset: ours.yaml\n{PROP1}", encoding="utf-8")
    before = path.read_bytes()
    for out in (rules, path):
        assert run("show", str(path), "--text", "-o", str(out)).status == 74
    plain = Path(written(tmp_path, PROP1, "b.yaml"))
    with plain.open("rb") as stdin:
        words = [sys.executable, "-m", "analyzer", "show", "-", "--yaml", "-o", str(plain)]
        assert (
            subprocess.run(words, stdin=stdin, capture_output=True, timeout=60, check=False).returncode == 74
        )
    told = path.read_bytes(), rules.read_text(encoding="utf-8"), plain.read_text(encoding="utf-8")
    assert told == (before, RULES, PROP1)


def test_a_batch_of_a_folder_writes_over_none_of_its_files(run: Run, tmp_path: Path) -> None:
    first, second = written(tmp_path, PROP1, "a.yaml"), Path(written(tmp_path, PROP1, "b.yaml"))
    assert run("batch", "forced", "--for", "A", str(tmp_path), "-o", str(second)).status == 74
    assert second.read_text(encoding="utf-8") == PROP1
    beside = Path(written(tmp_path, LINE, "out.run.json"))
    assert run("batch", "forced", "--for", "A", str(beside), "-o", str(tmp_path / "out")).status == 74
    assert (beside.read_text(encoding="utf-8"), Path(first).exists()) == (LINE, True)


def test_a_report_writes_over_no_store(run: Run, tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    store = tmp_path / "report" / "groups.csv"
    assert run("study", "run", written(tmp_path, STUDY, "s.yaml"), "--store", str(store)).status == 0
    before = store.read_bytes()
    assert run("study", "report", str(store), "-o", str(tmp_path / "report")).status == 74
    assert store.read_bytes() == before
    assert {each.name for each in store.parent.iterdir()} == {"groups.csv"}
    assert run("study", "report", str(store), "-o", str(store)).status == 74


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_is_broken_off_leaves_what_was_there(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "out"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)

    def writing() -> None:
        with whole_file(path) as beside:
            beside.write_text("half", encoding="utf-8")
            raise error

    with pytest.raises((Exception, KeyboardInterrupt)):
        writing()
    assert [each.name for each in tmp_path.iterdir()] == ["out"]
    assert path.read_text(encoding="utf-8") == "old"
    with whole_file(path) as beside:
        beside.write_text("new", encoding="utf-8")
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("new", 0o640)


WRITERS = {
    "analyzer/fileio.py",  # the one place
    "analyzer/cli/batching.py",  # appends to the file of a run
    "analyzer/generated.py",  # makes files of ours
}
"""The modules that open files to write."""


def openings(tree: ast.AST) -> Iterator[str]:
    """What opens a file to write; one that is beside is that of the one place, and a formatter is none."""
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute | ast.Name)):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
        modes = [each.value for each in call.args if isinstance(each, ast.Constant)]
        of = call.func.value if isinstance(call.func, ast.Attribute) else None
        whole = isinstance(of, ast.Name) and of.id in ("beside", "formatter")
        writes = name == "open" and any(str(mode)[:1] in "wax" or "+" in str(mode) for mode in modes if mode)
        if not whole and (writes or (name in ("write_text", "write_bytes") and of is not None)):
            yield f"{name} in line {call.lineno}"


def test_only_one_place_opens_files_to_write() -> None:
    found = {
        str(path.relative_to(ROOT)): list(openings(ast.parse(path.read_text(encoding="utf-8"))))
        for path in (ROOT / "analyzer").rglob("*.py")
    }
    assert {name for name, each in found.items() if each} - WRITERS == set()
