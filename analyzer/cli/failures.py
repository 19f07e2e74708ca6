"""From an error to what the user reads and the exit status, in the user's language."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import pairwise
from typing import Any, Final

from analyzer import views
from analyzer.cli.screen import Left, Screen, let_go, tell
from analyzer.errors import IllegalMove, Invalid, LimitReached, TarokError, Unwritable, reason_of
from analyzer.messages import LANGUAGES, Verbatim, say, spoken
from analyzer.report.style.language import language, typeset

# The language of the program, before anything of it is made.


def language_of(args: Sequence[str]) -> str:
    """The language of the program: the one asked for, else that of the surroundings."""
    for word, after in pairwise([*args, ""]):
        chosen = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    return language(os.environ)


# From an error to what the user reads and the exit status.


_ABOUT: ContextVar[str | None] = ContextVar("about", default=None)
"""The file that is asked about, where it is one of several."""


@contextmanager
def one_of_several(file: str) -> Iterator[None]:
    """Documents written inside are lines of their own that name the file."""
    before = _ABOUT.set(file)
    try:
        yield
    finally:
        _ABOUT.reset(before)


def about() -> str | None:
    """The file that is asked about, where it is one of several."""
    return _ABOUT.get()


def write_json(document: dict[str, Any]) -> None:
    """Write a JSON document to standard output."""
    screen, file = Screen.present(), about()
    if file is None:
        screen.write(views.base.dumps(document, ascii_only=not screen.symbols))
    else:
        import json  # noqa: PLC0415 - only where several files are asked about

        screen.write(json.dumps({"file": file} | document, ensure_ascii=not screen.symbols) + "\n")


DONE: Final = 0
"""Done, and for a question: yes."""
NO: Final = 1
USAGE: Final = 2
BAD_FILE: Final = 3
UNDECIDED: Final = 4
BUG: Final = 70
UNWRITTEN: Final = 74
"""The answer could not be written; the numbers of these two are those of sysexits.h."""


def exit_status(error: TarokError) -> int:
    """The exit status that tells a caller what kind of error it was."""
    match error:
        case Invalid():
            return BAD_FILE
        case IllegalMove():
            return NO
        case LimitReached():
            return UNDECIDED
        case Unwritable():
            return UNWRITTEN
        case _:
            return USAGE


def report(error: TarokError, lang: str, *, as_json: bool) -> int:
    """Write an error where it belongs: text on standard error, with `--json` JSON on standard output too."""
    if as_json:
        write_json(views.base.plain(views.base.error_view(error, lang)))
    prefix = "" if isinstance(error, Invalid) else "tarok-analyze: "

    for line in error.describe(lang).split("\n"):
        place, colon, said = line.partition(": ") if isinstance(error, Invalid) else ("", "", line)
        tell(f"{prefix}{place}{colon}{typeset(said, lang)}\n")
    return exit_status(error)


def report_unwritten(error: Exception, lang: str) -> int:
    """An answer that standard output did not take."""
    if not isinstance(error, Left | BrokenPipeError):
        said = say("cannot write the answer ({reason})", reason=reason_of(error))
        tell(f"tarok-analyze: {spoken(said, lang)}\n")
    if sys.stdout is not None:
        with suppress(OSError):
            let_go(sys.stdout)
    return UNWRITTEN


def report_bug(error: BaseException, lang: str) -> int:
    """An error that is none of the user's: one line, and the traceback where TAROK_DEBUG asks for it."""
    if os.environ.get("TAROK_DEBUG"):
        tell("".join(traceback.format_exception(error)))
    what = " ".join(f"{type(error).__name__}: {error}".split())
    said = say(
        "this is a bug in tarok-analyze, not in your file ({what}); please report it with the file and the "
        "command (TAROK_DEBUG=1 shows where it happened)",
        what=Verbatim(what),
    )
    tell(f"tarok-analyze: {spoken(said, lang)}\n")
    return BUG
