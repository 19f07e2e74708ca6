"""`solve`: who can force what, what everyone is sure of, and the value of every card."""

from __future__ import annotations

from collections import deque
from typing import Annotated, Literal

import typer

from analyzer import answers
from analyzer.cli.answering import progress, show, text_style
from analyzer.cli.options import (
    AnswerForm,
    ContractOptions,
    GoalOptions,
    MomentOptions,
    PartOptions,
    PositionFile,
    RuleOptions,
    SampleOptions,
    SearchOptions,
    Threads,
)
from analyzer.messages import marked


def solve(
    file: PositionFile,
    *,
    goals: GoalOptions,
    moment: MomentOptions,
    parts: PartOptions,
    by: Annotated[
        Literal["sides", "seats"],
        typer.Option(
            "--by", help=marked("In games with sides, who acts as one player: whole sides or single seats.")
        ),
    ] = "sides",
    drawn: SampleOptions,
    search: SearchOptions,
    threads: Threads = 1,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `solve`; 4 where something stayed undecided."""
    position = moment.in_every_deal(answers.requests.position_of(file, rules.named, contract.told))
    request = answers.requests.SolveRequest(
        goals=parts.who,
        tokens=parts.tokens,
        cards=parts.cards,
        goal=goals.goal,
        player=goals.player,
        by=by,
        sample=drawn.sample,
        seed=drawn.seed,
        equilibria=not form.brief or position.tricks_left <= answers.requests.QUICK_TRICKS,
    )
    news = deque[str]()
    with progress(form, news) as watch:
        if watch is not None:
            style = text_style(form)
            watch.grown = answers.values.GoalsTold(position, lambda told: news.append(style.said(told)))
        answer = answers.solve.solve(position, request, search.means(threads), watch)
    return show(answer, form)
