"""The answer of `deals`: deals that fit what a player knows.

And what is told of any answer over every deal that a half-known position may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from analyzer.cards.card import Card
from analyzer.knowledge.deals import Deal, Deals
from analyzer.knowledge.facts import Evidence, Fact
from analyzer.knowledge.fitting import Fitting
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.views.base import (
    MOST_EXAMPLES,
    UNSET,
    CardWord,
    Column,
    Count,
    Grounded,
    HandsView,
    LineNumber,
    Meta,
    UnsetType,
    View,
    grounded,
    or_unset,
    words,
)

if TYPE_CHECKING:
    from analyzer.search.worlds.everydeal import InEveryDeal


class DealExamples(View, frozen=True):
    """Some of the deals with each answer."""

    yes: list[HandsView]
    no: list[HandsView]


class WorldsView(View, frozen=True, kw_only=True):
    """In how many of the deals it holds, and what that turns on."""

    count: Annotated[int, Meta(ge=0, description="Deals that were asked about.")]
    exact: Annotated[bool, Meta(description="Whether they are all that fit; else they were drawn.")]
    fit: Annotated[int | None, Meta(description="Deals that fit; null where that is not known.")]
    holds: Annotated[int, Meta(ge=0, description="Deals in which it holds.")]
    answered: Annotated[int, Meta(ge=0, description="Deals that were answered within the limits.")]
    examples: DealExamples
    turns_on: Annotated[
        list[CardWord],
        Meta(description="A smallest set of unknown cards whose places decide; empty where none is small."),
    ]


class DealsView(View, frozen=True, kw_only=True):
    """The deals that an answer is over."""

    count: Annotated[int, Meta(ge=0, description="Deals that were asked about.")]
    exact: Annotated[bool, Meta(description="Whether they are all that fit; else they were drawn.")]
    fit: Annotated[int | None, Meta(description="Deals that fit; null where that is not known.")]


Worlds = Annotated[WorldsView, Meta(description="Over every deal that fits what is known.")] | UnsetType
OverDeals = Annotated[DealsView, Meta(description="Over every deal that fits what is known.")] | UnsetType
OnePlan = (
    Annotated[
        bool | None,
        Meta(
            description="Whether one way to play, by one player who sees his own cards, does in every deal; "
            "null where that was not found out."
        ),
    ]
    | UnsetType
)


def deals_asked(fits: Fitting) -> DealsView:
    """The deals that an answer is over."""
    return DealsView(count=len(fits.deals), exact=fits.exact, fit=fits.fit)


def worlds_view(found: InEveryDeal) -> WorldsView:
    """The deals of an answer, counted, with examples."""
    yes, no = ([hands_view(deal) for deal in found.of(answer)][:MOST_EXAMPLES] for answer in (True, False))
    return WorldsView(
        count=len(found.deals),
        exact=found.exact,
        fit=found.fit,
        holds=found.number,
        answered=len(found.answers),
        examples=DealExamples(yes, no),
        turns_on=[str(card) for card in found.turns_on],
    )


def hands_view(deal: Position) -> dict[str, list[CardWord]]:
    """The hands of a deal by player."""
    return {player: words(hand) for player, hand in zip(deal.players, deal.hands, strict=True)}


HiddenCards = dict[str, list[CardWord]]
"""The cards of each hidden hand by player, and those of the skat where some lie in it."""


class FactView(View, frozen=True):
    """One fact: in words, with its clause and its place in the file."""

    text: str
    clause: Annotated[str | None, Meta(description="The clause it follows from.")]
    where: Annotated[str, Meta(description="File, line and column; empty where it stands in no file.")]
    line: LineNumber
    column: Column


class DealsAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/deals/1"):
    """The count and the evidence; `deals` only where they were asked for, `seed` where they were drawn."""

    seen_by: Annotated[
        str | None, Meta(description="Who does not see the cards; null for cards that nobody remembers.")
    ]
    line: Annotated[str | None, Meta(description="The line of play the facts come from.")]
    at: Annotated[str | None, Meta(description="How far it was played: TRICK.CARD.")]
    cards: Annotated[list[CardWord], Meta(description="The cards not seen.")]
    sizes: Annotated[dict[str, Count], Meta(description="Hidden cards by player, and of the skat.")]
    facts: Annotated[list[FactView], Meta(description="What is known, each fact with where it comes from.")]
    count: Annotated[
        int | None,
        Meta(description="Deals that fit, exactly; null where half-known hands leave too many to count."),
    ]
    clash: Annotated[
        list[FactView],
        Meta(description="Where none fits, facts that clash; without any one of them some deal fits."),
    ]
    seed: Annotated[int, Meta(description="Of the sample.")] | UnsetType = UNSET
    deals: (
        Annotated[
            list[HiddenCards], Meta(description="Where they were asked for: the hidden cards by player.")
        ]
        | UnsetType
    ) = UNSET


def deals_view(
    deals: Deals,
    shown: Sequence[Deal] | None = None,
    *,
    seed: int | None = None,
    line: str | None = None,
    at: str | None = None,
    grounds: Grounds = STATED,
) -> DealsAnswer:
    """The answer of `deals`."""
    evidence = deals.evidence
    return DealsAnswer(
        **grounded(evidence.rules, grounds),
        seen_by=evidence.players[evidence.seen_by],
        line=line,
        at=at,
        cards=words(evidence.cards),
        sizes={evidence.name(place): each.size for place, each in enumerate(evidence.places)},
        facts=[_fact(fact) for fact in evidence.facts],
        count=deals.count,
        clash=[_fact(fact) for fact in deals.clash],
        seed=or_unset(seed),
        deals=UNSET if shown is None else [_deal(evidence, deal) for deal in shown],
    )


def deals_in_hand_view(
    position: Position, found: Fitting, shown: Sequence[Position] | None, seed: int | None
) -> DealsAnswer:
    """The answer of `deals` about half-known hands."""
    untold = position.untold
    known = frozenset[Card]().union(*position.hands)
    return DealsAnswer(
        **grounded(position.rules, found.grounds),
        seen_by=None,
        line=None,
        at=None,
        cards=words(
            sorted(frozenset[Card]().union(*(hand for deal in found.deals for hand in deal.hands)) - known)
        ),
        sizes={position.players[seat]: size for seat, size in untold.items()},
        facts=[],
        count=found.fit,
        clash=[],
        seed=or_unset(seed),
        deals=UNSET
        if shown is None
        else [{deal.players[seat]: words(deal.hands[seat]) for seat in sorted(untold)} for deal in shown],
    )


def _fact(fact: Fact) -> FactView:
    where = fact.where
    if where is None:
        return FactView(fact.text, fact.clause, "", None, None)
    return FactView(fact.text, fact.clause, str(where), where.line, where.column)


def _deal(evidence: Evidence, deal: Deal) -> HiddenCards:
    return {evidence.name(place): words(deal.pile(each)) for place, each in enumerate(evidence.places)}
