"""Stores of studies: one writer at a time, readable wherever they lie, and damage is told."""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Run, written

from analyzer.many.asks import answer_deals
from analyzer.many.store import about_study, writable_store
from analyzer.many.study import loads

STUDY = """\
format: tarok-study/1
title: A study
deals: {tricks: [3, 4], seed: 1, count: 60}
ask: {forced: {for: each}, worth: {of: guarantee, for: leader}}
group_by: [tricks]
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store of six chunks."""
    path, study = tmp_path / "s.db", loads(STUDY)
    with writable_store(path, about_study(study)) as open_one:
        for first in range(0, 60, 10):
            open_one.add(list(answer_deals(study, first, 10)), 0.1)
    return path


def changed(path: Path, words: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(words)
    database.close()


def deals_in(path: Path) -> set[int]:
    return {int(row["deal"]) for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())}


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("UPDATE sums SET asked = asked + 1 WHERE first = 20", (20, 30)),
        ("UPDATE sums SET tallies = replace(tallies, '1', '2') WHERE first = 30", (30, 40)),
        ("UPDATE deals SET answers = replace(answers, 'true', 'null') WHERE k BETWEEN 0 AND 9", (0, 10)),
        ("UPDATE deals SET answers = '{' WHERE k = 59", (50, 60)),
        ("DELETE FROM deals WHERE k = 41", (40, 50)),
        ("DELETE FROM sums WHERE first = 10", (10, 20)),
        ("UPDATE chunks SET answered = 3 WHERE first = 0", (0, 10)),
        ("UPDATE chunks SET count = 20 WHERE first = 20", (20, 30)),
        ("UPDATE chunks SET count = 'ten' WHERE first = 0", (0, 10)),
        ("DELETE FROM chunks WHERE first = 20", (20, 30)),
    ],
)
def test_what_was_changed_in_a_store_is_told_and_the_rest_can_be_exported(
    run: Run, store: Path, tmp_path: Path, words: str, lost: tuple[int, int]
) -> None:
    changed(store, words)
    for asked in (["show", str(store)], ["report", str(store), "-o", str(tmp_path / "report")],
                  ["run", written(tmp_path, STUDY, "s.yaml"), "--store", str(store)]):  # fmt: skip
        ran = run("study", *asked)
        assert (ran.status, "is damaged" in " ".join(ran.err.split())) == (74, True), ran
    out = tmp_path / "out.csv"
    assert run("study", "export", str(store), "-o", str(out)).status == 74
    assert deals_in(out) == set(range(60)) - set(range(*lost))


@pytest.mark.parametrize(
    "words",
    [
        "UPDATE about SET value = 'not json' WHERE key = 'asks'",
        "UPDATE about SET value = '61' WHERE key = 'count'",
        "DELETE FROM about WHERE key = 'group_by'",
        "DROP TABLE sums",
        "UPDATE about SET value = CAST(x'3066ffff' AS TEXT) WHERE key = 'core'",
        "DELETE FROM about WHERE key = 'core'",
    ],
)
def test_a_store_of_which_it_is_not_known_what_it_is_is_told_as_damaged(
    run: Run, store: Path, tmp_path: Path, words: str
) -> None:
    changed(store, words)
    for asked in (["show", str(store)], ["export", str(store), "-o", str(tmp_path / "out.csv")]):
        ran = run("study", *asked)
        assert (ran.status, ran.err.count("\n") <= 3, "bug" in ran.err) == (74, True, False), ran


def test_no_byte_of_a_store_can_be_lost_unnoticed(run: Run, store: Path, tmp_path: Path) -> None:
    sound, whole = run("study", "show", str(store), "--json"), store.read_bytes()
    told = 0
    schema = range(3600, 4096, 45)  # where SQLite keeps what its tables are
    for at in (*range(0, len(whole), 1371), *schema):
        for byte in (whole[at] ^ 0x15, 0xF2):
            store.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
            ran = run("study", "show", str(store), "--json")
            assert ran.status in (2, 74) or ran.out == sound.out, at
            told += ran.status != 0
    assert told > 3
    for end in (len(whole) // 2, 4096, 100, 0):
        store.write_bytes(whole[:end])
        assert run("study", "show", str(store)).status in (2, 74)
        exported = run("study", "export", str(store), "-o", str(tmp_path / "out.csv"))
        assert (exported.status in (2, 74), "study export" in exported.err) == (True, False), exported
    store.write_bytes(b"\0" * 16 + whole[16:])
    assert run("study", "show", str(store)).status == 74


def test_two_runs_on_one_store_take_turns_and_the_second_is_told_who_has_it(run: Run, tmp_path: Path) -> None:
    file, path = written(tmp_path, STUDY, "s.yaml"), tmp_path / "s.db"
    with writable_store(path, about_study(loads(STUDY))):
        ran = run("study", "run", file, "--store", str(path))
        assert (ran.status, f"written by process {os.getpid()} on" in " ".join(ran.err.split())) == (74, True)
        assert run("study", "show", str(path)).status == 4
    assert run("study", "run", file, "--store", str(path)).status == 0
    assert {each.name for each in tmp_path.iterdir()} == {"s.yaml", "s.db"}


def test_who_was_killed_holds_no_store(run: Run, store: Path) -> None:
    code = (
        "import sys, os; from pathlib import Path; from analyzer.fileio import only_writer\n"
        f"with only_writer(Path({str(store)!r})): os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 9
    assert store.with_name("s.db.lock").exists()
    assert run("study", "run", written(store.parent, STUDY, "s.yaml"), "--store", str(store)).status == 0


@pytest.fixture
def ground() -> Iterator[Path]:
    """A folder that anybody can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no users here")
@pytest.mark.parametrize("killed", [False, True])
def test_a_store_where_nothing_can_be_written_is_shown_and_exported(
    run: Run, store: Path, ground: Path, killed: bool
) -> None:
    sound = run("study", "show", str(store), "--json").json
    path = ground / "s.db"
    if killed:
        log = "import sqlite3,os; d=sqlite3.connect('s.db'); d.execute('PRAGMA wal_autocheckpoint=0')\n"
        log += "d.execute('UPDATE chunks SET seconds = 7'); d.commit(); os._exit(9)"
        shutil.copy(store, path)
        assert (
            subprocess.run([sys.executable, "-c", log], cwd=ground, check=False, timeout=60).returncode == 9
        )
        assert (ground / "s.db-wal").stat().st_size
        (ground / "s.db-shm").unlink()
    else:
        shutil.copy(store, path)
    for each in ground.iterdir():
        each.chmod(0o444)
    ground.chmod(0o555)
    before = {each.name: each.read_bytes() for each in ground.iterdir()}
    code = (
        "import os, sys; from analyzer.cli.main import main\n"
        "main(['study', 'show', sys.argv[1], '--brief']); sys.stdout.flush()\n"  # so that all is imported
        "if not os.getuid(): os.setuid(65534)\n"  # root may write everywhere
        "sys.exit(main(['study', 'show', sys.argv[2], '--json']))"
    )
    words = [sys.executable, "-c", code, str(store), str(path)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout[ran.stdout.index("{") :]) == sound
    assert {each.name: each.read_bytes() for each in ground.iterdir()} == before
