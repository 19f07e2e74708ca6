"""`rules`: a rule set, clause by clause, or the graph of its clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm, RuleSetName, Seats, Variant, named
from analyzer.messages import marked


def rules(
    ruleset: RuleSetName = "danish",
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
    """Write a rule set, or its graph into a file."""
    from analyzer.api.rules import clause_graph  # noqa: PLC0415 - help needs none of it
    from analyzer.api.rules import rules as ask  # noqa: PLC0415

    asked = named(ruleset, variant) or ruleset
    if graph is None:
        return show(ask(asked, seats), form)
    written = clause_graph(asked, graph, seats)
    return show(written, form, written.unwritten)
