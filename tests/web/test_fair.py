"""Who asks is answered in turn: short questions first, each page its turn, nobody for ever."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.error import HTTPError

import pytest

from analyzer.web import serving
from analyzer.web.app import application
from analyzer.web.queue import Answerers, Caller, Desk, caller_of, soon
from analyzer.web.work import Body

T = TypeVar("T")


def apart(work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to, in a thread of its own: the browser's loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def order_of(*asked: Caller) -> list[int]:
    """The order in which questions are answered that wait for the one thread."""
    found: list[int] = []

    async def ask() -> None:
        line, begun, free = Answerers(1, "test"), threading.Event(), threading.Event()

        def first() -> None:
            begun.set()
            free.wait(10)

        waits = [asyncio.create_task(line.run(first, Caller("a")))]
        while not begun.is_set():
            await asyncio.sleep(0.01)
        for number, turn in enumerate(asked):
            waits.append(asyncio.create_task(line.run(lambda number=number: found.append(number), turn)))  # type: ignore[misc]
            await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*waits)

    apart(ask())
    return found


def test_short_questions_go_first_and_then_every_page_has_its_turn() -> None:
    long_a, long_b, short_a = Caller("a"), Caller("b"), Caller("a", short=True)
    assert order_of(long_a, long_a, long_b, short_a) == [3, 2, 0, 1]


def test_a_short_question_does_not_wait_for_long_ones() -> None:
    async def ask() -> str:
        line, free = Answerers(1, "test", for_short=1), threading.Event()
        long = asyncio.create_task(line.run(lambda: free.wait(10), Caller("a")))
        await asyncio.sleep(0.05)
        found = await asyncio.wait_for(line.run(lambda: "soon", Caller("a", short=True)), 5)
        free.set()
        await long
        return found

    assert apart(ask()) == "soon"


HIDDEN = "danish / A: {0} / B: {0} / C: {0} / A leads".format(" ".join("?" * 12))
FEW = "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads"


def test_a_short_question_is_answered_while_every_thread_is_at_unknown_hands() -> None:
    unknown = Body({"position": HIDDEN, "page": "x"})
    assert [caller_of(unknown), soon(unknown)] == [Caller("x"), Caller("x")]
    desk, free = Desk(), threading.Event()
    listening, place = serving.bound("127.0.0.1", 0)
    server = serving.uvicorn.Server(serving.configured(application(desk, place.hosts)))
    serves = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    serves.start()

    async def at_work() -> None:
        await asyncio.gather(
            *(each.run(free.wait) for each in (desk.quick, desk.searching) for _ in range(6))
        )

    threading.Thread(target=lambda: asyncio.run(at_work()), daemon=True).start()
    while min(desk.quick.busy, desk.searching.busy) < 6:
        time.sleep(0.01)
    body = json.dumps({"position": FEW}).encode()
    asked = urllib.request.Request(f"{place.address}api/solve", body, {"Content-Type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=120) as answer:
        assert json.load(answer)["goals"]
    free.set()
    server.should_exit = True
    serves.join(10)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A board that waits a moment only for what is asked."""
    monkeypatch.setattr(serving, "PATIENCE", 0.3)
    listening, place = serving.bound("127.0.0.1", 0)
    app = application(Desk(), place.hosts)
    config = serving.configured(app)
    server = serving.uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    yield "127.0.0.1", place.port
    server.should_exit = True
    thread.join(10)


HEAD = b"POST /api/solve HTTP/1.1\r\nHost: 127."
WHOLE = (
    b"POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
)


@pytest.mark.parametrize("said", [b"", HEAD, WHOLE + b"["], ids=["nothing", "half a head", "half a body"])
def test_a_connection_that_never_finishes_what_it_asks_is_closed(hasty: tuple[str, int], said: bytes) -> None:
    with socket.create_connection(hasty, 10) as wire:
        wire.sendall(said.replace(b"{}", f"127.0.0.1:{hasty[1]}".encode(), 1))
        began = time.monotonic()
        while wire.recv(1000):
            pass
        assert time.monotonic() - began < 60


REFUSED = {
    "solve": {"position": "danish / A: T1 T1 / B: T20 / C: hR / A leads"},
    "table": {"position": "danish / A: T1 / B: T2 / C: T3 / A leads", "moves": ["T9"]},
    "check": {"dispute": "kind: discard\nruleset: danish\n"},
    "score": {"session": "format: tarok-session/1\nruleset: danish\nhands: [{dealer: Zoe}]\n"},
    "cards": {"cards": "T7 zz", "ruleset": "danish"},
    "rules": {"ruleset": "whist"},
    "deal": {"ruleset": "danish", "tricks": 99},
    "why": {"position": "danish / A: T1 / B: T2 / C: T3 / A leads", "goal": "nothing", "for": "A"},
    "tree": {"tree": 7},
    "nothing": {},
}


@pytest.mark.parametrize("question", REFUSED)
def test_every_refusal_is_in_the_language_of_who_asks(address: str, question: str) -> None:
    said = {}
    for lang in ("en", "da"):
        body = json.dumps({**REFUSED[question], "lang": lang}).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": lang}
        request = urllib.request.Request(f"{address}api/{question}", body, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with pytest.raises(HTTPError) as refused:
            opener.open(request, timeout=30)
        with refused.value as answer:
            said[lang] = [each["message"] for each in json.load(answer)["errors"]]
    assert len(said["en"]) == len(said["da"])
    assert all(one != other for one, other in zip(said["en"], said["da"], strict=True)), said
