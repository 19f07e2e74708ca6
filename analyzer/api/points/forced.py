"""`forced` in a game of card points: whether some seats can bring a goal about."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.api.points.readings import point_bearing, point_game_played
from analyzer.api.points.requests import Asking
from analyzer.api.readings import each_game, under_each_reading
from analyzer.api.requests import Means, check_searchable, limits_left, mask_of, seat_named
from analyzer.errors import INTERRUPTED, Invalid, LimitReached, UsageError
from analyzer.messages import Message, Name, Verbatim, listed, say
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.pointgoals import Aimed
from analyzer.rules.spec.grounds import Grounds, differs, silent_among
from analyzer.search.engine.beside import Beside, BesideLater
from analyzer.search.engine.points.results import GroupAnswer, PointForced, by_seats, by_sides
from analyzer.search.solve.points.force import PointClaim, forced_points

if TYPE_CHECKING:
    from analyzer.api.asked import ForcedRequest
    from analyzer.report.view.pointsolve import PointForcedAnswer


@dataclass(frozen=True, slots=True)
class PointForcedOrNot:
    """The answer of `forced` in a game of card points."""

    position: Position
    claim: PointClaim
    found: PointForced | None
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

    def text(self, style: TextStyle) -> str:
        from analyzer.report.text.forced import undecided_text  # noqa: PLC0415
        from analyzer.report.text.pointforced import point_forced_text  # noqa: PLC0415

        if self.found is None:
            assert self.stopped is not None
            return undecided_text(self.stopped.reason, self.stopped.nodes, style)
        return point_forced_text(self.position, self.claim, self.found, style)


def claim_of(asking: Asking, request: ForcedRequest) -> PointClaim:
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
        return PointClaim(goal, seat, by_sides(question.sides)[side], by_sides(question.sides))
    by = mask_of(position, request.by)
    groups = by_sides(question.sides)
    whole = all(by & mask in (0, mask) for mask in groups)
    return PointClaim(goal, seat, by, groups if whole else by_seats(question.players))


def decided_scored(position: Position, request: ForcedRequest, means: Means) -> PointForced:
    """The yes or no alone; what goes with it is worked out when it is read.

    Raises: UsageError as :func:`claim_of`; LimitReached where a limit came before the answer.
    """
    try:
        games = each_game(position, point_game_played(position))
    except Invalid:
        return _decided(position, request, means)  # under some reading it cannot be
    found = [_asked(each, request, means, line=False, sets=False).found for each in games]
    first = found[0]
    assert first is not None
    if len({None if each is None else each.holds for each in found}) > 1:
        return _decided(position, request, means)
    left = replace(means, limits=limits_left(means.limits, first.nodes, first.seconds))
    return replace(first, beside=_beside(position, request, left))


def _beside(position: Position, request: ForcedRequest, means: Means) -> BesideLater[GroupAnswer]:
    """What goes with a yes or no, when it is read; the limits are those it left."""

    def told(*, line: bool, sets: bool) -> PointForced:
        with suppress(LimitReached):
            found = _asked(position, request, means, line=line, sets=sets).found
            assert found is not None
            return found
        return PointForced(holds=None, nodes=0, seconds=0.0)

    def grounds() -> Grounds:
        with suppress(LimitReached):
            return _decided(position, replace(request, line=False), means).grounds
        return Grounds(silent_among(position.rules, point_bearing(position, paid=False)))

    return BesideLater(
        lambda: told(line=True, sets=False).line, lambda: told(line=False, sets=True).answer, grounds
    )


def _asked(
    position: Position, request: ForcedRequest, means: Means, *, line: bool, sets: bool = True
) -> PointForcedOrNot:
    asking = Asking.of(position)
    claim = claim_of(asking, request)
    found = forced_points(position, claim, means.limits, means.point_engine, line=line, sets=sets)
    return PointForcedOrNot(position, claim, found)


def _decided(position: Position, request: ForcedRequest, means: Means) -> PointForced:
    """The answer with all that is told of it, under every reading."""
    answer, grounds = under_each_reading(
        position,
        lambda read: _asked(read, request, means, line=request.line),
        PointForcedOrNot.view,
        point_game_played(position),
        lambda found: point_bearing(found.position, paid=False),
    )
    found = answer.found
    assert found is not None
    holds = None if differs(grounds, "holds") else found.holds
    return replace(found, holds=holds, beside=Beside(found.line, found.answer, grounds))


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
