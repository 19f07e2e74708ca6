"""`show`: a position as a diagram, as one line of text or as a file."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.answering import show as write
from analyzer.cli.options import AnswerForm, MomentOptions, PositionFile, RuleOptions
from analyzer.errors import UsageError
from analyzer.messages import marked, say


def show(
    file: PositionFile,
    *,
    text: Annotated[bool, typer.Option("--text", help=marked("As one line of text."))] = False,
    yaml: Annotated[bool, typer.Option("--yaml", help=marked("As the text of a position file."))] = False,
    moment: MomentOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Show a position; what --text and --yaml write is read by every command."""
    from analyzer.api.requests import position_of  # noqa: PLC0415 - help needs none of it
    from analyzer.api.show import ShownAs  # noqa: PLC0415
    from analyzer.api.show import show as ask  # noqa: PLC0415

    if text and yaml:
        raise UsageError(say("--text and --yaml cannot both be written; choose one of them"))
    shape = ShownAs.LINE if text else ShownAs.YAML if yaml else ShownAs.DIAGRAM
    return write(ask(moment.of(position_of(file, rules.named)), shape), form)
