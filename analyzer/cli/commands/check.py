"""`check`: the verdict on a dispute."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import answers, api, fileio, position
from analyzer.cli.answering import printed, progress, show
from analyzer.cli.options import AnswerForm, PaperFile, Variant, named
from analyzer.cli.program import of_each
from analyzer.errors import UsageError
from analyzer.messages import marked, say
from analyzer.yamltree.reading import named_text


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar=marked("FILE"),
            help=marked(
                "A dispute, or a recorded hand to rule on: a file, - for standard input, or the text itself; "
                "several are one booklet with -o."
            ),
        ),
    ],
    *,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind", metavar=marked("KIND"), help=marked("Kind of dispute, if the text does not name it.")
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar=marked("NAME"),
            help=marked("Settle it under this rule set; also show the verdict under the file's own."),
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
    pages: list[tuple[str, api.paper.Printed]] = []

    def settled(file: str) -> int:
        text, name = named_text(file)
        if kind is None and position.files.tree.is_position(text, name):
            if smt2 is not None:
                told = say("a recorded hand is ruled on by replaying it, with no question for Z3 to write")
                raise UsageError(told, say("--smt2 is for a dispute; `new` writes one of each kind"))
            ruling = answers.ruling.ruling_told(text, name, named(ruleset, variant))
            if output is not None:
                pages.append((name, api.paper.ruling_page(ruling)))
            return show(ruling, form, output=output)
        with progress(form, limited="endless"):
            answer = answers.check.check_told(text, name, named(ruleset, variant), kind)
        question = None if smt2 is None else answer.smt2()
        if output is not None:
            pages.append((name, api.paper.verdict_page(answer)))
        unwritten = None
        if smt2 is not None and question is not None:
            unwritten = fileio.write_file(smt2, question)
        return show(answer, form, unwritten, output=output)

    if output is not None:
        api.paper.check_form(output)
    status = of_each(settled, files, form, [] if smt2 is None else ["--smt2"])
    if output is None or not pages:
        return status
    return printed(api.paper.print_into(output, api.paper.booklet_of(pages), form.lang), output, form, status)
