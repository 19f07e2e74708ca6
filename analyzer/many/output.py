"""The answers of a batch as lines: their form, their destination, and how a run continues its file.

A file of answers consists of complete lines in the order of the input. A second file next to it records the
run, its progress, and the digest of the lines written. A run continues where it ended, or is refused.
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
    """Return the progress of a batch after one more answer."""
    left, faulty = progress.open + is_open(told), progress.faulty + (ERRORS in told)
    return Progress(progress.done + 1, progress.whole, left, faulty)


class LineForm(Record, frozen=True):
    """The form of the answers: one JSON object per line, or a table with a column for each key."""

    columns: tuple[str, ...] = ()
    """The columns of a table; a cell that is neither text nor a number is JSON. Empty for JSON lines."""
    ascii_only: bool = False

    @classmethod
    def as_table(cls, question: str, *, files: bool) -> LineForm:
        """Return the table form for a question, with a column for file names if `files` is True."""
        return cls(("line", *(["file"] if files else []), *columns_of(question), ERRORS))

    @property
    def name(self) -> str:
        """The name of the form: `csv` or `json`."""
        return "csv" if self.columns else "json"

    @property
    def head(self) -> str:
        """The text before the first answer: the header of a table, otherwise empty."""
        return _row(self.columns) if self.columns else ""

    def written(self, record: BatchRecord, told: Told) -> str:
        """Return one answer as a line of text."""
        whole = {"line": record.line, **({} if record.file is None else {"file": record.file}), **told}
        if self.columns:
            return _row(_cell(whole.get(column)) for column in self.columns)
        return json.dumps(whole, ensure_ascii=self.ascii_only) + "\n"

    def read(self, text: bytes) -> tuple[int, Told] | None:
        """Return the line number and the answer from a line of text; None if the text is not an answer."""
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
    """A destination that takes answers and counts them."""

    done = Progress()

    def write(self, answers: Answers) -> None:
        """Write answers. Raises: Unwritten, or Unwritable, if they cannot be written."""
        raise NotImplementedError


class StreamOut(Out):
    """A stream of text, such as standard output."""

    def __init__(self, form: LineForm, put: Callable[[str], None]) -> None:
        self._form, self._put = form, put
        put(form.head)

    def write(self, answers: Answers) -> None:
        self._put("".join(self._form.written(record, told) for record, told in answers))
        for _, told in answers:
            self.done = count_answer(self.done, told)


_EVERY: Final = 0.25
"""Seconds between two records of the progress; after a crash at most this much work is repeated."""


def run_file(path: Path) -> Path:
    """Return the path of the file next to `path` that records its run."""
    return path.with_name(f"{path.name}.run.json")


def run_before(path: Path) -> BatchRun:
    """Return the run that wrote a file of answers. Raises: UsageError if no file records it."""
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
    """The contents of a file of answers, as far as a run can continue them."""

    digest: RunningDigest = field(default_factory=RunningDigest)
    """The digest of the file up to `end`."""
    done: Progress = Progress()  # noqa: RUF009 - frozen
    last: int = 0
    """The input line of the last answer."""
    end: int = 0
    open: set[int] = field(default_factory=set)
    behind: int = 0
    """The number of lines after `end`, not recorded before the run broke off; the last may be incomplete."""

    def add(self, text: bytes) -> None:
        """Count the next text of the file."""
        self.digest.add(text)
        self.end += len(text)


def kept_in(path: Path, form: LineForm, most: int) -> Kept:
    """Read at most `most` answers from the start of a file, and count the lines after them.

    Raises: UsageError if the file holds anything else; Unwritable if it cannot be read.
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
                    raise UsageError(told, say("expected the answers of the run to be resumed"))
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
    """A growing file of answers, with a file next to it that records the run and its progress."""

    def __init__(self, path: Path, form: LineForm, run: BatchRun, asker: Asker) -> None:
        self._path, self._form, self._run, self._seen = path, form, run, asker.seen
        self.kept, self._input = Kept(), RunningDigest()
        self._renewed: dict[int, str] = {}
        """The new answers to lines that were open, until they replace the old ones."""
        self._noted = 0.0

    def resume(
        self, blocks: Iterator[RecordBlock], folder: Path | None, *, again: bool
    ) -> Iterator[RecordBlock]:
        """Continue the file, and return the records still to be asked; if `again`, also those left open.

        Raises: UsageError if the file belongs to a different run or its answers were changed.
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
        """Open the file for more answers after those that are kept. Raises: Unwritable if that fails."""
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
        """Append text to the file."""
        written = text.encode()
        self._file.write(written)
        self._file.flush()
        self.kept.add(written)

    def _take_places(self) -> None:
        """Replace the lines that were open by their new answers."""
        with whole_file(self._path) as beside, self._path.open("rb") as old, beside.open("wb") as new:
            for text in old:
                found = self._form.read(text)
                renewed = None if found is None else self._renewed.get(found[0])
                new.write(text if renewed is None else renewed.encode())
        self.kept = kept_in(self._path, self._form, self.done.done)
        self.done = self.kept.done

    def _note(self) -> None:
        """Record the run and its progress in the file next to the answers; not for a pipe or a device."""
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
    """The ways in which a batch treats an existing file of answers."""

    ANEW = "anew"
    RESUMED = "resumed"
    RETRY_OPEN = "open too"
    """Continue the file, and ask again about the lines that a limit left open."""


class Batching(Record, frozen=True):
    """A run of `batch`."""

    source: RecordSource
    asker: Asker
    threads: int
    table: bool = False
    """True if the answers are written as a table."""

    def form(self, *, ascii_only: bool = False) -> LineForm:
        """Return the form in which the answers are written."""
        if self.table:
            return LineForm.as_table(self.asker.request.kind.value, files=self.source.folder is not None)
        return LineForm(ascii_only=ascii_only)

    def into(self, out: Out, blocks: Iterator[RecordBlock], each: Callable[[int], None]) -> None:
        """Answer all records; after each chunk, call `each` with the position in the input where it ends.

        Raises: KeyboardInterrupt; InvalidFile if the input cannot be read; errors of `Out.write`.
        """
        with closing(answer_records(blocks, self.asker, self.threads)) as chunks:
            for chunk in chunks:
                out.write(chunk.answers)
                each(chunk.end)

    @contextmanager
    def file(
        self, path: Path, blocks: Iterator[RecordBlock], going: Going
    ) -> Iterator[tuple[FileOut, Iterator[RecordBlock]]]:
        """Lock the file of answers for this run; give it and the records still to be asked.

        Raises: Unwritable if the file cannot be written; UsageError if it belongs to a different run.
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
            if not path.exists() or path.is_file():  # a pipe or a device cannot be locked
                stack.enter_context(only_writer(path))
            out = FileOut(path, form, run, self.asker)
            if going is not Going.ANEW and path.is_file():
                blocks = out.resume(blocks, self.source.folder, again=going is Going.RETRY_OPEN)
            yield out, blocks
