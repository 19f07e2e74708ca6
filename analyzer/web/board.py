"""The board as the command starts it: what it opens with, where it answers, and whom."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from analyzer.api import board
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, quoted, say
from analyzer.report import style
from analyzer.web.app import application
from analyzer.web.desk import Desk
from analyzer.web.serving import bound, is_local, serve

if TYPE_CHECKING:
    from analyzer.api.board.texts import Opening


class Served(Record, frozen=True, kw_only=True):
    """What is served, where, and how much a question may use up."""

    file: str | None
    host: str
    port: int
    others: str
    """`refused`, or `allowed`: whether other machines may ask."""
    threads: int
    seconds: float
    lang: str
    public: str | None
    """Where a page is that everyone can open; links lead there."""


def serve_board(served: Served, started: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `started` is told the address when it answers.

    Raises: InvalidFile for a file that cannot be opened; UsageError where it cannot listen there, or where
    others could ask and were not allowed to.
    """
    if not is_local(served.host) and served.others != "allowed":
        told = say("{host} lets other machines use the board and its processors", host=Verbatim(served.host))
        raise UsageError(told, say("--allow-remote says that this is meant"))
    first = None if served.file is None else _opening(served.file)
    listening, place = bound(served.host, served.port)
    desk = Desk(served.threads, served.seconds)
    app = application(desk, place.hosts, served.lang, first, served.public)

    def answering() -> None:
        started(place.address)
        threading.Thread(target=_warm, daemon=True).start()

    serve(app, desk, listening, answering)


def public_place(url: str) -> str:
    """The address of a page for everyone, without what is behind it. Raises: UsageError for what is none."""
    found = urlsplit(url)
    if found.scheme not in {"http", "https"} or not found.netloc:
        raise UsageError(
            say("{url} is not an address of a page", url=quoted(url)), say("it begins with https://")
        )
    return urlunsplit((found.scheme, found.netloc, found.path or "/", "", ""))


def _opening(file: str) -> Opening:
    return board.texts.opening_of(file)


def _warm() -> None:
    """Import what the first question would else wait for."""
    import analyzer.web.questions  # noqa: F401, PLC0415

    board.moment.moment(
        "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60",
        (),
        style.textstyle.TextStyle(),
    ).view()
