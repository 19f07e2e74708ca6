"""What an answer over every deal that fits tells of the deals, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from analyzer.views.base import MOST_EXAMPLES, CardWord, HandsView, Meta, UnsetType, View, words

if TYPE_CHECKING:
    from analyzer.knowledge.fitting import Fitting
    from analyzer.position.model import Position
    from analyzer.search.worlds.everydeal import InEveryDeal


class DealExamples(View, frozen=True):
    """Some of the deals with each answer."""

    yes: list[HandsView]
    no: list[HandsView]


class WorldsView(View, frozen=True, kw_only=True):
    """The number of deals in which the goal holds, and the cards that decide it."""

    count: Annotated[int, Meta(ge=0, description="Number of deals asked about, answered or not.")]
    exact: Annotated[
        bool, Meta(description="True if these are all the deals that fit; false if they are a random sample.")
    ]
    fit: Annotated[int | None, Meta(description="Number of deals that fit; null if unknown.")]
    holds: Annotated[int, Meta(ge=0, description="Number of deals in which the goal holds.")]
    answered: Annotated[int, Meta(ge=0, description="Number of deals answered within the limits.")]
    examples: DealExamples
    turns_on: Annotated[
        list[CardWord],
        Meta(
            description="A smallest set of unknown cards whose location decides the answer; empty if "
            "there is no small set."
        ),
    ]


class DealsView(View, frozen=True, kw_only=True):
    """The deals that an answer covers."""

    count: Annotated[int, Meta(ge=0, description="Number of deals asked about, answered or not.")]
    exact: Annotated[
        bool, Meta(description="True if these are all the deals that fit; false if they are a random sample.")
    ]
    fit: Annotated[int | None, Meta(description="Number of deals that fit; null if unknown.")]


Worlds = (
    Annotated[WorldsView, Meta(description="Results over all deals that fit the known facts.")] | UnsetType
)
OverDeals = (
    Annotated[DealsView, Meta(description="Results over all deals that fit the known facts.")] | UnsetType
)
OnePlan = (
    Annotated[
        bool | None,
        Meta(
            description="True if one plan, for one player who sees only their own cards, works in every "
            "deal. Null if this was not determined."
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
