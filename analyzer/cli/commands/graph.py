"""`graph`: the game graph of a small ending, written into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import answers, api
from analyzer.cli.answering import plain_style, progress, show
from analyzer.cli.options import AnswerForm, MomentOptions, OnePositionFile, RuleOptions, SearchOptions
from analyzer.messages import marked


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
    position = moment.of(answers.requests.position_of(file, rules.named))
    with progress(form):
        answer = api.files.show.graph(
            position, output, max_positions, search.means(), plain_style(form.lang), depth
        )
    return show(answer, form, answer.unwritten)
