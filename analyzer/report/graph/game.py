"""The game graph of a small ending, as a networkx MultiDiGraph.

A **node** is a position at a trick boundary: what everybody still holds, and who leads (the first one
also has the cards already on the table). What lies in the pots is left out, since who can force what
does not depend on it; in a game of card points what was won before is a part of it. Nodes of finished hands
are told apart by what the last trick, or the hand, came to. An **edge** is one way to play the trick between
two positions; cards that are equal in play stand for one another, the highest of them for all. A **deciding
play** is a card, or a demand for the Fool, that changes which players can force whose Ultimo, or whose goal
that a contract is about.

All attributes are numbers, booleans or text, so that every file format can hold them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import networkx as nx

from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.position.hand import Hand, merged_moves
from analyzer.position.model import Position
from analyzer.report.graph.marks import Marks, keys_of
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind, by_sides, move_word
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import Limits

Graph: TypeAlias = "nx.MultiDiGraph[str]"


class _Played(Record, frozen=True):
    """One way to play a trick: the words, those of them that decide, and the state it leads to."""

    words: tuple[str, ...]
    deciding: tuple[str, ...]
    after: Hand

    @property
    def winner(self) -> int:
        """Who won the trick: who leads the next one."""
        return self.after.table.lead


@dataclass(slots=True)
class GraphBuilder:
    """The graph while it grows."""

    marks: Marks
    graph: Graph = field(default_factory=nx.MultiDiGraph)
    ids: dict[Hashable, str] = field(default_factory=dict)
    floor: int = 0
    """Positions with so many tricks to go are not played on from."""

    def whole(self, start: Hand, most: int, depth: int | None = None) -> Graph:
        """The graph from a state on; of so many tricks where a depth is told.

        Raises: LimitReached where it has more than `most` positions, told before anything is searched, or
        where the limits of the search are reached.
        """
        self.floor = 0 if depth is None else max(0, start.table.tricks_left - depth)
        self._check_size(start, most)
        self._node(start)
        waiting = deque([start])
        while waiting:
            question = waiting.popleft()
            source = self.ids[self.marks.key(question)]
            for play in self._on(question, (), ()):
                key = self.marks.key(play.after)
                if key not in self.ids:
                    self._node(play.after)
                    if self._goes_on(play.after):
                        waiting.append(play.after)
                self._edge(source, self.ids[key], play)
        players = " ".join(self.marks.position.players)
        rules, title = str(self.marks.position.rules), self.marks.position.title or ""
        self.graph.graph.update(title=title, ruleset=rules, players=players)
        return self.graph

    def _check_size(self, start: Hand, most: int) -> None:
        """Raises: LimitReached where more than `most` positions can be reached, or the time is up."""
        seen: set[Hashable] = {self.marks.key(start)}
        waiting = deque([start])
        while waiting:
            self.marks.budget.check_clock()
            for after in _tricks_from(waiting.popleft()):
                key = self.marks.key(after)
                if key in seen:
                    continue
                seen.add(key)
                if len(seen) > most:
                    told = say(
                        "the graph has more than {number} {number:position/positions}; ask for "
                        "more with --max-positions, or begin nearer the end",
                        number=most,
                    )
                    raise LimitReached(told)
                if self._goes_on(after):
                    waiting.append(after)

    def _goes_on(self, question: Hand) -> bool:
        """Whether what can be played from there is part of the graph."""
        return not question.over and question.table.tricks_left > self.floor

    def _node(self, question: Hand) -> None:
        name = f"p{len(self.ids)}"
        self.ids[self.marks.key(question)] = name
        self.graph.add_node(name, **self.marks.of(question, goes_on=self._goes_on(question)))

    def _edge(self, source: str, target: str, play: _Played) -> None:
        self.graph.add_edge(
            source,
            target,
            cards=" ".join(play.words),
            winner=self.marks.position.players[play.winner],
            decides=bool(play.deciding),
            deciding=" ".join(play.deciding),
            label=self._edge_label(play),
        )

    def _edge_label(self, play: _Played) -> str:
        """The cards of a trick, the deciding ones marked with `!`, and who won it."""
        style = self.marks.style
        words = [f"{style.word(word)}{'!' if word in play.deciding else ''}" for word in play.words]
        return f"{' '.join(words)} {style.arrow} {self.marks.position.players[play.winner]}"

    def _on(self, question: Hand, words: tuple[str, ...], deciding: tuple[str, ...]) -> Iterator[_Played]:
        """Every way to play the trick to its end from a state within it."""
        before = self.marks.decisive(question)
        for move, _ in merged_moves(question):
            after, _ = question.after(move)
            word = (
                ""
                if move.kind is ActionKind.ALLOW
                else move_word(question.to_move, move, self.marks.position.players)
            )
            said = (*words, word) if word else words
            decided = (*deciding, word or "allowed") if self.marks.decisive(after) != before else deciding
            if _complete(question, after):
                yield _Played(said, decided, after)
            else:
                yield from self._on(after, said, decided)


def _complete(question: Hand, after: Hand) -> bool:
    """Whether a move completed its trick."""
    return after.table.tricks_left < question.table.tricks_left


def _tricks_from(question: Hand) -> Iterator[Hand]:
    """Every way to play the trick: the state after it."""
    for move, _ in merged_moves(question):
        after, _ = question.after(move)
        if _complete(question, after):
            yield after
        else:
            yield from _tricks_from(after)


def game_graph(
    position: Position,
    engine: Engine,
    most: int = 2000,
    style: TextStyle | None = None,
    limits: Limits | None = None,
    depth: int | None = None,
) -> Graph:
    """The graph of everything that can still be played, breadth first from node `p0`.

    With a `depth` it is of so many tricks.

    Raises: LimitReached where it has more than `most` positions, told before anything is searched, or
    where the limits of the search are reached; UsageError for unknown hands.
    """
    start, budget = Hand.of(position), Budget.of(limits or Limits())
    marks = Marks(position, style or TextStyle(), budget, engine, keys_of(start), by_sides(start.sides))
    return GraphBuilder(marks).whole(start, most, depth)
