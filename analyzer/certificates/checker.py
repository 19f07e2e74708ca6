"""The checker: plays a strategy against every reply, by the rules alone.

It knows nothing of how the strategy, or the plan, was found. Every state that it lets come about is
played on, once for each shape; the strategist's move is looked up, of the others' moves every one is tried
(of equal cards one, see :mod:`analyzer.certificates.shape`). The claim is proven when every end that can be
reached bears it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from analyzer.certificates.certificate import Certificate
from analyzer.certificates.claim import GoalClaim
from analyzer.certificates.plan import Plan
from analyzer.certificates.playing import Playing, playing
from analyzer.certificates.shape import StateView
from analyzer.errors import LimitReached, TarokError, limit_of_nodes
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action, ActionKind


class Flaw(Enum):
    """What can be wrong with a certificate."""

    ALTERED = "altered"
    """Its digest is not that of its content."""
    OTHER_RULES = "other-rules"
    """It was found by other rules than those its position is read with here."""
    NO_MOVE = "no-move"
    """The strategy has no move where its player has a choice."""
    ILLEGAL = "illegal"
    """Its move is not legal there."""
    REACHED = "reached"
    """The goal is reached, though the claim is that it is prevented."""
    LOST = "lost"
    """The goal can no longer be reached, though the claim is that it is forced."""
    IDLE = "idle"
    """A move of the strategy is for a state that never comes about."""


@dataclass(frozen=True, slots=True)
class CertificateVerdict(PythonAnswer):
    """What the checker found: no flaw, or the first one and the play that leads to it."""

    states: int
    """States played, those of one shape once."""
    flaw: Flaw | None = None
    seat: int | None = None
    """Who was to move where a move is missing or illegal."""
    word: str = ""
    """The illegal move, or the idle state, as the certificate writes it."""
    line: tuple[str, ...] = ()
    """In the words of a position file's `play`."""

    @property
    def proven(self) -> bool:
        """Whether the claim is proven."""
        return self.flaw is None


def certify(certificate: Certificate, most: int | None = None) -> CertificateVerdict:
    """Whether the strategy proves the claim; `most` is how many states may be played.

    Raises: LimitReached where there are more.
    """
    if not certificate.sealed:
        return CertificateVerdict(0, Flaw.ALTERED)
    if not certificate.of_these_rules:
        return CertificateVerdict(0, Flaw.OTHER_RULES)
    check = _check(certificate, certificate.position, most)
    verdict = _played(check, certificate.position)
    idle = next((shape for shape in certificate.strategy if shape not in check.used), None)
    return verdict if idle is None or not verdict.proven else replace(verdict, flaw=Flaw.IDLE, word=idle)


def proves_by(certificate: Certificate, position: Position, most: int | None = None) -> CertificateVerdict:
    """Whether the strategy proves the claim of its position read by other rules; idle moves are no flaw.

    Raises: LimitReached where there are more states.
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
    """The strategy fails; `verdict` says where and how."""

    def __init__(self, verdict: CertificateVerdict) -> None:
        self.verdict = verdict
        super().__init__(say("not proven: {flaw}", flaw=Verbatim(str(verdict.flaw))))


@dataclass(slots=True)
class Check:
    """One check of a strategy: a word for each shape in which the strategist moves."""

    claim: GoalClaim
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

    def run(self, state: Playing) -> None:
        """Play everything from a state.

        Raises: NotProven where the strategy fails; LimitReached where there is more to play than allowed.
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
        """What is the same in states that go on alike."""
        return view.shape()

    def _moves(self, state: Playing, view: StateView, shape: str) -> tuple[Action, ...]:
        """The moves to be tried: the strategist's own, or all; all too where there is but one."""
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
    """One check of a plan: of the strategist's moves every one that it leaves open is tried.

    A plan tells cards apart that it names, so states go on alike where their shapes are the same and the
    named cards stand at the same places in them.
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
    """A move in the words of a position file's `play`, where letting a card pass is silent."""
    if move.kind is ActionKind.DEMAND:
        return f"demand[{player}]"
    return "" if move.kind is ActionKind.ALLOW else str(move)
