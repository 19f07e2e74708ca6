"""A strategy that proves a yes or a no, written for the checker of :mod:`analyzer.certify`.

The engine says who gets their way; here its word is taken after every move of the strategist until one
is found that keeps it so, and every reply is followed. States of one shape are met once, and of several
good moves one that leads back to a shape already met is taken first: that keeps the strategy small. In a
game of card points nothing is written of states where any card will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.claim import GoalClaim, PilesPlaying, Playing, playing
from analyzer.errors import LimitReached
from analyzer.messages import say
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import Action
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.engine import Budget, Engine
from analyzer.search.engine.native import default_engine
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
    answer: Forced,
    limits: Limits | None = None,
    engine: Engine | None = None,
    *,
    most_mb: int = MOST_MB,
) -> Certificate:
    """The certificate of an answer of :func:`analyzer.search.solve.explain.forced`, whichever it was.

    `limits` are those of the answer and the certificate together.

    Raises: LimitReached where the certificate would be larger than `most_mb`, or the limits do not last.
    """
    question = Hand.from_position(position)
    asked, holds = engine or default_engine(question.spec), bool(answer)

    def forced_at(state: Playing, players: int, budget: Budget) -> bool:
        # No goal of the last trick depends on pots and piles: those of the position stand for all later ones.
        here = state.question if isinstance(state, PilesPlaying) else replace(question, table=state.table)
        return asked.forces(here, goal, seat, players, budget)

    told = GoalClaim(goal, seat, frozenset(members(by)), holds, position.pots is None)
    start, budget = playing(told, position), Budget.from_limits(_left(limits or Limits(), answer))
    weaver = Weaver(told, by, len(position.players), forced_at, budget, most_mb)
    weaver.weave(start)
    return Certificate(position, told, weaver.strategy)


Truth = Callable[[Playing, int, Budget], bool]
"""Whether some players force what is claimed from a state on. Raises: LimitReached."""


def _left(limits: Limits, answer: Forced) -> Limits:
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
    players: int
    forced_at: Truth
    budget: Budget
    most_mb: int = MOST_MB
    strategy: dict[str, str] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    """Shapes that are dealt with, or are about to be: play only goes on, so none comes back below itself."""
    size: int = 0
    """Bytes of the strategy."""

    def weave(self, state: Playing) -> None:
        """Add the strategy from a state where the claim is true.

        Raises: LimitReached where it grows too large, or the engine's budget is used up.
        """
        if state.decided() is not None:
            return
        view = state.view()
        shape = view.shape()
        if shape in self.met:
            return
        self.met.add(shape)
        self.budget.check_clock()
        if state.any_where_silent and self._certain(state):
            return
        moves = view.moves()
        if self.claim.strategist(state.table.to_move) and len(moves) > 1:
            moves = (self._chosen(state, moves),)
            self._keep(shape, view.word(moves[0]))
        for move in moves:
            self.weave(state.after(move))

    def _keep(self, shape: str, word: str) -> None:
        self.strategy[shape] = word
        self.size += len(shape) + len(word) + ENTRY
        if self.size > self.most_mb * 1_000_000:
            said = say(
                "the certificate is larger than {number} MB ({moves} {moves:move/moves} so far)",
                number=self.most_mb,
                moves=len(self.strategy),
            ).or_brief("it is larger than {number} MB, with {moves} {moves:move/moves} so far")
            raise LimitReached(said, self.budget.spent)

    def _chosen(self, state: Playing, moves: Sequence[Action]) -> Action:
        """A move that keeps the claim true: one that is known to if there is one, else the first."""
        after = [(move, state.after(move)) for move in moves]
        known = {move: self._judge_state(state) for move, state in after}
        for move, there in after:
            if known[move] is None and not any(known.values()):
                known[move] = self.forced_at(there, self.by, self.budget) == self.claim.holds
        good = next((move for move, keeps in known.items() if keeps), None)
        assert good is not None, "the engine contradicts itself: no move keeps what it says is forced"
        return good

    def _judge_state(self, state: Playing) -> bool | None:
        """Whether a state bears the claim out, where that is seen without a search."""
        reached = state.decided()
        if reached is not None:
            return reached == self.claim.holds
        return True if state.view().shape() in self.met else None

    def _certain(self, state: Playing) -> bool:
        """Whether the claim comes true from a state on whatever anybody plays."""
        everyone = (1 << self.players) - 1
        return self.forced_at(state, 0 if self.claim.holds else everyone, self.budget) == self.claim.holds
