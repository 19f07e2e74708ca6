"""Why a goal is forced or prevented: the plan, its certificate, and what mattered.

Of a half-known position: a plan for every deal that fits. Certificates are checked here too.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from msgspec import structs

from analyzer import api, report
from analyzer.api.answer import Answer, OfPosition, Settled
from analyzer.api.asked import ForcedRequest
from analyzer.api.everydeal import ForcedInDeals, forced_in_deals
from analyzer.api.forced import NOTHING_TO_CERTIFY, Written, claimed, searched, write_certificate
from analyzer.api.forced import certificate_of as strategy_of
from analyzer.api.readings import game_played, under_each_reading
from analyzer.api.requests import Means
from analyzer.certificates.certificate import Certificate, load_certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw, proves_by
from analyzer.certificates.checker import certify as play
from analyzer.certificates.claim import GoalClaim
from analyzer.certificates.plan import Plan, PlanEvent, PlanEventKind
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.ahead import bearing_ahead
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import STATED, Grounds, open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import members
from analyzer.search.solve.explain import explain as find_plan
from analyzer.words.blocks import Drawn, Phrase, Said, effort, part
from analyzer.words.grounds import grounds_said

if TYPE_CHECKING:
    from analyzer.position.model import Position


def explained_as_read(position: Position, asked: ForcingClaim, means: Means) -> Explained:
    """Yes or no, and the plan of those who get their way. Raises: LimitReached before the yes or no."""
    return find_plan(position, asked.goal, asked.seat, asked.by, means.limits, means.engine)


TRIED: Final = 3
"""Deals of which a plan is held against all others."""
MOST_PLAYED: Final = 200_000
"""States that a plan is played through, over all deals."""
_SEEN: Final = frozenset(
    {
        *(PlanEventKind.TO_LEAD, PlanEventKind.LAST, PlanEventKind.LED, PlanEventKind.RUFFED),
        *(PlanEventKind.LEADER, PlanEventKind.WINNING, PlanEventKind.IN_TRICK, PlanEventKind.TAKES),
        PlanEventKind.LEFT,
    }
)
"""What every player sees, whatever lies hidden."""


class WhyInDeals(Answer, Record, frozen=True):
    """The answer of `explain` about every deal that fits."""

    answer: ForcedInDeals
    explained: Explained
    unwritten: None = None

    @property
    def settled(self) -> Settled:
        return self.answer.settled if self.explained.plan is not None else Settled.OPEN

    def view(self) -> report.view.explain.ExplainAnswer:
        answer = self.answer
        return report.view.explain.explain_deals_view(
            answer.position, answer.claimed, answer.found, self.explained
        )

    @property
    def about(self) -> RuleSet:
        return self.answer.position.rules

    @property
    def says(self) -> Said:
        plan = report.text.everydeal.one_plan(self.answer.claimed, self.answer.found, self.explained)
        return report.text.everydeal.forced_said(
            self.answer.position, self.answer.claimed, self.answer.found, plan
        )


def explained_in_deals(position: Position, request: ForcedRequest, means: Means) -> WhyInDeals:
    """The answer in every deal that fits, and a plan that is right in all of them where one is found.

    Raises: as :func:`forced_in_deals`.
    """
    answer = forced_in_deals(position, request, means)
    found, by = answer.found, answer.claimed.by
    plan = None
    if found.holds and found.one_plan is not False and by.bit_count() == 1:
        plan = _plan(answer, means)
    return WhyInDeals(answer, Explained(found.holds, by, plan, nodes=found.nodes, seconds=found.seconds))


def _plan(answer: ForcedInDeals, means: Means) -> Plan | None:
    """A plan of one of the deals that goes by what is seen, and is right in all others too."""
    asked, deals = answer.claimed, answer.found.deals
    player = asked.by.bit_length() - 1
    claim = GoalClaim(asked.goal, asked.seat, frozenset({player}), True, deals[0].pots is None)  # noqa: FBT003
    for deal in deals[:TRIED]:
        try:
            plan = explained_as_read(deal, asked, means).plan
            if plan is None or not _goes_by_what_is_seen(plan, player):
                continue
            left = MOST_PLAYED
            for other in deals:
                verdict = proves_by(Certificate(other, claim, {}, plan=plan), other, left)
                left -= verdict.states
                if not verdict.proven:
                    break
            else:
                return plan
        except LimitReached:
            return None
    return None


def _goes_by_what_is_seen(plan: Plan, player: int) -> bool:
    return all(
        _is_seen(event, player) for lines in plan.lines.values() for line in lines for event in line.when
    )


def _is_seen(event: PlanEvent, player: int) -> bool:
    own = event.kind in (PlanEventKind.VOID, PlanEventKind.HAS) and event.who == player
    return own or event.kind in _SEEN


class Certified(Answer, Record, frozen=True):
    """The answer of `certify`."""

    certificate: Certificate
    verdict: CertificateVerdict
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.verdict.proven else Settled.NO

    def view(self) -> report.view.explain.CertifyAnswer:
        why = report.text.certificate.flaw_said(self.verdict, self.certificate)
        return report.view.explain.certify_view(self.verdict, self.certificate, why, self.grounds)

    @property
    def about(self) -> RuleSet:
        return self.certificate.position.rules

    @property
    def says(self) -> Said:
        return report.text.certificate.certified_said(self.verdict, self.certificate, self.grounds)


def certify(file: str, most: int | None = None) -> Certified:
    """Whether the certificate in a file proves its claim; `most` is how many states may be played.

    Raises: InvalidFile with every fault; LimitReached where there is more to play.
    """
    certificate = load_certificate(file)
    position, first = certificate.position, play(certificate, most)
    if first.flaw in (Flaw.ALTERED, Flaw.OTHER_RULES):
        return Certified(certificate, first)

    words = open_options(position.rules)

    def ask(read: Position) -> Certified:
        if not words:
            return Certified(certificate, first)
        tried = replace(proves_by(certificate, read, most), states=first.states)
        as_first = all(read.rules.variant[name] == each[0] for name, each in words.items())
        return Certified(certificate, first if as_first else tried)

    found, grounds = under_each_reading(
        position, ask, Certified.view, lambda _: bearing_ahead(position), same_game=game_played(position)
    )
    return structs.replace(found, grounds=grounds)


class Why(OfPosition, Record, frozen=True):
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

    @property
    def says(self) -> Said:
        asked, found, position, plan = self.claimed, self.found, self.position, list[Phrase]()
        stopped = None if self.known else found.stopped or INTERRUPTED
        if stopped is None and found.holds is not None:
            strategy = self.written is not None and self.written.certificate is not None
            plan += report.text.forced.plan_of(position, asked, found, strategy=strategy)
        return (
            *part("headline", [report.text.forced.yes_or_no(position, asked, stopped, holds=found.holds)]),
            *part("paragraph", plan),
            *part("notes", grounds_said(position.rules, found.grounds)),
            *part("paragraph", [] if self.written is None else [self.written.said]),
            effort(found.nodes),
            Drawn(position),
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
        position, ask, Why.view, lambda each: bearing_ahead(each.position), same_game=game_played(position)
    )
    found = answer.found
    return replace(found, grounds=grounds, holds=None if grounds.differs("holds") else found.holds)


def explain_known(position: Position, request: ForcedRequest, means: Means) -> Why | api.explain.WhyInDeals:
    """The answer of :func:`explain`, in every deal that fits where not all is known of the cards."""
    if position.many:
        return api.explain.explained_in_deals(position, request, means)
    return explain(position, request, means)


def explain(position: Position, request: ForcedRequest, means: Means) -> Why:
    """The answer, undecided where a limit or Ctrl-C came first, with the plan's certificate where wanted.

    Raises: UsageError as :func:`analyzer.api.forced.claimed`.
    """
    asked = claimed(position, request)
    if position.pots is not None:
        means = structs.replace(means, engine=means.engine_of(position.spec))
    try:
        found = explained(position, request, means)
    except LimitReached as stopped:
        nothing = Explained(None, 0, None, nodes=stopped.nodes, stopped=stopped.reason)
        return Why(position, asked, nothing, known=False)
    except KeyboardInterrupt:
        return Why(position, asked, Explained(None, 0, None, stopped=INTERRUPTED), known=False)
    answer = Why(position, asked, found)
    if request.certificate is not None:
        answer = structs.replace(answer, written=_written(answer, request, means))
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
    claim = GoalClaim(asked.goal, asked.seat, seats, holds, position.pots is None)
    return Certificate(position, claim, {}, plan=found.plan)
