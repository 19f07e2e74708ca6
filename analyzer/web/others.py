"""The questions of the views beside the table: set up, disputes, knowledge, score sheet, rules, and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from analyzer.api.answer import Answer
from analyzer.api.board.audits import audit_told
from analyzer.api.board.dealing import DealRequest, deal
from analyzer.api.board.forms import dispute_form, filled, hand_form
from analyzer.api.board.reasons import certificate_text, why
from analyzer.api.board.texts import nowhere, position_in
from analyzer.api.board.told import (
    Knowing,
    as_svg,
    as_yaml,
    cards_text,
    check_text,
    hidden_text,
    recorded_text,
    rules_told,
    score_text,
)
from analyzer.api.compose import ComposeRequest, Wants, compose
from analyzer.api.deals import DealsRequest, deals
from analyzer.api.decide import DecideRequest, decide
from analyzer.report.view.base import View, plain
from analyzer.report.view.board import TextAnswer, ToldAnswer
from analyzer.search.engine.results import Limits
from analyzer.web.answers import answer
from analyzer.web.asking import searched
from analyzer.web.bodies import Body
from analyzer.web.desk import Desk
from analyzer.web.shelf import shelf_hand
from analyzer.web.tables import quick, style_of

if TYPE_CHECKING:
    from analyzer.search.engine.watch import Watch

NARROW: Final = 66
"""Columns of a text that is shown as it stands."""
MOST_SAMPLE: Final = 1000
"""Deals that are drawn where there are too many to look at each."""


def told(found: Answer, body: Body) -> ToldAnswer:
    """An answer with its text, as the command line writes both."""
    text = found.text(style_of(body, NARROW))
    return ToldAnswer(settled=found.settled.value, text=text, answer=plain(found.view()))


async def ask_check(desk: Desk, request: Request, body: Body) -> Response:
    """The verdict on a dispute; Z3 is asked as well, so it waits in the line of searches."""
    text, ruleset = body.text("dispute"), body.maybe("ruleset")
    return answer(await searched(desk, request, lambda _: told(check_text(text, ruleset), body)))


async def ask_score(desk: Desk, request: Request, body: Body) -> Response:
    """The score of an evening."""
    text, recorded = body.text("session"), body.pairs("recorded")

    def found(name: str) -> str:
        return recorded[name] if name in recorded else shelf_hand(name) or nowhere(name)

    return await quick(desk, request, lambda: told(score_text(text, found), body))


async def ask_recorded(desk: Desk, request: Request, body: Body) -> Response:
    """A line that was played, as a recorded hand for an evening."""
    text, words = body.text("position"), body.words("moves")
    return await quick(desk, request, lambda: recorded_text(text, words))


async def ask_deals(desk: Desk, request: Request, body: Body) -> Response:
    """How many deals fit what a player knows."""
    text = body.text("position")
    return answer(
        await searched(desk, request, lambda _: told(deals(position_in(text), DealsRequest()), body))
    )


async def ask_decide(desk: Desk, request: Request, body: Body) -> Response:
    """One card for all the worlds a player cannot tell apart."""
    text, opponents = body.text("position"), body.text("opponents", "selfish")
    number = body.number("sample", 0, 0, MOST_SAMPLE)
    asked = DecideRequest(opponents=opponents, sample=number or None, seed=body.number("seed", 0, 0, 10**9))
    return answer(
        await searched(desk, request, lambda _: told(decide(position_in(text), asked, desk.means), body))
    )


async def ask_hidden(desk: Desk, request: Request, body: Body) -> Response:
    """The position as one player knows it."""
    text, words = body.text("position"), body.words("moves")
    knowing = Knowing(
        player=body.text("player"),
        hidden=body.words("hidden"),
        void=body.pairs("void"),
        declared=body.pairs("declared"),
    )
    return await quick(desk, request, lambda: hidden_text(text, words, knowing))


async def ask_rules(desk: Desk, request: Request, body: Body) -> Response:
    """A rule set in the reader's language."""
    name, style = body.text("ruleset"), style_of(body)
    return await quick(desk, request, lambda: rules_told(name, style))


async def ask_cards(desk: Desk, request: Request, body: Body) -> Response:
    """Cards in any notation."""
    text, style = body.text("cards"), style_of(body)
    return await quick(desk, request, lambda: cards_text(text, style))


async def ask_form(desk: Desk, request: Request, body: Body) -> Response:
    """The form of a kind of dispute, or of a hand of an evening."""
    of, ruleset, kind, style = (
        body.text("of"),
        body.text("ruleset", "danish"),
        body.maybe("kind"),
        style_of(body),
    )
    return await quick(
        desk, request, lambda: hand_form() if of == "hand" else dispute_form(ruleset, kind, style)
    )


async def ask_filled(desk: Desk, request: Request, body: Body) -> Response:
    """A text as the fields of its form."""
    text = body.text("text")
    return await quick(desk, request, lambda: filled(text))


async def ask_yaml(desk: Desk, request: Request, body: Body) -> Response:
    """The position at this moment, as a file."""
    text, words = body.text("position"), body.words("moves")
    return await quick(desk, request, lambda: as_yaml(text, words))


async def ask_svg(desk: Desk, request: Request, body: Body) -> Response:
    """The position at this moment, as a drawing."""
    text, words = body.text("position"), body.words("moves")
    return await quick(desk, request, lambda: as_svg(text, words))


async def ask_deal(desk: Desk, request: Request, body: Body) -> Response:
    """An ending dealt by chance."""
    seats = body.number("seats", 0, 0, 5)
    asked = DealRequest(
        ruleset=body.text("ruleset", "danish"),
        seats=seats or None,
        tricks=body.number("tricks", 3, 1, 25),
        seed=body.number("seed", 0, 0, 10**9),
    )
    return await quick(desk, request, lambda: TextAnswer(text=deal(asked).to_text()))


async def ask_compose(desk: Desk, request: Request, body: Body) -> Response:
    """A composed problem, or the properties that can be asked for."""
    want = body.text("want", "list")
    if want == "list":
        return await quick(desk, request, lambda: told(Wants(), body))
    asked = ComposeRequest(
        want=want,
        ruleset=body.text("ruleset", "danish"),
        tricks=body.number("tricks", 3, 2, 8),
        seed=body.number("seed", 0, 0, 10**9),
        limits=Limits(timeout=desk.seconds),
        lang=body.lang,
    )
    return answer(await searched(desk, request, lambda _: told(compose(asked), body)))


async def ask_why(desk: Desk, request: Request, body: Body) -> Response:
    """Why a goal is forced or not, with a play that shows it."""
    text, words = body.text("position"), body.words("moves")
    goal, player, style = body.text("goal"), body.text("for"), style_of(body, NARROW)
    return answer(
        await searched(desk, request, lambda _: why(text, words, (goal, player), desk.means, style))
    )


async def ask_certificate(desk: Desk, request: Request, body: Body) -> Response:
    """A certificate of whether a goal is forced."""
    text, words, goal, player = (
        body.text("position"),
        body.words("moves"),
        body.text("goal"),
        body.text("for"),
    )
    return answer(
        await searched(desk, request, lambda _: certificate_text(text, words, (goal, player), desk.means))
    )


async def ask_audit(desk: Desk, request: Request, body: Body) -> Response:
    """A played line looked at card by card."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)

    def ask(watch: Watch) -> View:
        return audit_told(text, words, desk.means, style, watch)

    return answer(await searched(desk, request, ask))
