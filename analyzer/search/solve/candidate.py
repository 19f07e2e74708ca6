"""One state to be valued, and the evidence against improper cards in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from analyzer.cards.card import Card
from analyzer.position.hand import Amounts, Hand
from analyzer.rules.actions import Action, Groups, Play
from analyzer.rules.score.goals import Goal, Sense
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.reference import paid, with_move_before
from analyzer.search.engine.results import Equilibrium, GoalAnswer, Key, LineEvidence, Values
from analyzer.search.solve.explain import ForcingPlay, reason
from analyzer.search.solve.proper import PROTECT_POTS, Impropriety, Judged

if TYPE_CHECKING:
    from analyzer.rules.score.goals import Aim


# One state to be valued, and what has been found about it so far.


Number = tuple["Aim", int]
"""A number and the side it is asked of."""


class Candidate(Struct):
    """A state, how it came about, and its values; amounts count from where `paid` starts.

    `move` is the mover's move that led to it, None for the position itself. Values are found part by
    part; what is missing was not asked for, or not found in time.
    """

    question: Hand
    paid: Amounts
    """What was paid before the state, by account."""
    start: Hand
    """The state before the move."""
    move: Action | None = None
    equals: tuple[Card, ...] = ()
    goals: dict[Key, int] = field(default_factory=dict)
    """Forcing masks over the groups."""
    numbers: dict[Number, Fraction] = field(default_factory=dict)
    guarantee: dict[int, int] = field(default_factory=dict)
    """By side."""
    equilibria: tuple[Equilibrium, ...] | None = None
    evidence: LineEvidence | None = None
    """Against the move, where it is improper."""
    lets_go: Reason | None = None
    """How the others prevent the mover's Ultimo after the move, where another move would have forced it."""

    @classmethod
    def at(cls, question: Hand, paid: Amounts) -> Candidate:
        """The candidate of the state itself."""
        return cls(question, paid, question)

    @classmethod
    def after(cls, question: Hand, paid: Amounts, move: Action, equals: tuple[Card, ...] = ()) -> Candidate:
        """The candidate after one move of the player to move."""
        after, now = question.after(move)
        total = tuple(before + more for before, more in zip(paid, now, strict=True))
        return cls(after, total, question, move, equals)

    @property
    def mover(self) -> int:
        """Who makes the move."""
        return self.start.to_move

    @property
    def has_results(self) -> bool:
        """Whether anything was found."""
        return bool(self.goals or self.numbers or self.guarantee or self.equilibria)

    def seek_goals(self, keys: Sequence[Key], groups: Groups, engine: Engine, budget: Budget) -> None:
        """Find who forces each of some goals from here. Raises: LimitReached."""
        if not self.question.over:
            self.goals |= engine.goals(self.question, keys, budget, groups)
            return
        everybody = (1 << (1 << len(groups))) - 1
        self.goals |= {(seat, goal): everybody * self.question.reached(goal, seat) for seat, goal in keys}

    def seek_number(self, number: Number, sense: Sense, engine: Engine, budget: Budget) -> None:
        """Find how much of something a side is sure of, or has to take. Raises: LimitReached."""
        (aim, side), question = number, self.question
        if not question.over:
            self.numbers[number] = engine.value(question, aim, side, sense, budget)
            return
        found = question.end().number(aim, question.sides.seats(side)[0])
        assert found is not None
        self.numbers[number] = found

    def seek_guarantee(self, side: int, engine: Engine, budget: Budget) -> None:
        """Find what a side is sure of, what was paid before included. Raises: LimitReached."""
        before = sum(self.paid[seat] for seat in self.question.sides.seats(side))
        later = 0 if self.question.over else engine.guarantee(self.question, side, budget)
        self.guarantee[side] = before + later

    def seek_equilibria(self, engine: Engine, budget: Budget) -> None:
        """Find the equilibrium payoffs, what was paid before included. Raises: LimitReached."""
        question = self.question
        over = (paid(question, question.nothing),)
        later = over if question.over else engine.equilibria(question, budget)
        self.equilibria = tuple(
            with_move_before(question, self.mover, self.move, self.paid, each) for each in later
        )

    def values(self, view: int, groups: Groups) -> Values:
        """What was found; equilibria are best first for the seat `view`."""
        sides, own = range(self.question.sides.count), self.question.sides.of[view]
        goals = {key: GoalAnswer(*key, forcing=mask, groups=groups) for key, mask in self.goals.items()}
        numbers = {(aim.value, side): number for (aim, side), number in self.numbers.items()}
        return Values(
            goals=goals or None,
            points=_values_by_side(numbers, "points", sides),
            tricks=_values_by_side(numbers, "tricks", sides),
            margin=numbers.get(("margin", 0)),
            guarantee=tuple(map(self.guarantee.get, sides)) if self.guarantee else None,
            equilibria=None if self.equilibria is None else _best_first(self.equilibria, own),
        )


def _values_by_side(
    found: Mapping[tuple[str, int], Fraction], aim: str, sides: range
) -> tuple[Fraction | None, ...] | None:
    known = tuple(found.get((aim, side)) for side in sides)
    return None if all(each is None for each in known) else known


def _best_first(payoffs: tuple[Equilibrium, ...], side: int) -> tuple[Equilibrium, ...]:
    return tuple(sorted(payoffs, key=lambda each: (-each.tokens[side], [-n for n in each.tokens])))


# Evidence against improper cards: what comes of the card, and the play that would have been better.
#
# Both lines are played as :class:`analyzer.search.solve.explain.ForcingPlay` plays: whoever gets their way
# takes a card that keeps it so. They cost a search of the cards along two lines, so they are sought for
# improper cards only.


IN_TABLES: Final = 6
"""With more tricks to go no plans stand beside the cards: there would be one for most of them."""


def attach_evidence(
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


def attach_releases(candidates: Sequence[Candidate], engine: Engine, budget: Budget) -> None:
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
