"""The questions of the table: what lies there, what may be done, and what it is worth."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from analyzer.api.asked import SolveRequest
from analyzer.api.board.best import best
from analyzer.api.board.moment import moment, opened, position_after
from analyzer.api.board.texts import position_in
from analyzer.api.board.worth import EVERYTHING, WorthRequest, worth
from analyzer.api.moves import moves
from analyzer.api.solve import solve
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.base import View
from analyzer.report.view.board import WorthAnswer
from analyzer.web.answers import EVENTS, answer
from analyzer.web.asking import growing, searched, while_there
from analyzer.web.bodies import Body
from analyzer.web.desk import Desk

if TYPE_CHECKING:
    from analyzer.search.engine.watch import Watch

Question = Callable[[Desk, Request, Body], Awaitable[Response]]
WIDE: Final = 400
"""Columns of a text that the page breaks into lines itself."""


def style_of(body: Body, width: int = WIDE) -> TextStyle:
    """How words are written for the page that asks."""
    return TextStyle(width=width, lang=body.lang)


async def quick(desk: Desk, request: Request, ask: Callable[[], View]) -> Response:
    """The answer to what takes no search."""
    return answer(await while_there(request, desk.quick.run(ask)))


async def ask_solve(desk: Desk, request: Request, body: Body) -> Response:
    """`solve --json` of a position."""
    text, by = body.text("position"), body.maybe("by")
    asked = SolveRequest(goal=body.maybe("goal"), player=body.maybe("for"), by=by)

    def ask(watch: Watch) -> View:
        return solve(position_in(text), asked, desk.means, watch).view()

    return answer(await searched(desk, request, ask))


async def ask_table(desk: Desk, request: Request, body: Body) -> Response:
    """The table after some moves."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)
    return await quick(desk, request, lambda: moment(text, words, style).view())


async def ask_open(desk: Desk, request: Request, body: Body) -> Response:
    """A position as the board keeps it, with the lines of its file."""
    text = body.text("position")
    return await quick(desk, request, lambda: opened(text))


async def ask_moves(desk: Desk, request: Request, body: Body) -> Response:
    """`moves --json` of a position."""
    text, words = body.text("position"), body.words("moves")
    return await quick(desk, request, lambda: moves(position_after(text, words)).view())


async def ask_worth(desk: Desk, request: Request, body: Body) -> Response:
    """What every card is worth, told while it is found."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)
    asked = WorthRequest(body.text("question", EVERYTHING), body.maybe("for"))
    position = await while_there(request, desk.quick.run(lambda: position_after(text, words)))

    def ask(watch: Watch, tell: Callable[[View], None]) -> None:
        worth(position, asked, desk.means, style, watch, tell)

    now = style.t("Other questions are waiting before this one.")
    waiting = WorthAnswer(complete=False, now=now, position=[], guesses=[], heads=[], cards=[], legend=[])
    events = growing(desk, request, ask, body.lang, waiting)
    return StreamingResponse(events, media_type=EVENTS)


async def ask_best(desk: Desk, request: Request, body: Body) -> Response:
    """The best line from a moment on."""
    text, words = body.text("position"), body.words("moves")

    def ask(watch: Watch) -> View:
        return best(position_after(text, words), desk.means, watch)

    return answer(await searched(desk, request, ask))
