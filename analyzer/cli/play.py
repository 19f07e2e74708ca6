"""`replay`: play the lines of a file, audit them where that is asked, have them written."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cli.common import engine_named, face_for, limits_of, position_of, write, write_json
from analyzer.cli.failures import DONE, NO, UNDECIDED
from analyzer.cli.wants import Means, Style
from analyzer.errors import UsageError
from analyzer.position.model import Line, Position
from analyzer.position.replay import replay as play
from analyzer.position.replay_model import IllegalLine, Replay
from analyzer.report.replay_json import Told, replay_json
from analyzer.report.replay_text import replay_text

MOST_TRICKS = 6
"""Decisions with more tricks to go than this are not valued by an audit."""


def replay(file: str, line: str | None, audit: Means | None, style: Style, ruleset: str | None) -> int:
    """Replay one line or all; 1 where a move was illegal or something expected did not come out."""
    position = position_of(file, ruleset)
    told = list(_told(position, _lines(position, line), audit))
    if style.as_json:
        write_json(replay_json(position, told))
    else:
        write(replay_text(position, told, face_for(style)))
    if any(not each.replay.met for each in told):
        return NO
    return UNDECIDED if any(_stopped(each) for each in told) else DONE


def _lines(position: Position, name: str | None) -> tuple[Line | str, ...]:
    if name is not None:
        return (name,)
    if not position.lines:
        raise UsageError(f"{position.file} has no lines to replay; write them under `lines:`")
    return position.lines


def _told(position: Position, lines: tuple[Line | str, ...], audit: Means | None) -> Iterator[Told]:
    for line in lines:
        replayed = _replayed(position, line)
        if audit is None:
            yield Told(replayed)
            continue
        from analyzer.search.audit import audit as value  # noqa: PLC0415 - only where cards are valued
        from analyzer.search.judgement import judged_line  # noqa: PLC0415

        engine = engine_named(audit.engine)
        found = value(position, replayed, most_tricks=MOST_TRICKS, limits=limits_of(audit), engine=engine)
        judgement = judged_line(position, replayed, found, limits=limits_of(audit), engine=engine)
        yield Told(replayed, found, judgement)


def _replayed(position: Position, line: Line | str) -> Replay:
    """The replay of a line, up to a move that the rules forbid."""
    try:
        return play(position, line)
    except IllegalLine as illegal:
        return illegal.replay


def _stopped(told: Told) -> bool:
    """Whether a limit came before everything that should be valued was."""
    return told.audit is not None and any(
        each.before is None and each.step.table.tricks_left <= MOST_TRICKS for each in told.audit.decisions
    )
