"""What the fuzzers do with some bytes; the tests do it with files of every kind, and with files made worse.

Whatever the bytes, a reader gives a value or says what is wrong with an error of its own; and what it read
as a position is written so that it reads back the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import analyzer
from analyzer.answers.records.score import score
from analyzer.certificates.certificate import loads_certificate
from analyzer.certificates.checker import certify
from analyzer.disputes.files import loads_dispute
from analyzer.errors import IllegalMove, Invalid, LimitReached, UsageError
from analyzer.evenings.tally import loads as loads_evening
from analyzer.many.study import loads as loads_study
from analyzer.position.files.oneline import to_line
from analyzer.position.files.writing import dumps
from analyzer.position.hand import Hand
from analyzer.position.reading import loads
from analyzer.report import terminal
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.files.clausefile import read_rules, read_sources
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names, specs_dir

STYLE = TextStyle(80)


def one_input(data: bytes) -> None:
    """Read some bytes as the kind of file they look like."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    try:
        read(text)
    except (Invalid, UsageError, LimitReached, IllegalMove) as error:
        error.describe("da")


def read(text: str) -> None:
    """Read a text as the kind of file it looks like. Raises: what the reader says of it."""
    if text.lstrip().startswith("{") and '"strategy"' in text:
        certify(loads_certificate(text), most=2000)
    elif "tarok-dispute" in text:
        loads_dispute(text)
    elif "tarok-session" in text:
        scored = score(loads_evening(text))
        assert terminal.text(scored, STYLE)
        assert scored.view()
    elif "tarok-study" in text:
        assert loads_study(text).digest
    elif "tarok-rules" in text:
        assert read_rules(text, "<text>", sources(), _shipped, ruleset_names()).digest
    else:
        a_position(text)


def a_position(text: str) -> None:
    """Read a position, and back what is written of it."""
    position = loads(text)
    assert loads(dumps(position)) == position
    told = dict.fromkeys(("title", "source", "teaches", "stipulation", "unseen"))
    bare = replace(position, worlds=(), lines=(), **told)
    assert not bare.complete or loads(to_line(bare)) == bare
    Hand.from_position(position)


@cache
def sources() -> Mapping[str, Any]:
    """The sources that a rule set may cite."""
    path = specs_dir() / "sources.yaml"
    return read_sources(path.read_text(encoding="utf-8"), str(path))


def _shipped(name: str) -> RuleSet:
    return load_ruleset(name, paths=False)


def made(root: Path) -> Iterator[tuple[str, str]]:
    """Texts that no file here holds, by name: certificates with plans, diagrams, lines."""
    for name in ("prop1", "count"):
        position = analyzer.load(str(root / "positions" / f"{name}.yaml"))
        for seat in position.players:
            yield f"plan-{name}-{seat}", str(analyzer.certificate(position, player=seat))
        yield f"diagram-{name}", str(position)
        yield f"line-{name}", position.to_text()


def seeds(root: Path) -> Iterator[tuple[str, str]]:
    """A text of every kind of file that is read, by name."""
    yield from made(root)
    for folder in ("positions", "docs/studies", "specs"):
        for path in sorted((root / folder).rglob("*.yaml")):
            yield path.name, path.read_text(encoding="utf-8")


def write_seeds(root: Path, folder: Path) -> None:
    """Write what no file here holds into a folder, for a fuzzer to begin with."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made(root):
        (folder / name).write_text(text, encoding="utf-8")
