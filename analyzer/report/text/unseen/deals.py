"""The deals that fit what a player knows, as text: what he knows and why, how many deals, which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.knowledge.deals import Deal, Deals
from analyzer.knowledge.facts import Evidence, Fact, Heap
from analyzer.knowledge.fitting import Fitting
from analyzer.layout import GLUE, columns, pad, recording, spread, visible, wrap
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.frame import framed


def deals_text(deals: Deals, shown: Sequence[Deal] | None, style: TextStyle, *, drawn: bool = False) -> str:
    """What is unseen, every fact with its clause and place, the number of deals, and the deals asked for.

    `drawn` says that `shown` is a sample. Where no deal fits, the facts that clash stand in their place.
    """
    evidence, listed = deals.evidence, list[str]()
    if shown:
        titles = [_holder(style, evidence, place) for place in range(len(evidence.places))]
        piles = [[deal.pile(place) for place in evidence.places] for deal in shown]
        listed = [*_heading(style, len(shown), drawn=drawn), *_table(style, titles, piles)]
    return framed(
        style,
        count_lines(style, deals),
        [] if deals.count else _clash(style, deals),
        _unseen(style, evidence),
        _facts(style, style.t("What is known"), evidence.facts),
        listed,
        grounds_lines(evidence.rules, deals.grounds, style),
    )


def deals_in_hand_text(
    position: Position,
    found: Fitting,
    shown: Sequence[Position] | None,
    style: TextStyle,
    *,
    drawn: bool = False,
) -> str:
    """How many deals fit half-known hands, those that are asked for, and what is known."""
    listed = list[str]()
    if shown:
        seats = sorted(position.untold) or range(len(position.players))
        titles = [style.strong(position.players[seat]) for seat in seats]
        piles = [[deal.hands[seat] for seat in seats] for deal in shown]
        listed = [*_heading(style, len(shown), drawn=drawn), *_table(style, titles, piles)]
    return framed(
        style,
        fitting_lines(style, found),
        listed,
        grounds_lines(position.rules, found.grounds, style),
        position=position,
    )


def fitting_lines(style: TextStyle, found: Fitting) -> list[str]:
    """How many deals fit half-known hands, where that is known."""
    if found.fit is None:
        told = style.t("More than {number} deals fit.", number=number_words(len(found.deals)))
        return [style.paint(told, "good")]
    return [_fit(style, found.fit)]


_HEAPS: Final = {Heap.SKAT: say("the skat"), Heap.TALON: say("the talon"), Heap.DEAD: say("the dead hand")}


def number_words(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}".replace(",", GLUE)


def _unseen(style: TextStyle, evidence: Evidence) -> Iterator[str]:
    holders = [
        style.t("{player} holds {number}", player=_holder(style, evidence, place), number=each.size)
        for place, each in enumerate(evidence.places)
    ]
    player = style.strong(evidence.players[evidence.seen_by])
    number = len(evidence.cards)
    text = style.n(
        "{player} does not see {number} card", "{player} does not see {number} cards", number, player=player
    )
    yield from wrap(f"{text}: {', '.join(holders)}", style.width, "", "  ")
    by_suit = [[card for card in sorted(evidence.cards) if card.suit is suit] for suit in (*Suit, None)]
    groups = [GLUE.join(map(style.card, group)) for group in by_suit if group]
    yield from wrap(spread(groups), style.width, "  ")


def _holder(style: TextStyle, evidence: Evidence, place: int) -> str:
    at = evidence.places[place]
    return style.strong(evidence.name(place)) if at.seat is not None else style.said(_HEAPS[at.heap])


def _facts(style: TextStyle, title: str, facts: Sequence[Fact]) -> Iterator[str]:
    if not facts:
        return
    yield style.paint(title, "bold")
    for fact in facts:
        clause = f" ({style.clause(fact.clause)})" if fact.clause else ""
        where = f" [{style.safe(str(fact.where))}]" if fact.where else ""
        yield from wrap(f"{style.said(fact.text)}{clause}{where}", style.width, "  ", "    ")


def _clash(style: TextStyle, deals: Deals) -> Iterator[str]:
    """What cannot be true, and where that is so because a hand cannot be filled, which."""
    alone = len(deals.clash) == 1
    title = style.t("This cannot be true") if alone else style.t("These cannot be true together")
    yield from _facts(style, title, deals.clash)
    for each in deals.crowded:
        yield from wrap(f"{style.said(each)}.", style.width, "  ", "    ")


def count_lines(style: TextStyle, deals: Deals) -> list[str]:
    """How many deals fit."""
    if not deals.count:
        return [style.paint(style.t("No deal fits."), "bad")]
    return [_fit(style, deals.count)]


def _fit(style: TextStyle, number: int) -> str:
    told = style.n("{count} deal fits.", "{count} deals fit.", number, count=number_words(number))
    return style.paint(told, "good")


def _heading(style: TextStyle, number: int, *, drawn: bool) -> Iterator[str]:
    text = (
        style.n("{number} deal, drawn at random", "{number} deals, drawn at random", number)
        if drawn
        else style.t("Every deal")
    )
    yield style.paint(text, "bold")


def _table(
    style: TextStyle, titles: Sequence[str], piles: Sequence[Sequence[frozenset[Card]]]
) -> Iterator[str]:
    """A line for each deal, a column for each place; one below the other where that is too wide."""
    rows = [[style.cards(pile) or "-" for pile in deal] for deal in piles]
    if recording():
        yield from (columns([str(number or ""), *row], (), "") for number, row in enumerate([titles, *rows]))
        return
    widths = [max(visible(row[at]) for row in [titles, *rows]) for at in range(len(titles))]
    mark = len(str(len(rows)))
    if sum(widths) + 2 * len(widths) + mark <= style.width:
        for number, row in enumerate([titles, *rows]):
            cells = [pad(cell, width) for cell, width in zip(row, widths, strict=True)]
            yield "  ".join([pad(str(number or ""), mark, ">"), *cells])
        return
    for number, row in enumerate(rows, 1):
        for at, (title, cell) in enumerate(zip(titles, row, strict=True)):
            first = f"{'' if at else number:>{mark}}  {title}  "
            yield from wrap(cell, style.width, first, " " * (mark + 4))
