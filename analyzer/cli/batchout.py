"""Where the answers of a batch go: standard output, or a file with what the run is beside it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Protocol

from analyzer.api.many.ask import Told, unanswered
from analyzer.api.many.identity import InputDigest, RulesSeen, RunIdentity
from analyzer.api.many.records import BatchRecord
from analyzer.api.writing import unwritable, whole_file
from analyzer.cli.batchfile import AnswerTally, Form
from analyzer.cli.screen import put
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say

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

    tally: AnswerTally = _NOTHING
    end: int = 0
    open: frozenset[int] = frozenset()


_EMPTY: Final = Kept()


def run_before(path: Path) -> RunIdentity:
    """The run that a file of answers is of. Raises: UsageError where nothing tells it."""
    beside = run_file(path)
    try:
        return RunIdentity.of(json.loads(beside.read_bytes()))
    except FileNotFoundError:
        told = say(
            "there is no {file}, which says what run {out} is of", file=Verbatim(beside), out=Verbatim(path)
        )
    except (OSError, ValueError, KeyError, TypeError):
        told = say("{file} does not say what run {out} is of", file=Verbatim(beside), out=Verbatim(path))
    raise UsageError(
        told, say("expected the file that the run has written; without --resume one begins anew")
    )


def kept_in(path: Path, form: Form, most: int) -> Kept:
    """The whole lines of a file of answers, so many at most.

    Raises: UsageError for a file of anything else; Unwritable for one that cannot be read.
    """
    try:
        with path.open("rb") as file:
            return _kept(file, form, path, most)
    except OSError as error:
        raise unwritable(path, error) from error


def _kept(file: BinaryIO, form: Form, path: Path, most: int) -> Kept:
    tally, end, left = _NOTHING, 0, set[int]()
    head = form.head.encode()
    if head and file.readline() == head:
        end = len(head)
    else:
        file.seek(0)
    for line in file:
        if not line.endswith(b"\n") or tally.answered >= most:
            break
        found = form.read(line.decode("utf-8", "replace"))
        if found is None or found[0] <= tally.line:
            told = say("{file} holds no answers of this question", file=Verbatim(path))
            raise UsageError(told, say("expected the file of the run that is gone on with"))
        end += len(line)
        tally = tally.with_answers([(BatchRecord(found[0], ""), found[1])])
        if unanswered(found[1]):
            left.add(found[0])
    return Kept(tally, end, frozenset(left))


@dataclass(slots=True)
class FileOut:
    """A file of answers that grows, and beside it what its run is and how far it came."""

    path: Path
    form: Form
    identity: RunIdentity
    seen: RulesSeen
    kept: Kept = _EMPTY
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
                    self._file.write(self.form.head.encode())
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
        assert self._file is not None
        self._file.write("".join(self.form.written(record, told) for record, told in new).encode())
        self._file.flush()
        for record, _ in new:
            self.digest.add(record)
        self.tally = self.tally.with_answers(new)
        if time.monotonic() - self._noted >= _EVERY:
            self._note()

    def _take_places(self) -> None:
        """Put the answers to lines that were open where those lines are."""
        with whole_file(self.path) as beside, self.path.open("rb") as old, beside.open("wb") as new:
            for line in old:
                found = self.form.read(line.decode("utf-8", "replace"))
                renewed = None if found is None else self._renewed.get(found[0])
                new.write(line if renewed is None else renewed.encode())
        self.tally = kept_in(self.path, self.form, self.tally.answered).tally

    def _note(self) -> None:
        """Write what the run is and how far it came; a pipe or a device has nothing beside it."""
        self._noted = time.monotonic()
        if self.path.exists() and not self.path.is_file():
            return
        now = replace(
            self.identity,
            rules=list(self.seen.met.values()),
            reached=self.digest.reached,
            open=self.tally.open,
        )
        with whole_file(run_file(self.path)) as beside:
            beside.write_text(
                json.dumps(now.plain(self.seen.digest), ensure_ascii=False) + "\n", encoding="utf-8"
            )
