"""The checker: it plays a strategy against every reply, under the rules alone.

It does not know how the strategy or the plan was found. It plays on from every state that the strategy
reaches, once for each shape. It looks up the strategist's move and tries every move of the opponents (one of
equal cards, see :mod:`analyzer.certificates.claim`). The claim is proven if every reachable end supports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.claim import GoalClaim, Playing, StateView, playing
from analyzer.certificates.plan import Plan
from analyzer.errors import LimitReached, TarokError, limit_of_nodes
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action, ActionKind


class Flaw(Enum):
    """Flaws of a certificate."""

    ALTERED = "altered"
    """The digest does not match the content."""
    OTHER_RULES = "other-rules"
    """It was found under other rules than those its position is read with here."""
    NO_MOVE = "no-move"
    """The strategy has no move in a state in which its player has a choice."""
    ILLEGAL = "illegal"
    """A move of the strategy is not legal in its state."""
    REACHED = "reached"
    """The goal is reached, though the claim is that it is prevented."""
    LOST = "lost"
    """The goal can no longer be reached, though the claim is that it is forced."""
    IDLE = "idle"
    """A move of the strategy is for a state that is never reached."""


@dataclass(frozen=True, slots=True)
class CertificateVerdict(PythonAnswer):
    """The verdict of the checker: no flaw, or the first flaw and the play that leads to it."""

    states: int
    """The number of states played; states with the same shape count once."""
    flaw: Flaw | None = None
    seat: int | None = None
    """The seat to move if a move is missing or illegal."""
    word: str = ""
    """The illegal move, or the idle state, as the certificate writes it."""
    line: tuple[str, ...] = ()
    """The play that leads to the flaw, in the words of a position file's `play`."""

    @property
    def proven(self) -> bool:
        """True if the claim is proven."""
        return self.flaw is None


def certify(certificate: Certificate, most: int | None = None) -> CertificateVerdict:
    """Check if the strategy proves the claim; `most` is the largest number of states to play.

    Raises: LimitReached if there are more.
    """
    if not certificate.sealed:
        return CertificateVerdict(0, Flaw.ALTERED)
    if not certificate.matches_rules:
        return CertificateVerdict(0, Flaw.OTHER_RULES)
    check = _check(certificate, certificate.position, most)
    verdict = _played(check, certificate.position)
    idle = next((shape for shape in certificate.strategy if shape not in check.used), None)
    return verdict if idle is None or not verdict.proven else replace(verdict, flaw=Flaw.IDLE, word=idle)


def proves_by(certificate: Certificate, position: Position, most: int | None = None) -> CertificateVerdict:
    """Check if the strategy proves the claim of its position under other rules; idle moves are not a flaw.

    Raises: LimitReached if there are more states.
    """
    return _played(_check(certificate, position, most), position)


def _check(certificate: Certificate, position: Position, most: int | None) -> Check:
    if certificate.plan is not None:
        return PlanCheck(certificate.claim, {}, position.players, most, plan=certificate.plan)
    return Check(certificate.claim, certificate.strategy, position.players, most)


def _played(check: Check, position: Position) -> CertificateVerdict:
    try:
        check.run(playing(check.claim, position))
    except NotProven as failure:
        return failure.verdict
    return CertificateVerdict(len(check.proven))


class NotProven(TarokError):
    """The strategy fails; `verdict` gives the place and the flaw."""

    def __init__(self, verdict: CertificateVerdict) -> None:
        self.verdict = verdict
        super().__init__(say("not proven: {flaw}", flaw=Verbatim(str(verdict.flaw))))


@dataclass(slots=True)
class Check:
    """A check of a strategy: a move for each shape in which the strategist moves."""

    claim: GoalClaim
    strategy: Mapping[str, str]
    players: tuple[str, ...]
    most: int | None = None
    """The largest number of states to play; None for no limit."""
    proven: set[str] = field(default_factory=set)
    """Shapes from which every end supports the claim. Play only goes forward, so none recurs below itself."""
    used: set[str] = field(default_factory=set)
    """Shapes whose move was looked up."""
    line: list[str] = field(default_factory=list)
    """The play from the position to the current state."""

    def run(self, state: Playing) -> None:
        """Play everything from a state.

        Raises: NotProven if the strategy fails; LimitReached if there is more to play than allowed.
        """
        reached = state.decided()
        if reached is not None:
            self._end(reached=reached)
            return
        view = state.view()
        shape = self._shape(view)
        if shape in self.proven:
            return
        for move in self._moves(state, view, shape):
            self.line.append(_word(move, self.players[state.table.to_move]))
            self.run(state.after(move))
            self.line.pop()
        self.proven.add(shape)
        if self.most is not None and len(self.proven) > self.most:
            raise LimitReached(limit_of_nodes(self.most), len(self.proven))

    def _shape(self, view: StateView) -> str:
        """Return a key that is equal for states with the same continuations."""
        return view.shape()

    def _moves(self, state: Playing, view: StateView, shape: str) -> tuple[Action, ...]:
        """Return the moves to try: all moves of the other players, and the move of the strategy.

        If the strategy has none, these are all moves, provided there is only one or any card will do.
        """
        moves = view.moves()
        if not self.claim.strategist(view.table.to_move):
            return moves
        word = self.strategy.get(shape)
        if word is None and (len(moves) == 1 or state.any_where_silent):
            return moves
        mover = view.table.to_move
        if word is None:
            raise self._fails(Flaw.NO_MOVE, mover)
        self.used.add(shape)
        move = view.move(word)
        if move is None:
            raise self._fails(Flaw.ILLEGAL, mover, word)
        return (move,)

    def _end(self, *, reached: bool) -> None:
        if reached != self.claim.holds:
            raise self._fails(Flaw.REACHED if reached else Flaw.LOST)

    def _fails(self, flaw: Flaw, seat: int | None = None, word: str = "") -> NotProven:
        line = tuple(each for each in self.line if each)
        return NotProven(CertificateVerdict(len(self.proven), flaw, seat, word, line))


@dataclass(slots=True)
class PlanCheck(Check):
    """A check of a plan: it tries every move that the plan leaves open to the strategist.

    A plan distinguishes the cards that it names. States therefore have the same continuations if their shapes
    are the same and the named cards are at the same places in them.
    """

    plan: Plan = field(default_factory=lambda: Plan({}))

    def _shape(self, view: StateView) -> str:
        return f"{view.shape()} {view.places(self.plan.named)}"

    def _moves(self, _state: Playing, view: StateView, _shape: str) -> tuple[Action, ...]:
        moves = view.moves(self.plan.named)
        if not self.claim.strategist(view.table.to_move):
            return moves
        right = self.plan.right(view.table)
        return tuple(move for move in moves if move in right)


def _word(move: Action, player: str) -> str:
    """Return a move in the words of a position file's `play`, which leaves out letting a card pass."""
    if move.kind is ActionKind.DEMAND:
        return f"demand[{player}]"
    return "" if move.kind is ActionKind.ALLOW else str(move)
