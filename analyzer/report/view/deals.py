"""The deals that fit what a player knows, as the machine interface writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.cards.card import Card
from analyzer.knowledge.deals import Deal, Deals
from analyzer.knowledge.facts import Evidence, Fact
from analyzer.report.view.results import Json


def deals_json(
    deals: Deals,
    shown: Sequence[Deal] | None = None,
    *,
    seed: int | None = None,
    line: str | None = None,
    at: str | None = None,
) -> Json:
    """The count and the evidence; `deals` only where they were asked for, `seed` where they were drawn."""
    evidence = deals.evidence
    found: Json = {
        "schema": "tarok-analyze/deals/1",
        "ruleset": evidence.rules.name,
        "seen_by": evidence.players[evidence.seen_by],
        "line": line,
        "at": at,
        "cards": _words(evidence.cards),
        "sizes": {evidence.name(place): each.size for place, each in enumerate(evidence.places)},
        "facts": [fact_json(fact) for fact in evidence.facts],
        "count": deals.count,
        "clash": [fact_json(fact) for fact in deals.clash],
    }
    if seed is not None:
        found["seed"] = seed
    if shown is not None:
        found["deals"] = [deal_json(evidence, deal) for deal in shown]
    return found


def fact_json(fact: Fact) -> Json:
    """One fact: in words, with its clause and its place in the file."""
    where = fact.where
    return {
        "text": fact.text,
        "clause": fact.clause,
        "where": "" if where is None else str(where),
        "line": None if where is None else where.line,
        "column": None if where is None else where.column,
    }


def deal_json(evidence: Evidence, deal: Deal) -> Json:
    """A deal: the cards of each hidden hand by player, and those of the skat where some lie in it."""
    piles = [deal.skat if place.seat is None else deal.hands[place.seat] for place in evidence.places]
    return {evidence.name(place): _words(pile) for place, pile in enumerate(piles)}


def _words(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in sorted(cards)]
