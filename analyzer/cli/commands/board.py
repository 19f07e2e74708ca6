"""`board`: a page on which to play, ask and settle without writing a file."""

from __future__ import annotations

import webbrowser
from typing import Annotated

import typer

from analyzer.cli.options import AnswerForm, Threads, Timeout
from analyzer.cli.screen import Screen, tell
from analyzer.errors import UsageError, install
from analyzer.messages import Verbatim, marked, say, spoken

LONGEST = 60.0
"""Seconds that a question may take where nothing else is said."""


def board(
    file: Annotated[
        str | None,
        typer.Argument(metavar=marked("FILE"), help=marked("A position, a dispute or an evening to open.")),
    ] = None,
    *,
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65535, metavar="N", help=marked("The port; 0 is any free one.")),
    ] = 8725,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help=marked("Open the page in the browser."))
    ] = True,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar=marked("ADDRESS"),
            help=marked("Address to listen on; by default only this machine."),
        ),
    ] = "127.0.0.1",
    remote: Annotated[
        bool,
        typer.Option("--allow-remote", help=marked("Let other machines ask: whoever reaches it may use it.")),
    ] = False,
    public: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            envvar="TAROK_PUBLIC_URL",
            metavar="URL",
            help=marked("Public address of the page that `make page` builds; shared links lead there."),
        ),
    ] = None,
    threads: Threads = 1,
    timeout: Timeout = None,
    form: AnswerForm,
) -> int:
    """Serve the page on this machine until Ctrl-C ends it."""
    try:
        from analyzer.web.serving import Served, public_place, serve_board  # noqa: PLC0415 - starlette is for this alone
    except ModuleNotFoundError as missing:
        if missing.name not in ("starlette", "uvicorn"):
            raise
        told = say("the board needs {package}, which is not installed", package=Verbatim(missing.name))
        raise UsageError(told, install("board")) from None

    def started(address: str) -> None:
        Screen.present().write(f"{address}\n")
        if remote:
            said = say("whoever reaches this machine may use the board and its processors")
            tell(f"tarok-analyze: {spoken(said, form.lang)}\n")
        if browse:
            webbrowser.open(address)

    others = "allowed" if remote else "refused"
    served = Served(
        file=file,
        host=host,
        port=port,
        others=others,
        threads=threads,
        seconds=LONGEST if timeout is None else timeout,
        lang=form.lang,
        public=None if public is None else public_place(public),
    )
    serve_board(served, started)
    return 0
