"""A line on the terminal that tells how far a long search is."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal

from analyzer import report
from analyzer.cli.answering import plain_style
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import on_a_terminal, tell

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle
    from analyzer.search.engine.watch import Watch

EVERY_LINE: Final = 10.0
"""Seconds between two lines about a long search where they are not shown on a terminal."""
AFTER: Final = 0.5
"""Seconds: a search that is done by then shows nothing."""
EVERY: Final = 0.2
"""Seconds between two readings."""


def wanted(form: AnswerForm) -> bool:
    """Whether a person sits in front of it: both streams are a terminal, and text was asked for."""
    return on_a_terminal(sys.stdout) and on_a_terminal(sys.stderr) and not form.as_json


@contextmanager
def progress(
    form: AnswerForm, news: deque[str] | None = None, *, limited: Literal["limited", "endless"] = "limited"
) -> Iterator[Watch | None]:
    """Tell on standard error how far it is while what is inside searches, and the `news` that it writes down.

    On a terminal that is a line which goes when the search is over. Else a line comes every ten seconds, and
    one for everything new where text was asked for. The watch is None where nobody looks at what it shows.
    """
    not_interrupted()
    watch, over = _watch(form, limited), threading.Event()
    told = deque[str]() if news is None or form.as_json or form.brief else news
    tell_it = _tell if wanted(form) else _tell_in_lines
    teller = threading.Thread(target=tell_it, args=(watch, over, form, told, limited), daemon=True)
    started = _started(teller)
    try:
        if watch is None:
            yield None
        else:
            with watch.meanwhile():
                yield watch
    finally:
        over.set()
        if started:
            teller.join()


def _started(teller: threading.Thread) -> bool:
    """Whether a thread is at work; where none can be, as in a browser, nothing is told meanwhile."""
    try:
        teller.start()
    except RuntimeError:
        return False
    return True


def _watch(form: AnswerForm, limited: str) -> Watch | None:
    """What a search writes into; None where none is read."""
    if limited == "endless" or (form.as_json and not wanted(form)):
        return None
    from analyzer.search.engine.watch import Watch  # noqa: PLC0415 - only where it is read

    return Watch()


def _tell_in_lines(
    watch: Watch | None, over: threading.Event, form: AnswerForm, news: deque[str], limited: str
) -> None:
    """Write what is new when it is, and every ten seconds a line, until the search is over."""
    if over.wait(AFTER):
        return
    style = plain_style(form.lang)
    seconds, line = AFTER, EVERY_LINE
    while True:
        while news:
            tell(f"{news.popleft()}\n")
        if seconds >= line:
            line += EVERY_LINE
            tell(f"tarok-analyze: {_still(style, watch, seconds, limited)}\n")
        if over.wait(EVERY):
            return
        seconds += EVERY


def _still(style: TextStyle, watch: Watch | None, seconds: float, limited: str) -> str:
    """That a search goes on, for how long it has, and where it is."""
    if limited == "endless":
        return style.t("still at work after {seconds} s", seconds=f"{seconds:.0f}")
    told = style.t(
        "still searching after {seconds} s; --timeout S ends it with what is known", seconds=f"{seconds:.0f}"
    )
    if watch is None:
        return told
    return f"{told}; {_line(style, watch)}"


def _line(style: TextStyle, watch: Watch) -> str:
    return report.text.progress.progress_line(
        style, watch.part, (watch.done, watch.parts), watch.nodes, watch.seconds
    )


def _tell(
    watch: Watch | None, over: threading.Event, form: AnswerForm, news: deque[str], limited: str
) -> None:
    """Write the line again and again until the search is over; it goes then, and what is new stays."""
    if over.wait(AFTER):
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and seldom needed
    from rich.live import Live  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    style, began = plain_style(form.lang), time.monotonic()

    def line() -> Text:
        seconds = AFTER + time.monotonic() - began
        return Text(
            _still(style, None, seconds, limited) if watch is None else _line(style, watch), style="dim"
        )

    with Live(line(), console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        while not over.wait(EVERY):
            while news:
                live.console.print(Text(news.popleft(), style="dim"))
            live.update(line(), refresh=True)
