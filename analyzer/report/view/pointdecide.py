"""The answer of `decide` in a game of card points: one card for all worlds."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from analyzer.cards.card import Suit
from analyzer.position.model import Position
from analyzer.report.view.base import (
    UNSET,
    CardWord,
    Count,
    Grounded,
    Meta,
    Players,
    Points,
    UnsetType,
    View,
    grounded,
    words,
)
from analyzer.report.view.decide import DecideAnswer, SampledView
from analyzer.report.view.values import LimitsView, StatsView, limits_view, stats_view
from analyzer.rules.score.amounts import exact
from analyzer.search.worlds.results import CONFIDENCE, CardChoice, Criterion, Decision, Opponents

BySeat = Annotated[dict[str, Points], Meta(description="By player, what his side has together.")]


class PointOutcomeInWorldView(View, frozen=True, kw_only=True):
    """What comes of a card in one world."""

    world: str
    weight: Count
    tokens: BySeat | UnsetType = UNSET
    sheet: BySeat | UnsetType = UNSET
    points: BySeat | UnsetType = UNSET


class PointChoiceView(View, frozen=True, kw_only=True):
    """A card with its outcome in every world."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit a led Fool names.")]
    equals: Annotated[list[CardWord], Meta(description="Cards that are the same in every world.")]
    expected: Annotated[float, Meta(description="What the player's side has on average.")]
    expected_exact: Annotated[str, Meta(description="The same as a fraction.")]
    worst: Annotated[Points, Meta(description="What it has in the worst world.")]
    per_world: list[PointOutcomeInWorldView]


class PointAdviceView(View, frozen=True):
    """The card to play by each measure, and all that are as good; null where it is not known.

    No card is improper in these games.
    """

    expected: str | None
    worst: str | None
    equals: Annotated[dict[str, list[str]], Meta(description="All cards that are as good, by measure.")]
    proper: None = None


class PointWorldView(View, frozen=True):
    """A world: the hands the player does not see, and who then plays with whom."""

    world: str
    weight: Count
    sides: list[Players]
    hands: Annotated[dict[str, list[CardWord]], Meta(description="The hands the player does not see.")]


class PointDecideAnswer(
    Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/decide/1"
):
    """Every card with its outcome in every world, and the advice by each measure."""

    player: str
    worlds: Annotated[int, Meta(ge=1, description="How many.")]
    exact: Annotated[bool, Meta(description="False for a sample, and where a card has no value yet.")]
    opponents: Opponents
    measured_in: Annotated[str, Meta(description="tokens, sheet, or points where no more is known.")]
    cards: Annotated[list[PointChoiceView], Meta(description="In canonical order.")]
    advice: PointAdviceView
    deals: list[PointWorldView]
    sampled: SampledView | UnsetType = UNSET
    limits: LimitsView
    stats: StatsView


DECISIONS = (DecideAnswer, PointDecideAnswer)
"""The answers of `decide`, by sort of game."""


def measure_of(position: Position, decision: Decision) -> str:
    """In what the outcomes are told."""
    game = position.spec.points
    if decision.in_points:
        return "points"
    return "sheet" if game is not None and game.on_a_sheet else "tokens"


def point_decide_view(position: Position, decision: Decision) -> PointDecideAnswer:
    """The answer of `decide`."""
    drawn = decision.sampled
    known = decision.complete
    best = {aim.value: [str(card.card) for card in decision.highest(aim)] for aim in Criterion if known}
    return PointDecideAnswer(
        **grounded(position.rules, decision.grounds),
        player=position.players[decision.player],
        worlds=len(decision.worlds),
        exact=known and drawn is None,
        opponents=decision.opponents,
        measured_in=measure_of(position, decision),
        cards=[_card(position, decision, each) for each in decision.cards],
        advice=PointAdviceView(
            next(iter(best.get(Criterion.EXPECTED.value, ())), None),
            next(iter(best.get(Criterion.WORST.value, ())), None),
            best,
        ),
        deals=_worlds(position, decision),
        sampled=UNSET
        if drawn is None
        else SampledView(drawn.drawn, drawn.of, drawn.seed, float(CONFIDENCE), "normal"),
        limits=limits_view(decision),
        stats=stats_view(decision.nodes, decision.seconds),
    )


def _card(position: Position, decision: Decision, card: CardChoice) -> PointChoiceView:
    measure = measure_of(position, decision)
    return PointChoiceView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        expected=float(card.expected / decision.unit),
        expected_exact=str(card.expected / decision.unit),
        worst=exact(Fraction(card.worst, decision.unit)),
        per_world=[
            PointOutcomeInWorldView(
                world=world.name,
                weight=world.weight,
                **_told(position, measure, [exact(Fraction(n, decision.unit)) for n in outcome.tokens]),
            )
            for world, outcome in zip(decision.worlds, card.outcomes, strict=True)
        ],
    )


def _told(position: Position, measure: str, amounts: list[Any]) -> dict[str, Any]:
    return {measure: dict(zip(position.players, amounts, strict=True))}


def _worlds(position: Position, decision: Decision) -> list[PointWorldView]:
    players = position.players
    return [
        PointWorldView(
            world.name,
            world.weight,
            [[players[seat] for seat in sides.seats(side)] for side in range(sides.count)],
            {players[seat]: words(hand) for seat, hand in enumerate(world.hands) if seat != decision.player},
        )
        for world, sides in zip(decision.worlds, decision.sides, strict=True)
    ]
