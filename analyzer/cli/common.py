"""What the commands share: reading a position, choosing an engine, writing answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from analyzer.cli.options import Means, Style
from analyzer.cli.screen import Screen
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, reason_of, say
from analyzer.position.files.positions import load
from analyzer.position.model import Position
from analyzer.report.style.face import Face
from analyzer.report.view.results import Json, dumps
from analyzer.search.engine.question import Engine
from analyzer.search.engine.results import Limits


def face_for(style: Style) -> Face:
    """How a report looks on this terminal."""
    return Screen.present().face(style.color, style.lang)


def write(text: str) -> None:
    """Write text to standard output."""
    Screen.present().write(text)


def write_json(value: Json) -> None:
    """Write a JSON document to standard output."""
    screen = Screen.present()
    screen.write(dumps(value, ascii_only=not screen.symbols))


def write_file(path: Path, text: str) -> None:
    """Write text into a file. Raises: UsageError where that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            say("cannot write {file}: {reason}", file=Verbatim(path), reason=reason_of(error))
        ) from error


def limits_of(means: Means) -> Limits:
    """What a search may use up."""
    return Limits(means.max_nodes, means.timeout, means.table_mb)


def position_of(file: str, ruleset: str | None) -> Position:
    """The position of a file, played by another rule set where one is named.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set.
    """
    position = load(file)
    if ruleset is None:
        return position
    from analyzer.rules.spec.shipped import load_ruleset  # noqa: PLC0415 - only where it is asked for

    return replace(position, rules=load_ruleset(ruleset), ruleset=ruleset)


def engine_named(name: str) -> Engine | None:
    """The plain engine; None for the usual one."""
    if name != "reference":
        return None
    from analyzer.search.engine.reference import ReferenceEngine  # noqa: PLC0415 - only where it is asked for

    return ReferenceEngine()
