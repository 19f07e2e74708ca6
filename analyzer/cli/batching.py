"""A batch on the command line: its answers as they come, how far it is, where they go, its exit status."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Protocol

from msgspec.structs import replace

from analyzer.answers.batch import batch_behind, batch_left, batch_open, batch_progress, columns_of
from analyzer.api.many.identity import (
    InputDigest,
    RulesSeen,
    RunIdentity,
    RunningDigest,
    check_same,
    passed_over,
    refuse,
)
from analyzer.api.many.records import BatchRecord, RecordBlock, RecordSource
from analyzer.api.many.rows import Asker, Kind, Told, question_record, unanswered
from analyzer.api.many.run import run_many
from analyzer.cli.answering import RunningLine, plain_style
from analyzer.cli.failures import BAD_FILE, DONE, UNDECIDED
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import put, tell
from analyzer.errors import UsageError
from analyzer.fileio import check_output, only_writer, unwritable, whole_file
from analyzer.frozenrecord import Record
from analyzer.layout import clip
from analyzer.messages import Message, Verbatim, say
from analyzer.report.style.terminal import can_show
from analyzer.search.engine.native import core_digest

_ERRORS: Final = "errors"


class AnswerTally(NamedTuple):
    """How far a batch is: the last line answered, and how many were, could not be read, or stayed open."""

    line: int = 0
    answered: int = 0
    faulty: int = 0
    open: int = 0

    def with_answers(self, answers: Iterable[tuple[BatchRecord, Told]]) -> AnswerTally:
        """The tally with more answers."""
        line, answered, faulty, left = self
        for record, told in answers:
            line = record.line
            faulty += _ERRORS in told
            left += unanswered(told)
            answered += 1
        return AnswerTally(line, answered, faulty, left)


class Form(Protocol):
    """How answers are written."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def head(self) -> str:
        """What stands before the first answer."""

    def written(self, record: BatchRecord, told: Told) -> str:
        """One answer as a line of text."""

    def read(self, line: str) -> tuple[int, Told] | None:
        """The line and what was told in a line of text; None for what is no such line."""


class JsonLines(Record, frozen=True):
    """One object a line."""

    ascii_only: bool = False
    head: str = ""
    name: str = "json"

    def written(self, record: BatchRecord, told: Told) -> str:
        named = {} if record.file is None else {"file": record.file}
        return json.dumps({"line": record.line, **named, **told}, ensure_ascii=self.ascii_only) + "\n"

    def read(self, line: str) -> tuple[int, Told] | None:
        try:
            told = json.loads(line)
            return int(told.pop("line")), told
        except (ValueError, KeyError, TypeError, AttributeError):
            return None


@dataclass(frozen=True, slots=True)
class CsvLines:
    """Answers as a table: a column for each key, what is no word or number in it as JSON."""

    columns: Sequence[str]
    head: str = field(init=False)
    name: str = "csv"

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", _row(self.columns))

    @classmethod
    def from_kind(cls, kind: Kind, *, files: bool) -> CsvLines:
        """The table of a question, with the names of files where there are any."""
        return cls(("line", *(["file"] if files else []), *columns_of(kind.value), _ERRORS))

    def written(self, record: BatchRecord, told: Told) -> str:
        whole = {"line": record.line, "file": record.file, **told}
        return _row(_cell(whole.get(column)) for column in self.columns)

    def read(self, line: str) -> tuple[int, Told] | None:
        cells = next(csv.reader([line]), [])
        if len(cells) != len(self.columns) or not cells[0].isdigit():
            return None
        told = {key: _value(cell) for key, cell in zip(self.columns, cells, strict=True) if key != "line"}
        if not told[_ERRORS]:
            del told[_ERRORS]
        return int(cells[0]), told


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


def ascii_only() -> bool:
    """Whether standard output lacks letters, so that JSON is written in ASCII."""
    return not can_show(sys.stdout, "♥æ")


_EVERY: Final = 0.25
"""Seconds between two times that it is written how far a run is; what is lost in a crash is no more."""
_NOTHING: Final = AnswerTally()


class Out(Protocol):
    """What takes answers, and counts them."""

    tally: AnswerTally

    def write(self, answers: Sequence[tuple[BatchRecord, Told]]) -> None:
        """Write answers. Raises: Unwritten, or Unwritable, where they are not taken."""


@dataclass(slots=True)
class StandardOut:
    """Standard output."""

    form: Form
    tally: AnswerTally = _NOTHING

    def begin(self) -> None:
        """Write what stands before the first answer."""
        put(sys.stdout, self.form.head)

    def write(self, answers: Sequence[tuple[BatchRecord, Told]]) -> None:
        put(sys.stdout, "".join(self.form.written(record, told) for record, told in answers))
        self.tally = self.tally.with_answers(answers)


def run_file(path: Path) -> Path:
    """The file beside OUT that says what its run is."""
    return path.with_name(f"{path.name}.run.json")


class Kept(NamedTuple):
    """What stands in a file of answers: what they are, where the last one ends, and the lines left open."""

    digest: RunningDigest
    """That of all up to the end."""
    tally: AnswerTally = _NOTHING
    end: int = 0
    open: frozenset[int] = frozenset()
    behind: int = 0
    """Lines that stand there, the last perhaps torn, and were not noted when the run broke off."""


def run_before(path: Path) -> RunIdentity:
    """The run that a file of answers is of. Raises: UsageError where nothing tells it."""
    beside = run_file(path)
    try:
        return RunIdentity.read(beside)
    except FileNotFoundError:
        told = say(
            "{file} is missing: it says what run {out} is of", file=Verbatim(beside), out=Verbatim(path)
        )
    except (OSError, ValueError):
        told = say("{file} does not say what run {out} is of", file=Verbatim(beside), out=Verbatim(path))
    raise UsageError(
        told, say("expected the file that the run has written; without --resume the run starts again")
    )


def kept_in(path: Path, form: Form, most: int) -> Kept:
    """The first lines of a file of answers, so many at most, and how many more there are.

    Raises: UsageError for a file of anything else; Unwritable for one that cannot be read.
    """
    try:
        with path.open("rb") as file:
            return _kept(file, form, path, most)
    except OSError as error:
        raise unwritable(path, error) from error


def _kept(file: BinaryIO, form: Form, path: Path, most: int) -> Kept:
    tally, end, left, digest = _NOTHING, 0, set[int](), RunningDigest()
    head = form.head.encode()
    if head and file.readline() == head:
        end = len(head)
        digest.add(head)
    else:
        file.seek(0)
    last = behind = 0
    for line in file:
        if not line.endswith(b"\n"):
            behind += 1
            break
        found = form.read(line.decode("utf-8", "replace"))
        if found is None or found[0] <= last:
            told = say("{file} holds no answers of this question", file=Verbatim(path))
            raise UsageError(told, say("expected the file of the run that is gone on with"))
        last = found[0]
        if tally.answered >= most:
            behind += 1
            continue
        end += len(line)
        digest.add(line)
        tally = tally.with_answers([(BatchRecord(last, ""), found[1])])
        if unanswered(found[1]):
            left.add(last)
    return Kept(digest, tally, end, frozenset(left), behind)


@dataclass(slots=True)
class FileOut:
    """A file of answers that grows, and beside it what its run is and how far it came."""

    path: Path
    form: Form
    identity: RunIdentity
    seen: RulesSeen
    kept: Kept = field(default_factory=lambda: Kept(RunningDigest()))
    digest: InputDigest = field(default_factory=InputDigest)
    tally: AnswerTally = _NOTHING
    _file: BinaryIO | None = None
    _renewed: dict[int, str] = field(default_factory=dict)
    """The answers to lines that were open, until they take their places."""
    _noted: float = 0.0

    @contextmanager
    def opened(self) -> Iterator[None]:
        """While answers come; what is kept stays, and nothing behind it. Raises: Unwritable."""
        self.tally = self.kept.tally
        self._note()
        try:
            with self.path.open("r+b" if self.kept.end else "wb") as self._file:
                if self.kept.end:
                    self._file.seek(self.kept.end)
                    self._file.truncate()
                else:
                    self._write(self.form.head)
                yield
        except OSError as error:
            raise unwritable(self.path, error) from error
        finally:
            if self._renewed:
                self._take_places()
            self._note()

    def write(self, answers: Sequence[tuple[BatchRecord, Told]]) -> None:
        last = self.kept.tally.line
        new = [each for each in answers if each[0].line > last]
        for record, told in answers[: len(answers) - len(new)]:
            self._renewed[record.line] = self.form.written(record, told)
        self._write("".join(self.form.written(record, told) for record, told in new))
        for record, _ in new:
            self.digest.add(record)
        self.tally = self.tally.with_answers(new)
        if time.monotonic() - self._noted >= _EVERY:
            self._note()

    def _write(self, text: str) -> None:
        """Write behind what stands there."""
        assert self._file is not None
        written = text.encode()
        self._file.write(written)
        self._file.flush()
        self.kept.digest.add(written)

    def _take_places(self) -> None:
        """Put the answers to lines that were open where those lines are."""
        with whole_file(self.path) as beside, self.path.open("rb") as old, beside.open("wb") as new:
            for line in old:
                found = self.form.read(line.decode("utf-8", "replace"))
                renewed = None if found is None else self._renewed.get(found[0])
                new.write(line if renewed is None else renewed.encode())
        self.kept = kept_in(self.path, self.form, self.tally.answered)
        self.tally = self.kept.tally

    def _note(self) -> None:
        """Write what the run is and how far it came; a pipe or a device has nothing beside it."""
        self._noted = time.monotonic()
        if self.path.exists() and not self.path.is_file():
            return
        now = replace(
            self.identity,
            rules=list(self.seen.met.values()),
            reached=self.digest.reached,
            written=str(self.kept.digest),
            open=self.tally.open,
        )
        with whole_file(run_file(self.path)) as beside:
            beside.write_text(
                json.dumps(now.plain(self.seen.digest), ensure_ascii=False) + "\n", encoding="utf-8"
            )


class Going(Enum):
    """How a batch goes on with a file of answers."""

    ANEW = "anew"
    RESUMED = "resumed"
    RETRY_OPEN = "open too"
    """Lines that a limit left open are asked again."""


class Batching(Record, frozen=True):
    """One run of `batch`."""

    source: RecordSource
    asker: Asker
    workers: int | None
    form: AnswerForm

    def run(self, output: Path | None, *, going: Going, table: bool) -> int:
        """Answer everything; the exit status.

        Raises: InvalidFile for an input that cannot be read, before anything is written; Unwritable;
        UsageError for a run that is another than the one to go on with.
        """
        plain = JsonLines(output is None and ascii_only())
        files = self.source.folder is not None
        form: Form = CsvLines.from_kind(self.asker.request.kind, files=files) if table else plain
        not_interrupted()
        with ExitStack() as stack:
            blocks = stack.enter_context(self.source.opened())
            if output is None:
                return self._into_standard_out(StandardOut(form), blocks)
            check_output(output)
            check_output(run_file(output))
            if not output.exists() or output.is_file():  # a pipe or a device is nobody's alone
                stack.enter_context(only_writer(output))
            if going is Going.ANEW or not output.is_file():
                out, rest = FileOut(output, form, self._identity(form), self.asker.seen), blocks
            else:
                out, rest = self._resumed(output, form, blocks, going)
            return self._into_file(out, rest)

    def _identity(self, form: Form) -> RunIdentity:
        written = {"form": form.name, "lang": self.asker.lang, "folder": self.source.folder is not None}
        return RunIdentity({**question_record(self.asker), **written}, core_digest())

    def _resumed(
        self, output: Path, form: Form, blocks: Iterator[RecordBlock], going: Going
    ) -> tuple[FileOut, Iterator[RecordBlock]]:
        """A file that is gone on with, and what is left to ask."""
        before, now = run_before(output), self._identity(form)
        check_same(before, now, self.source.folder, other_limits=going is Going.RETRY_OPEN)
        kept = kept_in(output, form, before.reached.answered)
        if kept.tally.answered < before.reached.answered:
            counts = {"number": kept.tally.answered, "written": before.reached.answered}
            refuse(
                [
                    say(
                        "{out} has {number} of the {written} {written:answer/answers} of it",
                        out=Verbatim(output),
                        **counts,
                    )
                ]
            )
        if before.reached.answered and str(kept.digest) != before.written:
            refuse([say("the answers in {out} are others", out=Verbatim(output))])
        if kept.behind:
            self._tell(batch_behind(kept.behind))
        again = kept.open if going is Going.RETRY_OPEN else ()
        passed = passed_over(blocks, before.reached, kept.tally.line, again)
        self.asker.seen.go_on(before.rules)
        return FileOut(output, form, now, self.asker.seen, kept, passed.answered), passed.blocks

    def _into_standard_out(self, out: StandardOut, blocks: Iterator[RecordBlock]) -> int:
        out.begin()
        try:
            self._answered(out, blocks)
        except KeyboardInterrupt:
            return self._broken_off(out, resumed=False)
        return _status(out.tally)

    def _into_file(self, out: FileOut, blocks: Iterator[RecordBlock]) -> int:
        try:
            with out.opened():
                self._answered(out, blocks)
        except KeyboardInterrupt:
            return self._broken_off(out, resumed=True)
        if out.tally.open:
            self._tell(batch_open(out.tally.open, out.tally.answered))
        return _status(out.tally)

    def _broken_off(self, out: Out, *, resumed: bool) -> int:
        self._tell(batch_left(out.tally.answered, resumed=resumed))
        return BAD_FILE if out.tally.faulty else UNDECIDED

    def _answered(self, out: Out, blocks: Iterator[RecordBlock]) -> None:
        workers = self.workers or os.cpu_count() or 1
        size, before = self.source.size(), out.tally.answered
        style = plain_style(self.form.lang)
        with closing(run_many(blocks, self.asker, workers)) as chunks, RunningLine() as line:
            for chunk in chunks:
                out.write(chunk.answers)
                seconds = line.due()
                if seconds is not None:
                    part = min(1.0, chunk.end / size) if size else None
                    told = batch_progress(out.tally, out.tally.answered - before, part, seconds)
                    line.write(clip(style.render(told), style.width - 1))

    def _tell(self, told: Message) -> None:
        tell(f"tarok-analyze: {plain_style(self.form.lang).render(told)}\n")


def _status(tally: AnswerTally) -> int:
    if tally.faulty:
        return BAD_FILE
    return UNDECIDED if tally.open else DONE
