"""`score`: the score sheet of an evening."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer import answers, api
from analyzer.cli.answering import printed, show
from analyzer.cli.options import AnswerForm, OfEach, PaperFile, RuleOptions
from analyzer.messages import marked


def score(
    file: Annotated[
        str,
        typer.Argument(metavar=marked("FILE"), help=marked("A session file, or - for standard input.")),
        OfEach(),
    ],
    *,
    output: PaperFile = None,
    details: Annotated[
        bool, typer.Option("--details", help=marked("On paper, every payment with its clause."))
    ] = False,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Score an evening hand by hand: payments or sheet, pots, pools, radli, totals, and the end."""
    answer = answers.score.score(answers.score.evening_of(file, rules.named))
    if output is None:
        return show(answer, form)
    unwritten = api.paper.print_into(output, api.paper.score_page(answer, details=details), form.lang)
    return printed(unwritten, output, form, show(answer, form, output=output))
