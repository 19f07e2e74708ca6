"""A page without a server is told what the local board is told: the same questions, answered on the spot."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from places import POSITIONS
from web.test_server import ASKED, HEADERS, asked, body

from analyzer.web.here import answered

PROP1 = (POSITIONS / "prop1.yaml").read_text(encoding="utf-8")
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("table", {"moves": ["T9"]}),
    ("table", {"position": "danish / A: T1 xx / B: T20 sR / C: hR T1 / A leads"}),
    ("solve", {"position": 1}),
    ("check", {"dispute": "kind: discard\nruleset: ./rules.yaml\n"}),
]


def unheard(kind: str, told: str) -> None:
    raise AssertionError(kind, told)


def here(name: str, told: dict[str, Any] | None) -> tuple[int, Any]:
    status, text = answered(name, None if told is None else json.dumps(told), unheard)
    return status, json.loads(text)


def timeless(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: 0 if key == "seconds" else timeless(each) for key, each in answer.items()}
    return answer


@pytest.mark.parametrize(
    ("question", "told"),
    [*ASKED, *REFUSED, ("solve", {}), ("moves", {"moves": ["d9"]})],
    ids=lambda told: told if isinstance(told, str) else "",
)
def test_a_question_is_answered_alike_with_and_without_a_server(
    address: str, question: str, told: dict[str, Any]
) -> None:
    whole = {"position": PROP1} | told
    status, answer = asked(address, f"api/{question}", body(**whole))
    status_here, answer_here = here(question, whole)
    assert (status_here, timeless(answer_here)) == (status, timeless(answer))


@pytest.mark.parametrize(
    "name", ["words?lang=da", "words?lang=fr", "words", "shelf", "shelf/prop1", "shelf/nothing"]
)
def test_words_and_shelf_are_those_of_the_local_board(address: str, name: str) -> None:
    status, answer = asked(address, f"api/{name}")
    first = {"first": None} if name.startswith("words") else {}
    told, wanted = here(name, None), answer | first
    assert told[0] == status
    assert {key: each for key, each in told[1].items() if each != wanted.get(key)} == {}
    assert set(told[1]) == set(wanted)


def test_what_every_card_is_worth_grows_to_what_the_local_board_says(address: str) -> None:
    request = urllib.request.Request(f"{address}api/worth", body(position=PROP1), HEADERS)
    with urllib.request.urlopen(request, timeout=60) as response:
        *_, last = (each for each in response.read().decode().split("\n\n") if each)
    heard: list[tuple[str, Any]] = []
    status, text = answered("worth", json.dumps({"position": PROP1}), lambda *told: heard.append(told))
    assert (status, text) == (200, "")
    kind, told = heard[-1]
    name, _, data = last.partition("\ndata: ")
    assert f"event: {kind}" == name
    assert timeless(json.loads(told)) == timeless(json.loads(data))


def test_an_interrupted_search_is_told_as_one_whose_limits_were_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.web.questions.solve", interrupted)
    status, told = here("solve", {"position": PROP1})
    assert (status, told["schema"]) == (503, "tarok-analyze/error/1")
