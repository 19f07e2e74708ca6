"""`replay`: play the lines of a file, audit them where that is asked, have them written."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from analyzer.cli.common import engine_named, face_for, limits_of, position_of, write, write_json
from analyzer.cli.failures import DONE, NO, UNDECIDED
from analyzer.cli.options import Means, Style
from analyzer.cli.progress import progress
from analyzer.errors import UsageError
from analyzer.position.model import Position
from analyzer.position.replay.model import IllegalLine, Replay
from analyzer.position.replay.replay import replay as play
from analyzer.position.setting import Line
from analyzer.report.text.replay import replay_text
from analyzer.report.view.replay import Told, replay_json
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.results import Limits
from analyzer.search.engine.watch import INTERRUPTED


def replay(file: str, line: str | None, audit: Means | None, style: Style, ruleset: str | None) -> int:
    """Replay one line or all; 1 where a move was illegal or something expected did not come out."""
    position = position_of(file, ruleset)
    replayed = [_replayed(position, each) for each in _lines(position, line)]
    told = [Told(each) for each in replayed] if audit is None else _audited(position, replayed, audit, style)
    if style.as_json:
        write_json(replay_json(position, told))
    else:
        write(replay_text(position, told, face_for(style)))
    if any(not each.replay.met for each in told):
        return NO
    return UNDECIDED if any(each.audit is not None and each.audit.stopped for each in told) else DONE


def _lines(position: Position, name: str | None) -> tuple[Line | str, ...]:
    if name is not None:
        return (name,)
    if not position.lines:
        raise UsageError(f"{position.file} has no lines to replay; write them under `lines:`")
    return position.lines


def _audited(position: Position, replayed: Sequence[Replay], means: Means, style: Style) -> list[Told]:
    """All lines with their audits; the limits are those of all together, and Ctrl-C ends them all."""
    from analyzer.search.review.audit import MOST_TRICKS, TOKEN_TRICKS, audit, unvalued  # noqa: PLC0415 - as needed
    from analyzer.search.review.judgement import judged_line  # noqa: PLC0415

    engine, spent, started = engine_named(means.engine) or default_engine(), 0, time.monotonic()
    most = TOKEN_TRICKS if means.engine == "reference" else MOST_TRICKS
    told: list[Told] = []
    with progress(style) as watch:
        for each in replayed:
            if told and told[-1].audit is not None and told[-1].audit.reason == INTERRUPTED:
                told.append(Told(each, unvalued(each, INTERRUPTED)))
                continue
            limits = _left(limits_of(means), spent, time.monotonic() - started)
            found = audit(position, each, most_tricks=most, limits=limits, engine=engine, watch=watch)
            spent += found.nodes
            limits = _left(limits_of(means), spent, time.monotonic() - started)
            told.append(Told(each, found, judged_line(position, each, found, limits=limits, engine=engine)))
    return told


def _left(limits: Limits, nodes: int, seconds: float) -> Limits:
    """What is left of the limits after so many nodes and seconds."""
    return replace(
        limits,
        max_nodes=None if limits.max_nodes is None else max(0, limits.max_nodes - nodes),
        timeout=None if limits.timeout is None else max(0.0, limits.timeout - seconds),
    )


def _replayed(position: Position, line: Line | str) -> Replay:
    """The replay of a line, up to a move that the rules forbid."""
    try:
        return play(position, line)
    except IllegalLine as illegal:
        return illegal.replay
