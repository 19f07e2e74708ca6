"""The whole answer put together: what is asked, in which order, and what is known when a limit comes.

Every value is sought for the state after each legal card; those of the position itself follow from
them by the rules of :mod:`analyzer.search.engine.backup`. Nothing here knows how an engine finds its values.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial

from analyzer.errors import INTERRUPTED, UsageError
from analyzer.messages import Message, say
from analyzer.position.model import Position
from analyzer.position.question import check_not_over, merged_moves
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.backup import combined, known_below, sets_with, standing
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.question import Budget, Engine, Question
from analyzer.search.engine.results import CardValues, Limits, Solution, by_seats
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.candidate import Amounts, Candidate, Key
from analyzer.search.solve.evidence import say_why_not, testify
from analyzer.search.solve.force import forced
from analyzer.search.solve.opening import opening
from analyzer.search.solve.outlook import Outlook, after_the_limit
from analyzer.search.solve.proper import Judged, judge
from analyzer.search.solve.schedule import Part, Unfinished, seek_in_threads, seek_in_turn

NO_LIMITS = Limits()

ULTIMO = (Goal.ULTIMO, Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO)
"""Goals of which much is known once the first is."""

EVIDENCE = "evidence"
"""The name of the part that shows why cards are improper."""

__all__ = ["Search", "SearchRequest", "forced", "solve"]


@dataclass(frozen=True, slots=True)
class SearchRequest:
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
    equilibria: bool = True,
    goal: Goal | None = None,
    player: int | None = None,
    cards: bool = True,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
    threads: int = 1,
    watch: Watch | None = None,
) -> Solution:
    """Every answer about a position, or the parts asked for; tokens are those from the position on.

    `goal` and `player` (a seat) narrow the goals down, `player` the guarantees too; without `equilibria`
    the tokens are guarantees alone. Where a limit is
    reached or the user interrupts, what is known stays and the rest is listed as unfinished. `threads` are
    for the usual engine and searches without a limit of nodes; others are done by one. Their number
    changes no answer. Progress can be read from `watch`.

    Raises: UsageError for a position that is over or not all known, or a player not at the table.
    """
    question = Question.of(position)
    check_not_over(question)
    if player is not None and player not in range(question.players):
        raise UsageError(
            say("there is no seat {seat}; seats are 0 to {last}", seat=player, last=question.players - 1)
        )
    seats = tuple(range(question.players)) if player is None else (player,)
    kinds = tuple(Goal) if goal is None else (goal,)
    asked = SearchRequest(
        goals=tuple((seat, kind) for seat in seats for kind in kinds) if goals else (),
        guarantee=seats if tokens else (),
        equilibria=tokens and equilibria,
        cards=cards,
    )
    if engine is not None or limits.max_nodes is not None:
        threads = 1
    budget = Budget.of(limits)
    search = Search(position.players, engine or default_engine(threads), budget, threads, watch)
    return search.solution(question, opening(position), asked)


@dataclass(frozen=True, slots=True)
class Search:
    """One search: the names it speaks of, the engine it asks, and what it may use up."""

    players: tuple[str, ...]
    engine: Engine
    budget: Budget
    threads: int = 1
    """With more than one `engine` has all of them search each question of a long hand; the questions of a
    short one are shared out, and each thread asks an engine of its own."""
    watch: Watch | None = None

    def solution(self, question: Question, paid: Amounts, asked: SearchRequest) -> Solution:
        """The answer for one state that is not over; tokens count from where `paid` starts."""
        started, spent = time.monotonic(), self.budget.spent
        candidates = candidates_after(question, paid) if asked.cards else (Candidate.at(question, paid),)
        outlook = Outlook(question, asked.goals, self.watch)

        def root() -> Candidate:
            here = root_of(question, paid, candidates) if asked.cards else candidates[0]
            here.goals |= outlook.proved()
            return here

        def found(here: Candidate, unfinished: tuple[str, ...], reason: Message | None) -> Solution:
            return Solution(
                to_play=question.to_move,
                tricks_left=question.table.tricks_left,
                values=here.values(question.to_move),
                cards=self._cards(question, candidates) if asked.cards else (),
                nodes=self.budget.spent - spent,
                seconds=time.monotonic() - started,
                unfinished=unfinished,
                reason=reason,
                open=outlook.still_open([key for key in asked.goals if key not in here.goals]),
            )

        watch = self.watch
        if watch is not None:
            watch.so_far = lambda: found(root(), (watch.part,), None)
        unfinished, reason = self.seek(asked, candidates, question if asked.cards else None, outlook)
        here = root()
        if reason is not INTERRUPTED:
            left = [key for key in asked.goals if key not in here.goals]
            outlook.guess(left, after_the_limit(self.budget))
        return found(here, unfinished, reason)

    def seek(
        self,
        asked: SearchRequest,
        candidates: Sequence[Candidate],
        question: Question | None = None,
        outlook: Outlook | None = None,
    ) -> Unfinished:
        """Find the parts asked for, for every candidate; with `question`, the state whose moves led to the
        candidates, the evidence against improper ones as well.

        What comes back are the names of the parts that were not finished, and why not: nothing and None
        when all were.
        """
        parts = self._parts(asked, candidates)
        last = (self._evidence(question, candidates),) if question is not None and asked.goals else ()
        long = outlook is not None and outlook.long
        if outlook is not None and long:
            reason = self._look_ahead(outlook, parts, len(parts) + len(last))
            if reason is not None:
                return tuple(part.name for part in parts), reason
        if self.threads > 1 and not long:
            watch = self.watch or Watch()
            unfinished, reason = seek_in_threads(parts, self.threads, default_engine, self.budget, watch)
            if reason is None:
                unfinished, reason = self._in_turn(last)
        else:
            # Evidence needs the goals alone, and a search of tokens may never end.
            first = len(asked.goals)
            unfinished, reason = self._in_turn((*parts[:first], *last, *parts[first:]))
        if reason is None or question is None:
            return unfinished, reason
        known = tuple(name for name in unfinished if name.startswith("goals."))
        lacking = (EVIDENCE,) * self._lacks_evidence(question, candidates)
        return known + lacking + tuple(n for n in unfinished if n not in (*known, EVIDENCE)), reason

    def _look_ahead(self, outlook: Outlook, parts: Sequence[Part[Engine]], total: int) -> Message | None:
        """Ask the position itself before its cards; why that was stopped, where it was."""
        ahead = (Part(parts[0].name, (outlook.seek,), ""),)
        return self._in_turn(ahead, total)[1]

    def _in_turn(self, parts: Sequence[Part[Engine]], total: int | None = None) -> Unfinished:
        """Seek one part after the other; the watch of several threads sees this one as well."""
        alone = nullcontext() if self.watch is None or self.threads == 1 else self.watch.meanwhile()
        with alone:
            return seek_in_turn(parts, self.engine, self.budget, self.watch, total)

    def judged(self, question: Question, candidates: Sequence[Candidate]) -> tuple[Judged, ...]:
        """Whether each move is proper, by what was found of the goals after it."""
        options = [(str(candidate.move), candidate.goals) for candidate in candidates]
        return judge(question.to_move, question.pots, question.spec.considerable, options, self.players)

    def _evidence(self, question: Question, candidates: Sequence[Candidate]) -> Part[Engine]:
        """The part that finds the evidence, once the goals are known."""

        def find(engine: Engine, budget: Budget) -> None:
            testify(candidates, self.judged(question, candidates), engine, budget)
            say_why_not(candidates, engine, budget)

        return Part(EVIDENCE, (find,), EVIDENCE)

    def _lacks_evidence(self, question: Question, candidates: Sequence[Candidate]) -> bool:
        """Whether a move is known to be improper that has no evidence against it."""
        judged = self.judged(question, candidates)
        return any(
            each.breach and not candidate.evidence for each, candidate in zip(judged, candidates, strict=True)
        )

    def _parts(self, asked: SearchRequest, candidates: Sequence[Candidate]) -> tuple[Part[Engine], ...]:
        """The parts asked for, the two-sided and cheaper ones first."""
        parts = [
            Part(
                f"goals.{self.players[key[0]]}.{key[1].value}",
                tuple(partial(candidate.seek_goal, key) for candidate in candidates),
                family=f"{key[0]} {'ultimo' if key[1] in ULTIMO else key[1].value}",
            )
            for key in asked.goals
        ]
        for seat in asked.guarantee:
            name = f"guarantee.{self.players[seat]}"
            parts.append(
                Part(name, tuple(partial(candidate.seek_guarantee, seat) for candidate in candidates), name)
            )
        if asked.equilibria:
            parts.append(
                Part("equilibria", tuple(candidate.seek_equilibria for candidate in candidates), "equilibria")
            )
        return tuple(parts)

    def _cards(self, question: Question, candidates: Sequence[Candidate]) -> tuple[CardValues, ...]:
        """The values of each legal card; none where the player to move only answers a picked card."""
        mover = question.to_move
        verdicts = self.judged(question, candidates)
        cards = (
            _card(candidate, mover, judged) for candidate, judged in zip(candidates, verdicts, strict=True)
        )
        return tuple(card for card in cards if card is not None)


def candidates_after(question: Question, paid: Amounts) -> tuple[Candidate, ...]:
    """The states after each move, equal cards merged, in canonical order."""
    return tuple(Candidate.after(question, paid, move, equals) for move, equals in merged_moves(question))


def root_of(question: Question, paid: Amounts, candidates: Sequence[Candidate]) -> Candidate:
    """The position itself with its values as they follow from those found after every one of its moves."""
    root, mover = Candidate.at(question, paid), question.to_move
    with_mover = sets_with(by_seats(question.players), mover)
    root.goals = known_below(
        [each.goals for each in candidates], lambda _, masks: combined(masks, with_mover)
    )
    root.guarantee = known_below(
        [each.guarantee for each in candidates],
        lambda seat, amounts: max(amounts) if seat == mover else min(amounts),
    )
    payoffs = [candidate.equilibria for candidate in candidates if candidate.equilibria is not None]
    if len(payoffs) == len(candidates):
        root.equilibria = standing(payoffs, mover)
    return root


def _card(candidate: Candidate, mover: int, judged: Judged) -> CardValues | None:
    """The values of the card that led to the candidate; None for an answer to a picked card."""
    if candidate.move is None or candidate.move.card is None:
        return None
    return CardValues(
        candidate.move.card,
        candidate.move.suit,
        candidate.equals,
        candidate.values(mover),
        judged.proper,
        judged.why,
        candidate.evidence,
        candidate.lets_go,
    )
