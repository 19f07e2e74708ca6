"""The program in a browser's Python gives every answer that it gives here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from effort import THOROUGH, part
from page.page_served import BUILT, Question, asked_in_wasm
from places import POSITIONS, ROOT
from web.test_here import REFUSED, timeless
from web.test_server import ASKED, SOLVED

from analyzer.web.here import answered

PROP1 = (POSITIONS / "prop1.yaml").read_text(encoding="utf-8")
MOST_BYTES = 6_000_000
"""What the first visit brings, compressed; a phone on the move waits for it."""
SECONDS = re.compile(r"\d+[.,]\d+ s\b")
MOST_MEMORY = 400_000_000


def files(folder: str, key: str, question: str) -> list[Question]:
    return [
        (question, {key: path.read_text(encoding="utf-8"), "lang": "da" if number % 2 else "en"})
        for number, path in enumerate(sorted((POSITIONS / folder).glob("*.yaml")))
    ]


def every(kind: str) -> list[Question]:
    if kind == "disputes":
        return files("disputes", "dispute", "check")
    if kind == "evenings":
        return files("sessions", "session", "score")
    if kind == "positions":
        return [("solve", {"position": path.read_text(encoding="utf-8")}) for path in SOLVED]
    if kind == "hidden hands":
        return files("worlds", "position", "deals") + files("worlds", "position", "decide")
    board = [(name, {"position": PROP1} | told) for name, told in (*ASKED, *REFUSED)]
    names = ("words?lang=da", "shelf", "shelf/prop1", "shelf/nothing")
    return [*board, ("worth", {"position": PROP1}), *((name, None) for name in names)]


SHARES = {"positions": 20, "disputes": 40, "evenings": 6, "hidden hands": 8, "questions": 1}
"""What is asked, and which share of it: the tests of what answers have asked all of it."""


@pytest.mark.parametrize("kinds", [[kind] for kind in SHARES] if THOROUGH else [[*SHARES]], ids=" ".join)
def test_in_the_browser_what_is_shipped_is_answered_as_here(kinds: list[str]) -> None:
    questions = [question for kind in kinds for question in part(every(kind), SHARES[kind])]
    found, used = asked_in_wasm(questions)
    assert len(found) == len(questions)
    for (name, body), (status, answer, events) in zip(questions, found, strict=True):
        assert (status, untimed(answer), last(events)) == here(name, body), (name, body)
    assert used["memory"] < MOST_MEMORY


def here(name: str, body: dict[str, Any] | None) -> tuple[int, Any, Any]:
    """Status, document and last event, as they are without a browser."""
    heard: list[tuple[str, str]] = []
    told = None if body is None else json.dumps(body)
    status, text = answered(name, told, lambda kind, text: heard.append((kind, text)))
    return status, untimed(json.loads(text) if text else None), last(heard)


def untimed(answer: Any) -> Any:
    """An answer without the seconds that it took, in its text too."""
    return json.loads(SECONDS.sub("s", json.dumps(timeless(answer))))


def last(events: Sequence[Sequence[str]]) -> Any:
    return [(kind, timeless(json.loads(text))) for kind, text in events[-1:]]


def test_the_site_tells_how_much_is_asked_of_the_page() -> None:
    page = (ROOT / "docs" / "howto" / "page.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| [^|]+ \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    assert told == [(str(len(every(kind))),) * 2 for kind in SHARES]


@pytest.mark.thorough
def test_two_hundred_questions_do_not_fill_the_memory() -> None:
    few, many = (
        asked_in_wasm([("solve", {"position": PROP1})] * number)[1]["memory"] for number in (20, 200)
    )
    assert many <= few * 1.1


def test_the_first_visit_is_as_small_as_was_promised() -> None:
    manifest = json.loads((BUILT / "manifest.json").read_text())
    assert manifest["first"]["gzip"] < MOST_BYTES
    assert manifest["parts"]["prover.tar.xz"]["gzip"] > 0


def test_every_part_that_is_another_s_has_its_licence_beside_it() -> None:
    wheels = [
        each
        for part in json.loads((BUILT / "manifest.json").read_text())["versions"]["wheels"].values()
        for each in part
    ]
    names = {wheel.partition("==")[0].replace("-", "_").replace(".", "_") for wheel in wheels}
    texts = {
        path.stem.replace(".", "_"): path.read_text(encoding="utf-8")
        for path in (BUILT / "licences").iterdir()
    }
    assert names | {"pyodide", "python", "python-constraint2", "tarok-analyzer"} <= set(texts)
    assert all(len(text) > 200 for text in texts.values())
