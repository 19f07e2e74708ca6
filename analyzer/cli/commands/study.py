"""`study`: many deals by seed, asked, counted and reported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import cli
from analyzer.cli.options import AnswerForm, Workers
from analyzer.errors import UsageError, meant
from analyzer.messages import marked, quoted, say

_DOES = ("run", "show", "report", "export", "facts")


def study(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar=marked("run|show|report|export FILE"),
            help=marked(
                "`run` takes a study file, the others the store that it has filled; `facts` alone lists what "
                "deals can be counted by."
            ),
        ),
    ],
    *,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", metavar=marked("STORE"), help=marked("Of `run`, the file that keeps the answers.")
        ),
    ] = None,
    workers: Workers = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar=marked("ADDRESS"), help=marked("Use the dask.distributed scheduler there.")
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar=marked("OUT"),
            help=marked("Of `report` a folder, of `export` a .csv or .parquet file."),
        ),
    ] = None,
    between: Annotated[
        str | None,
        typer.Option(
            "--between",
            metavar=marked("FACT=A,B"),
            help=marked("Of `show` and `report`, how much more the second of two groups has, as tricks=3,8."),
        ),
    ] = None,
    form: AnswerForm,
) -> int:
    """Answer `study`; 4 where deals are left to be asked."""
    does, file = _asked(words)
    if does == "facts":
        return cli.studying.facts(form)
    if does == "run":
        if store is None:
            raise UsageError(say("--store STORE is missing"), say("expected the file that keeps the answers"))
        if between is not None:
            raise UsageError(say("--between is for `study show` and `study report`"))
        return cli.studying.run(file, store, workers, cluster, form)
    if store is not None or cluster is not None or workers is not None:
        raise UsageError(say("--store, --workers and --cluster are for `study run`"))
    if between is not None and does == "export":
        raise UsageError(say("--between is for `study show` and `study report`"))
    if does == "show":
        return cli.studying.show(Path(file), between, form)
    if output is None:
        raise UsageError(say("-o OUT is missing"), say("expected where it is to be written"))
    if does == "report":
        return cli.studying.report(Path(file), output, between, form)
    return cli.studying.export(Path(file), output, form)


def _asked(words: list[str]) -> tuple[str, str]:
    """What to do, and the file. Raises: UsageError for anything else."""
    if words[0] not in _DOES:
        raise UsageError(say("unknown command `study {word}`", word=quoted(words[0])), meant(words[0], _DOES))
    if words == ["facts"]:
        return "facts", ""
    if len(words) != 2 or words[0] == "facts":
        raise UsageError(say("expected one file after `study {word}`", word=quoted(words[0])))
    return words[0], words[1]
