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
