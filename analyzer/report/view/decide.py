"""The answer of `decide`: one card for all the worlds a player cannot tell apart.

Chances and averages are numbers; beside each average stands the exact fraction as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from analyzer.cards.card import Card, Suit
from analyzer.position.model import Position
from analyzer.report.view.values import LimitsView, StatsView, limits_view, stats_view
from analyzer.rules.score.goals import exact
from analyzer.search.worlds.results import (
    CONFIDENCE,
    BreakEven,
    CardChoice,
    Criterion,
    Decision,
    Opponents,
    WorldOutcome,
)
from analyzer.views.base import (
    UNSET,
    Amounts,
    CardWord,
    Chance,
    Count,
    Grounded,
    Meta,
    Moves,
    Players,
    Points,
    UnsetType,
    View,
    by_name,
    grounded,
    side_names,
    words,
)
from analyzer.words.moves import everybody

BySeat = Annotated[dict[str, Points], Meta(description="By player, what his side has together.")]
Ultimo = Annotated[str | None, Meta(description="Who wins the last trick with an Ultimo card.")]


class OutcomeInWorldView(View, frozen=True):
    """The end of the hand in one world."""

    tokens: Amounts
    ultimo: Ultimo
    bagud: Players


class WorldOutcomeView(View, frozen=True, kw_only=True):
    """The end of the hand in one world, and the best of several for the player where they differ."""

    world: str
    weight: Count
    tokens: BySeat | UnsetType = UNSET
    sheet: BySeat | UnsetType = UNSET
    points: BySeat | UnsetType = UNSET
    ultimo: Ultimo | UnsetType = UNSET
    bagud: Players | UnsetType = UNSET
    at_best: OutcomeInWorldView | UnsetType = UNSET


class RangeView(View, frozen=True):
    """From the equilibria that are worst for the player to those that are best for him."""

    expected: Annotated[list[float], Meta(min_length=2, max_length=2)]
    worst: Annotated[list[int], Meta(min_length=2, max_length=2)]


class WorldLineView(View, frozen=True):
    """Play in one of the worlds."""

    world: str
    line: Moves


class ChoiceView(View, frozen=True, kw_only=True):
    """A card with its outcome in every world."""

    card: CardWord
    names: Annotated[Suit | None, Meta(description="The suit a led Fool names.")]
    equals: Annotated[
        list[CardWord],
        Meta(description="Cards that are the same in every world, not listed themselves."),
    ]
    expected: Annotated[float, Meta(description="What the player, or his side, has on average.")]
    expected_exact: Annotated[str, Meta(description="The same as a fraction.")]
    worst: Annotated[Points, Meta(description="What he has in the worst world.")]
    own_ultimo: Chance | UnsetType = UNSET
    own_bagud: Chance | UnsetType = UNSET
    other_ultimo: Chance | UnsetType = UNSET
    range: RangeView | UnsetType = UNSET
    dominated_by: (
        Annotated[list[str], Meta(description="Cards never worse and sometimes better.")] | UnsetType
    ) = UNSET
    per_world: list[WorldOutcomeView]
    error: (
        Annotated[float, Meta(description="Of a sample: half the width of the interval around `expected`.")]
        | UnsetType
    ) = UNSET
    proper: (
        Annotated[bool | None, Meta(description="Null where it rests on a sample, which tells shares alone.")]
        | UnsetType
    ) = UNSET
    clause: Annotated[str, Meta(description="The clause an improper card offends.")] | UnsetType | None = (
        UNSET
    )
    why: Annotated[str, Meta(description="Why the card is improper.")] | UnsetType | None = UNSET
    evidence: WorldLineView | UnsetType = UNSET


class AdviceView(View, frozen=True):
    """The card to play by each measure, and all that are as good; null where it is not known.

    Only in Danish Tarok a card may be improper.
    """

    expected: str | None
    worst: str | None
    proper: Annotated[str | None, Meta(description="Null too where every card is improper.")]
    equals: Annotated[dict[str, list[str]], Meta(description="All cards that are as good, by measure.")]


class BreakEvenView(View, frozen=True):
    """How likely the worlds in which a card pays more must be for two cards to be worth the same."""

    card: str
    against: str
    chance: Chance
    exact: Annotated[str, Meta(description="The chance as a fraction.")]
    worlds: Annotated[list[str], Meta(description="The worlds whose chance it is: where the card pays more.")]


class WorldView(View, frozen=True, kw_only=True):
    """A world: its share of the weight or who then plays with whom, and the hands the player does not see."""

    world: str
    weight: Count
    chance: Chance | UnsetType = UNSET
    sides: list[Players] | UnsetType = UNSET
    hands: Annotated[dict[str, list[CardWord]], Meta(description="The hands the player does not see.")]


class SampledView(View, frozen=True):
    """How the worlds were drawn."""

    drawn: Annotated[int, Meta(ge=1)]
    of: Annotated[int, Meta(ge=1, description="Deals that fit; null where that is not known.")] | None
    seed: int
    confidence: Chance
    bound: Annotated[Literal["normal"], Meta(description="How `error` is found: 1.96 standard errors.")]


class DecideAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/decide/1"):
    """Every card with its outcome in every world, and the advice by each measure."""

    player: str
    worlds: Annotated[int, Meta(ge=1, description="How many.")]
    exact: Annotated[bool, Meta(description="False for a sample, and where a card has no value yet.")]
    opponents: Opponents
    measured_in: (
        Annotated[str, Meta(description="tokens, sheet, or points where no more is known.")] | UnsetType
    ) = UNSET
    cards: Annotated[list[ChoiceView], Meta(description="In canonical order.")]
    advice: AdviceView
    break_even: list[BreakEvenView] | UnsetType = UNSET
    deals: list[WorldView]
    sampled: SampledView | UnsetType = UNSET
    limits: LimitsView
    stats: StatsView


def decide_view(position: Position, decision: Decision) -> DecideAnswer:
    """The answer of `decide`."""
    drawn, scored = decision.sampled, position.pots is None
    return DecideAnswer(
        **grounded(position.rules, decision.grounds),
        player=position.players[decision.player],
        worlds=len(decision.worlds),
        exact=decision.exact,
        opponents=decision.opponents,
        measured_in=measure_of(position, decision) if scored else UNSET,
        cards=[_card(position, decision, card) for card in decision.cards],
        advice=_of_sides(decision) if scored else _advice(decision),
        break_even=UNSET if scored else [_break_even(decision, each) for each in decision.break_even],
        deals=_worlds(position, decision),
        sampled=UNSET
        if drawn is None
        else SampledView(drawn.drawn, drawn.of, drawn.seed, float(CONFIDENCE), "normal"),
        limits=limits_view(decision),
        stats=stats_view(decision.nodes, decision.seconds),
    )


def measure_of(position: Position, decision: Decision) -> str:
    """In what the outcomes are told."""
    game = position.spec
    if decision.in_points:
        return "points"
    return "sheet" if game.on_a_sheet else "tokens"


def _advice(decision: Decision) -> AdviceView:
    by = {
        "expected": decision.best_by(Criterion.EXPECTED),
        "worst": decision.best_by(Criterion.WORST),
        "proper": decision.best_proper,
    }
    known = decision.valued
    told = {name: cards[0].name if known and cards else None for name, cards in by.items()}
    return AdviceView(
        **told, equals={name: [card.name for card in cards] for name, cards in by.items() if known}
    )


def _of_sides(decision: Decision) -> AdviceView:
    """The advice in games of card points."""
    aims = Criterion if decision.valued else ()
    best = {aim.value: [str(card.card) for card in decision.highest(aim)] for aim in aims}
    told: dict[str, Any] = {aim.value: next(iter(best.get(aim.value, ())), None) for aim in Criterion}
    return AdviceView(**told, proper=None, equals=best)


def _card(position: Position, decision: Decision, card: CardChoice) -> ChoiceView:
    expected = card.expected / decision.unit
    return ChoiceView(
        card=str(card.card),
        names=card.names,
        equals=[str(equal) for equal in card.equals],
        expected=float(expected),
        expected_exact=str(expected),
        worst=exact(Fraction(card.worst, decision.unit)),
        **({} if position.pots is None else _chances(card)),
        per_world=_per_world(position, decision, card),
        error=UNSET if card.error is None else round(card.error, 6),
        **_propriety(decision, card),
    )


def _chances(card: CardChoice) -> dict[str, Any]:
    """What becomes of the Ultimo, and what indifference and the worlds leave open."""
    return {
        "own_ultimo": float(card.own_ultimo),
        "own_bagud": float(card.own_bagud),
        "other_ultimo": float(card.other_ultimo),
        "range": RangeView([float(card.expected), float(card.expected_best)], [card.worst, card.worst_best]),
        "dominated_by": list(card.dominated_by),
    }


def _propriety(decision: Decision, card: CardChoice) -> dict[str, Any]:
    """Whether the Proprieties allow the card, as far as it was found."""
    verdict = card.verdict
    if verdict is None:
        return {"proper": None} if decision.sampled is not None and decision.of_pots else {}
    found: dict[str, Any] = {"proper": verdict.proper}
    if not verdict.proper:
        found |= {"clause": verdict.clause, "why": verdict.why}
    if verdict.evidence and verdict.world is not None:
        world = decision.worlds[verdict.world].name
        found["evidence"] = WorldLineView(world, list(verdict.evidence))
    return found


def _per_world(position: Position, decision: Decision, card: CardChoice) -> list[WorldOutcomeView]:
    end_of = _end_of_sides if position.pots is None else _end
    ends = zip(decision.worlds, card.outcomes, card.best_outcomes, strict=True)
    return [
        WorldOutcomeView(world=world.name, weight=world.weight, **end_of(position, decision, *each))
        for world, *each in ends
    ]


def _end_of_sides(
    position: Position, decision: Decision, end: WorldOutcome, _: WorldOutcome
) -> dict[str, Any]:
    """What the side of every player has, in whole tokens or points."""
    pairs = zip(position.players, end.tokens, strict=True)
    told = {player: exact(Fraction(amount, decision.unit)) for player, amount in pairs}
    return {measure_of(position, decision): told}


def _end(position: Position, _: Decision, end: WorldOutcome, best: WorldOutcome) -> dict[str, Any]:
    """Tokens and the Ultimo, and the best of several ends for the player where they differ."""
    players = everybody(position)
    at_best = UNSET if end == best else OutcomeInWorldView(**_outcome(players, best))
    return {**_outcome(players, end), "at_best": at_best}


def _outcome(players: Sequence[str], outcome: WorldOutcome) -> dict[str, Any]:
    return {
        "tokens": by_name(outcome.tokens, players),
        "ultimo": None if outcome.ultimo is None else players[outcome.ultimo],
        "bagud": [players[seat] for seat in outcome.bagud_seats],
    }


def _break_even(decision: Decision, each: BreakEven) -> BreakEvenView:
    better = [decision.worlds[world].name for world in each.better]
    return BreakEvenView(each.card, each.against, float(each.chance), str(each.chance), better)


def _worlds(position: Position, decision: Decision) -> list[WorldView]:
    """Every world, with its share of the weight or with its sides, and the hands the player does not see."""
    total = sum(world.weight for world in decision.worlds)
    return [
        WorldView(
            world=world.name,
            weight=world.weight,
            chance=UNSET if position.pots is None else float(Fraction(world.weight, total or 1)),
            sides=side_names(sides, position.players) if position.pots is None else UNSET,
            hands=_hands(position.players, world.hands, decision.player),
        )
        for world, sides in zip(decision.worlds, decision.sides, strict=True)
    ]


def _hands(
    players: Sequence[str], hands: Sequence[frozenset[Card]], player: int
) -> dict[str, list[CardWord]]:
    return {players[seat]: words(hand) for seat, hand in enumerate(hands) if seat != player}
