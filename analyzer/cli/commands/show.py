"""`show`: a position as a diagram, as one line of text, as a file, or for the printer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from msgspec.structs import replace

from analyzer import answers, api
from analyzer.cli.answering import progress, show_alone, text_style
from analyzer.cli.answering import show as write
from analyzer.cli.options import MomentOptions, RuleOptions, SearchOptions, ShowForm
from analyzer.cli.program import of_each
from analyzer.messages import marked
from analyzer.report import paper


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
    return of_each(alone, files, form, [] if output is None else ["-o"])
