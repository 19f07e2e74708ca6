"""What is printed has no code in it: clauses by what they are called, games by titles, cards by signs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run
from places import POSITIONS

import analyzer
from analyzer.cards.card import BY_TEXT
from analyzer.report.style.clausenames import CLAUSE_NAMES
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names

COMPOSED = sorted((POSITIONS / "composed").glob("*.yaml"))
IDS = {clause for name in ruleset_names() for clause in load_ruleset(name).clauses}
DOTTED = re.compile(
    r"(?<![\w.])(?:" + "|".join(re.escape(each) for each in sorted(IDS) if "." in each) + r")(?![\w-])"
)


def test_every_clause_that_is_shipped_has_a_name_and_no_other() -> None:
    assert set(CLAUSE_NAMES) == IDS


def test_a_replay_names_what_is_paid_for_and_tells_ids_where_they_are_asked_for(run: Run) -> None:
    file = str(POSITIONS / "prop1.yaml")
    assert DOTTED.findall(run("replay", file).out) == []
    assert "[king Ultimo]" in run("replay", file).out
    assert "[payment.king-ultimo]" in run("replay", file, "--ids").out
    assert "[kongeultimo]" in run("replay", file, "--lang", "da").out


@pytest.mark.parametrize("lang", ["en", "da", "fr"])
def test_what_composed_problems_teach_is_told_in_the_readers_language_by_signs(lang: str) -> None:
    for file in COMPOSED:
        _is_told_by_signs(file, lang)


def _is_told_by_signs(file: Path, lang: str) -> None:
    position, style = analyzer.load(file), TextStyle(lang=lang)
    for text in (position.teaches, position.source, *(line.name for line in position.lines)):
        assert text is not None
        told = style.titled(text)
        cards = [word for word in re.findall(r"[\w=]+", told) if word.partition("=")[0] in BY_TEXT]
        assert [word for word in cards if word[0] in "hdsc" and word != "fool"] == []
        if lang != "en":
            assert told != text
