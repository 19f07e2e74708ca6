"""`verify`: the claims about a rule set."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer import answers
from analyzer.cli.answering import progress, show
from analyzer.cli.options import AnswerForm, RuleSetName, Seats, Variant, named
from analyzer.messages import marked


def verify(
    ruleset: RuleSetName = "danish",
    *,
    variant: Variant = None,
    seats: Seats = None,
    claim: Annotated[
        list[str] | None,
        typer.Option("--claim", metavar="ID", help=marked("Only this claim; may be given again.")),
    ] = None,
    rlimit: Annotated[
        int | None,
        typer.Option(
            "--rlimit",
            min=1,
            metavar="N",
            help=marked("Z3 resource limit per question."),
        ),
    ] = None,
    form: AnswerForm,
) -> int:
    """Decide the claims about a rule set; 4 where one stays undecided, or no source settles it."""
    with progress(form, limited="endless"):
        answer = answers.verify.verify(named(ruleset, variant) or ruleset, claim or (), rlimit, seats)
    return show(answer, form)
