"""Decisions over worlds by the definition, written to be read: the oracle for the native core.

A vector holds a :class:`Fate` for every world of a scene. Nothing is pruned and nothing remembered, so this
is for small cases.

**Against.** A strategy of the player is a card for every scene he may have to decide in. In every world the
others, who know the strategy and the world, do their worst to him. What a strategy comes to is a vector, and
the vectors of all strategies are built from the end: his own choice unites the sets of his cards; at a
choice of the others a strategy goes on differently after each answer, and in each world they take the
answer that is worst for him there (Cazenave & Ventos, "The alpha-mu search algorithm for the game of
bridge", 2019, section 3).

**Selfish.** As long as a scene is possible in one world only, the players are in an equilibrium as in
`solve`: the set of all subgame-perfect payoffs. Where it is possible in several, an opponent, who knows the
world, still plays for his own tokens there: to his choice in a world belongs every fate that is worth no less
to him than the least he could be left with by every other. The player, who does not, takes the choice that is
worth most to his aim over these worlds, at the weights they began with, when every indifference of the others
turns out worst for him; of equal ones that which is worth more when it turns out best; then the first in
canonical order. He draws no conclusion from what an opponent would or would not have done in a world; only
what was played tells worlds apart. The value of a scene is thus a set of fates for every world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from analyzer.rules.actions import Action
from analyzer.search.engine.question import Budget
from analyzer.search.worlds.results import Aim, Fate, Opponents, Prospect
from analyzer.search.worlds.tree import Scene

Vector = tuple[Fate, ...]
"""Fates by the place of the world in its scene."""

Sets = tuple[frozenset[Fate], ...]
"""Sets of fates by the place of the world in its scene."""


def worth(player: int, aim: Aim, weights: Sequence[int], vector: Sequence[Fate]) -> int:
    """What a vector is worth to the player's aim: the weighted sum of his tokens, or the least."""
    tokens = [fate.tokens[player] for fate in vector]
    if aim is Aim.WORST:
        return min(tokens)
    return sum(weight * n for weight, n in zip(weights, tokens, strict=True))


@dataclass(frozen=True, slots=True)
class PlainDecider:
    """What every choice in a scene comes to, by walking all play."""

    weights: Mapping[int, int]
    """By world."""
    opponents: Opponents
    aim: Aim
    budget: Budget

    def prospect(self, scene: Scene, move: Action) -> Prospect:
        """What a move of the player comes to; the scene is one he decides in.

        Raises: LimitReached.
        """
        scenes = next(scenes for each, scenes in scene.choices() if each == move)
        if self.opponents is Opponents.SELFISH:
            sets = self._selfishly(scene, scenes)
            return Prospect(worst_of(scene, sets), best_of(scene, sets))
        best = max(self._chosen(scene, scenes), key=self._rank(scene))
        return Prospect(best, best)

    def value(self, scene: Scene, vector: Vector) -> int:
        """What a vector is worth to the player's aim."""
        return worth(scene.player, self.aim, [self.weights[world] for world in scene.worlds], vector)

    def _rank(self, scene: Scene) -> Callable[[Vector], tuple[object, ...]]:
        """How good a vector is for the player's aim; equal ones world by world."""

        def rank(vector: Vector) -> tuple[object, ...]:
            return self.value(scene, vector), tuple(fate.order(scene.player) for fate in vector)

        return rank

    # Against the player.

    def vectors(self, scene: Scene) -> frozenset[Vector]:
        """What the strategies of the player come to."""
        self.budget.spend()
        if scene.over:
            return frozenset({tuple(state.fate() for state in scene.states)})
        if scene.mover != scene.player:
            return self._answered(scene)
        return frozenset().union(*(self._chosen(scene, scenes) for _, scenes in scene.choices()))

    def _chosen(self, scene: Scene, scenes: Sequence[Scene]) -> frozenset[Vector]:
        """The vectors of one choice of the player, whose scenes have each world once."""
        mixes = product(*(self.vectors(each) for each in scenes))
        return frozenset(_joined(scene, scenes, mix) for mix in mixes)

    def _answered(self, scene: Scene) -> frozenset[Vector]:
        """The vectors where an opponent, who knows the world, does his worst."""
        answers = scene.answers()
        mixes = product(*(self.vectors(each) for each in answers))
        worst = lambda fates: min(fates, key=lambda fate: fate.order(scene.player))  # noqa: E731
        return frozenset(tuple(map(worst, _options(scene, answers, mix))) for mix in mixes)

    # Each for himself.

    def sets(self, scene: Scene) -> Sets:
        """The fates that selfish play can come to, by world."""
        self.budget.spend()
        if scene.over:
            return tuple(frozenset({state.fate()}) for state in scene.states)
        if scene.mover != scene.player:
            answers = scene.answers()
            options = _options(scene, answers, [self.sets(each) for each in answers])
            return tuple(standing(each, scene.mover) for each in options)
        choices = [self._selfishly(scene, scenes) for _, scenes in scene.choices()]
        if len(scene.worlds) == 1:
            return (standing([sets[0] for sets in choices], scene.mover),)

        def at_worst_and_best(sets: Sets) -> tuple[int, int]:
            return self.value(scene, worst_of(scene, sets)), self.value(scene, best_of(scene, sets))

        return max(choices, key=at_worst_and_best)

    def _selfishly(self, scene: Scene, scenes: Sequence[Scene]) -> Sets:
        """The sets of one choice of the player, whose scenes have each world once."""
        return _joined(scene, scenes, [self.sets(each) for each in scenes])


def standing(options: Sequence[frozenset[Fate]], seat: int) -> frozenset[Fate]:
    """The fates a seat may come to that chooses between sets of them, all cards known.

    Those of an option that are worth no less to it than the least fate of every other option.
    """
    least = [min(fate.tokens[seat] for fate in fates) for fates in options]
    stand: set[Fate] = set()
    for place, fates in enumerate(options):
        needed = max((value for other, value in enumerate(least) if other != place), default=None)
        stand |= {fate for fate in fates if needed is None or fate.tokens[seat] >= needed}
    return frozenset(stand)


def worst_of(scene: Scene, sets: Sets) -> Vector:
    """In every world the fate that is worst for the player."""
    return tuple(min(fates, key=lambda fate: fate.order(scene.player)) for fates in sets)


def best_of(scene: Scene, sets: Sets) -> Vector:
    """In every world the fate that is best for the player."""
    return tuple(max(fates, key=lambda fate: fate.order(scene.player)) for fates in sets)


Item = TypeVar("Item")


def _joined(scene: Scene, scenes: Sequence[Scene], parts: Sequence[Sequence[Item]]) -> tuple[Item, ...]:
    """The values of scenes that have each world once, in the order of the worlds of the scene before."""
    by_world = {
        w: item
        for each, part in zip(scenes, parts, strict=True)
        for w, item in zip(each.worlds, part, strict=True)
    }
    return tuple(by_world[world] for world in scene.worlds)


def _options(scene: Scene, scenes: Sequence[Scene], parts: Sequence[Sequence[Item]]) -> Iterable[list[Item]]:
    """For every world the values of those scenes that it leads to."""
    by_world: dict[int, list[Item]] = {world: [] for world in scene.worlds}
    for each, part in zip(scenes, parts, strict=True):
        for world, item in zip(each.worlds, part, strict=True):
            by_world[world].append(item)
    return by_world.values()
