"""`show`: a position as a diagram, as one line of text, as a file, or for the printer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.answering import show as write
from analyzer.cli.answering import show_alone, text_style
from analyzer.cli.options import AnswerForm, MomentOptions, PositionFile, RuleOptions, SearchOptions
from analyzer.cli.progress import progress
from analyzer.messages import marked


def show(
    file: PositionFile,
    *,
    text: Annotated[bool, typer.Option("--text", help=marked("As one line of text."))] = False,
    yaml: Annotated[bool, typer.Option("--yaml", help=marked("As the text of a position file."))] = False,
    svg: Annotated[
        bool, typer.Option("--svg", help=marked("As a drawing, black on white, a column of print wide."))
    ] = False,
    png: Annotated[bool, typer.Option("--png", help=marked("As the same drawing in dots."))] = False,
    html: Annotated[bool, typer.Option("--html", help=marked("As a page."))] = False,
    latex: Annotated[bool, typer.Option("--latex", help=marked("As LaTeX to be put in."))] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help=marked("As Markdown."))] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help=marked("With who can force what, and what each card does."))
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar=marked("OUT"),
            help=marked("Write it into this file; its ending tells what it is where nothing else does."),
        ),
    ] = None,
    moment: MomentOptions,
    search: SearchOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Show a position; what --text and --yaml write is read by every command. 4 undecided."""
    from analyzer.api.asked import SolveRequest  # noqa: PLC0415 - help needs none of it
    from analyzer.api.requests import position_of  # noqa: PLC0415
    from analyzer.api.show import ShownAs, shape_asked, written  # noqa: PLC0415
    from analyzer.api.show import show as ask  # noqa: PLC0415
    from analyzer.api.solve import solve  # noqa: PLC0415

    flags = (False, text, yaml, svg, png, html, latex, markdown)
    shape = shape_asked({each for each, wanted in zip(ShownAs, flags, strict=True) if wanted}, output)
    position = moment.of(position_of(file, rules.named))
    if not solution:
        found = ask(position, shape)
    else:
        with progress(form) as watch:
            found = ask(position, shape, lambda read: solve(read, SolveRequest(), search.means(), watch))
    if output is not None:
        found = written(found, output, text_style(form))
        return write(found, form, found.unwritten)
    return show_alone(found, form)
