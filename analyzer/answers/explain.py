"""The answers of `explain` and `certify`: the players who succeed, their plan, and a certificate."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import structs

from analyzer import answers
from analyzer.answers.answer import Answer, OfPosition, Settled
from analyzer.answers.forced import (
    NOTHING_TO_CERTIFY,
    CertificateWritten,
    WrittenCertificate,
    claimed,
    over_deals,
    searched,
    write_certificate,
)
from analyzer.answers.forced import certificate_of as strategy_of
from analyzer.answers.requests import ForcedRequest, Means, answer_each_reading, game_played
from analyzer.answers.values import COMPLETE, LimitsView, StatsView, stats_view
from analyzer.certificates.certificate import Certificate, load_certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw, proves_by
from analyzer.certificates.checker import certify as play
from analyzer.certificates.claim import GoalClaim
from analyzer.certificates.plan import Plan, PlanEvent, PlanEventKind
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.bearing import bearing_ahead
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim
from analyzer.rules.spec.grounds import STATED, Grounds, open_options
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.reasons import Explained
from analyzer.search.engine.results import members
from analyzer.search.solve.explain import explain as find_plan
from analyzer.views.base import (
    UNSET,
    Digest,
    Grounded,
    Head,
    Impossible,
    Meta,
    Moves,
    Players,
    Readings,
    RestsOn,
    TooMany,
    UnsettledIds,
    UnsetType,
    Variant,
    View,
    grounded,
)
from analyzer.views.why import (
    By,
    Exchanges,
    GoalWord,
    Mattered,
    OnePlan,
    PlanOrNot,
    PlanView,
    QuestionAsked,
    Sentences,
    ToCome,
    Worlds,
    Worths,
    plan_fields,
    question_of_claim,
)
from analyzer.words.blocks import Drawn, Phrase, Said, effort, part
from analyzer.words.names import ground_phrases
from analyzer.words.plans import Seen
from analyzer.words.verdicts import names

if TYPE_CHECKING:
    from analyzer.search.worlds.everydeal import InEveryDeal

WhoseGoal = Annotated[str, Meta(description="The player whose goal it is.")]
Together = Annotated[Players, Meta(description="The players who play together for the goal.")]
Claimed = Annotated[bool, Meta(description="True if they reach the goal; false if the others prevent it.")]


class CertifyAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/certify/1"):
    """The result of the checker, and the claim that was checked."""

    proven: bool
    ruleset: str
    variant: Variant
    digest: Digest
    rests_on: RestsOn
    unsettled: UnsettledIds
    readings: Readings
    impossible: Impossible = UNSET
    too_many_readings: TooMany = UNSET
    goal: GoalWord
    to_come: ToCome = UNSET
    player: WhoseGoal
    by: Together
    holds: Claimed
    moves: Annotated[int, Meta(ge=0, description="Number of moves in the strategy; 0 for a plan.")]
    lines: (
        Annotated[int, Meta(ge=0, description="Number of lines in the plan, if there is one.")] | UnsetType
    ) = UNSET
    states: Annotated[
        int, Meta(ge=0, description="Number of states played; states that play alike count once.")
    ]
    flaw: Flaw | UnsetType | None = UNSET
    why: Annotated[str, Meta(description="The fault, if the claim is not proven.")] | UnsetType = UNSET
    after: (
        Annotated[
            Moves,
            Meta(description="The play that leads to the fault, in the notation of a position file."),
        ]
        | UnsetType
    ) = UNSET


class CertificateFile(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/certificate/1"):
    """A position, a claim about it, and the strategy that proves the claim."""

    position: Annotated[str, Meta(description="A position file.")]
    rules: Annotated[Head, Meta(description="The rules under which the strategy was found.")]
    goal: GoalWord
    to_come: ToCome = UNSET
    player: WhoseGoal
    by: Together
    holds: Claimed
    strategy: Annotated[
        dict[str, str],
        Meta(description="By state, the move of the side that succeeds; empty if there is a plan."),
    ]
    plan: Annotated[PlanView, Meta(description="Lines to follow instead of a strategy.")] | UnsetType = UNSET
    digest: Annotated[
        str,
        Meta(
            description="`sha256:` and the digest of all other keys, as JSON in ASCII without blanks, "
            "keys sorted."
        ),
    ]


def certify_view(
    verdict: CertificateVerdict, certificate: Certificate, why: str, grounds: Grounds = STATED
) -> CertifyAnswer:
    """Return the answer of `certify`; `why` is the flaw, if it is not proven."""
    position, claim = certificate.position, certificate.claim
    return CertifyAnswer(
        proven=verdict.proven,
        **grounded(position.rules, grounds),
        goal=str(claim.goal),
        to_come=claim.goal.to_come or UNSET,
        player=position.players[claim.seat],
        by=names(sum(1 << seat for seat in claim.by), position.players),
        holds=claim.holds,
        moves=len(certificate.strategy),
        lines=UNSET if certificate.plan is None else certificate.plan.length,
        states=verdict.states,
        flaw=UNSET if verdict.proven else verdict.flaw,
        why=UNSET if verdict.proven else why,
        after=UNSET if verdict.proven else list(verdict.line),
    )


class ExplainAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/explain/1"):
    """The reason that players force a goal or that others prevent it: a plan, and the cards that mattered."""

    holds: Annotated[
        bool | None, Meta(description="The answer; null if readings differ, or if a limit came first.")
    ]
    question: QuestionAsked = UNSET
    goal: GoalWord
    to_come: ToCome = UNSET
    player: str
    by: By
    plan: PlanOrNot
    text: Sentences
    mattered: Mattered
    exchange_loses: Exchanges
    worths: Worths | UnsetType = UNSET
    limits: LimitsView
    stats: StatsView
    worlds: Worlds = UNSET
    one_plan: OnePlan = UNSET
    certificate: CertificateWritten | UnsetType = UNSET


def explain_view(
    position: Position,
    claim: ForcingClaim,
    found: Explained,
    *,
    known: bool = True,
    over: InEveryDeal | None = None,
) -> ExplainAnswer:
    """Return the answer of `explain`; `known` is False if the search was stopped before it knew who succeeds.

    Over every deal that fits, the plan is given if it is right in all; `mattered` belongs to one deal.
    """
    goal, seat, deal = claim.goal, claim.seat, position if over is None else over.deals[0]
    told = ExplainAnswer(
        **grounded(position.rules, found.grounds),
        question=question_of_claim(deal, claim),
        holds=found.holds,
        goal=str(goal),
        to_come=goal.to_come or UNSET,
        player=position.players[seat],
        **plan_fields(Seen(deal.players, deal.table), goal, seat, found),
        limits=_limits(found),
        stats=stats_view(found.nodes, found.seconds),
    )
    if over is not None:
        told = over_deals(told, over)
    wordless = not known or (over is not None and found.plan is None)
    return structs.replace(told, text=[]) if wordless else told


def add_proof_kind(answer: ExplainAnswer, certificate: Certificate) -> ExplainAnswer:
    """Return the answer with the kind of proof in its certificate."""
    assert isinstance(answer.certificate, CertificateWritten)
    kind = "strategy" if certificate.plan is None else "plan"
    return structs.replace(answer, certificate=structs.replace(answer.certificate, kind=kind))


def _limits(found: Explained) -> LimitsView:
    parts = {"plan": found.plan, "mattered": found.mattered, "exchange_loses": found.exchange_loses}
    missing = [name for name, part in parts.items() if part is None]
    if not missing:
        return COMPLETE
    reason = None if found.stopped is None else str(found.stopped)
    return LimitsView(complete=False, reason=reason, unfinished=missing)


def explained_as_read(position: Position, asked: ForcingClaim, means: Means) -> Explained:
    """Return the yes or no, and the plan of those who succeed. Raises: LimitReached before the yes or no."""
    return find_plan(position, asked.goal, asked.seat, asked.by, means.limits, means.engine)


TRIED: Final = 3
"""The number of deals whose plan is tried on all others."""
MOST_PLAYED: Final = 200_000
"""The largest number of states that a plan is played through, over all deals."""
_SEEN: Final = frozenset(
    {
        *(PlanEventKind.TO_LEAD, PlanEventKind.LAST, PlanEventKind.LED, PlanEventKind.RUFFED),
        *(PlanEventKind.LEADER, PlanEventKind.WINNING, PlanEventKind.IN_TRICK, PlanEventKind.TAKES),
        PlanEventKind.LEFT,
    }
)
"""The events that every player sees, whatever is hidden."""


def _explained_in_deals(position: Position, request: ForcedRequest, means: Means) -> Why:
    """Return the answer in every deal that fits, and a plan that is right in all of them, if one is found.

    Raises: as :func:`analyzer.answers.everydeal.forced`.
    """
    answer = answers.everydeal.forced(position, request, means)
    over, by = answer.over, answer.claimed.by
    assert over is not None
    plan = None
    if over.holds and over.one_plan is not False and by.bit_count() == 1:
        plan = _plan(answer.claimed, over.deals, means)
    found = Explained(over.holds, by, plan, nodes=over.nodes, seconds=over.seconds, grounds=over.grounds)
    return Why(answer.position, answer.claimed, found, over=over)


def _plan(asked: ForcingClaim, deals: Sequence[Position], means: Means) -> Plan | None:
    """Return one deal's plan that depends only on visible cards, and is right in all other deals."""
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

    def view(self) -> CertifyAnswer:
        why = answers.forced.flaw_message(self.verdict, self.certificate)
        return certify_view(self.verdict, self.certificate, why, self.grounds)

    @property
    def about(self) -> RuleSet:
        return self.certificate.position.rules

    @property
    def says(self) -> Said:
        return answers.forced.certified_blocks(self.verdict, self.certificate, self.grounds)


def certify(file: str, most: int | None = None) -> Certified:
    """Check if the certificate in a file proves its claim; `most` is the largest number of states to play.

    Raises: InvalidFile with every fault; LimitReached if there is more to play.
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

    found, grounds = answer_each_reading(
        position, ask, Certified.view, lambda _: bearing_ahead(position), same_game=game_played(position)
    )
    return structs.replace(found, grounds=grounds)


class Why(OfPosition, Record, frozen=True):
    """The answer of `explain`."""

    position: Position
    claimed: ForcingClaim
    found: Explained
    known: bool = True
    """True if the limits were high enough for a yes or no."""
    written: WrittenCertificate | None = None
    over: InEveryDeal | None = None
    """The yes or no in every deal that fits, if cards are unknown; otherwise None."""

    @property
    def unwritten(self) -> Message | None:
        """The reason that a file did not take the certificate; None if it did."""
        return None if self.written is None else self.written.unwritten

    @property
    def settled(self) -> Settled:
        if not self.known or self.found.holds is None or self.found.plan is None:
            return Settled.OPEN
        return Settled.YES if self.found.holds else Settled.NO

    def view(self) -> ExplainAnswer:
        written = self.written
        view = explain_view(self.position, self.claimed, self.found, known=self.known, over=self.over)
        if written is None:
            return view
        parts = None if written.certificate is None else written.certificate.length
        view = answers.forced.certified(view, str(written.file), parts, written.size, written.reason)
        return view if written.certificate is None else add_proof_kind(view, written.certificate)

    @property
    def says(self) -> Said:
        asked, found, position, plan = self.claimed, self.found, self.position, list[Phrase]()
        if self.over is not None:
            plan = answers.everydeal.one_plan(asked, self.over, found)
            return answers.everydeal.forced_blocks(position, asked, self.over, plan)
        stopped = None if self.known else found.stopped or INTERRUPTED
        if stopped is None and found.holds is not None:
            strategy = self.written is not None and self.written.certificate is not None
            plan += answers.forced.plan_of(position, asked, found, strategy=strategy)
        return (
            *part("headline", [answers.forced.yes_or_no(position, asked, stopped, holds=found.holds)]),
            *part("paragraph", plan),
            *part("notes", ground_phrases(position.rules, found.grounds)),
            *part("paragraph", [] if self.written is None else [self.written.status_phrase]),
            effort(found.nodes),
            Drawn(position),
        )


def explained(position: Position, request: ForcedRequest, means: Means) -> Explained:
    """Return the answer alone, with its grounds.

    Raises: UsageError as :func:`analyzer.answers.forced.claimed`; LimitReached if a limit came
    before the yes or no.
    """
    started, several = time.monotonic(), bool(open_options(position.rules))

    def ask(read: Position) -> Why:
        asked, left = claimed(read, request), means.left(started)
        found = explained_as_read(read, asked, left)
        if several and found.stopped is not None and means.left(started).limits.timeout == 0:
            raise LimitReached(found.stopped, found.nodes)  # no reading is told apart by the clock
        return Why(read, asked, found)

    answer, grounds = answer_each_reading(
        position, ask, Why.view, lambda each: bearing_ahead(each.position), same_game=game_played(position)
    )
    found = answer.found
    return replace(found, grounds=grounds, holds=None if grounds.differs("holds") else found.holds)


def explain(position: Position, request: ForcedRequest, means: Means) -> Why:
    """Return the answer, undecided if a limit or Ctrl-C came first, with the plan's certificate if wanted.

    If cards are unknown, it covers every deal that fits.

    Raises: UsageError as :func:`analyzer.answers.forced.claimed`.
    """
    if position.many:
        return _explained_in_deals(position, request, means)
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


def _written(answer: Why, request: ForcedRequest, means: Means) -> WrittenCertificate:
    """Write the plan as a certificate, or a strategy if there is none; return the reason if that fails."""
    file, found = request.certificate, answer.found
    assert file is not None
    position, asked = answer.position, answer.claimed
    if found.holds is None:
        return WrittenCertificate(file, reason=NOTHING_TO_CERTIFY)

    def strategy() -> Certificate:
        forced = searched(position, asked, means)
        return strategy_of(position, asked, forced, means, request.most_mb)

    def plan() -> Certificate:
        return certificate_of(position, asked, found)

    return write_certificate(request, strategy if found.plan is None else plan)


def certificate_of(position: Position, asked: ForcingClaim, found: Explained) -> Certificate:
    """Return a plan as a certificate of its claim."""
    everyone = (1 << len(position.players)) - 1
    side = found.winners if found.holds else everyone & ~found.winners
    seats, holds = frozenset(members(side)), bool(found.holds)
    claim = GoalClaim(asked.goal, asked.seat, seats, holds, position.pots is None)
    return Certificate(position, claim, {}, plan=found.plan)
