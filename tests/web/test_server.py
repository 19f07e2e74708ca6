"""The board's server: the same answers as the command line's, for this machine's own page and nobody else."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from commands import Run
from effort import part
from places import POSITIONS
from schemas import faults

import analyzer

HEADERS = {"Content-Type": "application/json"}
MOST_TRICKS = 12
"""Of longer hands nobody knows the whole answer in the time of a test."""
SOLVED = [
    path
    for folder in (".", "composed", "endings", "kept", "worlds")
    for path in sorted((POSITIONS / folder).glob("*.yaml"))
    if analyzer.load(path).tricks_left <= MOST_TRICKS
]

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("table", {"moves": ["d9", "c7"]}),
    ("open", {}),
    ("best", {}),
    ("why", {"goal": "ultimo", "for": "A"}),
    ("audit", {"moves": ["d9", "c7", "dR"]}),
    ("yaml", {}),
    ("svg", {}),
    ("qr", {"text": "https://club.example/"}),
    ("recorded", {"moves": ["d9", "c7", "dR"]}),
    ("certificate", {"goal": "ultimo", "for": "A"}),
    ("hidden", {"player": "B", "hidden": ["A", "C"], "void": {"C": "h"}}),
    ("form", {"of": "dispute"}),
    ("form", {"of": "hand", "ruleset": "slovenian"}),
    ("filled", {"text": "kind: discard\nhand: hR c2\n"}),
    ("seating", {"ruleset": "danish", "players": ["A", "B", "C", "D"], "dealers": ["A", ""]}),
    ("cards", {"cards": "hjerter konge, T7 skisen"}),
    ("rules", {"ruleset": "danish", "lang": "da"}),
    ("deal", {"ruleset": "slovenian", "tricks": 4, "seed": 7}),
    ("compose", {"want": "list"}),
    ("compose", {"goal": "ultimo", "for": "A"}),
]
"""Questions about the first position of the Proprieties."""


def asked(
    address: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = HEADERS
) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    request = urllib.request.Request(f"{address}{path}", body, dict(headers))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=60) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def body(**told: object) -> bytes:
    return json.dumps(told).encode()


def messages(answer: dict[str, Any]) -> list[str]:
    return [each["message"] for each in answer["errors"]]


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"stats": {"nodes": answer["stats"]["nodes"]}}


@pytest.mark.parametrize("file", part(SOLVED, 4), ids=lambda path: path.stem)
def test_the_board_answers_what_solve_prints(address: str, run: Run, file: Path) -> None:
    text, printed = file.read_text(encoding="utf-8"), run("solve", str(file), "--json").json
    status, answer = asked(address, "api/solve", body(position=text))
    assert (status == 200) == (printed["schema"] != "tarok-analyze/error/1")
    if status == 200:
        assert timeless(answer) == timeless(printed)
    else:
        assert messages(answer) == messages(printed)


def test_every_shipped_position_but_the_whole_hand_is_compared() -> None:
    whole = {path.name for path in POSITIONS.glob("*.yaml")} - {path.name for path in SOLVED}
    assert whole == {"whole-hand.yaml"}


def test_a_text_with_faults_is_refused_with_all_of_them(address: str) -> None:
    text = "danish / A: T1 xx / B: T20 sR / C: hR T1 / A leads"
    status, answer = asked(address, "api/solve", body(position=text))
    assert status == 400
    assert answer["schema"] == "tarok-analyze/error/1"
    assert [each["column"] for each in answer["errors"]] == [24, 39]


@pytest.mark.parametrize(("question", "told"), ASKED, ids=lambda told: told if isinstance(told, str) else "")
def test_what_the_page_is_told_is_as_its_schema_says(
    address: str, question: str, told: dict[str, Any]
) -> None:
    position = (POSITIONS / "prop1.yaml").read_text(encoding="utf-8")
    status, answer = asked(address, f"api/{question}", body(position=position, **told))
    assert status == 200, answer
    assert faults("board", answer) == []


@pytest.mark.parametrize(
    ("file", "goal", "player", "plan"),
    [
        ("endings/tapp-contract-one-card", "contract", "A", "otherwise: d2, T18"),
        ("composed/one-card-wins-5-3-29", "ultimo", "B", "What matters: "),
    ],
)
def test_why_it_is_so_is_told_in_a_plan_in_every_game(
    address: str, file: str, goal: str, player: str, plan: str
) -> None:
    position = (POSITIONS / f"{file}.yaml").read_text(encoding="utf-8")
    status, answer = asked(address, "api/why", body(position=position, goal=goal, **{"for": player}))
    assert (status, answer["settled"]) == (200, "yes")
    said = ["".join(next(iter(span.values())) for span in each) for each in answer["sentences"]]
    assert plan in "\n".join(said)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 415),
        ({"Content-Type": "text/plain"}, 415),
        (HEADERS | {"Origin": "http://elsewhere.example"}, 403),
        (HEADERS | {"Origin": "null"}, 403),
        (HEADERS | {"Host": "elsewhere.example"}, 400),
        (HEADERS | {"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_whoever_is_not_this_page_is_refused(address: str, headers: dict[str, str], status: int) -> None:
    assert asked(address, "api/solve", body(position=""), headers)[0] == status


@pytest.mark.parametrize("path", ["", "api/words", "static/main.js"])
def test_the_page_is_not_shown_to_other_hosts_and_origins(address: str, path: str) -> None:
    for headers, status in (
        ({"Host": "elsewhere.example"}, 400),
        ({"Origin": "http://elsewhere.example"}, 403),
    ):
        assert asked(address, path, None, headers)[0] == status


def test_a_body_of_more_than_a_million_bytes_is_refused_unread(address: str) -> None:
    assert asked(address, "api/solve", b" " * 1_000_001)[0] == 413


def test_a_body_that_lies_about_its_length_is_refused_too(address: str) -> None:
    host = urlsplit(address).netloc
    head = f"POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((urlsplit(address).hostname, urlsplit(address).port), 30) as wire:
        wire.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for _ in range(16):
            wire.sendall(chunk)
        assert wire.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    ("path", "told", "status"),
    [
        ("api/solve", b"[]", 400),
        ("api/solve", b"{", 400),
        ("api/solve", body(position=1), 400),
        ("api/solve", body(), 400),
        ("api/nothing", body(), 404),
        ("api/table", body(position="danish / A: T1 / B: T2 / C: T3 / A leads", moves=["T9"]), 409),
        ("api/solve", body(position="format: tarok-position/1\nruleset: ../specs/danish/rules.yaml\n"), 400),
        ("api/check", body(dispute="kind: discard\nruleset: ./rules.yaml\n"), 400),
        ("api/score", body(session="format: tarok-session/1\nhands: [{file: ../../README.md}]\n"), 400),
        ("api/shelf/../../README.md", None, 400),
        ("api/shelf/..%2f..%2fREADME", None, 400),
        ("static/..%2f..%2f..%2fpyproject.toml", None, 404),
    ],
)
def test_what_cannot_be_answered_is_refused_clearly(
    address: str, path: str, told: bytes | None, status: int
) -> None:
    found, answer = asked(address, path, told)
    assert found == status
    assert answer["schema"] == "tarok-analyze/error/1"
    assert all(each["message"] for each in answer["errors"])


def test_every_answer_forbids_what_a_page_could_do_to_it(address: str) -> None:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address) as response:
        policy = response.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["Referrer-Policy"] == "no-referrer"


def test_the_contracts_of_a_game_are_offered_in_danish_to_a_dane(address: str) -> None:
    status, told = asked(address, "api/form", body(of="position", ruleset="slovenian", lang="da"))
    (contract,) = (each for each in told["fields"] if each["key"] == "contract")
    assert status == 200
    assert {"tre", "solo uden", "tigger", "farvevalat"} <= set(contract["names"])
