"""Writing an answer, its exit status, and how far a long search is."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Literal, Self

from analyzer import answers, api, report, views
from analyzer.cli.failures import DONE, NO, UNDECIDED, UNWRITTEN, about, write_json
from analyzer.cli.interrupts import not_interrupted
from analyzer.cli.options import AnswerForm
from analyzer.cli.screen import Screen, on_a_terminal, put_bytes, tell
from analyzer.errors import UsageError
from analyzer.layout import clip
from analyzer.messages import Message, say, spoken
from analyzer.search import engine

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle
    from analyzer.search.engine.watch import Watch


# Writing an answer: as JSON or as text, with the exit status that tells how it was settled.


_STATUS: Final = {"yes": DONE, "no": NO, "open": UNDECIDED}


def text_style(form: AnswerForm) -> TextStyle:
    """How a report looks on this terminal."""
    return Screen.present().style(form.color, form.lang, stats=form.stats, ids=form.ids)


def plain_style(lang: str) -> TextStyle:
    """How that looks which is told beside an answer: without colours."""
    return Screen.present().style("never", lang)


def show_answer(
    answer: answers.answer.Answer,
    form: AnswerForm,
    unwritten: Message | None = None,
    *,
    output: Path | None = None,
) -> int:
    """Write an answer to standard output, its verdict alone where all of it goes into a file as well.

    Returns: the exit status, that of an `unwritten` file where there is one.
    """
    if form.told_as == "document":
        write_json(report.spans.plain_document(report.terminal.document(answer, form.lang)))
    elif form.as_json:
        write_json(views.base.plain(answer.view()))
    elif form.brief or output is not None:
        style = text_style(form)
        sentences = (
            report.terminal.brief(answer, style)
            if form.brief
            else report.terminal.summary_lines(answer, style)
        )
        Screen.present().write(_prefix_file_name(sentences, style))
    else:
        style = text_style(form)
        Screen.present().write(_headed(report.terminal.text(answer, style), style))
    status = _STATUS[answer.settled.value]
    return status if unwritten is None else _unwritten(unwritten, form)


def printed(unwritten: Message | None, output: Path, form: AnswerForm, status: int) -> int:
    """Tell the file that was written; the exit status, another where it was not."""
    if unwritten is not None:
        return _unwritten(unwritten, form)
    if not (form.as_json or form.brief or form.told_as == "document"):
        Screen.present().write(f"{text_style(form).safe(str(output))}\n")
    return status


def _unwritten(why: Message, form: AnswerForm) -> int:
    tell(f"tarok-analyze: {spoken(why, form.lang)}\n")
    return UNWRITTEN


def show_alone(answer: api.files.show.Shown, form: AnswerForm) -> int:
    """Write what is shown and nothing beside it, so that another program can read it; the exit status.

    Raises: UsageError for a picture that would go to a terminal.
    """
    if (
        form.as_json
        or form.brief
        or form.told_as == "document"
        or answer.shape is api.files.show.ShownAs.DIAGRAM
    ):
        return show_answer(answer, form)
    screen = Screen.present()
    if answer.shape not in (api.files.show.ShownAs.PNG, api.files.show.ShownAs.PDF):
        screen.write(answer.content(text_style(form)).decode())
    elif screen.out.isatty():
        raise UsageError(say("a picture in dots is nothing for a terminal; -o OUT names a file for it"))
    else:
        put_bytes(screen.out, answer.content(text_style(form)))
    return _STATUS[answer.settled.value]


def _headed(text: str, style: TextStyle) -> str:
    """The text under the name of its file, where that is one of several."""
    file = about()
    return text if file is None else f"{style.paint(style.safe(file), 'bold')}\n{text}\n"


def _prefix_file_name(sentences: Sequence[str], style: TextStyle) -> str:
    """Sentences, a line each; behind the name of their file, where it is one of several."""
    file = about()
    before = "" if file is None else f"{style.safe(file)}: "
    return "".join(f"{before}{sentence}\n" for sentence in sentences)


# Lines on standard error that tell how far a long search, or a long run, is.


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
        return style.render(say("still at work after {seconds} s", seconds=round(seconds)))
    told = say(
        "still searching after {seconds} s; --timeout S ends it with what is known", seconds=round(seconds)
    )
    if watch is None:
        return style.render(told)
    return f"{style.render(told)}; {_line(style, watch)}"


def _line(style: TextStyle, watch: Watch) -> str:
    done = (watch.done, watch.parts)
    told = answers.values.goal_progress_message(watch.part, done, watch.nodes, watch.seconds)
    return clip(style.render(told), style.width - 1)


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
