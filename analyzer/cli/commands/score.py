"""`score`: the score sheet of an evening."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.answering import show
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
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Score an evening hand by hand: payments or sheet, pots, pools, radli, totals, and the end."""
    from analyzer.api.score import evening_of  # noqa: PLC0415 - help needs none of it
    from analyzer.api.score import score as ask  # noqa: PLC0415

    answer = ask(evening_of(file, rules.named))
    if output is None:
        return show(answer, form)
    from analyzer.api.paper import print_into, score_page  # noqa: PLC0415

    return show(answer, form, print_into(output, score_page(answer), form.lang))
