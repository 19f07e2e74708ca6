"""`decide`: one card for all the worlds a player cannot tell apart."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from analyzer import answers
from analyzer.cli.answering import progress, show, text_style
from analyzer.cli.options import (
    AnswerForm,
    MomentOptions,
    MyHand,
    PositionFile,
    RuleOptions,
    SearchOptions,
    Seed,
    SeenBy,
    Threads,
    own_hand,
)
from analyzer.messages import marked

if TYPE_CHECKING:
    from analyzer.search.worlds.results import Decision


def decide(
    file: PositionFile,
    *,
    opponents: Annotated[
        Literal["selfish", "against"],
        typer.Option(
            "--opponents", help=marked("Each for his own tokens, or all together against the player.")
        ),
    ] = "selfish",
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=1,
            max=10_000,
            metavar="N",
            help=marked("N deals drawn at random: an estimate."),
        ),
    ] = None,
    seed: Seed = 0,
    moment: MomentOptions,
    seen_by: SeenBy = None,
    my_hand: MyHand = None,
    search: SearchOptions,
    threads: Threads = 1,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `decide`; 4 where something stayed undecided."""
    position = answers.requests.position_of(file, rules.named, own_hand(my_hand))
    position = (
        moment.in_every_deal(position)
        if seen_by is None
        else answers.moments.as_seen(moment.of(position), seen_by)
    )
    news = deque[str]()

    def grown(found: Decision) -> None:
        news.append(text_style(form).said(answers.decide.drawn_so_far(found)))

    request = answers.decide.DecideRequest(opponents=opponents, sample=sample, seed=seed, grown=grown)
    with progress(form, news):
        answer = answers.decide.decide(position, request, search.means(threads))
    return show(answer, form)
