"""The checker: plays a strategy against every reply, by the rules alone.

It knows nothing of how the strategy was found. Every state that the strategy lets come about is played
on, once for each shape; the strategist's move is looked up, of the others' moves every one is tried
(of equal cards one, see :mod:`analyzer.certify.shape`). The claim is proven when every end that can be
reached bears it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.certify.certificate import Certificate
from analyzer.certify.claim import Claim
from analyzer.certify.shape import View
from analyzer.errors import LimitReached
from analyzer.rules.table import Move, MoveKind, Table


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker found; where the claim is not proven, `why` and the play that leads there."""

    proven: bool
    states: int
    """States played, those of one shape once."""
    why: str | None = None
    line: tuple[str, ...] = ()
    """In the words of a position file's `play`."""


def certify(certificate: Certificate, most: int | None = None) -> Verdict:
    """Whether the strategy proves the claim; `most` is how many states may be played.

    Raises: LimitReached where there are more.
    """
    if not certificate.sealed:
        return Verdict(proven=False, states=0, why="the certificate was altered after it was written")
    check = Check(certificate.claim, certificate.strategy, certificate.position.players, most)
    try:
        check.run(certificate.position.table)
    except NotProven as failure:
        return Verdict(proven=False, states=len(check.proven), why=failure.why, line=failure.line)
    idle = next((shape for shape in certificate.strategy if shape not in check.used), None)
    if idle is not None:
        return Verdict(proven=False, states=len(check.proven), why=f"the state {idle!r} never comes about")
    return Verdict(proven=True, states=len(check.proven))


class NotProven(Exception):  # noqa: N818 - what is wrong is its name
    """Where a strategy fails, and why; `line` is the play that leads there."""

    def __init__(self, why: str, line: tuple[str, ...]) -> None:
        self.why = why
        self.line = line
        super().__init__(why)


@dataclass(slots=True)
class Check:
    """One check of a strategy: a word for each shape in which the strategist moves."""

    claim: Claim
    strategy: Mapping[str, str]
    players: tuple[str, ...]
    most: int | None = None
    """States to be played at most; None is no limit."""
    proven: set[str] = field(default_factory=set)
    """Shapes from which every end bears the claim out. Play only goes on, so none is met below itself."""
    used: set[str] = field(default_factory=set)
    """Shapes whose move was looked up."""
    line: list[str] = field(default_factory=list)
    """The play from the position to the state at hand."""

    def run(self, table: Table) -> None:
        """Play everything from a state that is not over.

        Raises: NotProven where the strategy fails; LimitReached where there is more to play than allowed.
        """
        if self.claim.hopeless(table):
            self._end(reached=False)
            return
        view = View.of(table)
        shape = view.shape()
        if shape in self.proven:
            return
        for move in self._moves(view, shape):
            self._play(table, move)
        self.proven.add(shape)
        if self.most is not None and len(self.proven) > self.most:
            raise LimitReached(f"the limit of {self.most} nodes was reached", len(self.proven))

    def _moves(self, view: View, shape: str) -> tuple[Move, ...]:
        """The moves to be tried: the strategist's own, or all; all too where there is but one."""
        moves = view.moves()
        if not self.claim.strategist(view.table.to_move):
            return moves
        word = self.strategy.get(shape)
        if word is None and len(moves) == 1:
            return moves
        mover = self.players[view.table.to_move]
        if word is None:
            raise self._fails(f"the strategy has no move for {mover}")
        self.used.add(shape)
        move = view.move(word)
        if move is None:
            legal = " ".join(view.word(each) for each in view.table.moves())
            raise self._fails(f"{word!r} is no legal move of {mover}; legal: {legal}")
        return (move,)

    def _play(self, table: Table, move: Move) -> None:
        self.line.append(
            f"demand[{self.players[table.to_move]}]" if move.kind is MoveKind.DEMAND else str(move)
        )
        after, trick = table.after(move)
        if trick is not None and after.over:
            self._end(reached=self.claim.reached(trick))
        else:
            self.run(after)
        self.line.pop()

    def _end(self, *, reached: bool) -> None:
        if reached != self.claim.holds:
            raise self._fails("the goal is reached" if reached else "the goal can no longer be reached")

    def _fails(self, why: str) -> NotProven:
        return NotProven(why, tuple(word for word in self.line if word != MoveKind.ALLOW.value))
