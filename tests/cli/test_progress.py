"""The line that tells how far a search is: on a terminal only, gone when it is done, and Ctrl-C's answer."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from commands import PROP1, process, written
from effort import part

import analyzer
from analyzer.cards.card import DECK, FOOL


def whole_hands(folder: Path) -> str:
    """A file with three hands of 24 cards, which no search of everything gets through in a minute."""
    dealt = random.Random(5).sample([card for card in DECK if card != FOOL], 72)
    hands = "".join(f"  {name}: {' '.join(map(str, dealt[seat::3]))}\n" for seat, name in enumerate("ABC"))
    return written(folder, f"format: tarok-position/1\nhands:\n{hands}lead: A\n", "whole.yaml")


def seen(args: Sequence[str], *, interrupt: bytes | None = None, **env: str) -> tuple[int, str]:
    """Exit status and everything a command line writes to its terminal; Ctrl-C once it writes these words."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
    kept = {
        name: os.environ[name]
        for name in ("PATH", "PYTHONPATH", "PYTHONSAFEPATH", "HOME")
        if name in os.environ
    }
    command = [sys.executable, "-m", "analyzer", *args]
    with subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=kept | {"TERM": "xterm"} | env,
        start_new_session=True,
    ) as running:
        os.close(slave)
        out, started, sent = b"", time.monotonic(), False
        while time.monotonic() - started < 300:
            if interrupt is not None and not sent and interrupt in out:
                sent = True
                running.send_signal(signal.SIGINT)
            if select.select([master], [], [], 0.1)[0]:
                try:
                    data = os.read(master, 65536)
                except OSError:
                    break
                if not data:
                    break
                out += data
        else:
            running.kill()
            pytest.fail("the command did not end")
    os.close(master)
    return running.returncode, out.decode()


@pytest.mark.parametrize("threads", part(["1", "2"], 2))
def test_a_long_search_tells_how_far_it_is_and_ctrl_c_gives_what_is_known(
    tmp_path: Path, threads: str
) -> None:
    file = whole_hands(tmp_path)
    status, out = seen(["solve", file, "--threads", threads, "--no-cards"], interrupt=b"M positions")
    assert "M positions" in out
    assert "/19: " in out
    assert "interrupted" in out.rpartition("M positions")[2]
    assert "Traceback" not in out
    assert status == 4


def test_the_line_speaks_danish_where_asked(tmp_path: Path) -> None:
    _, out = seen(["solve", whole_hands(tmp_path), "--lang", "da", "--timeout", "3"])
    assert "mio. stillinger" in out


@pytest.mark.parametrize("args", part([["--json"], []], 2), ids=" ".join)
def test_no_line_is_shown_for_machines(tmp_path: Path, args: list[str]) -> None:
    term = "xterm" if args else "dumb"
    status, out = seen(["solve", whole_hands(tmp_path), "--timeout", "1.5", *args], TERM=term)
    assert "M positions" not in out
    assert status == 4


def test_a_quick_answer_shows_no_line(tmp_path: Path) -> None:
    status, out = seen(["solve", written(tmp_path, PROP1)])
    assert "M positions" not in out
    assert status == 0


def test_no_line_is_shown_in_a_pipe_but_what_is_known_of_each_goal(tmp_path: Path) -> None:
    ran = process("solve", whole_hands(tmp_path), "--timeout", "1.5")
    assert ran.returncode == 4
    assert all(
        line[:4] in (b"A's ", b"B's ", b"C's ") or b" cannot get " in line for line in ran.stderr.splitlines()
    )
    assert b"M positions" not in ran.stdout + ran.stderr


def test_ctrl_c_during_forced_is_undecided_or_keeps_the_answer_that_is_known(tmp_path: Path) -> None:
    file = whole_hands(tmp_path)
    status, out = seen(
        ["forced", file, "--for", "A", "--goal", "last_trick", "--by", "A,B"], interrupt=b"M positions"
    )
    assert status in (0, 1, 4)
    assert "Traceback" not in out
    assert ("Undecided" in out) == (status == 4)


LINES = 160


def long_line(folder: Path) -> str:
    """A file with LINES lines of whole hands played at random, whose audit nobody waits for."""
    dealt = random.Random(3).sample([card for card in DECK if card != FOOL], 72)
    hands = "".join(f"  {name}: {' '.join(map(str, dealt[seat::3]))}\n" for seat, name in enumerate("ABC"))
    of = analyzer.loads(f"format: tarok-position/1\nhands:\n{hands}lead: A\n")
    lines = "".join(f"  - {{name: line {n}, play: {' '.join(_at_random(of, n))}}}\n" for n in range(LINES))
    return written(folder, f"format: tarok-position/1\nhands:\n{hands}lead: A\nlines:\n{lines}")


def _at_random(of: analyzer.Position, seed: int) -> Iterator[str]:
    table, rng = of.table, random.Random(seed)
    while not table.over:
        move = rng.choice(table.moves())
        table, _ = table.after(move)
        yield str(move)


def test_a_long_audit_tells_how_far_it_is_and_ctrl_c_ends_it_for_all_lines(tmp_path: Path) -> None:
    status, out = seen(["replay", long_line(tmp_path), "--audit"], interrupt=b"M positions")
    assert "every card " in out
    assert "M positions" in out
    assert "Interrupted." in out
    assert out.count("Every card") == LINES
    assert status == 4


@pytest.mark.thorough
def test_the_time_of_an_audit_is_that_of_all_lines_together(tmp_path: Path) -> None:
    started = time.monotonic()
    assert process("replay", long_line(tmp_path), "--audit", "--timeout", "1").returncode == 4
    assert time.monotonic() - started < 20


UNSEEN = """\
format: tarok-position/1
hands: {A: T20 T14 T9 T3 T1 hR hD h2 d1}
lead: A
unseen:
  hidden_from: A
  sizes: {B: 9, C: 9}
  cards: T10 T7 h3 h4 T21 T13 dR dD d2 sR s4 s3 c2 c7 T5 T6 T8 cR
"""


def test_a_long_decision_tells_that_it_is_at_work_and_ctrl_c_gives_what_is_known(tmp_path: Path) -> None:
    status, out = seen(["decide", written(tmp_path, UNSEEN)], interrupt=b"searching: ")
    assert "searching: " in out
    assert "interrupted" in out
    assert "Traceback" not in out
    assert status == 4


def test_a_large_graph_tells_that_it_is_at_work_and_keeps_to_its_time(tmp_path: Path) -> None:
    args = ["graph", whole_hands(tmp_path), "-o", str(tmp_path / "out.dot"), "--max-positions", "1000000"]
    status, out = seen([*args, "--timeout", "2"])
    assert "searching: " in out
    assert "the time limit was reached" in out
    assert status == 4
    assert not (tmp_path / "out.dot").exists()
