"""`forced` in a game of card points: whether some seats can bring a goal about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.api.alone import answered_alone, on_grounds
from analyzer.api.answer import Settled
from analyzer.api.points.readings import point_bearing, point_game_played
from analyzer.api.points.requests import Asking
from analyzer.api.readings import each_game, under_each_reading
from analyzer.api.requests import Means, check_searchable, mask_of, seat_named
from analyzer.errors import INTERRUPTED, LimitReached, UsageError
from analyzer.messages import Message, Name, Verbatim, listed, say
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.pointgoals import Aimed, PointGoal
from analyzer.search.engine.points.results import by_sides
from analyzer.search.engine.results import Forced, by_seats
from analyzer.search.solve.force import Claim
from analyzer.search.solve.points.force import forced_points

if TYPE_CHECKING:
    from analyzer.api.asked import ForcedRequest
    from analyzer.report.view.pointsolve import PointForcedAnswer


@dataclass(frozen=True, slots=True)
class PointForcedOrNot:
    """The answer of `forced` in a game of card points."""

    position: Position
    claim: Claim[PointGoal]
    found: Forced[PointGoal] | None
    """None where the search was stopped before it knew."""
    stopped: LimitReached | None = None

    @property
    def unwritten(self) -> Message | None:
        """No file is written."""
        return None

    @property
    def settled(self) -> Settled:
        if self.found is None or self.found.holds is None:
            return Settled.OPEN
        return Settled.YES if self.found.holds else Settled.NO

    def view(self) -> PointForcedAnswer:
        from analyzer.report.view.pointsolve import point_forced_view  # noqa: PLC0415

        return point_forced_view(self.position, self.claim, self.found, self.stopped)

    def brief(self, style: TextStyle) -> list[str]:
        from analyzer.report.text.brief import yes_or_no  # noqa: PLC0415
        from analyzer.report.text.pointforced import point_verdict  # noqa: PLC0415

        stopped = None if self.stopped is None else self.stopped.reason
        holds = None if self.found is None else self.found.holds
        return yes_or_no(
            style,
            stopped,
            lambda yes: point_verdict(style, self.position, self.claim, holds=yes),
            holds=holds,
        )

    def text(self, style: TextStyle) -> str:
        from analyzer.report.text.forced import undecided_text  # noqa: PLC0415
        from analyzer.report.text.pointforced import point_forced_text  # noqa: PLC0415

        if self.found is None:
            assert self.stopped is not None
            return undecided_text(self.stopped.reason, self.stopped.nodes, style)
        return point_forced_text(self.position, self.claim, self.found, style)


def claim_of(asking: Asking, request: ForcedRequest) -> Claim[PointGoal]:
    """The question with its goal, seats and who decides as one.

    Raises: UsageError for an unknown goal or player, or where no player is named.
    """
    position, question = asking.position, asking.question
    if request.player is None:
        players = listed(map(Name, position.players))
        raise UsageError(say("--for PLAYER is missing; there are {players}", players=players))
    goal = next(asking.worth.goals()) if request.goal is None else asking.aim(request.goal)
    if isinstance(goal, Aimed):
        told = say("{goal} alone is no yes or no", goal=Verbatim(goal.value))
        raise UsageError(told, say("expected how much of it, such as `points>=42`"))
    seat = asking.owner(goal, seat_named(position, request.player))
    if request.by is None:
        side = question.sides.of[seat]
        return Claim(goal, seat, by_sides(question.sides)[side], by_sides(question.sides))
    by = mask_of(position, request.by)
    groups = by_sides(question.sides)
    whole = all(by & mask in (0, mask) for mask in groups)
    return Claim(goal, seat, by, groups if whole else by_seats(question.players))


def decided_scored(position: Position, request: ForcedRequest, means: Means) -> Forced[PointGoal]:
    """The yes or no alone; what goes with it is worked out when it is read.

    Raises: UsageError as :func:`claim_of`; LimitReached where a limit came before the answer.
    """
    asks = _Asks(position, request)
    return answered_alone(position, asks, means, lambda: each_game(position, point_game_played(position)))


@dataclass(frozen=True, slots=True)
class _Asks:
    """The ways to ask one question of a position."""

    position: Position
    request: ForcedRequest

    def alone(self, position: Position, means: Means) -> Forced[PointGoal]:
        return _found(position, self.request, means, line=False, sets=False)

    def told(self, means: Means, *, line: bool, sets: bool) -> Forced[PointGoal]:
        return _found(self.position, self.request, means, line=line, sets=sets)

    def whole(self, means: Means) -> Forced[PointGoal]:
        return _decided(self.position, self.request, means)

    def bearing(self) -> tuple[str, ...]:
        return point_bearing(self.position, paid=False)


def _found(
    position: Position, request: ForcedRequest, means: Means, *, line: bool, sets: bool = True
) -> Forced[PointGoal]:
    claim = claim_of(Asking.of(position), request)
    return forced_points(position, claim, means.limits, means.point_engine, line=line, sets=sets)


def _decided(position: Position, request: ForcedRequest, means: Means) -> Forced[PointGoal]:
    """The answer with all that is told of it, under every reading."""

    def ask(read: Position) -> PointForcedOrNot:
        claim = claim_of(Asking.of(read), request)
        return PointForcedOrNot(read, claim, _found(read, request, means, line=request.line))

    answer, grounds = under_each_reading(
        position,
        ask,
        PointForcedOrNot.view,
        point_game_played(position),
        lambda found: point_bearing(found.position, paid=False),
    )
    return on_grounds(answer.found, grounds)


def forced_scored(position: Position, request: ForcedRequest, means: Means) -> PointForcedOrNot:
    """The answer, undecided where a limit or Ctrl-C came first. Raises: UsageError as :func:`claim_of`."""
    if request.certificate is not None or request.prove:
        check_searchable(position.rules)  # no strategy is written, and Z3 not asked, in such a game yet
    claim = claim_of(Asking.of(position), request)
    try:
        return PointForcedOrNot(position, claim, _decided(position, request, means))
    except LimitReached as stopped:
        return PointForcedOrNot(position, claim, None, stopped)
    except KeyboardInterrupt:
        return PointForcedOrNot(position, claim, None, LimitReached(INTERRUPTED))
