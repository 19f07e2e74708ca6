"""`explain`: why a goal is forced or prevented, in lines that a player can follow."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.answering import show
from analyzer.cli.options import (
    AnswerForm,
    ContractOptions,
    GoalOptions,
    MomentOptions,
    PositionFile,
    RuleOptions,
    SampleOptions,
    SearchOptions,
    Together,
)
from analyzer.cli.progress import progress
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
    sheet: Annotated[
        Path | None,
        typer.Option(
            "--sheet",
            metavar=marked("OUT"),
            help=marked("Write a page to print: the table, the question, the plan."),
        ),
    ] = None,
    drawn: SampleOptions,
    search: SearchOptions,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Explain a yes or no with a plan; 0 it is forced, 1 it is not, 4 undecided or no plan found."""
    from analyzer.api.asked import ExplainRequest  # noqa: PLC0415 - help needs none of it
    from analyzer.api.explain import explain_known as ask  # noqa: PLC0415
    from analyzer.api.requests import names_in, position_of  # noqa: PLC0415

    position = moment.in_every_deal(position_of(file, rules.named, contract.told))
    request = ExplainRequest(
        goal=goals.goal,
        player=goals.player,
        by=None if by is None else names_in(by),
        certificate=certificate,
        sheet=sheet,
        lang=form.lang,
        sample=drawn.sample,
        seed=drawn.seed,
    )
    with progress(form):
        answer = ask(position, request, search.means())
    return show(answer, form, answer.unwritten)
