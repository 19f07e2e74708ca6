"""What is suggested in place of a misspelt word is accepted where it is suggested."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import part
from places import POSITIONS

from analyzer.disputes.files import loads_dispute
from analyzer.errors import Fault, Invalid
from analyzer.evenings.tally import loads as loads_session
from analyzer.messages import Several
from analyzer.position.reading import loads

FILES = sorted(POSITIONS.glob("*.yaml")) + sorted((POSITIONS / "disputes").glob("*.yaml"))
FILES += sorted((POSITIONS / "sessions").glob("*.yaml"))
WORD = re.compile(r"(?<![\w./-])[a-zA-Z][\w.-]{2,}(?![\w./-])")
OF_THE_AUTHOR = re.compile(r"^ *-? *(?:title|source|teaches|name|about|#)")


def misspelt(path: Path, number: int) -> Iterator[tuple[str, re.Match[str], str]]:
    """Texts of a file with one word misspelt, where, and as what."""
    text = path.read_text(encoding="utf-8")
    lines = list(re.finditer(r"^.*$", text, re.MULTILINE))
    spots = [
        word
        for line in lines
        if not OF_THE_AUTHOR.match(line[0])
        for word in WORD.finditer(text, line.start(), line.end())
    ]
    chosen = random.Random(path.name)
    for spot in chosen.sample(spots, min(number, len(spots))):
        letter = chosen.randrange(1, len(spot[0]))
        wrong = spot[0][:letter] + spot[0][letter + 1 :]
        yield text, spot, wrong


def faults(path: Path, text: str) -> tuple[Fault, ...]:
    read = {"disputes": loads_dispute, "sessions": loads_session}
    try:
        read.get(path.parent.name, loads)(text, str(path))
    except Invalid as invalid:
        return tuple(invalid.faults)
    return ()


def suggested(fault: Fault) -> list[str]:
    """The words that a fault suggests; none where it is no suggestion."""
    expected = fault.expected
    if expected is None or not str(expected.template).startswith("did you mean") or fault.where is None:
        return []
    words = expected.words.get("word", expected.words.get("cards"))
    return [*map(str, words.items)] if isinstance(words, Several) else [] if words is None else [str(words)]


@pytest.mark.parametrize("path", part(FILES, 6), ids=lambda path: path.stem)
def test_a_suggestion_is_accepted_where_it_is_suggested(path: Path) -> None:
    for text, spot, wrong in misspelt(path, 12):
        begin, end = spot.span()
        for fault in faults(path, text[:begin] + wrong + text[end:]):
            line = text.count("\n", 0, begin) + 1
            if fault.where is None or fault.where.line != line:
                continue
            for word in suggested(fault):
                left = faults(path, text[:begin] + word + text[end:])
                there = [each.message.template for each in left if each.where == fault.where]
                again = fault.message.template in there
                assert not again, (spot[0], wrong, word)
