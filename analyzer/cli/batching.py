"""A batch on the command line: its answers as they come, how far it is, and its exit status."""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from analyzer.api.many.ask import Asker
from analyzer.api.many.records import RecordSource
from analyzer.api.many.run import Answered, run_many
from analyzer.cli.answering import text_style
from analyzer.cli.batchfile import (
    AnswerTally,
    CsvLines,
    Form,
    JsonLines,
    Out,
    ascii_only,
    out_file,
    standard_out,
)
from analyzer.cli.failures import BAD_FILE, DONE, UNDECIDED
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import tell
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.batch import batch_left, batch_progress

EVERY: Final = 0.5
"""Seconds between two lines about how far it is."""


@dataclass(frozen=True, slots=True)
class Batching:
    """One run of `batch`."""

    source: RecordSource
    asker: Asker
    workers: int | None
    form: AnswerForm

    def run(self, output: Path | None, *, resume: bool, table: bool) -> int:
        """Answer everything; the exit status."""
        files = Path(self.source.path).is_dir()
        kind = self.asker.request.kind
        plain = JsonLines(output is None and ascii_only())
        form: Form = CsvLines.of(kind, files=files) if table else plain
        place: AbstractContextManager[Out] = (
            standard_out(form) if output is None else out_file(output, form, resume=resume)
        )
        not_interrupted()
        style = text_style(AnswerForm(lang=self.form.lang, color="never"))
        with place as out:
            try:
                self._answered(out, style)
            except KeyboardInterrupt:
                tell(batch_left(style, out.tally.answered, resumed=output is not None))
                return BAD_FILE if out.tally.faulty else UNDECIDED
            return _status(out.tally)

    def _answered(self, out: Out, style: TextStyle) -> None:
        workers = self.workers or os.cpu_count() or 1
        blocks = self.source.blocks(out.tally.line)
        shown = BatchProgress(style, self.source.size(), out.tally.answered)
        with closing(run_many(blocks, self.asker, workers)) as chunks:
            try:
                for chunk in chunks:
                    out.write(chunk.answers)
                    shown.at(chunk, out.tally)
            finally:
                shown.over()


def _status(tally: AnswerTally) -> int:
    if tally.faulty:
        return BAD_FILE
    return UNDECIDED if tally.open else DONE


@dataclass(slots=True)
class BatchProgress:
    """The line on standard error about how far a batch is; none where nobody sits in front of it."""

    style: TextStyle
    size: int | None
    before: int
    """Answers of an earlier run."""
    started: float = field(default_factory=time.monotonic)
    _last: float = 0.0
    _wide: int = 0

    def at(self, chunk: Answered, tally: AnswerTally) -> None:
        """So far it is now."""
        now = time.monotonic()
        if not on_a_terminal() or now - self._last < EVERY:
            return
        self._last = now
        part = None if not self.size else min(1.0, chunk.end / self.size)
        seconds = now - self.started
        text = batch_progress(self.style, tally, tally.answered - self.before, part, seconds)
        tell("\r" + text.ljust(self._wide))
        self._wide = len(text)

    def over(self) -> None:
        """Take the line away."""
        if self._wide:
            tell("\r" + " " * self._wide + "\r")


def on_a_terminal() -> bool:
    """Whether somebody sits in front of standard error."""
    there = sys.stderr is not None and sys.stderr.isatty()
    return there and os.environ.get("TERM") != "dumb"
