"""What an answer says as blocks: every word has its kind, and no text has columns or marks."""

from __future__ import annotations

import json
import re

import pytest
from commands import Run
from frozen import store
from frozen.asking import FOLDER, Case
from places import POSITIONS, ROOT
from schemas import block_texts

from analyzer.position.reading import loads


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
        for text in block_texts(told["blocks"]):
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
