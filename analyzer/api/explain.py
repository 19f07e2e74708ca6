"""Why a goal is forced or prevented: the plan, its certificate, and what mattered."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from analyzer import api, report
from analyzer.api.answer import Settled
from analyzer.api.asked import ForcedRequest
from analyzer.api.bearing import bearing_ahead
from analyzer.api.forced import NOTHING_TO_CERTIFY, Written, claimed, searched, write_certificate
from analyzer.api.forced import certificate_of as strategy_of
from analyzer.api.readings import game_played, under_each_reading
from analyzer.api.requests import Means
from analyzer.api.why import explained_as_read
from analyzer.certify.certificate import Certificate
from analyzer.certify.claim import GoalClaim
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import open_options
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import members


@dataclass(frozen=True, slots=True)
class Why:
    """The answer of `explain`."""

    position: Position
    claimed: ForcingClaim
    found: Explained
    known: bool = True
    """Whether the limits lasted for yes or no."""
    written: Written | None = None

    @property
    def unwritten(self) -> Message | None:
        """Why a file did not take the certificate, if it did not."""
        return None if self.written is None else self.written.unwritten

    @property
    def settled(self) -> Settled:
        if not self.known or self.found.holds is None or self.found.plan is None:
            return Settled.OPEN
        return Settled.YES if self.found.holds else Settled.NO

    def view(self) -> report.view.explain.ExplainAnswer:
        asked, written = self.claimed, self.written
        if not self.known:
            return report.view.explain.undecided_explain_view(self.position, asked, self.found)
        view = report.view.explain.explain_view(self.position, asked, self.found)
        if written is None:
            return view
        parts = None if written.certificate is None else written.certificate.length
        view = report.view.solve.certified(view, str(written.file), parts, written.size, written.reason)
        return view if written.certificate is None else report.view.explain.of_kind(view, written.certificate)

    def brief(self, style: TextStyle) -> list[str]:
        stopped = None if self.known else self.found.stopped or INTERRUPTED
        holds, asked = self.found.holds, self.claimed

        def told(yes: bool) -> list[str]:  # noqa: FBT001 - it is what is told
            return report.text.forced.verdict_lines(
                style, self.position, asked.goal, asked.seat, asked.by, holds=yes
            )

        return report.text.brief.yes_or_no(style, stopped, told, holds=holds)

    def text(self, style: TextStyle) -> str:
        asked, found, position = self.claimed, self.found, self.position
        strategy = self.written is not None and self.written.certificate is not None
        told = self.known and found.holds is not None
        return report.text.frame.framed(
            style,
            self.brief(style),
            report.text.explain.plan_of(position, asked.goal, asked.seat, found, style, strategy=strategy)
            if told
            else [],
            report.phrases.grounds.grounds_lines(position.rules, found.grounds, style),
            [] if self.written is None else self.written.lines(style),
            report.text.frame.search_lines(style, found.nodes),
            position=position,
        )


def explained(position: Position, request: ForcedRequest, means: Means) -> Explained:
    """The answer alone, with what it rests on.

    Raises: UsageError as :func:`analyzer.api.forced.claimed`; LimitReached where a limit came before the yes
    or no.
    """
    started, several = time.monotonic(), bool(open_options(position.rules))

    def ask(read: Position) -> Why:
        asked, left = claimed(read, request), means.left(started)
        found = explained_as_read(read, asked, left)
        if several and found.stopped is not None and means.left(started).limits.timeout == 0:
            raise LimitReached(found.stopped, found.nodes)  # no reading is told apart by the clock
        return Why(read, asked, found)

    answer, grounds = under_each_reading(
        position, ask, Why.view, lambda each: bearing_ahead(each.position), alike=game_played(position)
    )
    found = answer.found
    return replace(found, grounds=grounds, holds=None if grounds.differs("holds") else found.holds)


def explain_known(
    position: Position, request: ForcedRequest, means: Means
) -> Why | api.whyindeals.WhyInDeals:
    """The answer of :func:`explain`, in every deal that fits where not all is known of the cards."""
    if position.many:
        return api.whyindeals.explained_in_deals(position, request, means)
    return explain(position, request, means)


def explain(position: Position, request: ForcedRequest, means: Means) -> Why:
    """The answer, undecided where a limit or Ctrl-C came first, with the plan's certificate where wanted.

    Raises: UsageError as :func:`analyzer.api.forced.claimed`.
    """
    asked = claimed(position, request)
    if not position.scored:
        means = replace(means, engine=means.engine_of(position.spec))
    try:
        found = explained(position, request, means)
    except LimitReached as stopped:
        nothing = Explained(None, 0, None, nodes=stopped.nodes, stopped=stopped.reason)
        return Why(position, asked, nothing, known=False)
    except KeyboardInterrupt:
        return Why(position, asked, Explained(None, 0, None, stopped=INTERRUPTED), known=False)
    answer = Why(position, asked, found)
    if request.certificate is not None:
        answer = replace(answer, written=_written(answer, request, means))
    return answer


def _written(answer: Why, request: ForcedRequest, means: Means) -> Written:
    """The plan as a certificate, or a strategy where there is none, written; or why that cannot be done."""
    file, found = request.certificate, answer.found
    assert file is not None
    position, asked = answer.position, answer.claimed
    if found.holds is None:
        return Written(file, reason=NOTHING_TO_CERTIFY)

    def strategy() -> Certificate:
        forced = searched(position, asked, means)
        return strategy_of(position, asked, forced, means, request.most_mb)

    def plan() -> Certificate:
        return certificate_of(position, asked, found)

    return write_certificate(request, strategy if found.plan is None else plan)


def certificate_of(position: Position, asked: ForcingClaim, found: Explained) -> Certificate:
    """A found plan as a certificate of its claim."""
    everyone = (1 << len(position.players)) - 1
    side = found.winners if found.holds else everyone & ~found.winners
    seats, holds = frozenset(members(side)), bool(found.holds)
    claim = GoalClaim(asked.goal, asked.seat, seats, holds, position.scored)
    return Certificate(position, claim, {}, plan=found.plan)
