"""One state to be valued, and what has been found about it so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.cards.card import Card
from analyzer.rules.actions import Action
from analyzer.rules.ledger import Pots
from analyzer.rules.play.table import Trick
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.backup import achieved_in, preceded
from analyzer.search.engine.question import Budget, Engine, Payoff, Question, Tokens
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import Equilibrium, GoalAnswer, LineEvidence, Values, by_seats

Key = tuple[int, Goal]
"""A goal and the seat it is asked of."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """What was paid before a state: tokens by seat, and what the pots gained."""

    tokens: Tokens
    pots: Pots

    @classmethod
    def nothing(cls, players: int) -> Amounts:
        """Nothing paid yet."""
        return cls((0,) * players, Pots(0, 0))


@dataclass(slots=True)
class Candidate:
    """A state, how it came about, and its values; tokens count from where `paid` starts.

    `move` is the mover's move that led to it, None for the position itself. Values are found part by
    part; what is missing was not asked for, or not found in time.
    """

    question: Question
    paid: Amounts
    mover: int
    move: Action | None = None
    equals: tuple[Card, ...] = ()
    trick: Trick | None = None
    """The trick the move completed, if it did."""
    goals: dict[Key, int] = field(default_factory=dict)
    """Forcing masks."""
    guarantee: dict[int, int] = field(default_factory=dict)
    equilibria: tuple[Payoff, ...] | None = None
    evidence: LineEvidence | None = None
    """Against the move, where it is improper."""
    lets_go: Reason | None = None
    """How the others prevent the mover's Ultimo after the move, where another move would have forced it."""

    @classmethod
    def at(cls, question: Question, paid: Amounts) -> Candidate:
        """The candidate of the state itself."""
        return cls(question, paid, question.to_move)

    @classmethod
    def after(
        cls, question: Question, paid: Amounts, move: Action, equals: tuple[Card, ...] = ()
    ) -> Candidate:
        """The candidate after one move of the player to move."""
        after, tokens, trick = question.after_trick(move)
        total = Amounts(
            tuple(before + now for before, now in zip(paid.tokens, tokens, strict=True)),
            Pots(
                paid.pots.king + after.pots.king - question.pots.king,
                paid.pots.pagat + after.pots.pagat - question.pots.pagat,
            ),
        )
        return cls(after, total, question.to_move, move, equals, trick)

    def seek_goal(self, key: Key, engine: Engine, budget: Budget) -> None:
        """Find who forces a goal from here. Raises: LimitReached."""
        if not self.question.over:
            self.goals[key] = engine.goals(self.question, [key], budget)[key]
            return
        assert self.trick is not None
        everyone = (1 << (1 << self.question.players)) - 1
        self.goals[key] = everyone if key in achieved_in(self.trick) else 0

    def seek_guarantee(self, seat: int, engine: Engine, budget: Budget) -> None:
        """Find what a seat is sure of, what was paid before included. Raises: LimitReached."""
        future = 0 if self.question.over else engine.guarantee(self.question, seat, budget)
        self.guarantee[seat] = self.paid.tokens[seat] + future

    def seek_equilibria(self, engine: Engine, budget: Budget) -> None:
        """Find the equilibrium payoffs, what was paid before included. Raises: LimitReached."""
        nothing = Payoff((0,) * self.question.players, Pots(0, 0), ())
        future = (nothing,) if self.question.over else engine.equilibria(self.question, budget)
        tokens, pots = self.paid.tokens, self.paid.pots
        self.equilibria = tuple(preceded(self.mover, self.move, tokens, pots, each) for each in future)

    def values(self, view: int) -> Values:
        """What was found; equilibria are best first for the seat `view`."""
        seats, each = range(self.question.players), by_seats(self.question.players)
        return Values(
            goals={key: GoalAnswer(*key, forcing=mask, groups=each) for key, mask in self.goals.items()}
            or None,
            guarantee=tuple(self.guarantee.get(seat) for seat in seats) if self.guarantee else None,
            equilibria=None if self.equilibria is None else self._told(self.equilibria, view),
        )

    def _told(self, payoffs: tuple[Payoff, ...], view: int) -> tuple[Equilibrium, ...]:
        """The payoffs in their order; a player sitting out pays what nobody else does."""
        best_first = sorted(payoffs, key=lambda each: (-each.tokens[view], [-n for n in each.tokens]))
        if not self.question.sitting_out:
            return tuple(best_first)
        return tuple(
            Equilibrium(
                (*each.tokens, -sum(each.tokens) - each.pots.king - each.pots.pagat), each.pots, each.line
            )
            for each in best_first
        )
