"""The game graph of a small ending, and what it tells of each position."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import networkx as nx

from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.layout import GLUE
from analyzer.messages import Name, Verbatim, Whose, both, say
from analyzer.position.bearing import Askable, Key
from analyzer.position.hand import Hand, merged_moves
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import ActionKind, Groups, lay, move_word, side_groups
from analyzer.rules.score.goals import Aim, Goal, is_ultimo_card, points_text
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.results import GoalAnswer, Limits, Status
from analyzer.words.verdicts import goal_cell, names

# What a game graph tells of a position, and of a finished hand: attributes, and the lines that are drawn.


Told = tuple[dict[str, object], list[str]]
"""Attributes, and lines of a drawing."""
Masks = tuple[int, ...]
"""Who forces what decides: of each such goal, bit S is set when the groups in mask S force it."""


def keys_of(start: Hand) -> tuple[Key, ...]:
    """The goals that positions are marked with: those worth asking of the first one, else the last trick."""
    worth = Askable(start)
    return worth.pair_goals() or tuple((seat, Goal(Aim.LAST_TRICK)) for seat in worth.leaders())


@dataclass(slots=True)
class Marks:
    """What is told of positions; a play decides that changes who can force the first of the goals."""

    position: Position
    style: TextStyle
    budget: Budget
    engine: Engine
    keys: tuple[Key, ...]
    groups: Groups
    known: dict[Hashable, Masks] = field(default_factory=dict)

    @property
    def first(self) -> tuple[Key, ...]:
        """The first of the goals, for everybody who can have it: a drawing shows no other."""
        return tuple(key for key in self.keys if key[1] == self.keys[0][1])

    def key(self, question: Hand) -> Hashable:
        """What tells a node from all others: what can be forced from there, or what the hand came to."""
        if not question.over:
            return question.ahead()
        assert question.last is not None
        card = next(each.card for each in question.last.laid if each.seat == question.last.winner)
        prize = card if question.pot_count and is_ultimo_card(card) else None
        reached = tuple(question.reached(goal, seat) for seat, goal in self.keys)
        return question.last.winner, prize, reached, tuple(self._won(question).values())

    def decisive(self, question: Hand) -> Masks:
        """Who forces what a play can decide. Raises: LimitReached."""
        state = self.key(question)
        if state not in self.known:
            self.known[state] = tuple(self._forcing(question, self.first).values())
        return self.known[state]

    def _forcing(self, question: Hand, keys: Sequence[Key]) -> dict[Key, int]:
        """Who forces goals: sets of groups, as masks."""
        if question.over:
            every = (1 << (1 << len(self.groups))) - 1
            return {(seat, goal): every if question.reached(goal, seat) else 0 for seat, goal in keys}
        found = self.engine.goals(question, keys, self.budget, self.groups)
        return {key: found[key] for key in keys}

    def node_attributes(self, question: Hand, *, goes_on: bool) -> dict[str, object]:
        """The attributes of a node. Raises: LimitReached."""
        return self._end(question) if question.over else self._position(question, goes_on=goes_on)

    def _position(self, question: Hand, *, goes_on: bool) -> dict[str, object]:
        """The attributes of a position that is still to be played."""
        players, table = self.position.players, question.table
        marks: dict[str, object] = {
            "kind": "position",
            "tricks_left": table.tricks_left,
            "leader": players[table.lead],
        }
        if table.trick:
            marks["trick"] = " ".join(str(lay(e.card, e.names)) for e in table.trick)
        lines = [self.style.render(say("{player} leads", player=Name(players[table.lead])))]
        for seat, hand in enumerate(table.hands):
            marks[f"hand_{players[seat]}"] = " ".join(str(card) for card in sorted(hand))
            lines.append(f"{players[seat]}: {self.style.cards(hand)}")
        answers = [
            GoalAnswer(*key, forcing=forcing, groups=self.groups)
            for key, forcing in self._forcing(question, self.keys).items()
        ]
        marks |= {f"{each.goal}_{players[each.seat]}": status_words(each, players) for each in answers}
        marks |= self._won(question)
        first = [each for each in answers if (each.seat, each.goal) in self.first]
        marks["certain_seat"] = next((each.seat for each in first if each.forces(each.own)), -1)
        told = [self._line(each) for each in first if each.status is not Status.IMPOSSIBLE]
        return marks | {"label": "\n".join([*lines, *told, *([] if goes_on else ["…"])])}

    def _line(self, answer: GoalAnswer) -> str:
        """A goal in a line of a drawing."""
        told = self.style.render(goal_cell(answer, self.position.players))
        return f"{self._goal_of(answer.seat, answer.goal)}: {told}".replace(GLUE, " ")

    def _won(self, question: Hand) -> dict[str, object]:
        """The points that lie with each side, where goals hang on them."""
        leaders = map(self.position.players.__getitem__, Askable(question).leaders())
        points = question.points()
        return (
            {}
            if points is None
            else {f"points_{name}": points_text(each) for name, each in zip(leaders, points, strict=True)}
        )

    def _end(self, question: Hand) -> dict[str, object]:
        """The attributes of a finished hand."""
        players = self.position.players
        assert question.last is not None
        marks: dict[str, object] = {
            "kind": "end",
            "tricks_left": 0,
            "last_trick": players[question.last.winner],
        }
        reached = [key for key in self.keys if question.reached(key[1], key[0])]
        told = self._end_of_pots if question.pot_count else self._end_of_piles
        more, lines = told(question, reached)
        certain = max((seat for seat, goal in reached if goal == self.keys[0][1]), default=-1)
        return marks | more | {"certain_seat": certain, "label": "\n".join(lines)}

    def _end_of_pots(self, question: Hand, reached: Sequence[Key]) -> Told:
        """Who won an Ultimo, and who went Bagud."""
        players, who = self.position.players, dict[Goal, list[str]]()
        for seat, goal in reached:
            who.setdefault(goal, []).append(players[seat])
        ultimos = (Goal.ULTIMO, Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO, Goal.BAGUD)
        marks: dict[str, object] = {str(goal): " ".join(who.get(goal, ())) for goal in ultimos}
        lines = self._first_reached(reached) or [self._last_trick(question)]
        if Goal.BAGUD in who:
            bagud = both(map(Name, who[Goal.BAGUD]))
            lines.append(self.style.render(say("Bagud for {players}", players=bagud)))
        return marks, lines

    def _end_of_piles(self, question: Hand, reached: Sequence[Key]) -> Told:
        """Which goals were reached, and the points."""
        players, won = self.position.players, self._won(question)
        marks: dict[str, object] = {
            f"{goal}_{players[seat]}": "reached" if (seat, goal) in reached else "not reached"
            for seat, goal in self.keys
        }
        told = " ".join(f"{key.removeprefix('points_')} {text}" for key, text in won.items())
        points = self.style.render(say("points: {points}", points=Verbatim(told)))
        return marks | won, [*self._first_reached(reached), self._last_trick(question), points]

    def _first_reached(self, reached: Sequence[Key]) -> list[str]:
        """The first of the goals, whoever reached it; the last of them before the others."""
        return [self._goal_of(*key) for key in reversed(self.first) if key in reached]

    def _last_trick(self, question: Hand) -> str:
        assert question.last is not None
        winner = Name(self.position.players[question.last.winner])
        return self.style.render(say("last trick to {player}", player=winner))

    def _goal_of(self, seat: int, goal: Goal) -> str:
        """A goal with whose it is."""
        whose = Whose(self.position.players[seat])
        return self.style.render(say("{whose} {goal}", whose=whose, goal=goal.named))


def status_words(answer: GoalAnswer, players: Sequence[str]) -> str:
    """A goal in few words without markup: `automatic`, `forced`, `by B`, `by A+B / A+C`, `impossible`."""
    if answer.status is not Status.DEPENDS:
        return str(answer.status.value)
    return "by " + " / ".join("+".join(names(mask, players)) for mask in answer.forced_by)


# The game graph of a small ending, as a networkx MultiDiGraph.
#
# A **node** is a position at a trick boundary: what everybody still holds, and who leads (the first one
# also has the cards already on the table). What lies in the pots is left out, since who can force what does
# not depend on it; in a game of card points what was won before is a part of it. Nodes of finished hands
# are told apart by what the last trick, or the hand, came to. An **edge** is one way to play the trick
# between two positions; cards that are equal in play stand for one another, the highest of them for all. A
# **deciding play** is a card, or a demand for the Fool, that changes which players can force whose Ultimo,
# or whose goal that a contract is about.
#
# All attributes are numbers, booleans or text, so that every file format can hold them.


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
        self.graph.add_node(name, **self.marks.node_attributes(question, goes_on=self._goes_on(question)))

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
    start, budget = Hand.from_position(position), Budget.from_limits(limits or Limits())
    marks = Marks(position, style or TextStyle(), budget, engine, keys_of(start), side_groups(start.sides))
    return GraphBuilder(marks).whole(start, most, depth)
