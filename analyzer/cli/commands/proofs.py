"""`check`, `verify` and `compare`: the commands that ask Z3. Importing this adds them to the program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.commands.app import AsJson, Color, app
from analyzer.cli.options import Style

Dispute = Annotated[str, typer.Argument(metavar="FILE", help="A dispute file, or - for standard input.")]
Name = Annotated[str, typer.Argument(metavar="RULESET", help="A shipped rule set, or a file.")]
Other = Annotated[
    str | None,
    typer.Option(
        "--ruleset", metavar="NAME", help="Settle it by this rule set; the file's own is told beside it."
    ),
]
Smt2 = Annotated[
    Path | None, typer.Option("--smt2", metavar="OUT", help="Write Z3's question as SMT-LIB text.")
]
Work = Annotated[
    int | None,
    typer.Option("--rlimit", min=1, metavar="N", help="Z3 may use so many units of work for a question."),
]
Only = Annotated[
    list[str] | None, typer.Option("--claim", metavar="ID", help="Only this claim; may be given again.")
]


@app.command()
def check(
    file: Dispute,
    *,
    as_json: AsJson = False,
    ruleset: Other = None,
    smt2: Smt2 = None,
    color: Color = "auto",
) -> int:
    """Settle a dispute: exit status 0 legal, 1 illegal, 4 unsettled or undecided."""
    from analyzer.cli.commands import settle  # noqa: PLC0415 - z3 is imported only where it is asked

    return settle.check(file, ruleset, smt2, Style(color=color, as_json=as_json))


@app.command()
def verify(
    ruleset: Name = "danish",
    *,
    as_json: AsJson = False,
    claim: Only = None,
    rlimit: Work = None,
    color: Color = "auto",
) -> int:
    """Prove or refute the claims about a rule set; exit status 4 where one stays undecided."""
    from analyzer.cli.commands import settle  # noqa: PLC0415

    return settle.verify(ruleset, claim or [], rlimit, Style(color=color, as_json=as_json))


@app.command()
def compare(
    one: Name,
    other: Name,
    *,
    as_json: AsJson = False,
    color: Color = "auto",
) -> int:
    """Where two rule sets differ, clause by clause, with a smallest case that shows it."""
    from analyzer.cli.commands import settle  # noqa: PLC0415

    return settle.compare(one, other, Style(color=color, as_json=as_json))
