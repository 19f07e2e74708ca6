"""A batch on the command line: its answers as they come, how far it is, and its exit status."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path

from analyzer.api.many.ask import Asker
from analyzer.api.many.records import RecordSource
from analyzer.api.many.run import run_many
from analyzer.cli.answering import plain_style
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
from analyzer.cli.howfar import RunningLine
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import tell
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.batch import batch_left, batch_progress


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
        style = plain_style(self.form.lang)
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
        size, before = self.source.size(), out.tally.answered
        with closing(run_many(blocks, self.asker, workers)) as chunks, RunningLine() as line:
            for chunk in chunks:
                out.write(chunk.answers)
                seconds = line.due()
                if seconds is not None:
                    part = min(1.0, chunk.end / size) if size else None
                    line.write(batch_progress(style, out.tally, out.tally.answered - before, part, seconds))


def _status(tally: AnswerTally) -> int:
    if tally.faulty:
        return BAD_FILE
    return UNDECIDED if tally.open else DONE
