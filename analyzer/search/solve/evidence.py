"""Evidence against improper cards: what comes of the card, and the play that would have been better.

Both lines are played as :class:`analyzer.search.solve.force.ForcingPlay` plays: whoever gets their way
takes a card that keeps it so. They cost a search of the cards along two lines, so they are sought for
improper cards only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import LineEvidence, Play
from analyzer.search.solve.candidate import Candidate
from analyzer.search.solve.explain import reason
from analyzer.search.solve.force import ForcingPlay
from analyzer.search.solve.proper import PROTECT_POTS, Impropriety, Judged

IN_TABLES: Final = 6
"""With more tricks to go no plans stand beside the cards: there would be one for most of them."""


def testify(
    candidates: Sequence[Candidate], judged: Sequence[Judged], engine: Engine, budget: Budget
) -> None:
    """Give every improper card among the moves of one state its evidence. Raises: LimitReached."""
    better: dict[tuple[int, int, Goal], Play] = {}
    for candidate, verdict in zip(candidates, judged, strict=True):
        breach = verdict.breach
        if breach is None:
            continue
        key, wins = (breach.instead, breach.seat, breach.goal), breach.clause != PROTECT_POTS
        if key not in better:
            better[key] = _line(candidates[breach.instead], breach, breach.goal, engine, budget, holds=wins)
        offence = _line(candidate, breach, breach.given, engine, budget, holds=True)
        instead = candidates[breach.instead]
        candidate.evidence = LineEvidence(
            breach.clause,
            breach.seat,
            breach.goal,
            offence,
            better[key],
            against=_reason(candidate, breach.given, breach.seat, engine, budget),
            better=_reason(instead, breach.goal, breach.seat, engine, budget),
        )


def say_why_not(candidates: Sequence[Candidate], engine: Engine, budget: Budget) -> None:
    """Give each move that lets the mover's own Ultimo go the plan by which the others then prevent it."""
    alone, key = 1 << candidates[0].mover, (candidates[0].mover, Goal.ULTIMO)
    forced = [
        None if key not in candidate.goals else bool(candidate.goals[key] >> alone & 1)
        for candidate in candidates
    ]
    if not any(forced):
        return
    for candidate, still in zip(candidates, forced, strict=True):
        if still is False:
            question = candidate.question
            candidate.lets_go = reason(question, key[1], key[0], alone, engine, budget, IN_TABLES)


def _reason(candidate: Candidate, goal: Goal, seat: int, engine: Engine, budget: Budget) -> Reason | None:
    """Why the seat wins a goal after a move, or is kept from it."""
    return reason(candidate.question, goal, seat, 1 << seat, engine, budget, IN_TABLES)


def _line(
    candidate: Candidate, breach: Impropriety, goal: Goal, engine: Engine, budget: Budget, *, holds: bool
) -> Play:
    """The move that led to the candidate, and play by which the seat wins the goal, or is kept from it."""
    assert candidate.move is not None
    play = ForcingPlay(goal, breach.seat, 1 << breach.seat, engine, budget)
    rest = () if candidate.question.over else play.play(candidate.question, holds=holds)
    return ((candidate.mover, candidate.move), *rest)
