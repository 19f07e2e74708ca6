"""The answers of a batch as lines: how they are written, where they go, and how a file of them is continued.

A file of answers is whole lines in the order of the input. Beside it stands what its run is, how far it came,
and the digest of the lines up to there; so a run is continued where it ended, or refused.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from analyzer.answers.batch import BatchRun, columns_of
from analyzer.errors import UsageError
from analyzer.fileio import check_output, only_writer, unwritable, whole_file
from analyzer.frozenrecord import Record
from analyzer.many.progress import Progress
from analyzer.many.question import ERRORS, Asker, Told, is_open
from analyzer.many.record import RunningDigest, check_same, passed_over, refuse
from analyzer.many.rows import answer_records
from analyzer.many.source import BatchRecord, RecordBlock, RecordSource
from analyzer.messages import Verbatim, say
from analyzer.search.engine.native import core_digest

Answers = Sequence[tuple[BatchRecord, Told]]


def count_answer(progress: Progress, told: Told) -> Progress:
    """How far a batch is with one more answer."""
    left, faulty = progress.open + is_open(told), progress.faulty + (ERRORS in told)
    return Progress(progress.done + 1, progress.whole, left, faulty)


class LineForm(Record, frozen=True):
    """How answers are written: one object a line, or a table with a column for each key."""

    columns: tuple[str, ...] = ()
    """The columns of a table, in which what is no word or number is JSON."""
    ascii_only: bool = False

    @classmethod
    def as_table(cls, question: str, *, files: bool) -> LineForm:
        """The table of a question, with the names of files if there are any."""
        return cls(("line", *(["file"] if files else []), *columns_of(question), ERRORS))

    @property
    def name(self) -> str:
        """What it is called."""
        return "csv" if self.columns else "json"

    @property
    def head(self) -> str:
        """What stands before the first answer."""
        return _row(self.columns) if self.columns else ""

    def written(self, record: BatchRecord, told: Told) -> str:
        """One answer as a line of text."""
        whole = {"line": record.line, **({} if record.file is None else {"file": record.file}), **told}
        if self.columns:
            return _row(_cell(whole.get(column)) for column in self.columns)
        return json.dumps(whole, ensure_ascii=self.ascii_only) + "\n"

    def read(self, text: bytes) -> tuple[int, Told] | None:
        """The line and the answer in a line of text; None for what is no such line."""
        told = self._read(text.decode("utf-8", "replace"))
        line = told.pop("line", None)
        return (line, told) if type(line) is int else None

    def _read(self, text: str) -> Told:
        if not self.columns:
            found = _value(text)
            return found if isinstance(found, dict) else {}
        cells = next(csv.reader([text]), [])
        if len(cells) != len(self.columns):
            return {}
        told = dict(zip(self.columns, map(_value, cells), strict=True))
        return told if told[ERRORS] else {key: value for key, value in told.items() if key != ERRORS}


def _row(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _value(cell: str) -> object:
    try:
        return json.loads(cell) if cell else None
    except ValueError:
        return cell


class Out:
    """What takes answers, and counts them."""

    done = Progress()

    def write(self, answers: Answers) -> None:
        """Write answers. Raises: Unwritten, or Unwritable, if they are not taken."""
        raise NotImplementedError


class StreamOut(Out):
    """A stream, into which text is put."""

    def __init__(self, form: LineForm, put: Callable[[str], None]) -> None:
        self._form, self._put = form, put
        put(form.head)

    def write(self, answers: Answers) -> None:
        self._put("".join(self._form.written(record, told) for record, told in answers))
        for _, told in answers:
            self.done = count_answer(self.done, told)


_EVERY: Final = 0.25
"""Seconds between two notes of how far a run is; no more is asked again after a crash."""


def run_file(path: Path) -> Path:
    """The file beside OUT that says what its run is."""
    return path.with_name(f"{path.name}.run.json")


def run_before(path: Path) -> BatchRun:
    """The run that a file of answers is of. Raises: UsageError if nothing tells it."""
    beside = run_file(path)
    try:
        return msgspec.json.decode(beside.read_bytes(), type=BatchRun)
    except FileNotFoundError:
        told = say(
            "{file} is missing: it says what run {out} is of", file=Verbatim(beside), out=Verbatim(path)
        )
    except (OSError, ValueError):
        told = say("{file} does not say what run {out} is of", file=Verbatim(beside), out=Verbatim(path))
    raise UsageError(
        told, say("expected the file that the run has written; without --resume the run starts again")
    )


@dataclass(slots=True)
class Kept:
    """What stands in a file of answers."""

    digest: RunningDigest = field(default_factory=RunningDigest)
    """The digest of all up to the end."""
    done: Progress = Progress()  # noqa: RUF009 - frozen
    last: int = 0
    """The line of the last answer."""
    end: int = 0
    open: set[int] = field(default_factory=set)
    behind: int = 0
    """Lines behind the end, the last perhaps torn: not noted when the run broke off."""

    def add(self, text: bytes) -> None:
        """Count what stands there next."""
        self.digest.add(text)
        self.end += len(text)


def kept_in(path: Path, form: LineForm, most: int) -> Kept:
    """The first lines of a file of answers, at most so many, and how many more there are.

    Raises: UsageError for a file of anything else; Unwritable for one that cannot be read.
    """
    kept, head, last = Kept(), form.head.encode(), 0
    try:
        with path.open("rb") as file:
            for number, text in enumerate(file):
                if number == 0 and head and text == head:
                    kept.add(text)
                    continue
                if not text.endswith(b"\n"):
                    kept.behind += 1
                    break
                found = form.read(text)
                if found is None or found[0] <= last:
                    told = say("{file} holds no answers of this question", file=Verbatim(path))
                    raise UsageError(told, say("expected the file of the run that is gone on with"))
                last = found[0]
                if kept.done.done >= most:
                    kept.behind += 1
                    continue
                kept.add(text)
                kept.done = count_answer(kept.done, found[1])
                kept.last = last
                if is_open(found[1]):
                    kept.open.add(last)
    except OSError as error:
        raise unwritable(path, error) from error
    return kept


class FileOut(Out):
    """A file of answers that grows, and beside it what its run is and how far it came."""

    def __init__(self, path: Path, form: LineForm, run: BatchRun, asker: Asker) -> None:
        self._path, self._form, self._run, self._seen = path, form, run, asker.seen
        self.kept, self._input = Kept(), RunningDigest()
        self._renewed: dict[int, str] = {}
        """The answers to lines that were open, until they take their places."""
        self._noted = 0.0

    def resume(
        self, blocks: Iterator[RecordBlock], folder: Path | None, *, again: bool
    ) -> Iterator[RecordBlock]:
        """Continue the file; what is still to be asked, with what is open if it is asked `again`.

        Raises: UsageError for another run, or answers that are not those that were written.
        """
        path, before = self._path, run_before(self._path)
        check_same(path, before, self._run, folder, other_limits=again)
        self.kept = kept_in(path, self._form, before.answered)
        if self.kept.done.done < before.answered:
            counts = {"number": self.kept.done.done, "written": before.answered}
            refuse(path, [say("it has {number} of {written} {written:answer/answers}", **counts)])
        if before.answered and str(self.kept.digest) != before.output:
            refuse(path, [say("its answers were changed since")])
        opened = self.kept.open if again else ()
        passed = passed_over(path, blocks, before, self.kept.last, opened)
        self._seen.add(before.rules)
        self._input = passed.answered
        return passed.blocks

    @contextmanager
    def opened(self) -> Iterator[None]:
        """While answers come; what is kept stays, and nothing behind it. Raises: Unwritable."""
        self.done = self.kept.done
        self._note()
        try:
            with self._path.open("r+b" if self.kept.end else "wb") as self._file:
                self._file.seek(self.kept.end)
                if self.kept.end:
                    self._file.truncate()
                else:
                    self._write(self._form.head)
                yield
        except OSError as error:
            raise unwritable(self._path, error) from error
        finally:
            if self._renewed:
                self._take_places()
            self._note()

    def write(self, answers: Answers) -> None:
        last = self.kept.last
        lines: list[str] = []
        for record, told in answers:
            line = self._form.written(record, told)
            if record.line <= last:
                self._renewed[record.line] = line
                continue
            lines.append(line)
            self._input.add_record(record)
            self.done = count_answer(self.done, told)
        self._write("".join(lines))
        if time.monotonic() - self._noted >= _EVERY:
            self._note()

    def _write(self, text: str) -> None:
        """Write behind what stands there."""
        written = text.encode()
        self._file.write(written)
        self._file.flush()
        self.kept.add(written)

    def _take_places(self) -> None:
        """Put the answers to lines that were open where those lines are."""
        with whole_file(self._path) as beside, self._path.open("rb") as old, beside.open("wb") as new:
            for text in old:
                found = self._form.read(text)
                renewed = None if found is None else self._renewed.get(found[0])
                new.write(text if renewed is None else renewed.encode())
        self.kept = kept_in(self._path, self._form, self.done.done)
        self.done = self.kept.done

    def _note(self) -> None:
        """Write what the run is and how far it came; a pipe or a device has nothing beside it."""
        self._noted = time.monotonic()
        if self._path.exists() and not self._path.is_file():
            return
        now = replace(
            self._run,
            ruleset=self._seen.digest,
            rules=list(self._seen.met.values()),
            answered=self._input.count,
            input=str(self._input),
            output=str(self.kept.digest),
            open=self.done.open,
        )
        with whole_file(run_file(self._path)) as beside:
            beside.write_bytes(msgspec.json.encode(now) + b"\n")


class Going(Enum):
    """How a batch deals with a file of answers that is there."""

    ANEW = "anew"
    RESUMED = "resumed"
    RETRY_OPEN = "open too"
    """Lines that a limit left open are asked again."""


class Batching(Record, frozen=True):
    """One run of `batch`."""

    source: RecordSource
    asker: Asker
    threads: int
    table: bool = False
    """Whether answers are written as a table."""

    def form(self, *, ascii_only: bool = False) -> LineForm:
        """How the answers are written."""
        if self.table:
            return LineForm.as_table(self.asker.request.kind.value, files=self.source.folder is not None)
        return LineForm(ascii_only=ascii_only)

    def into(self, out: Out, blocks: Iterator[RecordBlock], each: Callable[[int], None]) -> None:
        """Answer everything; `each` is told how far in the input a chunk ends.

        Raises: KeyboardInterrupt; InvalidFile for an input that cannot be read; as `Out.write`.
        """
        with closing(answer_records(blocks, self.asker, self.threads)) as chunks:
            for chunk in chunks:
                out.write(chunk.answers)
                each(chunk.end)

    @contextmanager
    def file(
        self, path: Path, blocks: Iterator[RecordBlock], going: Going
    ) -> Iterator[tuple[FileOut, Iterator[RecordBlock]]]:
        """The file of answers while this run has it alone, and what is to be asked.

        Raises: Unwritable; UsageError for a run that is another than the one to continue.
        """
        form = self.form()
        written = {"form": form.name, "lang": self.asker.lang, "folder": self.source.folder is not None}
        run = BatchRun(
            schema="tarok-analyze/batch-run/1", question={**self.asker.question, **written}, ruleset="",
            core=core_digest(), answered=0, open=0, input="", output="", rules=[],
        )  # fmt: skip
        check_output(path)
        check_output(run_file(path))
        with ExitStack() as stack:
            if not path.exists() or path.is_file():  # a pipe or a device is nobody's alone
                stack.enter_context(only_writer(path))
            out = FileOut(path, form, run, self.asker)
            if going is not Going.ANEW and path.is_file():
                blocks = out.resume(blocks, self.source.folder, again=going is Going.RETRY_OPEN)
            yield out, blocks
