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

from abc import abstractmethod
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

import networkx as nx

from analyzer.cards.card import PAGAT
from analyzer.errors import LimitReached
from analyzer.layout import GLUE
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.position.potstate import PotState
from analyzer.position.question import Question, merged_moves
from analyzer.report.phrases.moves import move_word, names
from analyzer.report.phrases.verdicts import cell, goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind, lay
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal, is_ultimo_card
from analyzer.rules.sides import by_seats
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import GoalAnswer, Limits, Status

Q = TypeVar("Q", bound=Question)
Graph: TypeAlias = "nx.MultiDiGraph[str]"
MARKED = LAST_TRICK_GOALS
"""The goals every node is marked with, for each player; a drawing shows the Ultimo alone."""

Masks = tuple[int, ...]
"""Who forces what decides: of each such goal, bit S is set when the players in mask S force it."""


@dataclass(frozen=True, slots=True)
class _Played(Generic[Q]):
    """One way to play a trick: the words, those of them that decide, and the state it leads to."""

    words: tuple[str, ...]
    deciding: tuple[str, ...]
    after: Q

    @property
    def winner(self) -> int:
        """Who won the trick: who leads the next one."""
        return self.after.table.lead


@dataclass(slots=True)
class GraphBuilder(Generic[Q]):
    """The graph while it grows."""

    position: Position
    style: TextStyle
    budget: Budget
    graph: Graph = field(default_factory=nx.MultiDiGraph)
    ids: dict[Hashable, str] = field(default_factory=dict)
    floor: int = 0
    """Positions with so many tricks to go are not played on from."""

    @abstractmethod
    def key(self, question: Q) -> Hashable:
        """What tells a node from all others."""

    @abstractmethod
    def masks(self, question: Q) -> Masks:
        """Who forces what a play can decide. Raises: LimitReached."""

    @abstractmethod
    def values(self, question: Q) -> tuple[dict[str, object], list[str]]:
        """The attributes that say what a position is worth, and the lines of them that a drawing shows."""

    @abstractmethod
    def end(self, question: Q) -> dict[str, object]:
        """The attributes of a finished hand."""

    def whole(self, start: Q, most: int, depth: int | None = None) -> Graph:
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
            source = self.ids[self.key(question)]
            for play in self._on(question, (), ()):
                key = self.key(play.after)
                if key not in self.ids:
                    self._node(play.after)
                    if self._goes_on(play.after):
                        waiting.append(play.after)
                self._edge(source, self.ids[key], play)
        players = " ".join(self.position.players)
        rules, title = str(self.position.rules), self.position.title or ""
        self.graph.graph.update(title=title, ruleset=rules, players=players)
        return self.graph

    def _check_size(self, start: Q, most: int) -> None:
        """Raises: LimitReached where more than `most` positions can be reached, or the time is up."""
        seen: set[Hashable] = {self.key(start)}
        waiting = deque([start])
        while waiting:
            self.budget.check_clock()
            for after in _tricks_from(waiting.popleft()):
                key = self.key(after)
                if key in seen:
                    continue
                seen.add(key)
                if len(seen) > most:
                    told = say(
                        "the graph has more than {number} positions; ask for more with --max-positions, or "
                        "begin nearer the end",
                        number=most,
                    )
                    raise LimitReached(told)
                if self._goes_on(after):
                    waiting.append(after)

    def _goes_on(self, question: Q) -> bool:
        """Whether what can be played from there is part of the graph."""
        return not question.over and question.table.tricks_left > self.floor

    def _node(self, question: Q) -> None:
        name = f"p{len(self.ids)}"
        self.ids[self.key(question)] = name
        self.graph.add_node(name, **(self.end(question) if question.over else self._marks(question)))

    def _edge(self, source: str, target: str, play: _Played[Q]) -> None:
        self.graph.add_edge(
            source,
            target,
            cards=" ".join(play.words),
            winner=self.position.players[play.winner],
            decides=bool(play.deciding),
            deciding=" ".join(play.deciding),
            label=self._edge_label(play),
        )

    def _edge_label(self, play: _Played[Q]) -> str:
        """The cards of a trick, the deciding ones marked with `!`, and who won it."""
        style = self.style
        words = [f"{style.word(word)}{'!' if word in play.deciding else ''}" for word in play.words]
        return f"{' '.join(words)} {style.arrow} {self.position.players[play.winner]}"

    def _marks(self, question: Q) -> dict[str, object]:
        """The attributes of a position that is still to be played."""
        players, table = self.position.players, question.table
        marks: dict[str, object] = {
            "kind": "position",
            "tricks_left": table.tricks_left,
            "leader": players[table.lead],
        }
        if table.trick:
            marks["trick"] = " ".join(str(lay(e.card, e.names)) for e in table.trick)
        lines = [self.style.t("{player} leads", player=players[table.lead])]
        for seat, hand in enumerate(table.hands):
            marks[f"hand_{players[seat]}"] = " ".join(str(card) for card in sorted(hand))
            lines.append(f"{players[seat]}: {self.style.cards(hand)}")
        found, more = self.values(question)
        if not self._goes_on(question):
            more = [*more, "…"]
        return marks | found | {"label": "\n".join([*lines, *more])}

    def goal_of(self, seat: int, goal: Goal) -> str:
        """A goal with whose it is."""
        whose = self.style.whose(self.position.players[seat])
        return self.style.t("{whose} {goal}", whose=whose, goal=goal_word(self.style, goal))

    def _on(self, question: Q, words: tuple[str, ...], deciding: tuple[str, ...]) -> Iterator[_Played[Q]]:
        """Every way to play the trick to its end from a state within it."""
        before = self.masks(question)
        for move, _ in merged_moves(question):
            after, _ = question.after(move)
            word = (
                ""
                if move.kind is ActionKind.ALLOW
                else move_word(question.to_move, move, self.position.players)
            )
            said = (*words, word) if word else words
            decided = (*deciding, word or "allowed") if self.masks(after) != before else deciding
            if _complete(question, after):
                yield _Played(said, decided, after)
            else:
                yield from self._on(after, said, decided)


def _complete(question: Q, after: Q) -> bool:
    """Whether a move completed its trick."""
    return after.table.tricks_left < question.table.tricks_left


def _tricks_from(question: Q) -> Iterator[Q]:
    """Every way to play the trick: the state after it."""
    for move, _ in merged_moves(question):
        after, _ = question.after(move)
        if _complete(question, after):
            yield after
        else:
            yield from _tricks_from(after)


@dataclass(slots=True)
class GoalBuilder(GraphBuilder[PotState]):
    """The graph of a game of the last trick."""

    engine: Engine = field(kw_only=True)
    known: dict[Table, Masks] = field(default_factory=dict)

    def key(self, question: PotState) -> Hashable:
        return question.table if question.last is None else _outcome(question.last)

    def values(self, question: PotState) -> tuple[dict[str, object], list[str]]:
        players = self.position.players
        wanted = [(seat, goal) for goal in MARKED for seat in range(len(players))]
        found, lines = self.engine.goals(question, wanted, self.budget), list[str]()
        marks: dict[str, object] = {}
        for seat, goal in wanted:
            answer = GoalAnswer(seat, goal, found[seat, goal], by_seats(len(players)))
            marks[f"{goal!s}_{players[seat]}"] = status_words(answer, players)
            if goal == Goal.ULTIMO and answer.status is not Status.IMPOSSIBLE:
                told = f"{self.goal_of(seat, goal)}: {cell(self.style, answer, players)}"
                lines.append(told.replace(GLUE, " "))
        marks["certain_seat"] = _certain([found[seat, Goal.ULTIMO] for seat in range(len(players))])
        return marks, lines

    def end(self, question: PotState) -> dict[str, object]:
        assert question.last is not None
        players = self.position.players
        winner, ultimo, bagud = _outcome(question.last)
        marks: dict[str, object] = {
            "kind": "end",
            "tricks_left": 0,
            "last_trick": players[winner],
            "ultimo": players[winner] if ultimo else "",
            "king_ultimo": players[winner] if ultimo and not _is_pagat(ultimo) else "",
            "pagat_ultimo": players[winner] if _is_pagat(ultimo) else "",
            "bagud": " ".join(players[seat] for seat in bagud),
            "certain_seat": winner if ultimo else -1,
        }
        lines = [
            self.goal_of(winner, Goal.ULTIMO)
            if ultimo
            else self.style.t("last trick to {player}", player=players[winner])
        ]
        if bagud:
            behind = self.style.both([players[seat] for seat in bagud])
            lines.append(self.style.t("Bagud for {players}", players=behind))
        return marks | {"label": "\n".join(lines)}

    def masks(self, question: PotState) -> Masks:
        if question.last is not None:
            return _final(question.last, question.players)
        table = question.table
        if table not in self.known:
            wanted = [(seat, Goal.ULTIMO) for seat in range(question.players)]
            found = self.engine.goals(question, wanted, self.budget)
            self.known[table] = tuple(found[each] for each in wanted)
        return self.known[table]


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
    start, budget = PotState.of(position), Budget.of(limits or Limits())
    return GoalBuilder(position, style or TextStyle(), budget, engine=engine).whole(start, most, depth)


def status_words(answer: GoalAnswer, players: Sequence[str]) -> str:
    """A goal in few words without markup: `automatic`, `forced`, `by B`, `by A+B / A+C`, `impossible`."""
    if answer.status is not Status.DEPENDS:
        return str(answer.status.value)
    return "by " + " / ".join("+".join(names(mask, players)) for mask in answer.forced_by)


def _outcome(trick: Trick) -> tuple[int, str, tuple[int, ...]]:
    """The winner of a last trick, the Ultimo card it was won with if it was, and who went Bagud."""
    card = next(each.card for each in trick.laid if each.seat == trick.winner)
    bagud = sorted(e.seat for e in trick.laid if e.seat != trick.winner and is_ultimo_card(e.card))
    return trick.winner, str(card) if is_ultimo_card(card) else "", tuple(bagud)


def _is_pagat(card: str) -> bool:
    return card == str(PAGAT)


def _final(trick: Trick, players: int) -> Masks:
    """Who forces whose Ultimo once it is played: everybody, or nobody."""
    winner, ultimo, _ = _outcome(trick)
    everybody = (1 << (1 << players)) - 1
    return tuple(everybody if ultimo and seat == winner else 0 for seat in range(players))


def _certain(masks: Sequence[int]) -> int:
    """The seat that has the Ultimo for certain, alone against all others; -1 where none has."""
    return next((seat for seat, mask in enumerate(masks) if mask >> (1 << seat) & 1), -1)
