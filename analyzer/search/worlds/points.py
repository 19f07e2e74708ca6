"""One card for all the worlds a player cannot tell apart, in a game of card points.

The others see all cards and know the world. Who plays with whom may be another in every world, as a called
card lies elsewhere: then the player does not know his partner. Everybody plays for what his side of that
world is paid, or has written, together; where nothing is known of the past for its card points to come.
What playing against the player or each side for itself means, and what the player may learn on the way, is
defined in :mod:`analyzer.search.worlds.plain`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from analyzer.cards.card import Card, Suit
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion
from analyzer.position.question import check_not_over, merged_moves
from analyzer.position.setting import World
from analyzer.rules.actions import Action
from analyzer.rules.sides import Sides
from analyzer.rules.spec.contractwords import Aim
from analyzer.search.engine.points.reference import PointReference
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import Limits, Searched
from analyzer.search.worlds.decide import average, in_world, replace_card, worlds_for
from analyzer.search.worlds.plain import PlainDecider, Sets
from analyzer.search.worlds.results import Criterion, Opponents, Sampled, Tokens, WorldOutcome
from analyzer.search.worlds.tree import InformationSet

NEAR_TRICKS: Final = 3
"""Every line is walked in every world: with more tricks to go than this only so far."""
FAR_NODES: Final = 40_000
"""Nodes of a decision further from the end, where no other limit is set."""


class PointWorldsState(NamedTuple):
    """How things stand in one world: what was paid from the start on, by seat."""

    world: int
    question: PointQuestion
    paid: Tokens
    in_points: bool
    asks: bool = False

    def moves(self) -> tuple[Action, ...]:
        """Every card that may be laid here."""
        return self.question.moves()

    def after(self, move: Action) -> PointWorldsState:
        """The state after a card."""
        question, now = self.question.after(move)
        paid = tuple(before + more for before, more in zip(self.paid, now, strict=True))
        return PointWorldsState(self.world, question, paid, self.in_points)

    def outcome(self) -> WorldOutcome:
        """What the hand came to in this world: for each seat what its side has, together."""
        return WorldOutcome(self.together(self.paid), None, 0)

    def together(self, paid: Sequence[int]) -> Tokens:
        """For each seat what its side has: amounts, or units of card points."""
        sides = self.question.sides
        if self.in_points:
            return tuple(self.question.reckoning.units(side) for side in sides.of)
        return tuple(sum(paid[seat] for seat in sides.seats(side)) for side in sides.of)


@dataclass(frozen=True, slots=True)
class PointDecider(PlainDecider):
    """The plain walk, which asks the reference where one world alone is left and each plays for his side."""

    known: dict[int, PointReference] = field(default_factory=dict)
    """By world."""

    def sets(self, infoset: InformationSet) -> Sets:
        """The outcomes that selfish play can come to, by world."""
        state = infoset.states[0]
        assert isinstance(state, PointWorldsState)
        if len(infoset.states) > 1 or infoset.over or state.in_points:
            return PlainDecider.sets(self, infoset)
        engine = self.known.setdefault(state.world, PointReference())
        of = state.question.sides.of
        before = state.together(state.paid)
        found = frozenset(
            WorldOutcome(tuple(n + each.tokens[of[seat]] for seat, n in enumerate(before)), None, 0)
            for each in engine.equilibria(state.question, self.budget)
        )
        return (found,)


@dataclass(frozen=True, slots=True)
class PointChoice:
    """What a card comes to over the worlds."""

    card: Card
    names: Suit | None
    equals: tuple[Card, ...]
    expected: Fraction
    worst: Fraction
    """The least in any world when the player plays for that."""
    outcomes: tuple[tuple[Fraction, ...], ...]
    """By world, then by seat: what its side has when he plays for the average."""


@dataclass(frozen=True, slots=True)
class PointDecision(Searched):
    """The answer of `decide` in a game of card points."""

    player: int
    opponents: Opponents
    worlds: tuple[World, ...]
    sides: tuple[Sides, ...]
    """By world."""
    in_points: bool
    """Whether card points to come are played for, as nothing is known of the past."""
    cards: tuple[PointChoice, ...]
    sampled: Sampled | None = None

    def best(self, aim: Criterion) -> PointChoice | None:
        """The first card that is best for an aim; None where none was valued."""
        if not self.cards:
            return None
        return max(self.cards, key=lambda card: card.expected if aim is Criterion.EXPECTED else card.worst)


def decide_points(
    position: Position,
    *,
    opponents: Opponents,
    sample: int | None,
    seed: int,
    limits: Limits,
) -> PointDecision:
    """What every legal card of the player to move comes to over the worlds of the position.

    Raises: UsageError for a position that is over, or for unseen cards that are not his to guess.
    """
    started, budget = time.monotonic(), Budget.of(limits)
    if position.tricks_left > NEAR_TRICKS and budget.max_nodes is None:
        budget = budget.part(FAR_NODES)
    worlds, sampled = worlds_for(position, sample, seed)
    questions = tuple(PointQuestion.of(in_world(position, world)) for world in worlds)
    check_not_over(questions[0])
    in_points = _in_points(questions[0])
    nothing = (0,) * len(position.players)
    states = tuple(PointWorldsState(w, q, nothing, in_points) for w, q in enumerate(questions))
    infoset = InformationSet(questions[0].to_move, states)
    weights = tuple(world.weight for world in worlds)
    moves, cards, reason = _groups(infoset, questions), list[PointChoice](), None
    for move, equals in moves:
        try:
            cards.append(_choice(infoset, move, equals, weights, opponents, budget))
        except LimitReached as stop:
            reason = stop.reason
            break
        except KeyboardInterrupt:
            reason = INTERRUPTED
            break
    return PointDecision(
        player=infoset.player,
        opponents=opponents,
        worlds=worlds,
        sides=tuple(question.sides for question in questions),
        in_points=in_points,
        cards=tuple(cards),
        nodes=budget.spent,
        seconds=time.monotonic() - started,
        sampled=sampled,
        unfinished=tuple(str(move) for move, _ in moves[len(cards) :]),
        reason=reason,
    )


def _in_points(question: PointQuestion) -> bool:
    """Whether nothing would be paid, as it is not known what was won before."""
    played = question.played
    tricks = played is not None and played.aim in (Aim.NO_TRICK, Aim.EVERY_TRICK)
    return not question.reckoning.counted and question.game.payments is None and not tricks


def _groups(
    infoset: InformationSet, questions: Sequence[PointQuestion]
) -> tuple[tuple[Action, tuple[Card, ...]], ...]:
    """The player's cards, with those that are equal to them in every world; canonical order."""
    stands = []
    for question in questions:
        merged = merged_moves(question)
        stands.append({replace_card(move, card): move for move, equals in merged for card in equals})
    groups: dict[tuple[object, ...], list[Action]] = {}
    for move, _ in infoset.choices():
        groups.setdefault(tuple(each.get(move, move) for each in stands), []).append(move)
    return tuple((found[0], tuple(m.card for m in found[1:] if m.card)) for found in groups.values())


def _choice(
    infoset: InformationSet,
    move: Action,
    equals: tuple[Card, ...],
    weights: tuple[int, ...],
    opponents: Opponents,
    budget: Budget,
) -> PointChoice:
    """What a card comes to. Raises: LimitReached."""
    by_world, player = dict(enumerate(weights)), infoset.player
    played_for_average = PointDecider(by_world, opponents, Criterion.EXPECTED, budget)
    outcomes = played_for_average.evaluation(infoset, move).worst
    cautious = PointDecider(by_world, opponents, Criterion.WORST, budget, played_for_average.known)
    least = min(each.tokens[player] for each in cautious.evaluation(infoset, move).worst)
    state = infoset.states[0]
    assert isinstance(state, PointWorldsState)
    unit = state.question.game.piles.unit if state.in_points else 1
    assert move.card is not None
    return PointChoice(
        card=move.card,
        names=move.suit,
        equals=equals,
        expected=average([each.tokens[player] for each in outcomes], weights) / unit,
        worst=Fraction(least, unit),
        outcomes=tuple(tuple(Fraction(n, unit) for n in each.tokens) for each in outcomes),
    )
