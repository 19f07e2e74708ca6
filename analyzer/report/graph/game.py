"""The game graph of a small ending, as a networkx MultiDiGraph.

A **node** is a position at a trick boundary: what everybody still holds, and who leads (the first one
also has the cards already on the table). What lies in the pots is left out, since who can force what
does not depend on it. Nodes of finished hands are told apart by what the last trick came to. An **edge**
is one way to play the trick between two positions; cards that are equal in play stand for one another,
the highest of them for all. A **deciding play** is a card, or a demand for the Fool, that changes which
players can force whose Ultimo.

All attributes are numbers, booleans or text, so that every file format can hold them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import networkx as nx

from analyzer.cards.card import PAGAT
from analyzer.errors import LimitReached
from analyzer.layout import GLUE
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.position.question import merged_moves
from analyzer.report.phrases.moves import move_word, names
from analyzer.report.phrases.verdicts import cell, goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind, lay
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.question import Budget, Engine, Question, is_ultimo_card
from analyzer.search.engine.results import GoalAnswer, Limits, Status, by_seats

Graph: TypeAlias = "nx.MultiDiGraph[str]"
MARKED = tuple(Goal)
"""The goals every node is marked with, for each player; a drawing shows the Ultimo alone."""

Masks = tuple[int, ...]
"""Who forces each player's Ultimo, by seat: bit S is set when the players in mask S force it."""


@dataclass(frozen=True, slots=True)
class _Played:
    """One way to play a trick: the words, those of them that decide, and the state it leads to."""

    words: tuple[str, ...]
    deciding: tuple[str, ...]
    after: Question
    trick: Trick


@dataclass(slots=True)
class _Builder:
    """The graph while it grows."""

    position: Position
    engine: Engine
    style: TextStyle
    budget: Budget
    graph: Graph = field(default_factory=nx.MultiDiGraph)
    ids: dict[object, str] = field(default_factory=dict)
    known: dict[Table, Masks] = field(default_factory=dict)

    def build(self, start: Question) -> Graph:
        self._node(start, None)
        waiting = deque([start])
        while waiting:
            question = waiting.popleft()
            source = self.ids[_key(question, None)]
            for play in self._on(question, (), ()):
                key = _key(play.after, play.trick)
                if key not in self.ids:
                    self._node(play.after, play.trick)
                    if not play.after.over:
                        waiting.append(play.after)
                self._edge(source, self.ids[key], play)
        return self.graph

    def _node(self, question: Question, trick: Trick | None) -> None:
        name = f"p{len(self.ids)}"
        self.ids[_key(question, trick if question.over else None)] = name
        marks = self._end(trick) if question.over and trick else self._marks(question)
        self.graph.add_node(name, **marks)

    def _edge(self, source: str, target: str, play: _Played) -> None:
        self.graph.add_edge(
            source,
            target,
            cards=" ".join(play.words),
            winner=self.position.players[play.trick.winner],
            decides=bool(play.deciding),
            deciding=" ".join(play.deciding),
            label=self._edge_label(play),
        )

    def _edge_label(self, play: _Played) -> str:
        """The cards of a trick, the deciding ones marked with `!`, and who won it."""
        style = self.style
        words = [f"{style.word(word)}{'!' if word in play.deciding else ''}" for word in play.words]
        return f"{' '.join(words)} {style.arrow} {self.position.players[play.trick.winner]}"

    def _marks(self, question: Question) -> dict[str, object]:
        """The attributes of a position that is still to be played."""
        players, table = self.position.players, question.table
        wanted = [(seat, goal) for goal in MARKED for seat in range(len(players))]
        found = self.engine.goals(question, wanted, self.budget)
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
        for seat, goal in wanted:
            answer = GoalAnswer(seat, goal, found[seat, goal], by_seats(len(players)))
            marks[f"{goal.value}_{players[seat]}"] = status_words(answer, players)
            if goal is Goal.ULTIMO and answer.status is not Status.IMPOSSIBLE:
                label = self.style.t(
                    "{whose} {goal}", whose=self.style.whose(players[seat]), goal=goal_word(self.style, goal)
                )
                lines.append(f"{label}: {cell(self.style, answer, players)}".replace(GLUE, " "))
        marks["certain_seat"] = _certain([found[seat, Goal.ULTIMO] for seat in range(len(players))])
        return marks | {"label": "\n".join(lines)}

    def _end(self, trick: Trick) -> dict[str, object]:
        """The attributes of a finished hand."""
        players = self.position.players
        winner, ultimo, bagud = _outcome(trick)
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
        name = players[winner]
        lines = [
            self.style.t(
                "{whose} {goal}", whose=self.style.whose(name), goal=goal_word(self.style, Goal.ULTIMO)
            )
            if ultimo
            else self.style.t("last trick to {player}", player=name)
        ]
        if bagud:
            behind = self.style.both([players[seat] for seat in bagud])
            lines.append(self.style.t("Bagud for {players}", players=behind))
        return marks | {"label": "\n".join(lines)}

    def _on(self, question: Question, words: tuple[str, ...], deciding: tuple[str, ...]) -> Iterator[_Played]:
        """Every way to play the trick to its end from a state within it."""
        before = self._masks(question)
        for move, _ in merged_moves(question):
            after, _, trick = question.after_trick(move)
            word = (
                ""
                if move.kind is ActionKind.ALLOW
                else move_word(question.to_move, move, self.position.players)
            )
            now = self._masks(after) if trick is None or not after.over else _final(trick, question.players)
            said = (*words, word) if word else words
            decided = (*deciding, word or "allowed") if now != before else deciding
            if trick is None:
                yield from self._on(after, said, decided)
            else:
                yield _Played(said, decided, after, trick)

    def _masks(self, question: Question) -> Masks:
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
) -> Graph:
    """The graph of everything that can still be played, breadth first from node `p0`.

    Raises: LimitReached where it has more than `most` positions, told before anything is searched, or
    where the limits of the search are reached; UsageError for unknown hands.
    """
    start, budget = Question.of(position), Budget.of(limits or Limits())
    _check_size(start, most, budget)
    builder = _Builder(position, engine, style or TextStyle(), budget)
    graph = builder.build(start)
    players = " ".join(position.players)
    graph.graph.update(title=position.title or "", ruleset=str(position.rules), players=players)
    return graph


def _check_size(start: Question, most: int, budget: Budget) -> None:
    """Raises: LimitReached where more than `most` positions can be reached, or the time is up."""
    seen: set[object] = {_key(start, None)}
    waiting = deque([start])
    while waiting:
        budget.check_clock()
        for after, trick in _tricks_from(waiting.popleft()):
            key = _key(after, trick)
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > most:
                raise LimitReached(
                    say(
                        "the graph has more than {number} positions; ask for more with --max-positions, or "
                        "begin nearer the end",
                        number=most,
                    )
                )
            if not after.over:
                waiting.append(after)


def _tricks_from(question: Question) -> Iterator[tuple[Question, Trick]]:
    """Every way to play the trick: the state after it, and the trick."""
    for move, _ in merged_moves(question):
        after, _, trick = question.after_trick(move)
        if trick is None:
            yield from _tricks_from(after)
        else:
            yield after, trick


def status_words(answer: GoalAnswer[Goal], players: Sequence[str]) -> str:
    """A goal in few words without markup: `automatic`, `forced`, `by B`, `by A+B / A+C`, `impossible`."""
    if answer.status is not Status.DEPENDS:
        return str(answer.status.value)
    return "by " + " / ".join("+".join(names(mask, players)) for mask in answer.forced_by)


def _key(question: Question, trick: Trick | None) -> object:
    if question.over and trick is not None:
        return _outcome(trick)
    return question.table


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
