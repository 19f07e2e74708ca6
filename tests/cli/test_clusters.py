"""Studies on a cluster: whoever answers is what we are, or is refused; who goes away is told."""

from __future__ import annotations

import json
import logging
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from commands import Run, written

from analyzer.errors import Fault, IllegalMove, InvalidFile, LimitReached, UsageError, Where
from analyzer.many import cluster as clustered
from analyzer.many import studyrun
from analyzer.many.cluster import is_exposed
from analyzer.messages import say

STUDY = """\
format: tarok-study/1
title: A study
deals: {tricks: [3, 4], seed: 1, count: 60}
ask: {forced: {for: each}}
group_by: [tricks]
"""
OWN = "format: tarok-rules/2\nname: ours\ntitle: Ours\nextends: danish\nclauses: []\n"
OLDER = """
import analyzer.many.asks as running
running.core_digest = lambda: "an older core"
"""
OLDEST = """
import analyzer.many.cluster as running
kept = vars(running).setdefault("kept", running.answer_piece)  # it is run twice
def answer_piece(study, first, count):
    return running.Piece(*kept(study, first, count)[:2])
running.answer_piece = answer_piece
"""
STRANGER = """
import analyzer.many.cluster as running
def answer_piece(study, first, count):
    raise KeyError("no such question")
running.answer_piece = answer_piece
"""
"""What a worker of another version does otherwise."""


class Machines:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, stack: ExitStack, tls: Mapping[str, str]) -> None:
        self._folder, self._stack, self._env = folder, stack, {**os.environ, **tls}
        said = folder / "scheduler.json"
        protocol = ["--protocol", "tls"] if tls else []
        words = [
            "--scheduler-file",
            str(said),
            "--no-dashboard",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            *protocol,
        ]
        self.scheduler = self._process(["-m", "distributed.cli.dask_scheduler", *words])
        until = time.monotonic() + 60
        while not (said.exists() and said.read_text(encoding="utf-8")) and time.monotonic() < until:
            time.sleep(0.05)
        self.address = json.loads(said.read_text(encoding="utf-8"))["address"]

    def worker(self, otherwise: str = "") -> subprocess.Popen[bytes]:
        """One more worker; what it does otherwise is done before it works."""
        preload = self._folder / f"preload{len(otherwise)}.py"
        preload.write_text(otherwise, encoding="utf-8")
        words = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--preload", str(preload)]
        return self._process(["-m", "distributed.cli.dask_worker", *words])

    def _process(self, words: list[str]) -> subprocess.Popen[bytes]:
        program = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._env,
            cwd=self._folder,
        )  # fmt: skip
        self._stack.callback(program.wait)
        self._stack.callback(program.kill)
        return program


@contextmanager
def machines(folder: Path, tls: Mapping[str, str] | None = None) -> Iterator[Machines]:
    with ExitStack() as stack:
        yield Machines(folder, stack, tls or {})


@pytest.mark.parametrize(
    ("otherwise", "told"),
    [
        (OLDER, "differs from this program in its core"),
        (OLDEST, "differs from this program in its rules or files, core"),
        (STRANGER, "a worker cannot answer"),
    ],
)
@pytest.mark.thorough
def test_a_worker_of_another_version_writes_nothing(
    run: Run, tmp_path: Path, otherwise: str, told: str
) -> None:
    store = tmp_path / "s.db"
    with machines(tmp_path) as cluster:
        cluster.worker(otherwise)
        ran = run("study", "run", written(tmp_path, STUDY, "s.yaml"), "--store", str(store), "--cluster",
                  cluster.address)  # fmt: skip
    assert (ran.status, told in " ".join(ran.err.split())) == (2, True), ran
    assert ran.err.count("\n") <= 3
    assert run("study", "show", str(store), "--json").json["asked"] == 0


@pytest.mark.thorough
def test_rules_of_ones_own_travel_to_the_workers(run: Run, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    text = STUDY.replace("title:", "ruleset: ours.yaml\ntitle:")
    written(tmp_path / "here", OWN, "ours.yaml")
    asked = "study", "run", written(tmp_path / "here", text, "s.yaml"), "--store"
    with machines(tmp_path) as cluster:
        cluster.worker(HIDES)
        far = run(*asked, str(tmp_path / "far"), "--cluster", cluster.address, "--json")
    near = run(*asked, str(tmp_path / "near"), "--json")
    assert (far.status, far.json) == (0, near.json)


HIDES = """
import sys
from pathlib import Path
kept = vars(sys).setdefault("kept", Path.open)
def opened(self, *told, **named):
    if self.name == "ours.yaml":
        raise FileNotFoundError(self)
    return kept(self, *told, **named)
Path.open = opened
"""
"""A machine on which the rules are not."""


def test_a_scheduler_that_goes_away_is_told_in_a_sentence_and_the_same_command_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studyrun, "MOST", 5)
    monkeypatch.setattr(clustered, "_PATIENCE", 1.0)
    file, store = written(tmp_path, STUDY, "s.yaml"), tmp_path / "s.db"
    kept: Callable[..., None] = studyrun.keep_piece
    with machines(tmp_path) as cluster:
        cluster.worker()
        stored: list[Any] = []

        def killing(*told: Any) -> None:
            kept(*told)
            stored.append(told)
            if len(stored) == 2:
                cluster.scheduler.kill()

        monkeypatch.setattr(studyrun, "keep_piece", killing)
        ran = run("study", "run", file, "--store", str(store), "--cluster", cluster.address)
    assert (ran.status, ran.err.count("\n") <= 4) == (4, True), ran.err
    assert "is gone; what is stored stays" in " ".join(ran.err.split())
    assert not logging.getLogger("distributed.client").isEnabledFor(
        logging.CRITICAL
    )  # it would print a traceback
    monkeypatch.setattr(studyrun, "keep_piece", kept)
    assert 2 <= len(stored) < 10
    assert run("study", "run", file, "--store", str(store)).status == 0
    assert run("study", "run", file, "--store", str(tmp_path / "one")).status == 0
    told = [run("study", "show", str(each), "--json").json for each in (store, tmp_path / "one")]
    assert told[0] == told[1]


def certificates(folder: Path) -> dict[str, str]:
    """A certificate of an authority of its own, as the settings of Dask in the surroundings."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tarok"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=60)
    tls = "DASK_DISTRIBUTED__COMM__TLS"
    who = {f"{tls}__{each}__{part}": str(path) for each in ("CLIENT", "SCHEDULER", "WORKER")
           for part, path in (("KEY", key), ("CERT", certificate))}  # fmt: skip
    return {f"{tls}__CA_FILE": str(certificate), "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true", **who}


@pytest.mark.thorough
def test_a_cluster_with_certificates_answers_and_lets_in_nobody_without(tmp_path: Path) -> None:
    tls = certificates(tmp_path)
    file = written(tmp_path, STUDY.replace("count: 60", "count: 6"), "s.yaml")
    program = [sys.executable, "-m", "analyzer", "study", "run", file, "--store", str(tmp_path / "s.db")]
    with machines(tmp_path, tls) as cluster:
        cluster.worker()
        assert cluster.address.startswith("tls://")
        words = [*program, "--cluster", cluster.address]
        stranger = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
        known = subprocess.run(
            words, capture_output=True, text=True, timeout=100, check=False, env={**os.environ, **tls}
        )
    assert (stranger.returncode, "no scheduler answers" in stranger.stderr) == (2, True), stranger
    assert (known.returncode, known.stderr) == (0, "")


@pytest.mark.parametrize(
    ("address", "seen"),
    [("tcp://192.0.2.10:8786", True), ("cluster.example:8786", True), ("tcp://[2001:db8::1]:8786", True),
     ("tls://192.0.2.10:8786", False), ("tcp://127.0.0.1:8786", False), ("localhost:8786", False),
     ("tcp://[::1]:8786", False)],
)  # fmt: skip
def test_it_is_known_which_address_others_can_listen_to(address: str, seen: bool) -> None:
    assert is_exposed(address) is seen


def test_errors_come_from_other_processes_as_they_were() -> None:
    where = Where("f", 1, 2)
    for error in (
        UsageError(say("one"), say("two")),
        InvalidFile([Fault(say("one"), say("two"), where), Fault(say("three"))]),
        LimitReached(say("one"), 7),
        IllegalMove(say("one"), "play.follow", ("hR",), where, 1),
    ):
        other = pickle.loads(pickle.dumps(error))
        assert (type(other), other.describe("da"), str(other)) == (
            type(error),
            error.describe("da"),
            str(error),
        )
        assert vars(other) == vars(error)
