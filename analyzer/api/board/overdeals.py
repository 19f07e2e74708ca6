"""What a board shows where several deals fit: in how many of them, and what a card comes to over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Final

from analyzer.answers.decide import decision_headline
from analyzer.answers.everydeal import counted_headline, counted_sentences, share_in_short
from analyzer.answers.solve import Solved
from analyzer.api.board.verdict import value_range
from analyzer.api.board.views import CardWorth, ExampleDeal, ForceCell, ForceRow, MomentVerdict, WorthAnswer
from analyzer.messages import NOTHING, Decimal, decimal, say, word_alone
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.document import Span
from analyzer.report.spans import Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import lay
from analyzer.rules.score.goals import points_text
from analyzer.search.engine.results import CountedGoals, Key
from analyzer.search.worlds.results import Criterion, Decision
from analyzer.views.base import plain
from analyzer.words.verdicts import comes_about

SHORT: Final = 3
"""Up to thirds a part of a token is written as a fraction."""


def deals_worth_view(
    style: TextStyle,
    position: Position,
    asked: Solved,
    decision: Decision | None,
    everything: Solved,
    *,
    more: bool = False,
) -> WorthAnswer:
    """Over the deals that fit, what was `asked` first, then `everything` that was found.

    Without a decision no card has a value. Whether `more` deals are asked yet.
    """
    spans = Spans(style.lang, position.rules, style.minus)
    question, found = counted(asked), counted(everything)
    told = counted_sentences(position, found)
    said = [*map(spans.sentence, told)]
    advice = [] if decision is None else [*map(spans.phrase, decision_headline(position, decision))]
    least = zip(position.players, found.least or (), strict=False)
    what = say("sure of, wherever the cards lie")
    what = what if found.of_every_deal else say("least in the deals that were drawn")
    verdict = MomentVerdict(
        headline=spans.sentence(counted_headline(position, question)),
        why=_side_by_side(advice[:2] or said[-1:]),
        forces=list(_rows(style, position, found)),
        ranges=[value_range(style, name, each, each, signed=True) for name, each in least],
        what=style.said(what),
    )
    now = say("Searching") if more else NOTHING if found.complete else told[-1]
    return WorthAnswer(
        complete=not more and found.complete and (decision is None or decision.complete),
        now=style.said(now),
        position=[*said, *advice],
        verdict=verdict,
        guesses=[],
        heads=[style.said(say("on average")), style.said(say("at worst"))],
        cards=[] if decision is None else list(_cards(style, decision)),
        legend=[],
        deals=list(_examples(question)),
        answer=plain(asked.view()),
    )


def counted(answer: Solved) -> CountedGoals:
    """What was found deal by deal, of a position of which not all is known."""
    assert answer.solution.found is not None
    return answer.solution.found


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


def _rows(style: TextStyle, position: Position, found: CountedGoals) -> Iterator[ForceRow]:
    """A row for every goal that somebody has in hand in some deal."""
    for goal in dict.fromkeys(goal for _, goal in found.goals):
        keys = [(seat, goal) for seat in range(len(position.players))]
        if any(found.number(key) for key in keys if key in found.goals):
            cells = [_cell(style, found, key) for key in keys]
            yield ForceRow(goal=style.said(word_alone(goal.named)), cells=cells)


def _cell(style: TextStyle, found: CountedGoals, key: Key) -> ForceCell:
    if key not in found.goals:
        return ForceCell("blank", "", "")
    number, asked = found.number(key), len(found.goals[key])
    told = style.said(say("{number} of {asked}", number=number, asked=asked))
    if not found.exact:
        return ForceCell("likely" if number else "none", style.said(share_in_short(number, asked)), told)
    if not found.finished:
        return ForceCell("likely" if number else "open", told, told)
    if number == asked:
        return ForceCell("full", style.said(say("yes")), told)
    return ForceCell("half", told, told) if number else ForceCell("none", style.said(say("no")), told)


def _cards(style: TextStyle, decision: Decision) -> Iterator[CardWorth]:
    """A card, and those that cannot be told from it, by what it comes to over the deals."""
    best, safest = (decision.highest(aim) for aim in (Criterion.EXPECTED, Criterion.WORST))
    for card in decision.cards:
        mean, worst = (_chip(decision, each) for each in (card.expected, Fraction(card.worst)))
        chips = [style.said(word_alone(each)) for each in (mean, worst)]
        words = say("on average {mean}, at worst {worst}", mean=mean, worst=worst)
        safe = card in safest and len(safest) < len(decision.cards)
        for each in (card.card, *card.equals):
            yield CardWorth(
                word=str(lay(each, card.names)),
                chips=chips,
                marks=["*"] if card in best else [],
                text=style.said(words),
                pill=chips[0],
                does=style.said(say("safest")) if safe else "",
                best=card in best,
            )


def _chip(decision: Decision, number: Fraction) -> Decimal:
    """An amount with its sign: `+33 1/3`, or `+33.2` where no short fraction says it."""
    each = number / decision.unit
    told = points_text(each) if each.denominator <= SHORT else decimal(each, 1)
    return Decimal(told.replace("-", "−") if each <= 0 else f"+{told}")
