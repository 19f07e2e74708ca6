"""`compose`: endings with a wanted property, as position files. Importing this adds it to the program."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.commands.app import AsJson, Rules, Timeout, app
from analyzer.cli.failures import DONE, UNDECIDED
from analyzer.errors import INTERRUPTED, LimitReached, UsageError
from analyzer.messages import Message, Verbatim, reason_of, say

if TYPE_CHECKING:
    from analyzer.search.compose.compose import Problem

Wanted = Annotated[str, typer.Argument(metavar="WANT", help="A property, such as one-card-wins, or list.")]
Tricks = Annotated[int, typer.Option("--tricks", min=2, max=8, metavar="N", help="Tricks to play.")]
Count = Annotated[int, typer.Option("--count", min=1, max=1000, metavar="N", help="How many problems.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="The same seed composes the same problems.")]
Tries = Annotated[int, typer.Option("--tries", min=1, metavar="N", help="Give up after N endings.")]
Folder = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write a file for each problem.")
]


@app.command()
def compose(
    want: Wanted,
    *,
    tricks: Tricks = 3,
    count: Count = 1,
    seed: Seed = 0,
    tries: Tries = 20_000,
    output: Folder = None,
    as_json: AsJson = False,
    timeout: Timeout = None,
    ruleset: Rules = None,
) -> int:
    """Endings with a property (`list` names them), found by chance and audited, as position files."""
    from analyzer.cli.common import write, write_json  # noqa: PLC0415
    from analyzer.report.text.compose import compose_json, compose_text, wants_json, wants_text  # noqa: PLC0415

    if want == "list":
        write_json(wants_json()) if as_json else write(wants_text())
        return DONE
    if count > 1 and output is None and not as_json:
        raise UsageError(say("several problems need -o FOLDER: a position file holds one"))
    found, reason = _found(want, ruleset, timeout, count=count, tricks=tricks, seed=seed, tries=tries)
    files = _written(found, output)
    if as_json:
        write_json(compose_json(want, found, files, reason))
    else:
        write(compose_text(found, files, reason))
    return DONE if len(found) == count else UNDECIDED


def _found(
    want: str, ruleset: str | None, timeout: float | None, *, count: int, **where: Any
) -> tuple[list[Problem], Message | None]:
    """The problems, and why there are not as many as wanted, if there are not."""
    from analyzer.rules.spec.shipped import load_ruleset  # noqa: PLC0415
    from analyzer.search.compose.compose import compose as search  # noqa: PLC0415
    from analyzer.search.engine.results import Limits  # noqa: PLC0415

    found: list[Problem] = []
    try:
        for problem in islice(
            search(load_ruleset(ruleset or "danish"), want, limits=Limits(timeout=timeout), **where), count
        ):
            found.append(problem)  # noqa: PERF402 - what was found before a limit is kept
    except LimitReached as stop:
        return found, stop.reason
    except KeyboardInterrupt:
        return found, INTERRUPTED
    lacking = say("no more were found in {number} endings", number=where["tries"])
    return found, None if len(found) == count else lacking


def _written(problems: list[Problem], folder: Path | None) -> list[str] | None:
    """The names of the files written, one for each problem; None where none were asked for."""
    if folder is None:
        return None
    from analyzer.position.files.writing import dumps  # noqa: PLC0415

    names = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for problem in problems:
            path = (
                folder / f"{problem.want}-{problem.position.tricks_left}-{problem.seed}-{problem.tries}.yaml"
            )
            path.write_text(dumps(problem.position), encoding="utf-8")
            names.append(str(path))
    except OSError as error:
        raise UsageError(
            say(
                "cannot write into {folder}: {reason}",
                folder=Verbatim(folder),
                reason=reason_of(error),
            )
        ) from error
    return names
