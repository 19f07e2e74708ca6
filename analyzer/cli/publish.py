"""Commands that publish: show, graph, compose, new, schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from msgspec.structs import replace

from analyzer import answers, api
from analyzer.cli.answering import plain_style, progress, show_alone, show_answer, text_style
from analyzer.cli.answering import show_answer as write
from analyzer.cli.failures import DONE, write_json
from analyzer.cli.options import (
    LONGEST,
    AnswerForm,
    GoalOptions,
    MomentOptions,
    OnePositionFile,
    RuleOptions,
    SearchOptions,
    ShowForm,
    Timeout,
    named,
)
from analyzer.cli.program import ask_each_file
from analyzer.errors import UsageError
from analyzer.messages import marked, quoted, say
from analyzer.report import paper
from analyzer.search import engine

# `show`: a position as a diagram, as one line of text, as a file, or for the printer.


def show(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar=marked("FILE"),
            help=marked(
                "A position: a file, - for standard input, or the text itself; several make a booklet."
            ),
        ),
    ],
    *,
    text: Annotated[bool, typer.Option("--text", help=marked("As one line of text."))] = False,
    yaml: Annotated[bool, typer.Option("--yaml", help=marked("As the text of a position file."))] = False,
    solution: Annotated[
        Literal["none", "apart", "below", "upside-down"],
        typer.Option(
            "--solution",
            help=marked(
                "Show the solution: below the position, apart on a last page, or upside-down. "
                "[default with no value: below]"
            ),
        ),
    ] = "none",
    stipulation: Annotated[
        str | None,
        typer.Option(
            "--stipulation", metavar=marked("TEXT"), help=marked("Question printed with the position.")
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar=marked("TEXT"), help=marked("Title of the printed page.")),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar=marked("OUT"),
            help=marked("Write to this file; without --as its extension sets the format."),
        ),
    ] = None,
    moment: MomentOptions,
    search: SearchOptions,
    rules: RuleOptions,
    form: ShowForm,
) -> int:
    """Show a position; what --text and --yaml write is read by every command. 4 undecided."""
    asked = {"--text": "text" if text else None, "--yaml": "yaml" if yaml else None, "--as": form.shape}
    shape = api.files.show.shape_asked(asked, output)
    printing = api.files.show.Printing(paper.document.SolutionPlace(solution), stipulation, title)

    def shown(file: str) -> api.files.show.Shown:
        position = moment.shown(answers.requests.position_of(file, rules.named))
        if solution == "none":
            return api.files.show.show(position, shape, printing=printing)
        with progress(form) as watch:
            return api.files.show.show(
                position,
                shape,
                lambda read: answers.solve.solve(
                    read, answers.requests.SolveRequest(), search.means(), watch
                ),
                printing,
            )

    def alone(file: str) -> int:
        return _written(shown(file))

    def _written(found: api.files.show.Shown) -> int:
        if output is None:
            return show_alone(found, form)
        found = api.files.show.written(found, output, text_style(form))
        return write(found, form, found.unwritten)

    if len(files) > 1 and output is not None and shape in api.files.show.DRAWN:
        first, *others = map(shown, files)
        return _written(replace(first, others=tuple(others)))
    return ask_each_file(alone, files, form, [] if output is None else ["-o"])


# `graph`: the game graph of a small ending, written into a file.


def graph(
    file: OnePositionFile,
    *,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar=marked("OUT"),
            help=marked("Ends in .graphml, .dot, .svg, .png or .json."),
        ),
    ],
    max_positions: Annotated[
        int, typer.Option("--max-positions", min=1, metavar="N", help=marked("Stop at N positions."))
    ] = 2000,
    depth: Annotated[
        int | None,
        typer.Option("--depth", min=1, metavar="N", help=marked("No further than N tricks from here.")),
    ] = None,
    moment: MomentOptions,
    search: SearchOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Write the graph; 4 where there are more positions, or a limit was reached."""
    api.files.show.check_output(output)
    position = moment.apply_to(answers.requests.position_of(file, rules.named))
    with progress(form):
        answer = api.files.show.graph(
            position, output, max_positions, search.means(), plain_style(form.lang), depth
        )
    return show_answer(answer, form, answer.unwritten)


# `compose`: endings with a wanted property, as position files.


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
        return show_answer(examined, form)
    if want is None:
        raise UsageError(
            say("no property is named; `compose list` has them, --check FILE examines a problem")
        )
    if want == "list":
        return show_answer(answers.compose.Wants.from_ruleset(rules.ruleset or "danish"), form)
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
        return show_answer(answer, form, answer.unwritten)

    unwritten = api.paper.print_into(output, api.paper.compose_page(answer), form.lang)
    written = replace(answer, files=(str(output),) * len(answer.problems))
    return show_answer(written if unwritten is None else answer, form, unwritten)


# `new`: a commented file to begin with.


def new(
    kind: Annotated[
        str,
        typer.Argument(
            metavar=marked("KIND"),
            help=marked("Kind of file: position, whole-hand or session, for example."),
            autocompletion=lambda: list(api.files.new.template_kinds()),
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar=marked("OUT"), help=marked("Write it into this file.")),
    ] = None,
    form: AnswerForm,
) -> int:
    """Write a commented file to begin with."""
    answer = api.files.new.new(kind, form.lang, output)
    return show_answer(answer, form, answer.unwritten)


# `schema`: what files and answers look like.


def schema(
    kind: Annotated[
        str,
        typer.Argument(
            metavar=marked("KIND"),
            help=marked(
                "A file, such as position; the answer of a command, such as solve, or rules-answer where a "
                "file is named like it; or list."
            ),
            autocompletion=lambda: ["list", *api.files.new.names()],
        ),
    ],
    *,
    form: AnswerForm,
) -> int:
    """Write the JSON Schema of a kind of file or answer, or the names of all."""
    if kind == "list":
        return show_answer(api.files.new.Schemas(), form)
    write_json(api.files.new.schema_of(kind))
    return DONE
