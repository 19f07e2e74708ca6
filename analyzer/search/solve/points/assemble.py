"""The whole answer in a game of card points: what is asked, in which order, and what is known at a limit.

Every value is sought for the state after each legal card; those of the position itself follow from them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.pointquestion import PointQuestion, opened
from analyzer.position.question import Amounts, check_not_over, merged_moves
from analyzer.rules.score.pointgoals import Aimed
from analyzer.search.engine.backup import combined, known_below, sets_with, standing
from analyzer.search.engine.points.asked import Worth
from analyzer.search.engine.points.engine import PointEngine, default_point_engine
from analyzer.search.engine.points.results import Key, PointCard, PointSolution, Sense
from analyzer.search.engine.question import Budget
from analyzer.search.engine.results import Groups, Limits
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.points.candidate import Number, PointCandidate
from analyzer.search.solve.schedule import Part, Patience, seek_apart, seek_in_turn


@dataclass(frozen=True, slots=True)
class PointRequest:
    """The parts of the answer that are wanted."""

    goals: tuple[Key, ...]
    numbers: tuple[Number, ...]
    guarantee: tuple[int, ...]
    """Sides."""
    equilibria: bool
    cards: bool
    """Whether every legal card is valued too."""
    groups: Groups
    """Who decides as one where it is asked who can force what."""


def solve_points(
    position: Position,
    request: PointRequest,
    question: PointQuestion,
    limits: Limits,
    engine: PointEngine | None = None,
    watch: Watch | None = None,
) -> PointSolution:
    """Every answer about a position that is asked for; `question` is its own.

    Where a limit is reached or the user interrupts, what is known stays and the rest is listed as
    unfinished. Raises: UsageError for a position that is over.
    """
    check_not_over(question)
    search = PointSearch(position.players, engine or default_point_engine(), Budget.of(limits), watch)
    return search.solution(question, opened(position)[1], request)


@dataclass(frozen=True, slots=True)
class PointSearch:
    """One search: the names it speaks of, the engine it asks, and what it may use up."""

    players: tuple[str, ...]
    engine: PointEngine
    budget: Budget
    watch: Watch | None = None

    def solution(self, question: PointQuestion, paid: Amounts, asked: PointRequest) -> PointSolution:
        """The answer for one state that is not over; amounts count from where `paid` starts."""
        started, spent = time.monotonic(), self.budget.spent
        candidates = candidates_of(question, paid) if asked.cards else (PointCandidate.at(question, paid),)

        def found(unfinished: tuple[str, ...], reason: Message | None) -> PointSolution:
            root = point_root_of(question, paid, candidates, asked.groups) if asked.cards else candidates[0]
            view = question.sides.of[question.to_move]
            told = question.told
            return PointSolution(
                to_play=question.to_move,
                tricks_left=question.table.tricks_left,
                sides=question.sides,
                declarer=told.declarer,
                contract=told.contract,
                past_known=question.past_known,
                on_a_sheet=question.game.on_a_sheet,
                values=root.values(view, asked.groups),
                cards=_cards(candidates, view, asked.groups) if asked.cards else (),
                nodes=self.budget.spent - spent,
                seconds=time.monotonic() - started,
                unfinished=unfinished,
                reason=reason,
            )

        watch = self.watch
        if watch is not None:
            watch.so_far = lambda: found((watch.part,), None)
        return found(*self.seek(asked, candidates, question))

    def seek(
        self, asked: PointRequest, candidates: Sequence[PointCandidate], question: PointQuestion
    ) -> tuple[tuple[str, ...], Message | None]:
        """Find the parts asked for, for every candidate.

        What comes back are the names of the parts that were not finished, and why not.
        """
        sense = Worth(question).sense
        return seek_in_turn(
            self._parts(asked, candidates, question, sense), self.engine, self.budget, self.watch
        )

    def seek_apart(
        self, asked: PointRequest, candidate: PointCandidate, question: PointQuestion, patience: Patience
    ) -> tuple[tuple[str, ...], Message | None]:
        """Find the parts asked for, each as long as there is patience with it.

        What comes back are the parts that a limit of the whole has stopped, and why.
        """
        parts = self._parts(asked, (candidate,), question, Worth(question).sense)
        return seek_apart(parts, self.engine, self.budget, self.watch, patience)

    def _parts(
        self, asked: PointRequest, candidates: Sequence[PointCandidate], question: PointQuestion, sense: Sense
    ) -> tuple[Part[PointEngine], ...]:
        """The parts asked for, the cheaper ones first."""
        leaders = Worth(question).leaders()

        def part(name: str, pieces: list[partial[None]]) -> Part[PointEngine]:
            return Part(name, tuple(pieces), name)

        parts = [
            part(
                f"goals.{self.players[seat]}.{goal}",
                [partial(each.seek_goal, (seat, goal), asked.groups) for each in candidates],
            )
            for seat, goal in asked.goals
        ]
        for aim, side in asked.numbers:
            name = aim.value if aim is Aimed.MARGIN else f"{aim.value}.{self.players[leaders[side]]}"
            parts.append(part(name, [partial(each.seek_number, (aim, side), sense) for each in candidates]))
        for side in asked.guarantee:
            name = f"guarantee.{self.players[leaders[side]]}"
            parts.append(part(name, [partial(each.seek_guarantee, side) for each in candidates]))
        if asked.equilibria:
            parts.append(part("equilibria", [partial(each.seek_equilibria) for each in candidates]))
        return tuple(parts)


def everything(question: PointQuestion, groups: Groups) -> PointRequest:
    """Everything that a position makes worth asking."""
    worth, sides = Worth(question), range(question.sides.count)
    numbers = [(aim, side) for aim in worth.numbers for side in sides]
    return PointRequest(
        goals=worth.asked(),
        numbers=(*numbers, *([(Aimed.MARGIN, 0)] if worth.margin else [])),
        guarantee=tuple(sides),
        equilibria=not question.opposed,
        cards=True,
        groups=groups,
    )


def candidates_of(question: PointQuestion, paid: Amounts) -> tuple[PointCandidate, ...]:
    """The states after each card, equal cards merged, in canonical order."""
    return tuple(
        PointCandidate.after(question, paid, move, equals) for move, equals in merged_moves(question)
    )


def point_root_of(
    question: PointQuestion, paid: Amounts, candidates: Sequence[PointCandidate], groups: Groups
) -> PointCandidate:
    """The position itself with its values as they follow from those found after every one of its cards."""
    root, mover = PointCandidate.at(question, paid), question.to_move
    own = question.sides.of[mover]
    with_mover = sets_with(groups, mover)
    sense = max if Worth(question).sense is Sense.MOST else min
    against = min if sense is max else max
    root.goals = known_below(
        [each.goals for each in candidates], lambda _, masks: combined(masks, with_mover)
    )
    root.numbers = known_below(
        [each.numbers for each in candidates],
        lambda number, units: sense(units) if number[1] == own else against(units),
    )
    root.guarantee = known_below(
        [each.guarantee for each in candidates],
        lambda side, amounts: max(amounts) if side == own else min(amounts),
    )
    payoffs = [each.equilibria for each in candidates if each.equilibria is not None]
    if len(payoffs) == len(candidates):
        root.equilibria = standing(payoffs, own)
    return root


def _cards(candidates: Sequence[PointCandidate], view: int, groups: Groups) -> tuple[PointCard, ...]:
    """The values of each legal card."""
    return tuple(
        PointCard(each.move.card, each.move.suit, each.equals, each.values(view, groups))
        for each in candidates
        if each.move is not None and each.move.card is not None
    )
