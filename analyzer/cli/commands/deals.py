"""`deals`: how many deals fit what a player knows, which they are, or some of them at random."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer import answers
from analyzer.cli.answering import show
from analyzer.cli.options import (
    AnswerForm,
    MomentOptions,
    MyHand,
    PositionFile,
    RuleOptions,
    Seed,
    SeenBy,
    own_hand,
)
from analyzer.errors import UsageError
from analyzer.messages import marked, say


def deals(
    file: PositionFile,
    *,
    count: Annotated[bool, typer.Option("--count", help=marked("Print only the number. [default]"))] = False,
    every: Annotated[bool, typer.Option("--list", help=marked("All of them."))] = False,
    number: Annotated[
        int | None,
        typer.Option("--sample", min=1, max=100_000, metavar="N", help=marked("N of them, drawn at random.")),
    ] = None,
    seed: Seed = 0,
    moment: MomentOptions,
    seen_by: SeenBy = None,
    my_hand: MyHand = None,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `deals`; 1 where none fits."""
    if count + every + (number is not None) > 1:
        raise UsageError(say("--count, --list and --sample exclude each other"))
    shown = (
        answers.deals.DealsShown.ALL
        if every
        else answers.deals.DealsShown.NONE
        if number is None
        else answers.deals.DealsShown.SAMPLE
    )
    position, line, at = (
        answers.requests.position_of(file, rules.named, own_hand(my_hand)),
        moment.line,
        moment.at,
    )
    if seen_by is None and position.of_unknown_cards:
        known = moment.in_every_deal(position)
        return show(answers.deals.deals_in_hand(known, every=every, number=number, seed=seed), form)
    if seen_by is None and moment != MomentOptions():
        raise UsageError(say("--seen-by PLAYER is missing: a line shows what a player knows"))
    if moment != MomentOptions(line, at):
        position, line, at = moment.of(position), None, None
    request = answers.deals.DealsRequest(
        line=line, at=at, seen_by=seen_by, shown=shown, number=number or 0, seed=seed
    )
    return show(answers.deals.deals(position, request), form)
