"""A board under pressure: clients that hang, half requests, questions whose asker is gone at once."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from board_served import Served, board_served
from places import POSITIONS

from analyzer.api.board.deals import DealRequest, deal

SOON = 30.0
TOGETHER = 40
"""Questions that are given up at one time."""
PROP1 = (POSITIONS / "prop1.yaml").read_text(encoding="utf-8")
ENDINGS = [deal(DealRequest(tricks=16, seed=seed)).to_text() for seed in range(8)]
"""Each would be searched for its whole minute."""
BEGUN = b"POST /api/solve HTTP/1.1\r\nHost: 127."


def answered(board: Served) -> float:
    """Seconds until a short question is answered, and answered right."""
    began = time.perf_counter()
    with socket.create_connection(board.place, 60) as wire:
        wire.sendall(board.asking("solve", {"position": PROP1}))
        found = b"".join(iter(lambda: wire.recv(65536), b""))
    head, _, body = found.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    assert json.loads(body)["schema"].startswith("tarok-analyze/solve")
    return time.perf_counter() - began


@contextmanager
def hanging(board: Served, clients: int) -> Iterator[None]:
    """Clients that connect and say nothing, half a head, or half a body."""
    with ExitStack() as wires:
        said = (b"", BEGUN, board.asking("solve", {"position": PROP1}, length=5000))
        for number in range(clients):
            wire = wires.enter_context(socket.create_connection(board.place, 60))
            wire.sendall(said[number % len(said)])
        yield


def give_up(board: Served, questions: int) -> None:
    """Ask long questions, each of which is given up before it can be answered."""
    for begun in range(0, questions, TOGETHER):
        with ExitStack() as wires:
            for number in range(begun, min(begun + TOGETHER, questions)):
                wire = wires.enter_context(socket.create_connection(board.place, 60))
                name = ("worth", "solve", "best")[number % 3]
                wire.sendall(board.asking(name, {"position": ENDINGS[number % len(ENDINGS)]}))


def give_up_begun(board: Served, questions: int) -> None:
    """Ask long questions one after the other, each given up when something was found of it."""
    for number in range(questions):
        with socket.create_connection(board.place, 60) as wire:
            wire.sendall(board.asking("worth", {"position": ENDINGS[number % len(ENDINGS)]}))
            told = b""
            while b"event: grown" not in told:
                told += wire.recv(65536)


def held(board: Served) -> float:
    """MB of memory that the program holds; 0 where the system does not tell."""
    status = Path(f"/proc/{board.program.pid}/status")
    if not status.exists():
        return 0.0
    told = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(told.split()[1]) / 1024


def holds_at_most(board: Served, most: float) -> bool:
    """Whether it comes to hold so many MB or fewer, soon after nobody asks any more."""
    until = time.monotonic() + SOON
    while held(board) > most and time.monotonic() < until:
        time.sleep(0.1)
    return held(board) <= most


def ended(board: Served) -> float:
    """Seconds that it takes to end at Ctrl-C while a long question is searched."""
    with socket.create_connection(board.place, 60) as wire:
        wire.sendall(board.asking("worth", {"position": ENDINGS[0]}))
        wire.recv(1)
        began = time.perf_counter()
        board.program.send_signal(signal.SIGINT)
        board.program.wait(30)
        return time.perf_counter() - began


__all__ = [
    "Served",
    "answered",
    "board_served",
    "ended",
    "give_up",
    "give_up_begun",
    "hanging",
    "held",
    "holds_at_most",
]
