"""The questions of the table: what lies there, what may be done, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from analyzer.answers.moves import moves
from analyzer.answers.requests import Means, SolveRequest
from analyzer.answers.solve import solve
from analyzer.api.board.best import best
from analyzer.api.board.moment import asked_by, moment, opened, position_after, tree_checked
from analyzer.api.board.texts import position_in
from analyzer.api.board.views import WorthAnswer
from analyzer.api.board.worth import EVERYTHING, WorthRequest, worth
from analyzer.messages import say
from analyzer.report.style.textstyle import TextStyle
from analyzer.views.base import View
from analyzer.web.bodies import Body
from analyzer.web.work import BySearch, Growing, Quick, Tell, Work

if TYPE_CHECKING:
    from analyzer.search.engine.watch import Watch

WIDE: Final = 400
"""Columns of a text that the page breaks into lines itself."""


def style_of(body: Body, width: int = WIDE) -> TextStyle:
    """How words are written for the page that asks."""
    return TextStyle(width=width, lang=body.lang, minus="−")


def ask_solve(body: Body) -> Work:
    """`solve --json` of a position."""
    text, by = body.text("position"), body.maybe("by")
    asked = SolveRequest(goal=body.maybe("goal"), player=body.maybe("for"), by=by)

    def ask(means: Means, watch: Watch) -> View:
        return solve(position_in(text), asked, means, watch).view()

    return BySearch(ask)


def ask_table(body: Body) -> Work:
    """The table after some moves."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)
    return Quick(lambda: moment(text, words, style).view())


def ask_open(body: Body) -> Work:
    """A position as the board keeps it, with the lines of its file."""
    text = body.text("position")
    return Quick(lambda: opened(text))


def ask_moves(body: Body) -> Work:
    """`moves --json` of a position."""
    text, words = body.text("position"), body.words("moves")
    return Quick(lambda: moves(position_after(text, words)).view())


def ask_worth(body: Body) -> Work:
    """What every card is worth, told while it is found."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)
    request = WorthRequest(body.text("question", EVERYTHING), body.maybe("for"))

    def begin() -> Callable[[Means, Watch, Tell], None]:
        position = position_after(text, words)
        asked = request.read(asked_by(text, words), position.players)
        return lambda means, watch, tell: worth(position, asked, means, style, watch, tell)

    now = style.said(say("Other questions are waiting before this one."))
    waiting = WorthAnswer(
        complete=False, now=now, position=[], verdict=None, guesses=[], heads=[], cards=[], legend=[]
    )
    return Growing(begin, waiting, body.lang)


def ask_tree(body: Body) -> Work:
    """What of a tree of moves the rules allow, before a page draws it."""
    text, tree, style = body.text("position"), body.tree("tree"), style_of(body)
    return Quick(lambda: tree_checked(text, tree, style))


def ask_best(body: Body) -> Work:
    """The best line from a moment on."""
    text, words = body.text("position"), body.words("moves")

    def ask(means: Means, watch: Watch) -> View:
        return best(position_after(text, words), means, watch)

    return BySearch(ask)
