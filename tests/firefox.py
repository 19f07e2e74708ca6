"""Firefox driven by WebDriver BiDi: Playwright asks of it what Debian's Firefox does not know."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

NAMES: Final = ("firefox-esr", "firefox")
READY: Final = 180
"""Seconds in which even a busy machine has answered."""
UNTIL: Final = """async (told) => {
    for (;;) {
        const found = told();
        if (found) return found;
        await new Promise((again) => setTimeout(again, 50));
    }
}"""


def firefox() -> str | None:
    """The machine's Firefox, or the one that FIREFOX names; None where there is none."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)


class FirefoxPage:
    """A tab of Firefox, and the errors of its page that nobody caught."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire, self._number = wire, count(1)
        self.errors: list[str] = []
        self.told("session.new", capabilities={})
        self.told("session.subscribe", events=["log.entryAdded"])
        self._tab = self.told("browsingContext.create", type="tab")["context"]

    def told(self, method: str, **params: Any) -> Any:
        """What a command comes to."""
        number = next(self._number)
        self._wire.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._wire.recv(READY))
            if answer.get("method") == "log.entryAdded" and answer["params"]["type"] == "javascript":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, address: str) -> None:
        self.told("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def until(self, condition: str) -> str:
        """What an expression of the page is once it is no longer nothing."""
        target = {"context": self._tab}
        said = f"({UNTIL})(() => {condition})"
        found = self.told("script.evaluate", expression=said, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return str(found["result"].get("value"))

    def press(self, selector: str) -> None:
        """Press the first element of a selector, once it is there, wherever it stands by then."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.until(f"(() => {{ const found = {found}; found?.click(); return found && 'pressed'; }})()")


@contextmanager
def firefox_page() -> Iterator[FirefoxPage]:
    """A new Firefox with one page, on which nothing goes wrong."""
    program = firefox()
    assert program is not None
    with TemporaryDirectory() as profile:
        command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile]
        with subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as running:
            try:
                assert running.stderr is not None
                address = next(
                    found[1]
                    for line in running.stderr
                    if (found := re.search(r"(ws://\S+)", line)) is not None
                )
                Thread(target=running.stderr.read, daemon=True).start()  # nothing it says may stop it
                with connect(f"{address}/session", max_size=None) as wire:
                    page = FirefoxPage(wire)
                    yield page
                    assert page.errors == []
            finally:
                running.kill()
