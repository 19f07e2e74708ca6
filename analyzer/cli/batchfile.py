"""The answers of a batch as lines of text: JSON, or a table."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from analyzer.api.many.ask import Kind, Told, unanswered
from analyzer.api.many.records import BatchRecord
from analyzer.frozenrecord import Record
from analyzer.report.style.here import can_show
from analyzer.report.view.batch import columns_of

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
    def of(cls, kind: Kind, *, files: bool) -> CsvLines:
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
