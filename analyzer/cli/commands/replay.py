"""`replay`: what happens in the lines of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import answers, api
from analyzer.cli.answering import printed, progress, show
from analyzer.cli.options import AnswerForm, Audited, MomentOptions, PositionFile, RuleOptions, SearchOptions
from analyzer.errors import UsageError
from analyzer.messages import marked, say
from analyzer.position import replay as replaying


def replay(
    file: PositionFile,
    *,
    moment: MomentOptions,
    audit: Audited = False,
    strict: Annotated[
        bool, typer.Option("--strict", help=marked("End a line at the first card that the rules forbid."))
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT.pdf",
            help=marked("Print it too: .pdf, .html or .md; with --audit .svg or .png, a figure."),
        ),
    ] = None,
    search: SearchOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Replay one line or all; 1 where a move was illegal or something expected did not come out."""
    if output is not None and output.suffix in api.paper.PICTURES and not audit:
        raise UsageError(say("a figure shows what the cards were worth"), say("ask with --audit"))
    manners = replaying.trick.Manner
    manner = manners.STRICT if strict else manners.AS_PLAYED

    position, line = answers.requests.position_of(file, rules.named), moment.line
    if moment != MomentOptions(line=line):
        position = answers.moments.to_replay(position, moment.asked)
        line = None if moment.begins_later else line
    if audit:
        with progress(form) as watch:
            answer = answers.replay.audited(position, line, search.means(), watch, manner)
    else:
        answer = answers.replay.replay(position, line, manner)
    if output is None:
        return show(answer, form)
    page, figures = api.paper.replay_page(answer), api.paper.audit_figures(answer)
    unwritten = api.paper.print_into(output, page, form.lang, figures)
    return printed(unwritten, output, form, show(answer, form, output=output))
