"""Several files at once: a command is run for each, and the gravest exit status stands for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from analyzer.cli.documents import one_of_several
from analyzer.cli.failures import BAD_FILE, DONE, NO, UNDECIDED, UNWRITTEN, USAGE, report
from analyzer.cli.options import AnswerForm
from analyzer.errors import TarokError, UsageError
from analyzer.messages import Verbatim, say

_STANDARD_INPUT: Final = "-"
_GRAVEST: Final = (UNWRITTEN, USAGE, BAD_FILE, UNDECIDED, NO, DONE)


def of_each(ask: Callable[[str], int], files: Sequence[str], form: AnswerForm, outputs: Sequence[str]) -> int:
    """Ask of each file; a fault of one of them is told, and the others are asked about all the same.

    `outputs` are the options that name a file which is written.
    Raises: UsageError where several files would be written into one, or standard input is read twice.
    """
    if len(files) == 1:
        return ask(files[0])
    if outputs:
        raise UsageError(
            say("{option} names one file, and would be written for several", option=Verbatim(outputs[0]))
        )
    if Counter(files)[_STANDARD_INPUT] > 1:
        raise UsageError(say("standard input can be read once"))
    found = {_one(ask, file, form) for file in files}
    return next(status for status in _GRAVEST if status in found)


def _one(ask: Callable[[str], int], file: str, form: AnswerForm) -> int:
    with one_of_several(file):
        try:
            return ask(file)
        except TarokError as error:
            return report(error, form.lang, as_json=form.as_json)
