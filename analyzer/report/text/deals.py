"""The deals that fit what a player knows, as text: what he knows and why, how many deals, which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.cards.card import Card, Suit
from analyzer.knowledge.deals import Deal, Deals
from analyzer.knowledge.facts import Evidence, Fact
from analyzer.layout import GLUE, finished, pad, visible, wrap
from analyzer.report.style.face import Face


def deals_text(deals: Deals, shown: Sequence[Deal] | None, face: Face, *, drawn: bool = False) -> str:
    """What is unseen, every fact with its clause and place, the number of deals, and the deals asked for.

    `drawn` says that `shown` is a sample. Where no deal fits, the facts that clash stand in their place.
    """
    evidence = deals.evidence
    lines = [*_unseen(face, evidence), *_facts(face, face.t("What is known"), evidence.facts)]
    lines += ["", *_count(face, deals)]
    if deals.clash:
        lines += _facts(face, face.t("These cannot be true together"), deals.clash)
    if shown:
        lines += [*_heading(face, len(shown), drawn=drawn), *_table(face, evidence, shown)]
    return finished(lines, face.width)


def number_words(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}".replace(",", GLUE)


def _unseen(face: Face, evidence: Evidence) -> Iterator[str]:
    holders = [
        face.t("{player} holds {number}", player=_holder(face, evidence, place), number=each.size)
        for place, each in enumerate(evidence.places)
    ]
    player = face.strong(evidence.players[evidence.seen_by])
    number = len(evidence.cards)
    text = face.n(
        "{player} does not see {number} card", "{player} does not see {number} cards", number, player=player
    )
    yield from wrap(f"{text}: {', '.join(holders)}", face.width, "", "  ")
    by_suit = [[card for card in sorted(evidence.cards) if card.suit is suit] for suit in (*Suit, None)]
    groups = [GLUE.join(map(face.card, group)) for group in by_suit if group]
    yield from wrap("   ".join(groups), face.width, "  ")


def _holder(face: Face, evidence: Evidence, place: int) -> str:
    skat = evidence.places[place].seat is None
    return face.t("the skat") if skat else face.strong(evidence.name(place))


def _facts(face: Face, title: str, facts: Sequence[Fact]) -> Iterator[str]:
    if not facts:
        return
    yield ""
    yield face.paint(title, "bold")
    for fact in facts:
        clause = f" ({fact.clause})" if fact.clause else ""
        where = f" [{face.safe(str(fact.where))}]" if fact.where else ""
        yield from wrap(f"{face.said(fact.text)}{clause}{where}", face.width, "  ", "    ")


def _count(face: Face, deals: Deals) -> list[str]:
    if not deals.count:
        return [face.paint(face.t("No deal fits."), "bad")]
    text = face.n("{count} deal fits.", "{count} deals fit.", deals.count, count=number_words(deals.count))
    return [face.paint(text, "good")]


def _heading(face: Face, number: int, *, drawn: bool) -> Iterator[str]:
    yield ""
    text = (
        face.n("{number} deal, drawn at random", "{number} deals, drawn at random", number)
        if drawn
        else face.t("Every deal")
    )
    yield face.paint(text, "bold")


def _table(face: Face, evidence: Evidence, shown: Sequence[Deal]) -> Iterator[str]:
    """A line for each deal, a column for each place; one below the other where that is too wide."""
    titles = [_holder(face, evidence, place) for place in range(len(evidence.places))]
    rows = [[face.cards(_pile(deal, place.seat)) or "-" for place in evidence.places] for deal in shown]
    widths = [max(visible(row[at]) for row in [titles, *rows]) for at in range(len(titles))]
    mark = len(str(len(rows)))
    if sum(widths) + 2 * len(widths) + mark <= face.width:
        for number, row in enumerate([titles, *rows]):
            cells = [pad(cell, width) for cell, width in zip(row, widths, strict=True)]
            yield "  ".join([pad(str(number or ""), mark, ">"), *cells])
        return
    for number, row in enumerate(rows, 1):
        for at, (title, cell) in enumerate(zip(titles, row, strict=True)):
            first = f"{'' if at else number:>{mark}}  {title}  "
            yield from wrap(cell, face.width, first, " " * (mark + 4))


def _pile(deal: Deal, seat: int | None) -> frozenset[Card]:
    return deal.skat if seat is None else deal.hands[seat]
