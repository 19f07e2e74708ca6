"""`schema`: what files and answers look like."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer import api
from analyzer.cli.answering import show
from analyzer.cli.failures import DONE, write_json
from analyzer.cli.options import AnswerForm
from analyzer.messages import marked


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
        return show(api.files.new.Schemas(), form)
    write_json(api.files.new.schema_of(kind))
    return DONE
