"""What can be asked of the board, by the last part of the address: `/api/NAME`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from analyzer.web import others, tables
from analyzer.web.bodies import Body, body_of
from analyzer.web.desk import Desk

Question = Callable[[Desk, Request, Body], Awaitable[Response]]

QUESTIONS: Final[dict[str, Question]] = {
    "solve": tables.ask_solve,
    "table": tables.ask_table,
    "open": tables.ask_open,
    "moves": tables.ask_moves,
    "worth": tables.ask_worth,
    "best": tables.ask_best,
    "check": others.ask_check,
    "score": others.ask_score,
    "recorded": others.ask_recorded,
    "deals": others.ask_deals,
    "decide": others.ask_decide,
    "hidden": others.ask_hidden,
    "rules": others.ask_rules,
    "cards": others.ask_cards,
    "form": others.ask_form,
    "filled": others.ask_filled,
    "yaml": others.ask_yaml,
    "svg": others.ask_svg,
    "deal": others.ask_deal,
    "compose": others.ask_compose,
    "why": others.ask_why,
    "certificate": others.ask_certificate,
    "audit": others.ask_audit,
}


async def asked(desk: Desk, question: Question, request: Request) -> Response:
    """The answer to a question, whatever it is."""
    return await question(desk, request, await body_of(request))
