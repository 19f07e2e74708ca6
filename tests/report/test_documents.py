"""What an answer says as blocks: every dispute has its law, every word its kind, and no text a code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from commands import Run
from frozen import store
from frozen.asking import FOLDER, Case
from places import POSITIONS, ROOT

from analyzer.api.check import check
from analyzer.api.document import document
from analyzer.cards.card import BY_TEXT
from analyzer.position.reading import loads
from analyzer.report.document import plain_document
from analyzer.report.view.base import plain

DISPUTES = sorted(POSITIONS.glob("disputes/*.yaml"))
CODE = re.compile(r"(?<![\w.])(?:[hdsc](?:10|[1-9RDCV])|[a-z]+\.[a-z]+(?:-[a-z]+)*)(?![\w.])")
"""A card or a clause as files write them."""


def texts(blocks: list[dict[str, Any]]) -> Iterator[str]:
    """The plain text of every sentence and cell."""
    for block in blocks:
        cells = [cell for row in block.get("rows", ()) for cell in row]
        for sentence in (*block.get("sentences", ()), *cells):
            yield from (span["text"] for span in sentence if "text" in span)


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["en", "da", "fr"])
def test_every_shipped_dispute_has_its_verdict_and_its_law_and_no_code_in_its_words(
    path: Any, language: str
) -> None:
    answer = check(str(path))
    told = plain_document(document(answer, language))["blocks"]
    first, view = told[0], plain(answer.view())
    assert (first["block"], first["verdict"]) == ("headline", view["verdict"])
    assert first["stamp"]
    laws = [block for block in told if block["block"] == "law"]
    assert laws
    assert all(block["sentences"][0] and block["sources"] for block in laws)
    assert {law["clause"] for law in laws} == {law["clause"] for law in view["laws"]}
    readings = [block for block in told if block["block"] == "readings"]
    unsettled = view["verdict"] == "unsettled"
    assert (len(view["readings"]) > 1 and bool(readings)) or not unsettled
    for each in view["readings"]:
        assert {"variant", "text", "verdict", "laws", "leads_to"} <= set(each)
    codes = [code for text in texts(told) for code in CODE.findall(text)]
    assert not [
        code
        for code in codes
        if code in BY_TEXT or code.split(".")[0] in {"play", "discard", "fool", "naming"}
    ]


def questions() -> list[Case]:
    """Frozen questions of every family, each asked for its answer as JSON alone."""
    cases = [case for name in store.names() for case in store.read(name)[::40]]
    known = {"verify", "compare", "compose", "graph", "batch", "new", "schema", "certify"}
    return [
        case
        for case in cases
        if case.status in (0, 1, 4) and "--json" in case.args and known.isdisjoint(case.args[:1])
        if FOLDER not in "".join(case.args)
    ]


def test_a_document_has_words_and_no_trace_of_columns_or_marks(run: Run) -> None:
    asked = questions()
    for number, case in enumerate(asked):
        language = ("en", "da", "fr")[number % 3]
        args = [each for each in case.args if each != "--json"]
        ran = run(*args, "--as", "document", "--lang", language, stdin=case.stdin)
        assert ran.status == case.status, case.command
        told = json.loads(ran.out)
        assert told["blocks"][0]["block"] == "headline", case.command
        assert told["blocks"][0]["sentences"][0], case.command
        for text in texts(told["blocks"]):
            assert not re.search("[\ue000-\uf8ff]|  |\n|\x1b", text), (case.command, text)
            assert len(text) < 2_000, case.command
    assert len(asked) > 60


@pytest.mark.parametrize("language", ["en", "da", "fr"])
def test_what_was_asked_is_a_goal_in_the_headline(run: Run, language: str) -> None:
    asked = ("forced", str(POSITIONS / "prop1.yaml"), "--goal", "king_ultimo", "--for", "A")
    told = json.loads(run(*asked, "--as", "document", "--lang", language).out)["blocks"][0]["sentences"][0]
    assert [span["goal"] for span in told if "goal" in span] == ["king_ultimo"]
    assert {"player": "A"} in told


HALF_TOLD = """\
format: tarok-position/1
hands: {B: hR d9}
lead: B
unseen: {hidden_from: B, sizes: {A: 2, C: 2}, cards: dR T7 c7 c2}
"""


def test_a_table_with_a_hand_that_is_not_told_is_a_file(run: Run) -> None:
    told = json.loads(run("decide", "-", "--as", "document", stdin=HALF_TOLD).out)
    (text,) = [block["position"] for block in told["blocks"] if block["block"] == "diagram"]
    assert loads(text).hands == loads(HALF_TOLD).hands


def test_the_page_looks_into_no_sentence_of_the_program() -> None:
    for name in ("blocks", "ruling", "handruled", "know", "dispute", "verdict", "boardview", "command"):
        written = (ROOT / f"analyzer/web/static/{name}.js").read_text(encoding="utf-8")
        for looks in (r'split("\n', ".match(", "matchAll(", ".test(", ".exec("):
            assert looks not in written, (name, looks)
