"""`compose`: endings with a wanted property, as position files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from analyzer import answers, api
from analyzer.cli.answering import progress, show
from analyzer.cli.options import LONGEST, AnswerForm, GoalOptions, RuleOptions, Timeout, named
from analyzer.errors import UsageError
from analyzer.messages import marked, quoted, say
from analyzer.search import engine


def compose(
    want: Annotated[
        str | None,
        typer.Argument(
            metavar=marked("WANT"),
            help=marked("A property, such as one-card-wins, or list."),
            autocompletion=lambda: ["list", *(each.want for each in answers.compose.Wants().view().wants)],
        ),
    ] = None,
    *,
    check: Annotated[
        str | None,
        typer.Option(
            "--check",
            metavar=marked("FILE"),
            help=marked("Examine this problem: its key, duals behind it, cards to be spared."),
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            "--key", metavar=marked("CARDS"), help=marked("Require a key of this kind, such as low trump.")
        ),
    ] = None,
    holder: Annotated[
        list[str] | None,
        typer.Option(
            "--holder",
            metavar=marked("PLAYER:CARDS"),
            help=marked("Require a card in a hand, such as B:T1 (repeatable)."),
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar=marked("TEXT"), help=marked("Title for the problems."))
    ] = None,
    tricks: Annotated[
        int, typer.Option("--tricks", min=2, max=8, metavar="N", help=marked("Tricks to play."))
    ] = 3,
    count: Annotated[
        int, typer.Option("--count", min=1, max=1000, metavar="N", help=marked("How many problems."))
    ] = 1,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="S", help=marked("The same seed composes the same problems.")),
    ] = 0,
    tries: Annotated[
        int, typer.Option("--tries", min=1, metavar="N", help=marked("Give up after N endings."))
    ] = 20_000,
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=2, max=5, metavar="N", help=marked("How many play the game.")),
    ] = None,
    goals: GoalOptions,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar=marked("OUT"),
            help=marked("Folder (one file per problem), single file, or OUT.pdf (booklet)."),
        ),
    ] = None,
    timeout: Timeout = None,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `compose`; 4 where fewer problems were found than wanted."""
    if check is not None:
        if want is not None:
            raise UsageError(say("--check takes an existing problem; leave out {want}", want=quoted(want)))
        position = answers.requests.position_of(check, named(rules.ruleset, rules.variant))
        with progress(form):
            limits = engine.results.Limits(timeout=timeout or LONGEST)
            examined = answers.compose.examine(position, goals.goal, goals.player, limits)
        return show(examined, form)
    if want is None:
        raise UsageError(
            say("no property is named; `compose list` has them, --check FILE examines a problem")
        )
    if want == "list":
        return show(answers.compose.Wants.of(rules.ruleset or "danish"), form)
    if count > 1 and output is None and not form.as_json:
        raise UsageError(say("several problems need -o FOLDER: a position file holds one"))
    booklet = output is not None and output.suffix in api.paper.FORMS
    request = answers.compose.ComposeRequest(
        want=want,
        ruleset=named(rules.ruleset or "danish", rules.variant) or "danish",
        seats=seats,
        goal=goals.goal,
        tricks=tricks,
        count=count,
        seed=seed,
        tries=tries,
        key=key,
        holders=tuple(holder or ()),
        title=title,
        folder=None if booklet else output,
        limits=engine.results.Limits(timeout=timeout),
        lang=form.lang,
    )
    with progress(form):
        answer = answers.compose.compose(request)
    if output is None or not booklet or not answer.problems:
        return show(answer, form, answer.unwritten)

    unwritten = api.paper.print_into(output, api.paper.compose_page(answer), form.lang)
    written = replace(answer, files=(str(output),) * len(answer.problems))
    return show(written if unwritten is None else answer, form, unwritten)
