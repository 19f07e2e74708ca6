"""Endings dealt by chance, and positions of which several deals fit."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Final

from msgspec.structs import replace

from analyzer.answers.decide import decision_headline
from analyzer.answers.everydeal import counted_headline, counted_sentences, share_in_short
from analyzer.answers.solve import Solved
from analyzer.api.board.verdict import value_range
from analyzer.api.board.views import CardWorth, ExampleDeal, ForceCell, ForceRow, MomentVerdict, WorthAnswer
from analyzer.errors import TarokError, UsageError, check_whole
from analyzer.frozenrecord import Record
from analyzer.messages import NOTHING, Decimal, Verbatim, decimal, say, word_alone
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report.spans import Span, Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import lay
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import NOTHING_TOLD, HandFacts
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form
from analyzer.search.engine.results import CountedGoals, Key
from analyzer.search.worlds.results import Criterion, Decision
from analyzer.views.base import plain
from analyzer.words.verdicts import comes_about

# Endings dealt by chance: the same seed deals the same, whatever the machine.


NAMES: Final = ("A", "B", "C", "D", "E")
_TRIES: Final = 200


class DealRequest(Record, frozen=True, kw_only=True):
    """Which game, how many play it, how many tricks are left, and the seed."""

    ruleset: str = "danish"
    seats: int | None = None
    """None is the usual number."""
    tricks: int = 3
    seed: int = 0


def deal(request: DealRequest) -> Position:
    """An ending by chance, in which the first seat leads; in games with contracts it declares.

    Raises: UsageError for an unknown rule set, or a number of seats or tricks that it is not played by.
    """
    name = request.ruleset
    if name not in ruleset_names():
        raise UsageError(say("unknown rule set {word}", word=Verbatim(name)))
    rules = load_ruleset(name)
    rules = rules if request.seats is None else in_form(rules, request.seats)
    check_whole("tricks", request.tricks, 1, rules.table.hand_size)
    rng = random.Random(f"{name} {request.seats} {request.tricks} {request.seed}")  # noqa: S311 - it keeps no secret
    for _ in range(_TRIES):
        found = _drawn(rng, rules, request.tricks)
        if found is not None:
            return found
    raise UsageError(say("no such ending was found"))


def _drawn(rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
    """One deal; None for cards that cannot lie so."""
    seats = rules.table.players
    cards = rng.sample(rules.table.deck, seats * tricks)
    hands = tuple(frozenset(cards[seat * tricks :][:tricks]) for seat in range(seats))
    game = rules.game
    try:
        return Position(
            rules,
            NAMES[:seats],
            hands,
            lead=0,
            told=NOTHING_TOLD if game.pots is not None else _choose_contract(game),
            ruleset=rules.name,
        )
    except TarokError:
        return None


def _choose_contract(game: GameSpec) -> HandFacts:
    """The first contract that the first seat can play alone, where the game has contracts."""
    if not game.contracts:
        return NOTHING_TOLD
    alone = [name for name, each in game.contracts.items() if each.alone]
    return replace(NOTHING_TOLD, contract=(alone or list(game.contracts))[0], declarer=0)


# What a board shows where several deals fit: in how many of them, and what a card comes to over them.


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
    what = what if found.covers_every_deal else say("least in the deals that were drawn")
    verdict = MomentVerdict(
        headline=spans.sentence(counted_headline(position, question)),
        why=_side_by_side(advice[:2] or said[-1:]),
        forces=list(_rows(style, position, found)),
        ranges=[value_range(style, name, each, each, signed=True) for name, each in least],
        what=style.render(what),
    )
    now = say("Searching") if more else NOTHING if found.complete else told[-1]
    return WorthAnswer(
        complete=not more and found.complete and (decision is None or decision.complete),
        now=style.render(now),
        position=[*said, *advice],
        verdict=verdict,
        guesses=[],
        heads=[style.render(say("on average")), style.render(say("at worst"))],
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
            yield ExampleDeal(works=works, text=dumps(dataclasses.replace(deal, title=None, lines=())))


def _side_by_side(sentences: list[list[Span]]) -> list[Span]:
    """Sentences as one."""
    return [span for place, each in enumerate(sentences) for span in ([Span(text=" ")] * bool(place) + each)]


def _rows(style: TextStyle, position: Position, found: CountedGoals) -> Iterator[ForceRow]:
    """A row for every goal that somebody has in hand in some deal."""
    for goal in dict.fromkeys(goal for _, goal in found.goals):
        keys = [(seat, goal) for seat in range(len(position.players))]
        if any(found.number(key) for key in keys if key in found.goals):
            cells = [_cell(style, found, key) for key in keys]
            yield ForceRow(goal=style.render(word_alone(goal.named)), cells=cells)


def _cell(style: TextStyle, found: CountedGoals, key: Key) -> ForceCell:
    if key not in found.goals:
        return ForceCell("blank", "", "")
    number, asked = found.number(key), len(found.goals[key])
    told = style.render(say("{number} of {asked}", number=number, asked=asked))
    if not found.exact:
        return ForceCell("likely" if number else "none", style.render(share_in_short(number, asked)), told)
    if not found.finished:
        return ForceCell("likely" if number else "open", told, told)
    if number == asked:
        return ForceCell("full", style.render(say("yes")), told)
    return ForceCell("half", told, told) if number else ForceCell("none", style.render(say("no")), told)


def _cards(style: TextStyle, decision: Decision) -> Iterator[CardWorth]:
    """A card, and those that cannot be told from it, by what it comes to over the deals."""
    best, safest = (decision.highest(aim) for aim in (Criterion.EXPECTED, Criterion.WORST))
    for card in decision.cards:
        mean, worst = (_chip(decision, each) for each in (card.expected, Fraction(card.worst)))
        chips = [style.render(word_alone(each)) for each in (mean, worst)]
        words = say("on average {mean}, at worst {worst}", mean=mean, worst=worst)
        safe = card in safest and len(safest) < len(decision.cards)
        for each in (card.card, *card.equals):
            yield CardWorth(
                word=str(lay(each, card.names)),
                chips=chips,
                marks=["*"] if card in best else [],
                text=style.render(words),
                pill=chips[0],
                does=style.render(say("safest")) if safe else "",
                best=card in best,
            )


def _chip(decision: Decision, number: Fraction) -> Decimal:
    """An amount with its sign: `+33 1/3`, or `+33.2` where no short fraction says it."""
    each = number / decision.unit
    told = points_text(each) if each.denominator <= SHORT else decimal(each, 1)
    return Decimal(told.replace("-", "−") if each <= 0 else f"+{told}")
