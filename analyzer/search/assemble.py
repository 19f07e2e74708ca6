"""The whole answer put together: what is asked, in which order, and what is known when a limit comes.

Every value is sought for the state after each legal card; those of the position itself follow from
them by the rules of :mod:`analyzer.search.combine`. Nothing here knows how an engine finds its values.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from analyzer.errors import LimitReached, UsageError
from analyzer.position.model import Position
from analyzer.search.combine import combined, sets_with, standing
from analyzer.search.engines import default_engine
from analyzer.search.force import forced
from analyzer.search.opening import opening
from analyzer.search.proper import Judged, judge
from analyzer.search.question import Budget, Engine, Question, merged_moves
from analyzer.search.results import CardValues, Goal, Limits, Solution
from analyzer.search.spot import Key, Paid, Spot

INTERRUPTED = "interrupted"
"""The reason given when the user broke the search off."""

NO_LIMITS = Limits()

__all__ = ["INTERRUPTED", "Asked", "Search", "forced", "solve"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The parts of the answer that are wanted."""

    goals: tuple[Key, ...]
    guarantee: tuple[int, ...]
    """Seats."""
    equilibria: bool
    cards: bool
    """Whether every legal card is valued too."""


def solve(
    position: Position,
    *,
    goals: bool = True,
    tokens: bool = True,
    goal: Goal | None = None,
    player: int | None = None,
    cards: bool = True,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
) -> Solution:
    """Every answer about a position, or the parts asked for; tokens are those from the position on.

    `goal` and `player` (a seat) narrow the goals down, `player` the guarantees too. Where a limit is
    reached or the user interrupts, what is known stays and the rest is listed as unfinished.

    Raises: UsageError for a position that is over or not all known, or a player not at the table.
    """
    question = Question.of(position)
    if question.over:
        raise UsageError("nothing is left to play in this position")
    if player is not None and player not in range(question.players):
        raise UsageError(f"there is no seat {player}; seats are 0 to {question.players - 1}")
    seats = tuple(range(question.players)) if player is None else (player,)
    kinds = tuple(Goal) if goal is None else (goal,)
    asked = Asked(
        goals=tuple((seat, kind) for seat in seats for kind in kinds) if goals else (),
        guarantee=seats if tokens else (),
        equilibria=tokens,
        cards=cards,
    )
    search = Search(position.players, engine or default_engine(), Budget.of(limits))
    return search.solution(question, opening(position), asked)


Part = tuple[str, Callable[[], None]]
"""A part of the answer: its name, and the work that finishes it for every spot."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search: the names it speaks of, the engine it asks, and what it may use up."""

    players: tuple[str, ...]
    engine: Engine
    budget: Budget

    def solution(self, question: Question, paid: Paid, asked: Asked) -> Solution:
        """The answer for one state that is not over; tokens count from where `paid` starts."""
        started, spent = time.monotonic(), self.budget.spent
        spots = spots_after(question, paid) if asked.cards else (Spot.at(question, paid),)
        unfinished, reason = self.seek(asked, spots)
        root = root_of(question, paid, spots) if asked.cards else spots[0]
        return Solution(
            to_play=question.to_move,
            tricks_left=question.table.tricks_left,
            values=root.values(question.to_move),
            cards=self._cards(question, spots) if asked.cards else (),
            nodes=self.budget.spent - spent,
            seconds=time.monotonic() - started,
            unfinished=unfinished,
            reason=reason,
        )

    def seek(self, asked: Asked, spots: Sequence[Spot]) -> tuple[tuple[str, ...], str | None]:
        """Find the parts asked for, for every spot.

        What comes back are the names of the parts that were not finished, and why not: nothing and None
        when all were.
        """
        parts = self._parts(asked, spots)
        for name, work in parts:
            try:
                work()
            except (LimitReached, KeyboardInterrupt) as stop:
                reason = stop.reason if isinstance(stop, LimitReached) else INTERRUPTED
                return (name, *(later for later, _ in parts)), reason
        return (), None

    def judged(self, question: Question, spots: Sequence[Spot]) -> tuple[Judged, ...]:
        """Whether each move is proper, by what was found of the goals after it."""
        options = [(str(spot.move), spot.goals) for spot in spots]
        return judge(question.to_move, question.pots, options, self.players)

    def _parts(self, asked: Asked, spots: Sequence[Spot]) -> Iterator[Part]:
        """The parts asked for, the two-sided and cheaper ones first."""
        limits = (self.engine, self.budget)
        for key in asked.goals:
            name = f"goals.{self.players[key[0]]}.{key[1].value}"
            yield name, _for_each(spots, Spot.seek_goal, key, *limits)
        for seat in asked.guarantee:
            yield f"guarantee.{self.players[seat]}", _for_each(spots, Spot.seek_guarantee, seat, *limits)
        if asked.equilibria:
            yield "equilibria", _for_each(spots, Spot.seek_equilibria, *limits)

    def _cards(self, question: Question, spots: Sequence[Spot]) -> tuple[CardValues, ...]:
        """The values of each legal card; none where the player to move only answers a picked card."""
        mover = question.to_move
        verdicts = self.judged(question, spots)
        cards = (_card(spot, mover, judged) for spot, judged in zip(spots, verdicts, strict=True))
        return tuple(card for card in cards if card is not None)


def spots_after(question: Question, paid: Paid) -> tuple[Spot, ...]:
    """The states after each move, equal cards merged, in canonical order."""
    return tuple(Spot.after(question, paid, move, equals) for move, equals in merged_moves(question))


def _for_each(spots: Sequence[Spot], seek: Callable[..., None], *args: object) -> Callable[[], None]:
    def work() -> None:
        for spot in spots:
            seek(spot, *args)

    return work


def root_of(question: Question, paid: Paid, spots: Sequence[Spot]) -> Spot:
    """The position itself with its values as they follow from those found after every one of its moves."""
    root, mover = Spot.at(question, paid), question.to_move
    with_mover = sets_with(mover, question.players)
    for key in spots[0].goals:
        if all(key in spot.goals for spot in spots):
            root.goals[key] = combined([spot.goals[key] for spot in spots], with_mover)
    for seat in spots[0].guarantee:
        if all(seat in spot.guarantee for spot in spots):
            best = max if seat == mover else min
            root.guarantee[seat] = best(spot.guarantee[seat] for spot in spots)
    payoffs = [spot.equilibria for spot in spots if spot.equilibria is not None]
    if len(payoffs) == len(spots):
        root.equilibria = standing(payoffs, mover)
    return root


def _card(spot: Spot, mover: int, judged: Judged) -> CardValues | None:
    """The values of the card that led to the spot; None for an answer to a picked card."""
    if spot.move is None or spot.move.card is None:
        return None
    return CardValues(
        spot.move.card, spot.move.names, spot.equals, spot.values(mover), judged.proper, judged.why
    )
