"""`forced`: whether one goal can be forced."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Annotated

import typer

from analyzer import answers, report
from analyzer.cli.answering import progress, show, text_style
from analyzer.cli.options import (
    AnswerForm,
    ContractOptions,
    GoalOptions,
    MomentOptions,
    PositionFile,
    RuleOptions,
    SampleOptions,
    SearchOptions,
    Threads,
    Together,
)
from analyzer.messages import marked, say


def forced(
    file: PositionFile,
    *,
    goals: GoalOptions,
    moment: MomentOptions,
    by: Together = None,
    no_line: Annotated[bool, typer.Option("--no-line", help=marked("Show no line of play."))] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar=marked("OUT"),
            help=marked("Write a strategy that proves the answer."),
        ),
    ] = None,
    certificate_mb: Annotated[
        int,
        typer.Option(
            "--certificate-mb", min=1, max=200, metavar="N", help=marked("Refuse to write a larger one.")
        ),
    ] = 5,
    drawn: SampleOptions,
    search: SearchOptions,
    threads: Threads = 1,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `forced`; 0 it holds, 1 it does not, 4 undecided."""
    position = moment.in_every_deal(answers.requests.position_of(file, rules.named, contract.told))
    news = deque[str]()

    def known(holds: bool) -> None:  # noqa: FBT001 - it is what is told
        style, asked = text_style(form), answers.forced.claimed(position, request)
        told = answers.forced.yes_or_no(position, asked, None, holds=holds)
        news.extend(report.terminal.line_rows(told, style))
        news.append(style.said(say("Now finding who else decides it and a line of play; Ctrl-C skips this.")))

    request = answers.requests.ForcedRequest(
        goal=goals.goal,
        player=goals.player,
        by=None if by is None else answers.requests.names_in(by),
        line=not (no_line or form.brief),
        sets=not form.brief,
        certificate=certificate,
        most_mb=certificate_mb,
        sample=drawn.sample,
        seed=drawn.seed,
        known=known,
    )
    with progress(form, news):
        answer = answers.forced.forced(position, request, search.means(threads))
    return show(answer, form, answer.unwritten)
