"""What a board shows where several deals fit: in how many of them, and what a card comes to over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Final

from analyzer.messages import marked
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.document import Span, spoken, spoken_lines
from analyzer.report.phrases.verdicts import comes_about, goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.headline import value_range
from analyzer.report.text.unseen.decide import verdict_lines
from analyzer.report.text.unseen.everydeal import counted_headline, solve_deals_brief
from analyzer.report.view.base import plain
from analyzer.report.view.board import CardWorth, ExampleDeal, ForceCell, ForceRow, MomentVerdict, WorthAnswer
from analyzer.report.view.solve import solve_deals_view
from analyzer.rules.actions import lay
from analyzer.rules.score.amounts import points_text
from analyzer.search.engine.results import Key
from analyzer.search.worlds.counted import CountedGoals
from analyzer.search.worlds.results import CardChoice, Criterion, Decision

SHORT: Final = 3
"""Up to thirds a part of a token is written as a fraction."""
_LEAST = marked("sure of, wherever the cards lie")
_LEAST_DRAWN = marked("least in the deals that were drawn")


def deals_worth_view(
    style: TextStyle,
    position: Position,
    asked: CountedGoals,
    decision: Decision | None,
    found: CountedGoals,
    *,
    more: bool = False,
) -> WorthAnswer:
    """Over the deals that fit, what was `asked` first, then all that was found.

    Without a decision no card has a value. Whether `more` deals are asked yet.
    """
    told = solve_deals_brief(position, found, style)
    said = spoken_lines(style, lambda marked: solve_deals_brief(position, found, marked))
    advice = (
        []
        if decision is None
        else spoken_lines(style, lambda marked: verdict_lines(position, decision, marked))
    )
    least = zip(position.players, found.least or (), strict=False)
    verdict = MomentVerdict(
        headline=spoken(style, lambda marked: counted_headline(marked, position, asked)),
        why=_side_by_side(advice[:2] or said[-1:]),
        forces=list(_rows(style, position, found)),
        ranges=[value_range(style, name, each, each, signed=True) for name, each in least],
        what=style.t(_LEAST if _all(found) else _LEAST_DRAWN),
    )
    return WorthAnswer(
        complete=not more and found.complete and (decision is None or decision.complete),
        now=style.t("Searching") if more else "" if found.complete else told[-1],
        position=[*said, *advice],
        verdict=verdict,
        guesses=[],
        heads=[style.t("on average"), style.t("at worst")],
        cards=[] if decision is None else list(_cards(style, decision)),
        legend=[],
        deals=list(_examples(asked)),
        answer=plain(solve_deals_view(position, asked)),
    )


def _examples(asked: CountedGoals) -> Iterator[ExampleDeal]:
    """The first deal in which the goal asked about is in hand, and the first in which it is not."""
    if len(asked.goals) != 1:
        return
    (answers,) = asked.goals.values()
    for works in (True, False):
        found = (
            deal for deal, answer in zip(asked.deals, answers, strict=False) if comes_about(answer) is works
        )
        for deal in islice(found, 1):
            yield ExampleDeal(works=works, text=dumps(replace(deal, title=None, lines=())))


def _side_by_side(sentences: list[list[Span]]) -> list[Span]:
    """Sentences as one."""
    return [span for place, each in enumerate(sentences) for span in ([Span(text=" ")] * bool(place) + each)]


def _all(found: CountedGoals) -> bool:
    """Whether what is told is of every deal that fits, not of some that were drawn or came first."""
    return found.exact and found.complete


def _rows(style: TextStyle, position: Position, found: CountedGoals) -> Iterator[ForceRow]:
    """A row for every goal that somebody has in hand in some deal."""
    for goal in dict.fromkeys(goal for _, goal in found.goals):
        keys = [(seat, goal) for seat in range(len(position.players))]
        if any(found.number(key) for key in keys if key in found.goals):
            cells = [_cell(style, found, key) for key in keys]
            yield ForceRow(goal=goal_word(style, goal), cells=cells)


def _cell(style: TextStyle, found: CountedGoals, key: Key) -> ForceCell:
    if key not in found.goals:
        return ForceCell("blank", "", "")
    number, asked = found.number(key), len(found.goals[key])
    told = style.t("{number} of {asked}", number=number, asked=asked)
    if not _all(found):
        return ForceCell("likely" if number else "none", style.percent(Fraction(number, asked), 0), told)
    if number == asked:
        return ForceCell("full", style.t("yes"), told)
    return ForceCell("half", told, told) if number else ForceCell("none", style.t("no"), told)


def _cards(style: TextStyle, decision: Decision) -> Iterator[CardWorth]:
    """A card, and those that cannot be told from it, by what it comes to over the deals."""
    best, safest = (decision.highest(aim) for aim in (Criterion.EXPECTED, Criterion.WORST))
    for card in decision.cards:
        chips = list(_chips(style, decision, card))
        words = style.t("on average {mean}, at worst {worst}", mean=chips[0], worst=chips[1])
        for each in (card.card, *card.equals):
            yield CardWorth(
                word=str(lay(each, card.names)),
                chips=chips,
                marks=["*"] if card in best else [],
                text=words,
                pill=chips[0],
                does=style.t("safest") if card in safest and len(safest) < len(decision.cards) else "",
                best=card in best,
            )


def _chips(style: TextStyle, decision: Decision, card: CardChoice) -> Iterator[str]:
    """On average and at worst, with their signs: `+33 1/3`, or `+33.2` where no short fraction says it."""
    for number in (card.expected, Fraction(card.worst)):
        each = number / decision.unit
        told = points_text(each) if each.denominator <= SHORT else style.decimal(float(each), 1)
        yield told.replace("-", "−") if each <= 0 else f"+{told}"
