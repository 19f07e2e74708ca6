"""A batch on the command line: its answers as they come, how far it is, and its exit status."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from analyzer.api.many.ask import Asker, question_told
from analyzer.api.many.identity import RunIdentity, check_same, passed_over
from analyzer.api.many.records import RecordBlock, RecordSource
from analyzer.api.many.run import run_many
from analyzer.api.writing import check_output
from analyzer.cli.answering import plain_style
from analyzer.cli.batchfile import AnswerTally, CsvLines, Form, JsonLines, ascii_only
from analyzer.cli.batchout import FileOut, Out, StandardOut, kept_in, run_before, run_file
from analyzer.cli.failures import BAD_FILE, DONE, UNDECIDED
from analyzer.cli.howfar import RunningLine
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import tell
from analyzer.report.text.batch import batch_left, batch_open, batch_progress
from analyzer.search.engine.default import core_digest


class Going(Enum):
    """How a batch goes on with a file of answers."""

    ANEW = "anew"
    RESUMED = "resumed"
    OPEN_TOO = "open too"
    """Lines that a limit left open are asked again."""


@dataclass(frozen=True, slots=True)
class Batching:
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
        form: Form = CsvLines.of(self.asker.request.kind, files=files) if table else plain
        not_interrupted()
        with self.source.opened() as blocks:
            if output is None:
                return self._into_standard_out(StandardOut(form), blocks)
            check_output(output)
            check_output(run_file(output))
            if going is Going.ANEW or not output.is_file():
                out, rest = FileOut(output, form, self._identity(form), self.asker.seen), blocks
            else:
                out, rest = self._resumed(output, form, blocks, going)
            return self._into_file(out, rest)

    def _identity(self, form: Form) -> RunIdentity:
        written = {"form": form.name, "lang": self.asker.lang, "folder": self.source.folder is not None}
        return RunIdentity({**question_told(self.asker), **written}, core_digest())

    def _resumed(
        self, output: Path, form: Form, blocks: Iterator[RecordBlock], going: Going
    ) -> tuple[FileOut, Iterator[RecordBlock]]:
        """A file that is gone on with, and what is left to ask."""
        before, now = run_before(output), self._identity(form)
        check_same(before, now, self.source.folder, other_limits=going is Going.OPEN_TOO)
        kept = kept_in(output, form, before.reached.answered)
        again = kept.open if going is Going.OPEN_TOO else ()
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
            tell(batch_open(plain_style(self.form.lang), out.tally.open, out.tally.answered))
        return _status(out.tally)

    def _broken_off(self, out: Out, *, resumed: bool) -> int:
        tell(batch_left(plain_style(self.form.lang), out.tally.answered, resumed=resumed))
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
                    line.write(batch_progress(style, out.tally, out.tally.answered - before, part, seconds))


def _status(tally: AnswerTally) -> int:
    if tally.faulty:
        return BAD_FILE
    return UNDECIDED if tally.open else DONE
