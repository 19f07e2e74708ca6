"""The game graph of a small ending of a game of card points."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.layout import GLUE
from analyzer.position.model import Position
from analyzer.position.pilestate import PileState
from analyzer.position.worth import Worth
from analyzer.report.graph.game import Graph, GraphBuilder, Masks, status_words
from analyzer.report.phrases.sides import group_cell
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.sides import Groups, by_sides
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import GoalAnswer, Key, Limits, Status


@dataclass(slots=True)
class PointBuilder(GraphBuilder[PileState]):
    """The graph of a game of card points, with the goals that its first position makes worth asking.

    A play decides that changes who can force the first of them.
    """

    engine: Engine = field(kw_only=True)
    keys: tuple[Key, ...] = field(kw_only=True)
    groups: Groups = field(kw_only=True)
    known: dict[Hashable, Masks] = field(default_factory=dict)

    def key(self, question: PileState) -> Hashable:
        return self._came(question) if question.over else question.state()

    def masks(self, question: PileState) -> Masks:
        state = question.state()
        if state not in self.known:
            first = [key for key in self.keys if key[1] == self.keys[0][1]]
            self.known[state] = tuple(self._forcing(question, key) for key in first)
        return self.known[state]

    def _forcing(self, question: PileState, key: Key) -> int:
        """Who forces a goal: sets of sides, as a mask."""
        if not question.over:
            return self.engine.goals(question, [key], self.budget, self.groups)[key]
        seat, goal = key
        return (1 << (1 << len(self.groups))) - 1 if question.reached(goal, seat) else 0

    def values(self, question: PileState) -> tuple[dict[str, object], list[str]]:
        style, players = self.style, self.position.players
        marks, lines = dict[str, object](), list[str]()
        certain = -1
        for key in self.keys:
            answer = GoalAnswer(*key, forcing=self._forcing(question, key), groups=self.groups)
            marks[f"{key[1]}_{players[key[0]]}"] = status_words(answer, players)
            if key[1] != self.keys[0][1]:
                continue
            if answer.forces(answer.own) and certain < 0:
                certain = key[0]
            if answer.status is not Status.IMPOSSIBLE:
                told = f"{self.goal_of(*key)}: {group_cell(style, answer, players)}"
                lines.append(told.replace(GLUE, " "))
        return marks | self._won(question) | {"certain_seat": certain}, lines

    def _won(self, question: PileState) -> dict[str, object]:
        """The points that lie with each side: of the whole hand, or since the first position."""
        unit, sides = question.game.piles.unit, question.sides
        names = [self.position.players[seat] for seat in Worth(question).leaders()]
        units = map(question.reckoning.units, range(sides.count))
        return {
            f"points_{name}": points_text(Fraction(each, unit))
            for name, each in zip(names, units, strict=True)
        }

    def _came(self, question: PileState) -> Hashable:
        """What a finished hand came to, as far as the graph tells it."""
        assert question.last is not None
        reached = tuple(question.reached(goal, seat) for seat, goal in self.keys)
        return question.last.winner, reached, tuple(self._won(question).values())

    def end(self, question: PileState) -> dict[str, object]:
        style, players = self.style, self.position.players
        assert question.last is not None
        winner = players[question.last.winner]
        marks: dict[str, object] = {"kind": "end", "tricks_left": 0, "last_trick": winner}
        lines, certain = [style.t("last trick to {player}", player=winner)], -1
        for seat, goal in self.keys:
            came = question.reached(goal, seat)
            marks[f"{goal}_{players[seat]}"] = "reached" if came else "not reached"
            if came and goal == self.keys[0][1]:
                certain = max(certain, seat)
                lines.insert(0, self.goal_of(seat, goal))
        won = self._won(question)
        told = " ".join(f"{key.removeprefix('points_')} {text}" for key, text in won.items())
        lines.append(style.t("points: {points}", points=told))
        return marks | won | {"certain_seat": certain, "label": "\n".join(lines)}


def point_game_graph(
    position: Position,
    engine: Engine,
    most: int = 2000,
    style: TextStyle | None = None,
    limits: Limits | None = None,
    depth: int | None = None,
) -> Graph:
    """The graph of everything that can still be played in a game of card points.

    Raises: LimitReached, UsageError as :func:`analyzer.report.graph.game.game_graph`.
    """
    start, budget = PileState.of(position), Budget.of(limits or Limits())
    worth = Worth(start)
    last = tuple((seat, Goal(Aim.LAST_TRICK)) for seat in worth.leaders())
    keys = worth.asked() or last
    builder = PointBuilder(
        position, style or TextStyle(), budget, engine=engine, keys=keys, groups=by_sides(start.sides)
    )
    return builder.whole(start, most, depth)
