"""`check`: the verdict on a dispute."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import api
from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm, OfEach, PaperFile, Variant, named
from analyzer.cli.progress import progress
from analyzer.errors import UsageError
from analyzer.messages import marked, say
from analyzer.yamltree.reading import named_text


def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar=marked("FILE"),
            help=marked("A dispute, or a recorded hand to rule on; - for standard input."),
        ),
        OfEach(),
    ],
    *,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar=marked("NAME"),
            help=marked("Settle it by this rule set; the file's own is told beside it."),
        ),
    ] = None,
    variant: Variant = None,
    smt2: Annotated[
        Path | None,
        typer.Option("--smt2", metavar=marked("OUT"), help=marked("Write Z3's question as SMT-LIB text.")),
    ] = None,
    output: PaperFile = None,
    form: AnswerForm,
) -> int:
    """Settle a dispute, or rule on a recorded hand; 0 legal, 1 illegal, 4 where no source settles it."""
    from analyzer.position.files.tree import is_position  # noqa: PLC0415 - help needs none of it

    text, name = named_text(file)
    if is_position(text, name):
        if smt2 is not None:
            told = say("a recorded hand is ruled on by replaying it; there is no question for Z3 to write")
            raise UsageError(told, say("--smt2 is for a dispute; `new` writes one of each kind"))
        ruling = api.ruling.ruling_told(text, name, named(ruleset, variant))
        if output is None:
            return show(ruling, form)
        return show(ruling, form, api.paper.print_into(output, api.paper.ruling_page(ruling), form.lang))
    with progress(form, limited="endless"):
        answer = api.check.check_told(text, name, named(ruleset, variant))
    unwritten = None if smt2 is None else api.writing.write_file(smt2, answer.finding.smt2)
    if output is not None:
        unwritten = api.paper.print_into(output, api.paper.check_page(answer), form.lang) or unwritten
    return show(answer, form, unwritten)
