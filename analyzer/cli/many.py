"""Commands about many positions: batch and study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer import answers, cli
from analyzer.cli.options import (
    AnswerForm,
    Audited,
    ContractOptions,
    GoalOptions,
    LineName,
    PartOptions,
    RuleOptions,
    SearchOptions,
    Workers,
)
from analyzer.errors import UsageError, meant
from analyzer.messages import marked, quoted, say

if TYPE_CHECKING:
    from analyzer.api.many.rows import Kind


# `batch`: one question put to many positions.


_QUESTIONS = ("forced", "solve", "replay", "guarantee", "points")


def batch(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar=marked("[QUESTION] FILE"),
            help=marked(
                "forced, solve, replay, guarantee or points; a file with one position a line, a folder, "
                "or - for standard input."
            ),
        ),
    ],
    *,
    goals: GoalOptions,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="A,B",
            help=marked("Players who cooperate to reach it; with solve `sides` or `seats`."),
        ),
    ] = None,
    parts: PartOptions,
    line: LineName = None,
    audit: Audited = False,
    table: Annotated[bool, typer.Option("--csv", help=marked("Write a table in place of JSON."))] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar=marked("OUT"), help=marked("Write into this file.")),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help=marked("Go on where OUT ends."))] = False,
    again: Annotated[
        bool, typer.Option("--open", help=marked("With --resume, ask again what the limits left open."))
    ] = False,
    workers: Workers = None,
    search: SearchOptions,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `batch`; 3 where a line could not be read, else 4 where one stays unanswered."""
    from analyzer.api.many.records import RecordSource  # noqa: PLC0415
    from analyzer.api.many.rows import Asker, ManyRequest  # noqa: PLC0415
    from analyzer.cli.batching import Batching, Going  # noqa: PLC0415

    kind, file = _batch_words(words)
    if resume and output is None:
        raise UsageError(say("--resume needs -o OUT, the output file of the run to resume"))
    if again and not resume:
        raise UsageError(say("--open needs --resume: it asks again what a run left open"))
    together = None if by is None or by in ("sides", "seats") else answers.requests.names_in(by)
    request = ManyRequest(
        kind=kind,
        forced=answers.requests.ForcedRequest(goal=goals.goal, player=goals.player, by=together),
        solve=answers.requests.SolveRequest(
            goals=parts.who,
            tokens=parts.tokens,
            cards=parts.cards,
            goal=goals.goal,
            player=goals.player,
            by=by,
        ),
        line=line,
        audit=audit,
        ruleset=rules.named,
        told=contract.stated_keys,
    )
    asker = Asker.from_request(request, search.means_per_question(), form.lang)
    going = Going.RETRY_OPEN if again else Going.RESUMED if resume else Going.ANEW
    return Batching(RecordSource(file), asker, workers, form).run(output, going=going, table=table)


def _batch_words(words: list[str]) -> tuple[Kind, str]:
    """The question and the file. Raises: UsageError for anything else."""
    from analyzer.api.many.rows import Kind  # noqa: PLC0415

    if len(words) == 1 and words[0] not in _QUESTIONS:
        return Kind.SOLVE, words[0]
    if len(words) == 1:
        raise UsageError(say("FILE is missing"), say("expected a file, a folder, or - for standard input"))
    if len(words) > 2:
        raise UsageError(say("{word} is one word too many", word=quoted(words[2])))
    if words[0] not in _QUESTIONS:
        raise UsageError(say("unknown question {word}", word=quoted(words[0])), meant(words[0], _QUESTIONS))
    return Kind(words[0]), words[1]


# `study`: many deals by seed, asked, counted and reported.


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
    does, file = _study_words(words)
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


def _study_words(words: list[str]) -> tuple[str, str]:
    """What to do, and the file. Raises: UsageError for anything else."""
    if words[0] not in _DOES:
        raise UsageError(say("unknown command `study {word}`", word=quoted(words[0])), meant(words[0], _DOES))
    if words == ["facts"]:
        return "facts", ""
    if len(words) != 2 or words[0] == "facts":
        raise UsageError(say("expected one file after `study {word}`", word=quoted(words[0])))
    return words[0], words[1]
