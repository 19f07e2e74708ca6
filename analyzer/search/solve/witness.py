"""A strategy that proves a yes or a no, written for the checker of :mod:`analyzer.certify`.

The engine says who gets their way; here its word is taken after every move of the strategist until one
is found that keeps it so, and every reply is followed. States of one shape are met once, and of several
good moves one that leads back to a shape already met is taken first: that keeps the strategy small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from analyzer.certify.certificate import Certificate
from analyzer.certify.claim import GoalClaim
from analyzer.certify.shape import StateView
from analyzer.errors import LimitReached
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.question import Budget, Engine, Question
from analyzer.search.engine.results import Forced, Limits, members

MOST_MB = 5
"""The size of a certificate that is written where nothing else is said."""
ENTRY = 9
"""Bytes of an entry besides its two words: quotes, a colon, a blank, a comma and a new line."""


def witness(
    position: Position,
    goal: Goal,
    seat: int,
    by: int,
    answer: Forced[Goal],
    limits: Limits | None = None,
    engine: Engine | None = None,
    *,
    most_mb: int = MOST_MB,
) -> Certificate:
    """The certificate of an answer of :func:`analyzer.search.solve.force.forced`, whichever it was.

    `limits` are those of the answer and the certificate together.

    Raises: LimitReached where the certificate would be larger than `most_mb`, or the limits do not last.
    """
    question = Question.of(position)
    claim = GoalClaim(goal.value, seat, frozenset(members(by)), bool(answer))
    budget = Budget.of(_left(limits or Limits(), answer))
    weaver = Weaver(claim, by, question, engine or default_engine(), budget, most_mb)
    weaver.weave(question.table)
    return Certificate(position, claim, weaver.strategy)


def _left(limits: Limits, answer: Forced[Goal]) -> Limits:
    nodes, seconds = limits.max_nodes, limits.timeout
    return replace(
        limits,
        max_nodes=None if nodes is None else max(0, nodes - answer.nodes),
        timeout=None if seconds is None else max(0.0, seconds - answer.seconds),
    )


@dataclass(slots=True)
class Weaver:
    """Builds the strategy of the side that gets its way."""

    claim: GoalClaim
    by: int
    question: Question
    """The position; its pots and piles stand for those of every later state, as no goal depends on them."""
    engine: Engine
    budget: Budget
    most_mb: int = MOST_MB
    strategy: dict[str, str] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    """Shapes that are dealt with, or are about to be: play only goes on, so none comes back below itself."""
    size: int = 0
    """Bytes of the strategy."""

    def weave(self, table: Table) -> None:
        """Add the strategy from a state where the claim is true.

        Raises: LimitReached where it grows too large, or the engine's budget is used up.
        """
        if self.claim.hopeless(table):
            return
        view = StateView.of(table)
        shape = view.shape()
        if shape in self.met:
            return
        self.met.add(shape)
        self.budget.check_clock()
        moves = view.moves()
        if self.claim.strategist(table.to_move) and len(moves) > 1:
            moves = (self._chosen(table, moves),)
            self._keep(shape, view.word(moves[0]))
        for move in moves:
            after, _ = table.after(move)
            if not after.over:
                self.weave(after)

    def _keep(self, shape: str, word: str) -> None:
        self.strategy[shape] = word
        self.size += len(shape) + len(word) + ENTRY
        if self.size > self.most_mb * 1_000_000:
            said = say(
                "the certificate is larger than {number} MB ({moves} moves so far)",
                number=self.most_mb,
                moves=len(self.strategy),
            ).or_brief("it is larger than {number} MB, with {moves} moves so far")
            raise LimitReached(said, self.budget.spent)

    def _chosen(self, table: Table, moves: Sequence[Action]) -> Action:
        """A move that keeps the claim true: one that is known to if there is one, else the first."""
        after = [(move, *table.after(move)) for move in moves]
        known = {move: self._known(state, trick) for move, state, trick in after}
        for move, state, _ in after:
            if known[move] is None and not any(known.values()):
                known[move] = self._holds(state) == self.claim.holds
        good = next((move for move, keeps in known.items() if keeps), None)
        assert good is not None, "the engine contradicts itself: no move keeps what it says is forced"
        return good

    def _known(self, state: Table, trick: Trick | None) -> bool | None:
        """Whether a state bears the claim out, where that is seen without a search."""
        if state.over:
            assert trick is not None
            return self.claim.reached(trick) == self.claim.holds
        if self.claim.hopeless(state):
            return not self.claim.holds
        return True if StateView.of(state).shape() in self.met else None

    def _holds(self, state: Table) -> bool:
        question = replace(self.question, table=state)
        return self.engine.forces(question, Goal(self.claim.goal), self.claim.seat, self.by, self.budget)
