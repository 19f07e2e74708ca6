"""`replay`: what happens in the lines of a file."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm, Audited, MomentOptions, PositionFile, RuleOptions, SearchOptions
from analyzer.cli.progress import progress
from analyzer.messages import marked


def replay(
    file: PositionFile,
    *,
    moment: MomentOptions,
    audit: Audited = False,
    strict: Annotated[
        bool, typer.Option("--strict", help=marked("End a line at the first card that the rules forbid."))
    ] = False,
    search: SearchOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Replay one line or all; 1 where a move was illegal or something expected did not come out."""
    from analyzer.api.replay import audited  # noqa: PLC0415 - help needs none of it
    from analyzer.api.replay import replay as ask  # noqa: PLC0415
    from analyzer.api.requests import position_of  # noqa: PLC0415
    from analyzer.position.replay.trick import Manner  # noqa: PLC0415

    manner = Manner.STRICT if strict else Manner.AS_PLAYED

    position, line = position_of(file, rules.named), moment.line
    if moment != MomentOptions(line=line):
        from analyzer.api.moments import to_replay  # noqa: PLC0415 - where one is asked about

        position = to_replay(position, moment.asked)
        line = None if moment.begins_later else line
    if not audit:
        return show(ask(position, line, manner), form)
    with progress(form) as watch:
        answer = audited(position, line, search.means(), watch, manner)
    return show(answer, form)
