"""How fast the board is, measured in a browser against what it is meant to be; run by `make bench`.

Two times in ms of several rounds: by a clock, median and least, in which the other work of the machine is;
and of the processors, on the average all that board and browser took together (where Linux tells it).
"""

from __future__ import annotations

import json
import os
import resource
import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import mean, median
from urllib.parse import quote, urlsplit

from board_page import card, says
from board_served import a_board, a_browser
from places import ROOT
from playwright.sync_api import Browser, Page

from analyzer.api.board.deals import DealRequest, deal

ROUNDS = 9
VARIATIONS = 500
WIDTHS = (9, 9, 11)
LONG = deal(DealRequest(tricks=25, seed=1))
Rounds = Iterator[tuple[float, float]]
"""Seconds by the clock and of the processors, round by round."""

WATCHED = """(selector) => new Promise((done) => {
    const began = performance.now();
    const watch = new MutationObserver(() => {
        if (!window.isThere()) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    });
    watch.observe(document.body, {subtree: true, childList: true, characterData: true});
    document.querySelector(selector).click();
})"""
"""Clicks, and tells how long it takes until what is waited for is there and painted."""


FIRST_CARDS = """addEventListener('DOMContentLoaded', () => new MutationObserver((_, watch) => {
    if (!document.querySelector('.hand .card')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.cards = performance.now(); }));
}).observe(document.body, {subtree: true, childList: true}))"""

FRAMES = """() => new Promise((done) => {
    const times = [];
    const frame = (now) => {
        times.push(now);
        if (times.length <= 120) return requestAnimationFrame(frame);
        const gaps = times.slice(1).map((each, place) => each - times[place])
            .sort((one, other) => one - other);
        done(gaps[Math.floor(0.95 * gaps.length)]);
    };
    requestAnimationFrame(frame);
})"""

PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
    for (const each of list.getEntriesByName('first-contentful-paint')) done(each.startTime);
}).observe({type: 'paint', buffered: true}))"""


def spent() -> float:
    """Seconds of the processors that all programs started from here have taken up to now."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = ended.ru_utime + ended.ru_stime
    parents = {int(path.parent.name): path for path in Path("/proc").glob("[0-9]*/stat")}
    mine = {os.getpid()}
    for _ in range(8):
        mine |= {pid for pid, path in parents.items() if parent_of(path) in mine}
    for pid in mine - {os.getpid()}:
        with suppress(OSError):
            found += sum(map(int, fields(parents[pid])[11:13])) / os.sysconf("SC_CLK_TCK")
    return found


def fields(path: Path) -> list[str]:
    """What the system tells of a program, from its state on."""
    return path.read_text().rpartition(")")[2].split()


def parent_of(path: Path) -> int:
    try:
        return int(fields(path)[1])
    except OSError:
        return 0


class Stopwatch:
    """What passed since it was made, by the clock and of the processors."""

    def __init__(self) -> None:
        self._spent = spent()
        self._began = time.perf_counter()

    def read(self, seconds: float | None = None) -> tuple[float, float]:
        """Both times, that of the clock as it was measured elsewhere if it was."""
        passed = time.perf_counter() - self._began
        return passed if seconds is None else seconds, spent() - self._spent


def server_up(_: Browser) -> Rounds:
    """From the start of the program until it says where it answers."""
    for _each in range(ROUNDS):
        watch = Stopwatch()
        with a_board():
            yield watch.read()


def opened(address: str, path: str = "", told: object = None) -> bytes:
    """What is answered."""
    body = None if told is None else json.dumps(told).encode()
    request = urllib.request.Request(address + path, body, {"Content-Type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        found: bytes = answer.read()
        return found


def first_paint(browser: Browser) -> Rounds:
    """From asking for the page until something stands on it."""
    with a_board() as address:
        opened(address, "api/table", {"position": LONG.to_text()})
        for _ in range(ROUNDS):
            page = browser.new_page()
            watch = Stopwatch()
            page.goto(f"{address}?lang=en")
            page.get_by_role("tab", name="table").wait_for()
            yield watch.read(page.evaluate(PAINTED) / 1e3)
            page.close()


def first_table(browser: Browser) -> Rounds:
    """From the first paint until the cards of the first table are painted."""
    with a_board() as address:
        for _ in range(ROUNDS):
            page = browser.new_page()
            page.add_init_script(FIRST_CARDS)
            watch = Stopwatch()
            page.goto(f"{address}?lang=en")
            card(page, "B", "king of hearts").wait_for()
            yield watch.read((page.evaluate("window.cards") - page.evaluate(PAINTED)) / 1e3)
            page.close()


def frames(browser: Browser) -> Rounds:
    """Between two frames while a whole hand is searched and its values come in: the slowest but 5 in 100."""
    with a_board("whole-hand") as address:
        page = browser.new_page(viewport={"width": 1360, "height": 860})
        page.goto(f"{address}?lang=en")
        says(page, "leads.")
        for _ in range(ROUNDS):
            watch = Stopwatch()
            yield watch.read(page.evaluate(FRAMES) / 1e3)
            assert page.get_by_role("button", name="stop").count() == 1, "it is searched all the time"


def repainted(browser: Browser) -> Rounds:
    """A card of a hand of 25 played where 500 variations were tried, until the trick shows it."""
    with a_board() as address:
        page = browser.new_page()
        page.goto(f"{address}?lang=en#p={quote(LONG.to_text())}&t={quote(json.dumps(variations()))}&lang=en")
        says(page, "A leads.")
        page.evaluate("window.isThere = () => document.querySelector('.trick li') !== null")
        for place in range(ROUNDS):
            cards = page.get_by_role("group", name="hand of A").locator(".card")
            name = cards.nth(place).get_attribute("data-card")
            watch = Stopwatch()
            yield watch.read(page.evaluate(WATCHED, f"[data-card={name}]") / 1e3)
            page.keyboard.press("ArrowLeft")
            says(page, "A leads.")


def variations() -> list[object]:
    """Lines of three cards that differ, as the address has them."""
    found: list[object] = []
    for first in LONG.legal():
        for second in LONG.after(first).legal():
            thirds = LONG.after(first).after(second).legal()
            found += [[str(first), str(second), str(third)] for third in thirds]
    assert len(found) >= VARIATIONS
    return found[:VARIATIONS]


def answered(browser: Browser) -> Rounds:
    """A card of position 1 played, until everything that is known after it stands there."""
    with a_board() as address:
        page = browser.new_page()
        page.goto(f"{address}?lang=en")
        for _ in range(ROUNDS):
            says(page, "B leads. A's king Ultimo")
            page.evaluate("""window.isThere = () => ['.trick li', '.worth', '.searching']
                .map((each) => document.querySelector(each) !== null).join() === 'true,true,false'""")
            watch = Stopwatch()
            yield watch.read(page.evaluate(WATCHED, "[data-card=hR]") / 1e3)
            page.keyboard.press("ArrowLeft")


def cancelled(_: Browser) -> Rounds:
    """A long search given up, until the only thread answers a question about another moment."""
    told = json.dumps({"position": LONG.to_text()}).encode()
    with a_board() as address:
        place = urlsplit(address)
        head = f"POST /api/worth HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
        short = {"position": (ROOT / "positions/prop1.yaml").read_text(encoding="utf-8")}
        opened(address, "api/solve", short)
        for _ in range(ROUNDS):
            with socket.create_connection((place.hostname, place.port or 80), 30) as wire:
                wire.sendall(f"{head}Content-Length: {len(told)}\r\n\r\n".encode() + told)
                wire.recv(1)
                time.sleep(0.5)
            watch = Stopwatch()
            opened(address, "api/solve", short)
            yield watch.read()


def loaded(page: Page) -> int:
    """Bytes of all that a page loads of its own, as they are sent."""
    own = "performance.getEntriesByType('resource').filter((each) => !each.name.includes('/api/'))"
    return int(page.evaluate(f"{own}.reduce((sum, each) => sum + each.encodedBodySize, 0)"))


ROWS: tuple[tuple[str, int, Callable[[Browser], Rounds]], ...] = (
    ("server up", 700, server_up),
    ("first paint", 500, first_paint),
    ("first table after that", 300, first_table),
    ("a frame while a search streams, 95 of 100", 17, frames),
    ("move repainted, 25 cards, 500 variations", 50, repainted),
    ("two tricks answered after a click", 150, answered),
    ("another question after a long one", 50, cancelled),
)


def main() -> None:
    """Print a line for each thing that is measured."""
    sys.stdout.write(f"{'board, ms':44}{'meant':>8}{'clock':>9}{'least':>9}{'processor':>11}\n")
    with a_browser() as browser:
        for name, meant, measure in ROWS:
            clock, processor = zip(*measure(browser), strict=True)
            times = (median(clock), min(clock), mean(processor))
            told = "".join(f"{1e3 * each:{width}.0f}" for each, width in zip(times, WIDTHS, strict=True))
            sys.stdout.write(f"{name:44}{meant:8}{told}\n")
            sys.stdout.flush()
        with a_board() as address:
            page = browser.new_page()
            page.goto(address)
            card(page, "B", "9 of diamonds").wait_for()
            sys.stdout.write(f"{'assets, bytes as sent':44}{200_000:8}{loaded(page):9}\n")


if __name__ == "__main__":
    main()
