"""Commands about many positions: batch and study."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from analyzer import answers, many, report
from analyzer.cli.answering import RunningLine, plain_style, show_answer, text_style
from analyzer.cli.failures import BAD_FILE, DONE, UNDECIDED, UNWRITTEN, write_json
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import (
    AnswerForm,
    Audited,
    ContractOptions,
    GoalOptions,
    LineName,
    PartOptions,
    RuleOptions,
    SearchOptions,
    WorkersOption,
)
from analyzer.cli.screen import Screen, put, tell
from analyzer.errors import UsageError, meant
from analyzer.layout import clip
from analyzer.messages import Message, marked, quoted, say
from analyzer.yamltree.reading import named_text

if TYPE_CHECKING:
    from analyzer.many.asks import Piece
    from analyzer.many.output import Batching, Going, Out
    from analyzer.many.progress import Progress, Resumable
    from analyzer.many.question import Kind
    from analyzer.many.report import StudyShown
    from analyzer.many.runner import Workers
    from analyzer.many.source import RecordBlock
    from analyzer.many.store import Store
    from analyzer.many.studyrun import Range


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
    workers: WorkersOption = None,
    search: SearchOptions,
    contract: ContractOptions,
    rules: RuleOptions,
    form: AnswerForm,
) -> int:
    """Answer `batch`; 3 where a line could not be read, else 4 where one stays unanswered."""
    kind, file = _batch_words(words)
    if resume and output is None:
        raise UsageError(say("--resume needs -o OUT, the output file of the run to resume"))
    if again and not resume:
        raise UsageError(say("--open needs --resume: it asks again what a run left open"))
    together = None if by is None or by in ("sides", "seats") else answers.requests.names_in(by)
    request = many.question.ManyRequest(
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
    asker = many.question.Asker.from_request(request, search.means_per_question(), form.lang)
    how = many.output.Going
    going = how.RETRY_OPEN if again else how.RESUMED if resume else how.ANEW
    source = many.source.RecordSource(file)
    table |= output is not None and output.suffix == ".csv"
    run = many.output.Batching(source, asker, workers or os.cpu_count() or 1, table)
    return _run_batch(run, output, going, form)


def _run_batch(run: Batching, output: Path | None, going: Going, form: AnswerForm) -> int:
    """Answer everything; the exit status.

    Raises: InvalidFile for an input that cannot be read, before anything is written; Unwritable; UsageError
    for a run that is another than the one to continue.
    """
    not_interrupted()
    how = many.progress.Resumable
    with run.source.opened() as blocks:
        if output is None:
            lines = run.form(ascii_only=not report.style.terminal.can_show(sys.stdout, "♥æ"))
            out: Out = many.output.StreamOut(lines, lambda text: put(sys.stdout, text))
            try:
                _answer_batch(run, out, blocks, form)
            except KeyboardInterrupt:
                return _interrupted(out.done, how.NOT, form)
            return _status(out.done)
        with run.file(output, blocks, going) as (out, left):
            if out.kept.behind:
                _note(many.progress.asked_again(out.kept.behind), form)
            try:
                with out.opened():
                    _answer_batch(run, out, left, form)
            except KeyboardInterrupt:
                return _interrupted(out.done, how.BY_OPTION, form)
        if out.done.open:
            _note(out.done.left_open(), form)
        return _status(out.done)


def _answer_batch(run: Batching, out: Out, blocks: Iterator[RecordBlock], form: AnswerForm) -> None:
    """Answer everything, with a line about how far it is."""
    size = run.source.size()
    with _running_line(out.done, form) as tell_how_far:

        def progress(end: int) -> None:
            tell_how_far(out.done, min(1.0, end / size) if size else None)

        run.into(out, blocks, progress)


@contextmanager
def _running_line(before: Progress, form: AnswerForm) -> Iterator[Callable[[Progress, float | None], None]]:
    """A line about how far a run is, and which part of its input it has reached, written now and then."""
    style = plain_style(form.lang)
    with RunningLine() as line:

        def tell_how_far(done: Progress, part: float | None) -> None:
            seconds = line.due()
            if seconds is not None:
                line.write(clip(style.render(done.message(part, before, seconds)), style.width - 1))

        yield tell_how_far


def _interrupted(done: Progress, how: Resumable, form: AnswerForm) -> int:
    _note(done.interrupted(how), form)
    return _status(done) or UNDECIDED


def _status(done: Progress) -> int:
    return BAD_FILE if done.faulty else UNDECIDED if done.open else DONE


def _note(told: Message, form: AnswerForm) -> None:
    tell(f"tarok-analyze: {plain_style(form.lang).render(told)}\n")


def _batch_words(words: list[str]) -> tuple[Kind, str]:
    """The question and the file. Raises: UsageError for anything else."""
    if len(words) == 1 and words[0] not in _QUESTIONS:
        return many.question.Kind.SOLVE, words[0]
    if len(words) == 1:
        raise UsageError(say("FILE is missing"), many.source.EXPECTED)
    if len(words) > 2:
        raise UsageError(say("{word} is one word too many", word=quoted(words[2])))
    if words[0] not in _QUESTIONS:
        raise UsageError(say("unknown question {word}", word=quoted(words[0])), meant(words[0], _QUESTIONS))
    return many.question.Kind(words[0]), words[1]


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
    workers: WorkersOption = None,
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
            help=marked("Of `report` a folder, of `export` a .csv, .json or .parquet file."),
        ),
    ] = None,
    between: Annotated[
        str | None,
        typer.Option(
            "--between",
            metavar=marked("FACT=A,B"),
            help=marked("Of `show` and `report`: compare two values of a fact in `group_by`, as tricks=3,8."),
        ),
    ] = None,
    form: AnswerForm,
) -> int:
    """Answer `study`; 4 where deals are left to be asked."""
    does, file = _study_words(words)
    if does != "run" and (store is not None or cluster is not None or workers is not None):
        raise UsageError(say("--store, --workers and --cluster are for `study run`"))
    if between is not None and does in ("run", "export"):
        raise UsageError(say("--between is for `study show` and `study report`"))
    match does:
        case "facts":
            return _show_facts(form)
        case "run":
            if store is None:
                needed = say("expected the file that keeps the answers")
                raise UsageError(say("--store STORE is missing"), needed)
            return _run_study(file, store, workers, cluster, form)
        case "show":
            with many.store.readable_store(Path(file)) as opened:
                return show_answer(many.report.StudyShown.from_store(opened, between), form)
        case _ if output is None:
            raise UsageError(say("-o OUT is missing"), say("expected where it is to be written"))
        case "report":
            with many.store.readable_store(Path(file)) as opened:
                shown = many.report.StudyShown.from_store(opened, between)
            return _write_report(shown, output, form)
        case _:
            return _export(Path(file), output, form)


def _study_words(words: list[str]) -> tuple[str, str]:
    """What to do, and the file. Raises: UsageError for anything else."""
    if words[0] not in _DOES:
        raise UsageError(say("unknown command `study {word}`", word=quoted(words[0])), meant(words[0], _DOES))
    if words == ["facts"]:
        return "facts", ""
    if len(words) != 2 or words[0] == "facts":
        raise UsageError(say("expected one file after `study {word}`", word=quoted(words[0])))
    return words[0], words[1]


_ENOUGH: Final = 3.0
"""Seconds after which it is known how long the whole takes."""
_LONG: Final = 60.0
"""Seconds: what takes longer is told."""


def _run_study(file: str, path: Path, workers: int | None, cluster: str | None, form: AnswerForm) -> int:
    """Ask the deals that are missing in the store, and show what came of all; 4 if it was broken off."""
    text, name = named_text(file)
    study = many.study.loads(text, name)
    not_interrupted()
    with many.store.writable_store(path, many.store.about_study(study)) as store:
        try:
            if cluster is not None and many.cluster.is_exposed(cluster):
                _note(OPEN_PORT, form)
            crew = (
                many.studyrun.threads(study, workers or os.cpu_count() or 1)
                if cluster is None
                else many.cluster.Cluster(study, text, name, cluster)
            )
            _answer_study(store, crew, form)
        except KeyboardInterrupt:
            return _interrupted(store.progress(), many.progress.Resumable.BY_ITSELF, form)
        return show_answer(many.report.StudyShown.from_store(store), form)


OPEN_PORT: Final = say(
    "what goes to this scheduler is not encrypted, and whoever reaches its port runs code on every machine "
    "of the cluster; tls:// with certificates ends that (docs/cluster.md)"
)


def _answer_study(store: Store, crew: Workers[Range, Piece], form: AnswerForm) -> None:
    """Ask the deals that are missing, with a line about how far it is, and early how long it is to take."""
    before, began = store.progress(), time.monotonic()
    untold = before.done < store.count
    with _running_line(before, form) as tell_how_far:

        def stored() -> None:
            nonlocal untold
            took, done = time.monotonic() - began, store.progress()
            if untold and took > _ENOUGH:
                untold = False
                left, message = done.takes(before, took)
                if left > _LONG:
                    _note(message, form)
            tell_how_far(done, done.done / store.count)

        many.studyrun.run_study(store, crew, stored)


def _show_facts(form: AnswerForm) -> int:
    """What deals can be counted by."""
    style = text_style(form)
    told = [(name, style.render(meant)) for name, meant in many.study.fact_pairs()]
    if form.as_json:
        write_json({"facts": dict(told)})
        return DONE
    wide = max(len(name) for name, _ in told)
    rows = "".join(f"{name.ljust(wide)}  {meant}\n" for name, meant in told)
    end = style.render(say("Of a player by name too: trumps_of_A; a card by its name: dR_with."))
    Screen.present().write(f"{rows}{end}\n")
    return DONE


def _write_report(shown: StudyShown, folder: Path, form: AnswerForm) -> int:
    """A folder to publish."""
    written, lacking = many.report.write_report(shown, folder, form.lang)
    Screen.present().write("".join(f"{each}\n" for each in written))
    if lacking is not None:
        tell(f"tarok-analyze: {lacking.describe(form.lang)}\n")
    return DONE


def _export(path: Path, out: Path, form: AnswerForm) -> int:
    """The answers as a table."""
    with many.store.readable_store(path, whole=False) as store:
        missing = many.report.export(store, out)
    Screen.present().write(f"{out}\n")
    if missing:
        _note(many.store.export_lacks(path, missing), form)
    return UNWRITTEN if missing else DONE
