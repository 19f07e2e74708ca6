"""What the program says is plain English: phrases that read like a translation do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml
from catalogue import PACKAGE, said
from places import ROOT

FORBIDDEN: Final = {
    "say": r"\b(?:is|are|was|were|be) told\b|\btells (?:of|no|what)\b",
    "is, appears": r"\bstands?\b(?! (?:at|still|for))",
    "is, put": r"\blies\b|\blaid away\b",
    "depends on": r"\bhangs? on\b",
    "results in": r"\bcomes? (?:of|about)\b",
    "not a": r"(?<!here )\b(?:is|are) (?:no|none)\b(?! longer)",
    "a noun before who": r"\b(?:by|of) who\b",
    "in addition to": r"\bbeside\b",
    "again": r"\banew\b|\bneed not\b|\bcannot but\b|\ball the same\b",
    "the player's own": r"\bthe own\b",
    "as many, at most": r"\bso many\b",
    "other, except": r"\bwho(?:ever)? else\b|\botherwise than\b",
    "if, when": r", where\b",
}
"""What is written in place of each."""
ALLOWED: Final = {
    "Stopped before finding who else decides it, or a line of play ({reason}).",
    "Now finding who else decides it and a line of play; Ctrl-C skips this.",
    "stands",
}
"""Messages in which such words have their plain sense; the list may only shrink."""


def forbidden(text: str) -> list[str]:
    return [f"{text!r}: write {better}" for better, what in FORBIDDEN.items() if re.search(what, text)]


def test_no_message_has_a_phrase_that_reads_like_a_translation() -> None:
    texts = {each.template if isinstance(each.template, str) else each.template[0] for each in said(PACKAGE)}
    wrong = {text: forbidden(text) for text in texts if forbidden(text)}
    assert {text: faults for text, faults in wrong.items() if text not in ALLOWED} == {}
    assert wrong.keys() >= ALLOWED, "take what is mended off the list"


def statements(told: Any) -> Iterator[str]:
    """Every statement of a rule set, those of readings too."""
    if isinstance(told, dict):
        yield from [told["statement"]] if isinstance(told.get("statement"), str) else []
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from statements(each)


def test_no_rule_has_one() -> None:
    files = sorted((ROOT / "specs").glob("*/rules.yaml"))
    every = {text for path in files for text in statements(yaml.safe_load(path.read_text(encoding="utf-8")))}
    assert len(every) > 400
    assert [fault for each in sorted(every) for fault in forbidden(each)] == []


def test_no_page_for_readers_has_one() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    pages += [*(ROOT / "docs" / "howto").glob("*.md")]
    pages = [page for page in pages if page.name not in ("performance.md", "change.md")]
    assert len(pages) > 25
    wrong = []
    for page in pages:
        text = re.sub(r"(?ms)^ *```.*?^ *```|`[^`]*`|“[^”]*”", "", page.read_text(encoding="utf-8"))
        wrong += [f"{page.name}: {each}" for line in text.splitlines() for each in forbidden(line)]
    assert wrong == []
