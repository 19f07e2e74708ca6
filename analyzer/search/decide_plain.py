"""Decisions over worlds by the definition, written to be read: the oracle for the native core.

A vector holds a :class:`Fate` for every world of a scene. Nothing is pruned and nothing remembered, so this
is for small cases.

**Against.** A strategy of the player is a card for every scene he may have to decide in. In every world the
others, who know the strategy and the world, do their worst to him. What a strategy comes to is a vector, and
the vectors of all strategies are built from the end: his own choice unites the sets of his cards; at a
choice of the others a strategy goes on differently after each answer, and in each world they take the
answer that is worst for him there (Cazenave & Ventos, "The alpha-mu search algorithm for the game of
bridge", 2019, section 3).

**Selfish.** A profile is a strategy of the player, and for every world a strategy of each opponent. It
counts when in every scene nobody gains by changing his decision there, the rest of the profile as it is: an
opponent by his tokens in the world, the player by his aim over the worlds the scene is possible in, at
the weights they began with. He draws no conclusion from what an opponent would or would not have done in
a world; only what was played tells worlds apart. With one world these are the equilibria of `solve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from analyzer.rules.table import Move
from analyzer.search.decide_results import Aim, Fate, Opponents, Prospect
from analyzer.search.decide_tree import Scene
from analyzer.search.question import Budget

Vector = tuple[Fate, ...]
"""Fates by the place of the world in its scene."""


@dataclass(frozen=True, slots=True)
class PlainDecider:
    """What every choice in a scene comes to, by walking all play."""

    weights: Mapping[int, int]
    """By world."""
    opponents: Opponents
    aim: Aim
    budget: Budget

    def prospect(self, scene: Scene, move: Move) -> Prospect:
        """What a move of the player comes to; the scene is one he decides in.

        Raises: LimitReached.
        """
        scenes = next(scenes for each, scenes in scene.choices() if each == move)
        vectors = self._chosen(scene, scenes)
        rank = self._rank(scene)
        if self.opponents is Opponents.AGAINST:
            best = max(vectors, key=rank)
            return Prospect(best, best)
        return Prospect(min(vectors, key=rank), max(vectors, key=rank))

    def _rank(self, scene: Scene) -> Callable[[Vector], tuple[object, ...]]:
        """How good a vector is for the player's aim; equal ones in a fixed order."""

        def rank(vector: Vector) -> tuple[object, ...]:
            return self.value(scene, vector), tuple(fate.order(scene.player) for fate in vector)

        return rank

    def value(self, scene: Scene, vector: Vector) -> int:
        """What a vector is worth to the player's aim: the weighted sum of his tokens, or the least."""
        tokens = [fate.tokens[scene.player] for fate in vector]
        if self.aim is Aim.WORST:
            return min(tokens)
        return sum(self.weights[world] * n for world, n in zip(scene.worlds, tokens, strict=True))

    def vectors(self, scene: Scene) -> frozenset[Vector]:
        """All vectors of a scene."""
        self.budget.spend()
        if scene.over:
            return frozenset({tuple(state.fate() for state in scene.states)})
        if scene.mover != scene.player:
            return self._answered(scene)
        options = [self._chosen(scene, scenes) for _, scenes in scene.choices()]
        if self.opponents is Opponents.AGAINST:
            return frozenset().union(*options)
        return self._standing(scene, options)

    def _chosen(self, scene: Scene, scenes: Sequence[Scene]) -> frozenset[Vector]:
        """The vectors of one choice of the player, whose scenes have each world once."""
        below = [self.vectors(each) for each in scenes]
        return frozenset(
            _in_order(scene, {w: f for each, v in zip(scenes, mix, strict=True) for w, f in _by_world(each, v)})
            for mix in product(*below)
        )

    def _standing(self, scene: Scene, options: Sequence[frozenset[Vector]]) -> frozenset[Vector]:
        """Those that the player has no better choice than, for some way the others may go on after it."""
        least = [min(self.value(scene, vector) for vector in vectors) for vectors in options]
        stand: set[Vector] = set()
        for place, vectors in enumerate(options):
            needed = max((value for other, value in enumerate(least) if other != place), default=None)
            stand |= {v for v in vectors if needed is None or self.value(scene, v) >= needed}
        return frozenset(stand)

    def _answered(self, scene: Scene) -> frozenset[Vector]:
        """The vectors where an opponent, who knows the world, chooses."""
        answers = scene.answers()
        found: set[Vector] = set()
        for mix in product(*(self.vectors(each) for each in answers)):
            fates: dict[int, list[Fate]] = {world: [] for world in scene.worlds}
            for each, vector in zip(answers, mix, strict=True):
                for world, fate in _by_world(each, vector):
                    fates[world].append(fate)
            found |= set(product(*(self._taken(scene, options) for options in fates.values())))
        return frozenset(found)

    def _taken(self, scene: Scene, options: Sequence[Fate]) -> frozenset[Fate]:
        """The fates the opponent to move may take in a world."""
        if self.opponents is Opponents.AGAINST:
            return frozenset({min(options, key=lambda fate: fate.order(scene.player))})
        most = max(fate.tokens[scene.mover] for fate in options)
        return frozenset(fate for fate in options if fate.tokens[scene.mover] == most)


def _by_world(scene: Scene, vector: Vector) -> Iterable[tuple[int, Fate]]:
    return zip(scene.worlds, vector, strict=True)


def _in_order(scene: Scene, fates: Mapping[int, Fate]) -> Vector:
    return tuple(fates[world] for world in scene.worlds)
