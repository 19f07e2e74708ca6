"""Whether one goal can be forced: the answer, its certificate, and Z3's word on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.api.alone import answered_alone, on_grounds
from analyzer.api.answer import Settled
from analyzer.api.asked import ForcedRequest
from analyzer.api.readings import bearing_ahead, each_game, game_played, under_each_reading
from analyzer.api.requests import Means, check_searchable, goal_named, mask_of, seat_named
from analyzer.api.writing import write_file
from analyzer.errors import INTERRUPTED, LimitReached, UsageError
from analyzer.messages import Message, Name, listed, say
from analyzer.position.ahead import Asked
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.search.engine.results import Forced
from analyzer.search.solve.force import forced as search
from analyzer.search.solve.force import forced_alone as searched

if TYPE_CHECKING:
    from analyzer.api.points.forced import PointForcedOrNot
    from analyzer.certify.certificate import Certificate
    from analyzer.proofs.forcing import Proved
    from analyzer.report.view.solve import ForcedAnswer
    from analyzer.search.engine.reasons import Explained

NOTHING_TO_CERTIFY: Final = say(
    "no source settles the answer, so there is none to certify; --variant chooses a reading"
)
NOTHING_TO_PROVE: Final = say(
    "no source settles the answer, so there is none to prove; --variant chooses a reading"
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A goal of a seat, and the mask of those who play for it."""

    goal: Goal
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Written:
    """A certificate that was written, or why none was."""

    file: Path
    certificate: Certificate | None = None
    size: int = 0
    reason: Message | None = None
    unwritten: Message | None = None
    """Why the file did not take the certificate, if there is one and it did not."""

    def text(self, style: TextStyle) -> str:
        from analyzer.report.text.certificate import unwritten_text, written_text  # noqa: PLC0415

        if self.certificate is None:
            return unwritten_text(self.reason or INTERRUPTED, style)
        return written_text(str(self.file), self.certificate, self.size, style)


@dataclass(frozen=True, slots=True)
class ForcedOrNot:
    """The answer of `forced`."""

    position: Position
    claimed: Claimed
    found: Forced[Goal] | None
    """None where the search was stopped before it knew."""
    stopped: LimitReached | None = None
    written: Written | None = None
    proved: Proved | None = None
    unproved: bool = False
    """Whether Z3 was to be asked, and was not, as the readings differ."""
    why: Explained | None = None
    """Why, where that was asked for and the limits lasted."""

    @property
    def unwritten(self) -> Message | None:
        """Why the file did not take the certificate, if it did not."""
        return None if self.written is None else self.written.unwritten

    @property
    def settled(self) -> Settled:
        if self.found is None or (self.written is not None and self.written.certificate is None):
            return Settled.OPEN
        if self.found.holds is None:
            return Settled.OPEN
        return Settled.YES if self.found.holds else Settled.NO

    def view(self) -> ForcedAnswer:
        from analyzer.report.view.solve import (  # noqa: PLC0415
            certified,
            forced_view,
            proven,
            undecided_view,
            unproven,
            with_why,
        )

        asked, written = self.claimed, self.written
        question = (self.position, asked.goal, asked.seat, asked.by)
        if self.found is None:
            assert self.stopped is not None
            return undecided_view(*question, self.stopped.reason, self.stopped.nodes)
        view = forced_view(*question, self.found)
        if written is not None:
            moves = None if written.certificate is None else len(written.certificate.strategy)
            view = certified(view, str(written.file), moves, written.size, written.reason)
        if self.unproved:
            view = unproven(view, NOTHING_TO_PROVE)
        if self.why is not None:
            view = with_why(view, self.position, self.why)
        return view if self.proved is None else proven(view, self.proved)

    def brief(self, style: TextStyle) -> list[str]:
        from analyzer.report.text.brief import yes_or_no  # noqa: PLC0415
        from analyzer.report.text.forced import verdict_lines  # noqa: PLC0415

        stopped = None if self.stopped is None else self.stopped.reason
        holds = None if self.found is None else self.found.holds
        asked = self.claimed

        def told(yes: bool) -> list[str]:  # noqa: FBT001 - it is what is told
            return verdict_lines(style, self.position, asked.goal, asked.seat, asked.by, holds=yes)

        return yes_or_no(style, stopped, told, holds=holds)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.text.explain import why_text  # noqa: PLC0415
        from analyzer.report.text.forced import (  # noqa: PLC0415
            forced_text,
            proof_text,
            undecided_text,
            unproved_text,
        )

        if self.found is None:
            assert self.stopped is not None
            return undecided_text(self.stopped.reason, self.stopped.nodes, style)
        asked = self.claimed
        text = forced_text(self.position, asked.goal, asked.seat, asked.by, self.found, style)
        if self.why is not None:
            text += why_text(self.position, asked.goal, asked.seat, self.why, style)
        if self.written is not None:
            text += self.written.text(style)
        if self.unproved:
            text += unproved_text(NOTHING_TO_PROVE, style)
        return text if self.proved is None else text + proof_text(self.proved.states, style)


def claimed(position: Position, request: ForcedRequest) -> Claimed:
    """The question with its goal, seat and mask.

    Raises: UsageError for an unknown goal or player, or where no player is named.
    """
    if request.player is None:
        players = listed(map(Name, position.players))
        raise UsageError(say("--for PLAYER is missing; there are {players}", players=players))
    goal = Goal.ULTIMO if request.goal is None else goal_named(request.goal)
    seat = seat_named(position, request.player)
    return Claimed(goal, seat, 1 << seat if request.by is None else mask_of(position, request.by))


def decided(position: Position, request: ForcedRequest, means: Means) -> Forced[Goal] | Forced[PointGoal]:
    """The yes or no alone; what goes with it is worked out when it is read.

    Raises: UsageError as :func:`claimed`; LimitReached where a limit came before the answer.
    """
    if position.scored:
        from analyzer.api.points.forced import decided_scored  # noqa: PLC0415 - where such a game is played

        return decided_scored(position, request, means)
    asks = _Asks(position, request, claimed(position, request))
    return answered_alone(position, asks, means, lambda: each_game(position, game_played(position)))


@dataclass(frozen=True, slots=True)
class _Asks:
    """The ways to ask one question of a position."""

    position: Position
    request: ForcedRequest
    claim: Claimed

    def alone(self, position: Position, means: Means) -> Forced[Goal]:
        asked = self.claim
        return searched(position, asked.goal, asked.seat, asked.by, means.limits, means.engine)

    def told(self, means: Means, *, line: bool, sets: bool) -> Forced[Goal]:
        asked, limits, engine = self.claim, means.limits, means.engine
        return search(self.position, asked.goal, asked.seat, asked.by, limits, engine, line=line, sets=sets)

    def whole(self, means: Means) -> Forced[Goal]:
        return _decided(self.position, self.request, means)

    def bearing(self) -> tuple[str, ...]:
        return bearing_ahead(self.position, Asked.PLAY)


def _decided(position: Position, request: ForcedRequest, means: Means) -> Forced[Goal]:
    """The answer with all that is told of it, under every reading."""
    asked = claimed(position, request)

    def ask(read: Position) -> ForcedOrNot:
        limits, engine = means.limits, means.engine
        return ForcedOrNot(
            read, asked, search(read, asked.goal, asked.seat, asked.by, limits, engine, line=request.line)
        )

    answer, grounds = under_each_reading(
        position,
        ask,
        ForcedOrNot.view,
        game_played(position),
        lambda _: bearing_ahead(position, Asked.PLAY),
    )
    return on_grounds(answer.found, grounds)


def forced(position: Position, request: ForcedRequest, means: Means) -> ForcedOrNot | PointForcedOrNot:
    """The answer, undecided where a limit or Ctrl-C came first, with the certificate and the proof wanted.

    Raises: UsageError as :func:`claimed`, or for an ending that Z3 does not decide; Mismatch where Z3 says
    otherwise.
    """
    if position.scored:
        from analyzer.api.points.forced import forced_scored  # noqa: PLC0415 - where such a game is played

        if request.why:
            check_searchable(position.rules)  # no plans are made of such a game yet
        return forced_scored(position, request, means)
    asked = claimed(position, request)
    means = replace(means, engine=means.present_engine)
    try:
        found = _decided(position, request, means)
    except LimitReached as stopped:
        return ForcedOrNot(position, asked, None, stopped)
    except KeyboardInterrupt:
        return ForcedOrNot(position, asked, None, LimitReached(INTERRUPTED))
    if found.holds is None:
        file = request.certificate
        unwritten = None if file is None else Written(file, reason=NOTHING_TO_CERTIFY)
        return ForcedOrNot(position, asked, found, written=unwritten, unproved=request.prove)
    return ForcedOrNot(
        position,
        asked,
        found,
        written=None if request.certificate is None else _written(position, asked, found, request, means),
        proved=_proved(position, asked, found) if request.prove else None,
        why=_why(position, asked, means) if request.why else None,
    )


def _why(position: Position, asked: Claimed, means: Means) -> Explained | None:
    """The plan of those who get their way; None where the limits did not last for it."""
    from analyzer.search.solve.explain import explain  # noqa: PLC0415 - where one is wanted

    try:
        return explain(position, asked.goal, asked.seat, asked.by, means.limits, means.engine)
    except (LimitReached, KeyboardInterrupt):
        return None


def _written(
    position: Position, asked: Claimed, found: Forced[Goal], request: ForcedRequest, means: Means
) -> Written:
    """The certificate of an answer, written into its file, or why that cannot be done."""
    from analyzer.certify.certificate import dumps_certificate  # noqa: PLC0415 - where one is wanted
    from analyzer.search.solve.witness import witness  # noqa: PLC0415

    file = request.certificate
    assert file is not None
    try:
        certificate = witness(
            position,
            asked.goal,
            asked.seat,
            asked.by,
            found,
            means.limits,
            means.engine,
            most_mb=request.most_mb,
        )
    except LimitReached as stopped:
        return Written(file, reason=stopped.reason)
    except KeyboardInterrupt:
        return Written(file, reason=INTERRUPTED)
    text = dumps_certificate(certificate)
    unwritten = write_file(file, text, position.file)
    if unwritten is not None:
        return Written(file, reason=unwritten, unwritten=unwritten)
    return Written(file, certificate, len(text.encode()))


def _proved(position: Position, asked: Claimed, found: Forced[Goal]) -> Proved:
    """Z3's word on what the search found."""
    from analyzer.proofs.forcing import prove_forced  # noqa: PLC0415 - z3 is slow to import
    from analyzer.proofs.smt import Mismatch  # noqa: PLC0415

    goal, player = asked.goal.value, position.players[asked.seat]
    proved = prove_forced(position, goal, asked.seat, asked.by)
    if proved.holds is not found.holds:
        raise Mismatch(f"{goal} for {player}: Z3 says {proved.holds}, the search {found.holds}")
    return proved
