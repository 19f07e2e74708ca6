"""The answer of `decide` as text in a game of card points."""

from __future__ import annotations

from fractions import Fraction

from analyzer.errors import INTERRUPTED
from analyzer.layout import columns, finished, visible, wrap
from analyzer.messages import marked
from analyzer.position.model import Position
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.solve import search_line
from analyzer.report.view.decide import measure_of
from analyzer.rules.score.amounts import points_text
from analyzer.search.worlds.results import Criterion, Decision

_IN = {
    "points": marked("Amounts are the card points to come of {whose} side."),
    "sheet": marked("Amounts are what is written for {whose} side, together."),
    "tokens": marked("Amounts are the tokens of {whose} side, together."),
}


def point_decide_text(position: Position, decision: Decision, style: TextStyle) -> str:
    """The position, what each card comes to over the worlds, and which to play."""
    lines = [*position_lines(style, position)]
    player, number = position.players[decision.player], len(decision.worlds)
    told = style.n("{number} world", "{number} worlds", number)
    lines += wrap(
        f"{told}. {style.t(_IN[measure_of(position, decision)], whose=style.whose(player))}", style.width
    )
    heads = ["", style.t("average"), style.t("at worst")]
    rows = [
        [
            " ".join(style.card(each) for each in (card.card, *card.equals)),
            style.decimal(float(card.expected / decision.unit), 2),
            points_text(Fraction(card.worst, decision.unit)),
        ]
        for card in decision.cards
    ]
    widths = [max(visible(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    lines += ["", *(columns(row, widths, "<>>") for row in (heads, *rows)), ""]
    lines += point_advice(style, decision)
    return finished([*lines, search_line(style, decision.nodes, decision.seconds)], style.width)


def point_advice(style: TextStyle, decision: Decision) -> list[str]:
    """Which card to play, or what was not finished."""
    if not decision.complete:
        reason = style.said((decision.reason or INTERRUPTED).short)
        parts = ", ".join(style.word(word) for word in decision.unfinished)
        text = style.t("Not finished: {parts} ({reason}).", parts=parts, reason=reason)
        return [style.paint(line, "bad") for line in wrap(text, style.width)]
    average, least = (_highest(style, decision, aim) for aim in (Criterion.EXPECTED, Criterion.WORST))
    told = (
        style.t("On average {card} is best.", card=average)
        if average
        else style.t("On average all cards are equal."),
        style.t("Against the worst world {card} is best.", card=least)
        if least
        else style.t("Against the worst world all cards are equal."),
    )
    return wrap(" ".join(told), style.width)


def _highest(style: TextStyle, decision: Decision, aim: Criterion) -> str:
    """The cards that are best by an aim; nothing where that is all of several."""
    best = decision.highest(aim)
    every = len(best) == len(decision.cards) > 1
    return "" if every else style.either([style.card(each.card) for each in best])
