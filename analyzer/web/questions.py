"""What can be asked of the board, by name: each question takes a body and says what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from analyzer.answers.answer import Answer
from analyzer.answers.compose import ComposeRequest, Wants, compose, examine
from analyzer.answers.deals import DealsRequest, deals
from analyzer.answers.decide import DecideRequest, decide
from analyzer.answers.moves import moves
from analyzer.answers.records.score import hand_message
from analyzer.answers.requests import Means, SolveRequest
from analyzer.answers.solve import solve
from analyzer.api.board.audits import certificate_text, show_audit, show_ruling, why
from analyzer.api.board.cards import EVERYTHING, WorthRequest, best, worth
from analyzer.api.board.deals import DealRequest, deal
from analyzer.api.board.forms import dispute_form, filled, hand_form, position_form
from analyzer.api.board.moment import (
    find_goal,
    moment,
    opened,
    position_after,
    position_in,
    refuse_recorded_hand,
    tree_checked,
)
from analyzer.api.board.page_questions import (
    PlayerKnowledge,
    as_qr,
    as_svg,
    as_yaml,
    cards_text,
    check_text,
    hidden_text,
    pack_of,
    recorded_text,
    score_text,
    seating,
    show_rules,
)
from analyzer.api.board.views import TextAnswer, ToldAnswer, WorthAnswer
from analyzer.messages import say
from analyzer.report import terminal
from analyzer.report.spans import Spans, plain_document
from analyzer.report.style.textstyle import TextStyle
from analyzer.search.engine.results import Limits
from analyzer.views.base import View, plain
from analyzer.web.library import shelf_hand
from analyzer.web.work import Body, BySearch, Growing, Quick, Tell, Work

if TYPE_CHECKING:
    from analyzer.answers.records.score import Scored
    from analyzer.search.engine.watch import Watch


# The questions of the table: what lies there, what may be done, and what it is worth.


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
        asked = request.read(find_goal(text, words), position.players)
        return lambda means, watch, tell: worth(position, asked, means, style, watch, tell)

    now = style.render(say("Other questions are waiting before this one."))
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


# What can be asked of the board, by name: each question takes a body and says what answers it.
#
# No server is needed here: the local one puts a question on a thread (`asking`), and a page without a server
# answers it on the spot (`here`).


NARROW: Final = 66
"""Columns of a text that is shown as it stands."""
MOST_SAMPLE: Final = 1000
"""Deals that are drawn where there are too many to look at each."""


UNBROKEN: Final = 100_000
"""Columns of a text of which the page makes parts: each thing told is one line."""


def render_answer(found: Answer, body: Body, width: int = NARROW) -> ToldAnswer:
    """An answer with its text, as the command line writes both."""
    style = style_of(body, width)
    return ToldAnswer(
        settled=found.settled.value,
        text=terminal.text(found, style),
        answer=plain(found.view()),
        document=plain_document(terminal.document(found, style.lang)),
    )


def answer_score(found: Scored, body: Body) -> ToldAnswer:
    """The score of an evening, beside it what each hand came to in a few words."""
    evening = found.score.evening
    hands = zip(found.score.hands, evening.hands, strict=True)
    spans = Spans(body.lang, evening.rules, style_of(body).minus)
    rows = [spans.sentence(hand_message(hand, evening.players, evening.rules, of)) for hand, of in hands]
    return replace(render_answer(found, body), rows=rows)


def ask_check(body: Body) -> Work:
    """The verdict on a dispute; Z3 is asked as well, so it waits in the line of searches."""
    text, ruleset = body.text("dispute"), body.maybe("ruleset")
    return BySearch(lambda *_: render_answer(check_text(text, ruleset), body, UNBROKEN))


def ask_score(body: Body) -> Work:
    """The score of an evening."""
    text, recorded = body.text("session"), body.pairs("recorded")

    def find_hand(name: str) -> str:
        return recorded[name] if name in recorded else shelf_hand(name) or refuse_recorded_hand(name)

    return Quick(lambda: answer_score(score_text(text, find_hand), body))


def ask_recorded(body: Body) -> Work:
    """A line that was played, as a recorded hand for an evening."""
    text, words = body.text("position"), body.words("moves")
    return Quick(lambda: recorded_text(text, words))


def ask_deals(body: Body) -> Work:
    """How many deals fit what a player knows."""
    text = body.text("position")
    return BySearch(lambda *_: render_answer(deals(position_in(text), DealsRequest()), body))


def ask_decide(body: Body) -> Work:
    """One card for all the worlds a player cannot tell apart."""
    text, opponents = body.text("position"), body.text("opponents", "selfish")
    number = body.number("sample", 0, 0, MOST_SAMPLE)
    asked = DecideRequest(opponents=opponents, sample=number or None, seed=body.number("seed", 0, 0, 10**9))
    return BySearch(lambda means, _: render_answer(decide(position_in(text), asked, means), body))


def ask_hidden(body: Body) -> Work:
    """The position as one player knows it."""
    text, words = body.text("position"), body.words("moves")
    knowing = PlayerKnowledge(
        player=body.text("player"),
        hidden=body.words("hidden"),
        void=body.pairs("void"),
        declared=body.pairs("declared"),
    )
    return Quick(lambda: hidden_text(text, words, knowing))


def ask_rules(body: Body) -> Work:
    """A rule set in the reader's language."""
    name, style = body.text("ruleset"), style_of(body)
    return Quick(lambda: show_rules(name, style))


def ask_cards(body: Body) -> Work:
    """Cards in any notation."""
    text, ruleset, style = body.text("cards"), body.maybe("ruleset"), style_of(body)
    return Quick(lambda: cards_text(text, style, ruleset))


def ask_pack(body: Body) -> Work:
    """The cards that a game is played with."""
    ruleset, style = body.text("ruleset"), style_of(body)
    return Quick(lambda: pack_of(ruleset, style))


def ask_form(body: Body) -> Work:
    """The form of a kind of dispute, of a hand of an evening, or of a position."""
    of, ruleset, kind, style = (
        body.text("of"),
        body.text("ruleset", "danish"),
        body.maybe("kind"),
        style_of(body),
    )
    seats = body.number("seats", 0, 0, 9)
    form = {"hand": hand_form, "position": position_form}.get(of)
    return Quick(
        lambda: dispute_form(ruleset, kind, style, seats) if form is None else form(ruleset, style, seats)
    )


def ask_seating(body: Body) -> Work:
    """Who deals each hand of an evening, and who sits it out."""
    ruleset, players = body.text("ruleset"), body.words("players")
    dealers, misdealt = body.words("dealers"), body.words("misdealt")
    return Quick(lambda: seating(ruleset, players, dealers, misdealt))


def ask_filled(body: Body) -> Work:
    """A text as the fields of its form."""
    text = body.text("text")
    return Quick(lambda: filled(text))


def ask_yaml(body: Body) -> Work:
    """The position at this moment, as a file; with a card in it that nobody remembers, where one is named."""
    text, words, title, forgotten = (
        body.text("position"),
        body.words("moves"),
        body.maybe("title"),
        body.maybe("forgotten"),
    )
    return Quick(lambda: as_yaml(text, words, title, forgotten))


def ask_svg(body: Body) -> Work:
    """The position at this moment, as a drawing."""
    text, words = body.text("position"), body.words("moves")
    return Quick(lambda: as_svg(text, words))


def ask_qr(body: Body) -> Work:
    """A link as a QR code, drawn in SVG."""
    text = body.text("text")
    return Quick(lambda: as_qr(text))


def ask_deal(body: Body) -> Work:
    """An ending dealt by chance."""
    seats = body.number("seats", 0, 0, 5)
    asked = DealRequest(
        ruleset=body.text("ruleset", "danish"),
        seats=seats or None,
        tricks=body.number("tricks", 3, 1, 25),
        seed=body.number("seed", 0, 0, 10**9),
    )
    return Quick(lambda: TextAnswer(text=deal(asked).to_text()))


def ask_compose(body: Body) -> Work:
    """A composed problem, the properties that can be asked for, or the problem on the table examined."""
    text = body.maybe("position") if body.maybe("want") is None else None
    if text is not None:
        goal, player = body.maybe("goal"), body.maybe("for")

        def examined(means: Means, _: Watch) -> View:
            return render_answer(examine(position_in(text), goal, player, means.limits), body)

        return BySearch(examined)
    want = body.text("want", "list")
    if want == "list":
        return Quick(lambda: render_answer(Wants(), body))
    ruleset, lang = body.text("ruleset", "danish"), body.lang
    tricks, seed = body.number("tricks", 3, 2, 8), body.number("seed", 0, 0, 10**9)

    def ask(means: Means, _: Watch) -> View:
        limits = Limits(timeout=means.limits.timeout)
        asked = ComposeRequest(want=want, ruleset=ruleset, tricks=tricks, seed=seed, limits=limits, lang=lang)
        return render_answer(compose(asked), body)

    return BySearch(ask)


def ask_why(body: Body) -> Work:
    """Why a goal is forced or not, with a play that shows it."""
    text, words = body.text("position"), body.words("moves")
    goal, player, style = body.text("goal"), body.text("for"), style_of(body, NARROW)
    return BySearch(lambda means, _: why(text, words, (goal, player), means, style))


def ask_certificate(body: Body) -> Work:
    """A certificate of whether a goal is forced."""
    text, words, goal, player = (
        body.text("position"),
        body.words("moves"),
        body.text("goal"),
        body.text("for"),
    )
    return BySearch(lambda means, _: certificate_text(text, words, (goal, player), means))


def ask_ruling(body: Body) -> Work:
    """A recorded hand ruled on."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)
    return Quick(lambda: show_ruling(text, words, style))


def ask_audit(body: Body) -> Work:
    """A played line looked at card by card."""
    text, words, style = body.text("position"), body.words("moves"), style_of(body)

    def ask(means: Means, watch: Watch) -> View:
        return show_audit(text, words, means, style, watch)

    return BySearch(ask)


Question = Callable[[Body], Work]

QUESTIONS: Final[dict[str, Question]] = {
    "solve": ask_solve,
    "table": ask_table,
    "open": ask_open,
    "moves": ask_moves,
    "tree": ask_tree,
    "worth": ask_worth,
    "best": ask_best,
    "check": ask_check,
    "score": ask_score,
    "recorded": ask_recorded,
    "deals": ask_deals,
    "decide": ask_decide,
    "hidden": ask_hidden,
    "rules": ask_rules,
    "cards": ask_cards,
    "pack": ask_pack,
    "form": ask_form,
    "seating": ask_seating,
    "filled": ask_filled,
    "yaml": ask_yaml,
    "svg": ask_svg,
    "qr": ask_qr,
    "deal": ask_deal,
    "compose": ask_compose,
    "why": ask_why,
    "certificate": ask_certificate,
    "audit": ask_audit,
    "ruling": ask_ruling,
}
