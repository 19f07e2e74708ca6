"""`rules`: a rule set, clause by clause, or the graph of its clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from analyzer import answers, api
from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm, RuleSetName, Seats, Variant, clauses, named
from analyzer.errors import UsageError
from analyzer.messages import marked, say

_USUAL: Final = "danish"


def rules(
    ruleset: RuleSetName = _USUAL,
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar=marked("CLAUSE"),
            help=marked("Only this clause, such as discard.fool, or those with this word."),
            autocompletion=clauses,
        ),
    ] = None,
    *,
    variant: Variant = None,
    seats: Seats = None,
    graph: Annotated[
        Path | None,
        typer.Option(
            "--graph",
            metavar=marked("OUT"),
            help=marked("Write which clause depends on which; see `graph -o`."),
        ),
    ] = None,
    form: AnswerForm,
) -> int:
    """Write a rule set, one of its clauses, or the graph of them into a file."""
    found = answers.rules.clauses_with(ruleset, _USUAL) if clause is None and variant is None else None
    if found is not None and graph is None:
        return show(found, form)
    asked = named(ruleset, variant) or ruleset
    if clause is not None and graph is not None:
        raise UsageError(say("--graph writes all clauses, not one"))
    if clause is not None:
        return show(answers.rules.clauses_of(asked, clause, seats), form)
    if graph is None:
        return show(answers.rules.rules(asked, seats), form)
    written = api.files.show.clause_graph(asked, graph, seats)
    return show(written, form, written.unwritten)
