"""`new`: a commented file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import api
from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm
from analyzer.messages import marked


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
    return show(answer, form, answer.unwritten)
