"""`explain`: why a goal is forced or prevented, in lines that a player can follow."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import answers, api
from analyzer.cli.answering import printed, progress, show
from analyzer.cli.options import (
    AnswerForm,
    ContractOptions,
    GoalOptions,
    MomentOptions,
    PaperFile,
    PositionFile,
    RuleOptions,
    SampleOptions,
    SearchOptions,
    Together,
)
from analyzer.messages import marked


def explain(
    file: PositionFile,
    *,
    goals: GoalOptions,
    moment: MomentOptions,
    by: Together = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar=marked("OUT"),
            help=marked("Write the plan as a certificate, which `certify` checks."),
        ),
    ] = None,
    output: PaperFile = None,
    drawn: SampleOptions,
    search: SearchOptions,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Explain a yes or no with a plan; 0 it is forced, 1 it is not, 4 undecided or no plan found."""
    position = moment.in_every_deal(answers.requests.position_of(file, rules.named, contract.told))
    request = answers.requests.ForcedRequest(
        goal=goals.goal,
        player=goals.player,
        by=None if by is None else answers.requests.names_in(by),
        certificate=certificate,
        sample=drawn.sample,
        seed=drawn.seed,
    )
    with progress(form):
        answer = answers.explain.explain(position, request, search.means())
    status = show(answer, form, answer.unwritten, output=output)
    if output is None:
        return status
    return printed(
        api.paper.print_into(output, api.paper.answer_page(answer), form.lang), output, form, status
    )
