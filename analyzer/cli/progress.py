"""A line on the terminal that tells how far a long search is."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from analyzer.cli.answering import text_style
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import tell

if TYPE_CHECKING:
    from analyzer.search.engine.watch import Watch

SILENT: Final = 10.0
"""Seconds: so long a search may say nothing where no line is shown."""
AFTER: Final = 0.5
"""Seconds: a search that is done by then shows nothing."""
EVERY: Final = 0.2
"""Seconds between two readings."""


def wanted(form: AnswerForm) -> bool:
    """Whether a person sits in front of it: both streams are a terminal, and text was asked for."""
    terminal = sys.stdout.isatty() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and not form.as_json


@contextmanager
def progress(form: AnswerForm) -> Iterator[Watch | None]:
    """Show a line on standard error while what is inside searches; None where no line is wanted.

    Where none is, a search that takes long says once that it is at work.
    """
    not_interrupted()
    if not wanted(form):
        once = threading.Timer(SILENT, _tell_once, [form])
        once.daemon = True
        once.start()
        try:
            yield None
        finally:
            once.cancel()
        return
    from analyzer.search.engine.watch import Watch  # noqa: PLC0415 - only for people in front of a terminal

    watch, over = Watch(), threading.Event()
    teller = threading.Thread(target=_tell, args=(watch, over, form), daemon=True)
    teller.start()
    try:
        with watch.meanwhile():
            yield watch
    finally:
        over.set()
        teller.join()


def _tell_once(form: AnswerForm) -> None:
    text = text_style(AnswerForm(lang=form.lang, color="never")).t(
        "still searching after {seconds} s; --timeout S ends it with what is known", seconds=f"{SILENT:.0f}"
    )
    tell(f"tarok-analyze: {text}\n")


def _tell(watch: Watch, over: threading.Event, form: AnswerForm) -> None:
    """Write the line again and again until the search is over, then take it away."""
    if over.wait(AFTER):
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and seldom needed
    from rich.live import Live  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from analyzer.report.text.progress import progress_line  # noqa: PLC0415

    style = text_style(AnswerForm(lang=form.lang, color="never"))

    def line() -> Text:
        done = (watch.done, watch.parts)
        return Text(progress_line(style, watch.part, done, watch.nodes, watch.seconds), style="dim")

    with Live(line(), console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        while not over.wait(EVERY):
            live.update(line(), refresh=True)
