"""Lines on standard error that tell how far a long search, or a long run, is."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Final, Literal, Self

from analyzer import answers
from analyzer.cli.answering import plain_style
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import on_a_terminal, tell
from analyzer.layout import clip
from analyzer.messages import say
from analyzer.search import engine

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle
    from analyzer.search.engine.watch import Watch


EVERY_STEP: Final = 0.5
"""Seconds between two lines about how far it is."""


class RunningLine:
    """The line, which goes when it is left; none is written where nobody sits in front of it."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._last = 0.0
        self._wide = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._wide:
            tell("\r" + " " * self._wide + "\r")

    def due(self) -> float | None:
        """The seconds since it began, where it is time to write the line anew; else None."""
        now = time.monotonic()
        if not on_a_terminal(sys.stderr) or now - self._last < EVERY_STEP:
            return None
        self._last = now
        return now - self._began

    def write(self, text: str) -> None:
        """Write over what the line said before."""
        tell("\r" + text.ljust(self._wide))
        self._wide = len(text)


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


def _watch(form: AnswerForm, limited: str) -> engine.watch.Watch | None:
    """What a search writes into; None where none is read."""
    if limited == "endless" or (form.as_json and not wanted(form)):
        return None
    watch = engine.watch.Watch()
    watch.quiet = AFTER
    return watch


def _tell_in_lines(
    watch: Watch | None, over: threading.Event, form: AnswerForm, news: deque[str], limited: str
) -> None:
    """Write what is new when it is, and every ten seconds a line, until the search is over."""
    if over.wait(AFTER):
        return
    style, began, line = plain_style(form.lang), time.monotonic() - AFTER, EVERY_LINE
    while True:
        while news:
            tell(f"{news.popleft()}\n")
        seconds = time.monotonic() - began
        if seconds >= line:
            line = seconds + EVERY_LINE
            tell(f"tarok-analyze: {_still(style, watch, seconds, limited)}\n")
        if over.wait(EVERY):
            return


def _still(style: TextStyle, watch: Watch | None, seconds: float, limited: str) -> str:
    """That a search goes on, for how long it has, and where it is."""
    if limited == "endless":
        return style.said(say("still at work after {seconds} s", seconds=round(seconds)))
    told = say(
        "still searching after {seconds} s; --timeout S ends it with what is known", seconds=round(seconds)
    )
    if watch is None:
        return style.said(told)
    return f"{style.said(told)}; {_line(style, watch)}"


def _line(style: TextStyle, watch: Watch) -> str:
    done = (watch.done, watch.parts)
    told = answers.progress.progress_said(watch.part, done, watch.nodes, watch.seconds)
    return clip(style.said(told), style.width - 1)


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
