"""The whole answer put together: what is asked, in which order, and what is known when a limit comes.

Every value is sought for the state after each legal card; those of the position itself follow from
them by the rules of :mod:`analyzer.search.engine.reference`. Nothing here knows how an engine finds its
values.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from analyzer.errors import INTERRUPTED
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.bearing import Askable
from analyzer.position.hand import Amounts, Hand, check_not_over, merged_moves
from analyzer.position.model import Position
from analyzer.rules.actions import Groups
from analyzer.rules.score.goals import Aim, Goal, Sense
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import default_engine
from analyzer.search.engine.reference import combine_below, combined, sets_with, standing
from analyzer.search.engine.results import NO_LIMITS, CardValues, Key, Limits, Solution, WithNames
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.candidate import Candidate, Number, attach_evidence, attach_releases
from analyzer.search.solve.outlook import (
    Part,
    Patience,
    RootGoals,
    Unfinished,
    after_the_limit,
    seek_apart,
    seek_in_threads,
    seek_in_turn,
)
from analyzer.search.solve.proper import Judged, judge

ULTIMO = (Goal.ULTIMO, Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO)
"""Goals of which much is known once the first is."""

EVIDENCE = "evidence"
"""The name of the part that shows why cards are improper."""


class SearchRequest(Record, frozen=True, kw_only=True):
    """The parts of the answer that are wanted."""

    goals: tuple[Key, ...] = ()
    numbers: tuple[Number, ...] = ()
    sense: Sense = Sense.MOST
    """Whether much of a number is wanted, or little."""
    guarantee: tuple[int, ...] = ()
    """Sides."""
    equilibria: bool = False
    cards: bool = True
    """Whether every legal card is valued too."""
    proper: bool = False
    """Whether the cards are judged by the Proprieties, and goals of a long hand looked at ahead."""
    groups: Groups
    """Who decides as one where it is asked who can force what."""

    @classmethod
    def everything(cls, question: Hand, groups: Groups) -> SearchRequest:
        """Everything that a position makes worth asking."""
        worth, sides = Askable(question), range(question.sides.count)
        numbers = [(aim, side) for aim in worth.numbers for side in sides]
        return cls(
            goals=worth.default_goals(),
            numbers=(*numbers, *([(Aim.MARGIN, 0)] if worth.margin else [])),
            sense=worth.sense,
            guarantee=tuple(sides),
            equilibria=not question.opposed,
            proper=question.judged,
            groups=groups,
        )


def search(
    position: Position,
    asked: SearchRequest,
    limits: Limits = NO_LIMITS,
    engine: Engine | None = None,
    threads: int = 1,
    watch: Watch | None = None,
) -> Solution:
    """The parts of an answer that are asked for; tokens are those from the position on.

    Where a limit is reached or the user interrupts, what is known stays and the rest is listed as unfinished.
    `threads` are for the engine that answers where none is named, where its core can share a question, and
    for searches without a limit of nodes; others are done by one. Their number changes no answer. Progress
    can be read from `watch`.

    Raises: UsageError for a position that is over or not all known.
    """
    question = Hand.from_position(position)
    check_not_over(question)
    if engine is not None or limits.max_nodes is not None or not question.judged:
        threads = 1
    usual = engine or default_engine(question.spec, threads)
    whole = Search(position.players, usual, Budget.from_limits(limits), threads, watch, position.sitting_out)
    return whole.solution(question, Hand.paid_before(position), asked)


class Search(Record, frozen=True):
    """One search: the names it speaks of, the engine it asks, and what it may use up."""

    players: tuple[str, ...]
    engine: Engine
    budget: Budget
    threads: int = 1
    """With more than one `engine` has all of them search each question of a long hand; the questions of a
    short one are shared out, and each thread asks an engine of its own."""
    watch: Watch | None = None
    sitting_out: str | None = None

    def solution(self, question: Hand, paid: Amounts, asked: SearchRequest) -> Solution:
        """The answer for one state that is not over; amounts count from where `paid` starts."""
        started, spent = time.monotonic(), self.budget.spent
        candidates = candidates_after(question, paid) if asked.cards else (Candidate.at(question, paid),)
        mover, outlook = (
            question.to_move,
            RootGoals(question, asked.goals if asked.proper else (), self.watch),
        )

        def root() -> Candidate:
            here = root_of(candidates, paid, asked) if asked.cards else candidates[0]
            here.goals |= outlook.proved()
            return here

        def left(here: Candidate) -> list[Key]:
            return [key for key in asked.goals if asked.proper and key not in here.goals]

        def build_solution(here: Candidate, unfinished: tuple[str, ...], reason: Message | None) -> Solution:
            return Solution(
                to_play=mover,
                tricks_left=question.table.tricks_left,
                sides=question.sides,
                declarer=question.declarer,
                contract=question.contract,
                to_come=question.to_come,
                on_a_sheet=question.on_a_sheet,
                values=here.values(mover, asked.groups),
                cards=self._cards(candidates, asked) if asked.cards else (),
                nodes=self.budget.spent - spent,
                seconds=time.monotonic() - started,
                unfinished=unfinished,
                reason=reason,
                open=outlook.still_open(left(here)),
                names_of=self._names_of(question),
            )

        watch = self.watch
        told = watch and watch.telling(lambda: build_solution(root(), (watch.part,), None))
        with told or nullcontext():
            unfinished, reason = self.seek(asked, candidates, outlook)
            here = root()
            if reason is not INTERRUPTED:
                outlook.guess(left(here), after_the_limit(self.budget))
        return build_solution(here, unfinished, reason)

    def seek(
        self, asked: SearchRequest, candidates: Sequence[Candidate], outlook: RootGoals | None = None
    ) -> Unfinished:
        """Find the parts asked for, for every candidate.

        What comes back are the names of the parts that were not finished, and why not: nothing and None
        when all were.
        """
        parts = self._parts(asked, candidates)
        judges = asked.proper and asked.cards
        last = (self._evidence(candidates),) if judges and asked.goals else ()
        long = outlook is not None and outlook.long
        if outlook is not None and long:
            reason = self._look_ahead(outlook, parts, len(parts) + len(last))
            if reason is not None:
                return tuple(part.name for part in parts), reason
        if self.threads > 1 and not long:
            watch, another = self.watch or Watch(), partial(default_engine, candidates[0].start.spec)
            unfinished, reason = seek_in_threads(parts, self.threads, another, self.budget, watch)
            parts = () if reason is not None else last
        else:
            # Evidence needs the goals alone, and a search of tokens may never end.
            first = len(asked.goals)
            parts = (*parts[:first], *last, *parts[first:])
            unfinished, reason = (), None
        if reason is None:
            turn = self.engine, self.budget, self.watch, self._meanwhile()
            unfinished, reason = seek_in_turn(parts, *turn)
        if reason is None or not judges:
            return unfinished, reason
        known = tuple(name for name in unfinished if name.startswith("goals."))
        lacking = (EVIDENCE,) * self._lacks_evidence(candidates)
        return known + lacking + tuple(n for n in unfinished if n not in (*known, EVIDENCE)), reason

    def _look_ahead(self, outlook: RootGoals, parts: Sequence[Part[Engine]], total: int) -> Message | None:
        """Ask the position itself before its cards; why that was stopped, where it was."""
        ahead = (Part(parts[0].name, (outlook.seek,), ""),)
        return seek_in_turn(ahead, self.engine, self.budget, self.watch, self._meanwhile(), total)[1]

    def _meanwhile(self) -> AbstractContextManager[object]:
        """In which the watch of several threads sees this one as well."""
        return nullcontext() if self.watch is None or self.threads == 1 else self.watch.meanwhile()

    def seek_apart(self, asked: SearchRequest, candidate: Candidate, patience: Patience) -> Message | None:
        """Find the parts asked for, each as long as there is patience with it; why the whole was stopped."""
        parts = self._parts(asked, (candidate,))
        return seek_apart(parts, self.engine, self.budget, self.watch, patience)[1]

    def judged(self, candidates: Sequence[Candidate]) -> tuple[Judged, ...]:
        """Whether each move is proper, by what was found of the goals after it."""
        options, start = [(str(each.move), each.goals) for each in candidates], candidates[0].start
        return judge(start.to_move, start.pots, start.spec.the_pots.considerable, options, self.players)

    def _evidence(self, candidates: Sequence[Candidate]) -> Part[Engine]:
        """The part that finds the evidence, once the goals are known."""

        def find(engine: Engine, budget: Budget) -> None:
            attach_evidence(candidates, self.judged(candidates), engine, budget)
            attach_releases(candidates, engine, budget)

        return Part(EVIDENCE, (find,), EVIDENCE)

    def _lacks_evidence(self, candidates: Sequence[Candidate]) -> bool:
        """Whether a move is known to be improper that has no evidence against it."""
        judged = zip(self.judged(candidates), candidates, strict=True)
        return any(each.breach and not candidate.evidence for each, candidate in judged)

    def _parts(self, asked: SearchRequest, candidates: Sequence[Candidate]) -> tuple[Part[Engine], ...]:
        """The parts asked for, the two-sided and cheaper ones first."""
        found, question = list[Part[Engine]](), candidates[0].start

        def part(name: str, seek: Callable[..., None], *of: object, family: str | None = None) -> None:
            pieces = tuple(partial(seek, candidate, *of) for candidate in candidates)
            found.append(Part(name, pieces, family or name))

        for seat, goal in asked.goals:
            family = f"{seat} {Goal.ULTIMO if goal in ULTIMO else goal}"
            name = f"goals.{self.players[seat]}.{goal}"
            part(name, Candidate.seek_goals, [(seat, goal)], asked.groups, family=family)
        leaders = [self.players[question.leader(side)] for side in range(question.sides.count)]
        for aim, side in asked.numbers:
            name = aim.value if aim.value == "margin" else f"{aim.value}.{leaders[side]}"
            part(name, Candidate.seek_number, (aim, side), asked.sense)
        for side in asked.guarantee:
            part(f"guarantee.{leaders[side]}", Candidate.seek_guarantee, side)
        if asked.equilibria:
            part("equilibria", Candidate.seek_equilibria)
        return tuple(found)

    def _names_of(self, question: Hand) -> WithNames:
        """The names that goals and amounts stand under."""
        leaders = (self.players[question.leader(side)] for side in range(question.sides.count))
        out = () if self.sitting_out is None else (self.sitting_out,)
        return WithNames(self.players, (*leaders, *out))

    def _cards(self, candidates: Sequence[Candidate], asked: SearchRequest) -> tuple[CardValues, ...]:
        """The values of each legal card; none where the player to move only answers a picked card."""
        judged = self.judged(candidates) if asked.proper else (Judged(None),) * len(candidates)
        names_of = self._names_of(candidates[0].start)
        return tuple(
            CardValues(
                each.move.card,
                each.move.suit,
                each.equals,
                each.values(each.mover, asked.groups),
                verdict.proper,
                verdict.why,
                each.evidence,
                each.lets_go,
                names_of,
            )
            for each, verdict in zip(candidates, judged, strict=True)
            if each.move is not None and each.move.card is not None
        )


def candidates_after(question: Hand, paid: Amounts) -> tuple[Candidate, ...]:
    """The states after each move, equal cards merged, in canonical order."""
    return tuple(Candidate.after(question, paid, move, equals) for move, equals in merged_moves(question))


def root_of(candidates: Sequence[Candidate], paid: Amounts, asked: SearchRequest) -> Candidate:
    """The position itself with its values as they follow from those found after every one of its moves."""
    root = Candidate.at(candidates[0].start, paid)
    sides, mover = root.question.sides, root.mover
    own, with_mover = sides.of[mover], sets_with(asked.groups, mover)
    best, worst = (max, min) if asked.sense is Sense.MOST else (min, max)
    root.goals = combine_below(
        [each.goals for each in candidates], lambda _, masks: combined(masks, with_mover)
    )
    root.numbers = combine_below(
        [each.numbers for each in candidates], lambda of, found: (best if of[1] == own else worst)(found)
    )
    root.guarantee = combine_below(
        [each.guarantee for each in candidates], lambda side, found: (max if side == own else min)(found)
    )
    payoffs = [each.equilibria for each in candidates if each.equilibria is not None]
    if len(payoffs) == len(candidates):
        root.equilibria = standing(sides, payoffs, mover)
    return root
