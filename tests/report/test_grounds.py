"""What is told of readings of which one comes to something and another does not."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.report.style.textstyle import TextStyle
from analyzer.report.terminal import one_line
from analyzer.rules.spec.grounds import AnsweredReading, Grounds
from analyzer.rules.spec.shipped import load_ruleset
from analyzer.words.names import ground_phrases


@pytest.mark.parametrize("lang", ["en", "da"])
@pytest.mark.parametrize(
    ("key", "value", "nothing", "told"),
    [
        ("lines", [{"name": "played", "tokens": {"A": 5}}], None, "played: A +5"),
        ("lines", [{"name": "played", "sheet": {"A": 5}}], [], "played: A +5"),
    ],
)
def test_a_reading_that_comes_to_nothing_is_told_beside_one_that_comes_to_something(
    lang: str, key: str, value: Any, nothing: Any, told: str
) -> None:
    rules = load_ruleset("danish")
    words = tuple(rules.options["trumps-nameable"].readings)[:2]
    readings = tuple(
        AnsweredReading({"trumps-nameable": word}, {key: came_to})
        for word, came_to in zip(words, (value, nothing), strict=True)
    )
    style = TextStyle(width=200, lang=lang)
    lines = [one_line(each, style) for each in ground_phrases(rules, Grounds((), ("fool.name",), readings))]
    assert [f"({told})" in line for line in lines[-2:]] == [True, False]
