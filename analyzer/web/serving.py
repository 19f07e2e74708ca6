"""The server of a board: what it opens with, a socket on this machine, and an end within a second."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from analyzer.api import board
from analyzer.errors import UsageError, reason_of
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, quoted, say
from analyzer.report import style
from analyzer.web.app import application
from analyzer.web.queue import Desk

# The server of a board: a socket on this machine, and an end within a second.


HERE: Final = "127.0.0.1"
_BACKLOG: Final = 2048
_HTTP: Final = 80
TURN: Final = 0.001
"""Seconds that a thread keeps the interpreter while others wait: a short answer takes many turns."""
PATIENCE: Final = 20.0
"""Seconds in which a question is told to its end."""
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - the names are looked for, not bound to


class Address(Record, frozen=True):
    """Where a board answers."""

    host: str
    port: int

    @property
    def address(self) -> str:
        """What a browser opens."""
        host = HERE if self.host in _EVERYWHERE else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts by which a request may name the server."""
        names = {HERE, "localhost", "[::1]"}
        if not is_local(self.host):
            names |= {self.host.lower(), socket.gethostname().lower(), *_own_addresses()}
        ported = {f"{name}:{self.port}" for name in names}
        return frozenset(ported | names if self.port == _HTTP else ported)


def bound(host: str, port: int) -> tuple[socket.socket, Address]:
    """A socket that listens there, and where that is. Raises: UsageError where it cannot."""
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        told = say(
            "cannot listen on {place} ({reason})", place=Verbatim(f"{host}:{port}"), reason=reason_of(error)
        )
        raise UsageError(told) from None
    return found, Address(host, found.getsockname()[1])


def is_local(host: str) -> bool:
    """Whether only this machine reaches a server there."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _own_addresses() -> set[str]:
    """The addresses of this machine, as far as its name tells them."""
    with suppress(OSError):
        return {str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None)}
    return set()


class _Wire(H11Protocol):
    """A connection that is closed where its next question is not told within some seconds."""

    timer: asyncio.TimerHandle | None = None
    looked_at: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.timer = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Close where what is asked was not told to its end since the last look; else look again."""
        cycle: RequestResponseCycle | None = getattr(self, "cycle", None)
        untold = cycle is None or cycle.response_complete or cycle.more_body
        if untold and cycle is self.looked_at:
            self.transport.close()
            return
        self.looked_at = cycle
        self.timer = self.loop.call_later(PATIENCE, self._look)


class _Server(uvicorn.Server):
    """Says when it answers, and ends every search when it is to end."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], ending: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._when_started = started
        self._when_ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_started()

    def handle_exit(self, sig: int, frame: object) -> None:  # noqa: ARG002 - the form is uvicorn's
        self._when_ending()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def configured(app: ASGIApp) -> uvicorn.Config:
    """How the server speaks: plainly, to itself about nothing, and not for ever to who says nothing."""
    return uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        lifespan="off",
        http=_Wire,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=0,
    )


def serve(app: ASGIApp, desk: Desk, listening: socket.socket, started: Callable[[], None]) -> None:
    """Answer until Ctrl-C or a signal ends it; `started` is called when it answers."""
    sys.setswitchinterval(TURN)
    asyncio.run(_Server(configured(app), started, desk.stop).serve(sockets=[listening]))
    if desk.searching.busy:
        # A thread deep in a proof would be met by an interpreter that is half taken down.
        sys.stdout.flush()
        os._exit(0)


# The board as the command starts it: what it opens with, where it answers, and whom.


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


def open_page(address: str) -> None:
    """Open a page in the browser of this machine, if it has one."""
    webbrowser.open(address)


def serve_board(served: Served, started: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `started` is told the address when it answers.

    Raises: InvalidFile for a file that cannot be opened; UsageError where it cannot listen there, or where
    others could ask and were not allowed to.
    """
    if not is_local(served.host) and served.others != "allowed":
        told = say("{host} lets other machines use the board and its processors", host=Verbatim(served.host))
        raise UsageError(told, say("--allow-remote says that this is meant"))
    first = None if served.file is None else board.moment.opening_of(served.file)
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


def _warm() -> None:
    """Import what the first question would else wait for."""
    import analyzer.web.questions  # noqa: F401, PLC0415

    board.moment.moment(
        "danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads / king=60 pagat=60",
        (),
        style.textstyle.TextStyle(),
    ).view()
