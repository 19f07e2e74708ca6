"""The answer to the question if one goal can be forced, and its certificate."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

from msgspec import structs

from analyzer import answers
from analyzer.answers.answer import OfPosition, Settled
from analyzer.answers.requests import ForcedRequest, Means, answer_each_reading, game_played
from analyzer.answers.values import (
    COMPLETE,
    ForcedBy,
    LimitsView,
    PreventedBy,
    StatsView,
    WithWhom,
    goal_view,
    sides_view,
    stats_view,
)
from analyzer.certificates.certificate import Certificate
from analyzer.certificates.checker import CertificateVerdict, Flaw
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.fileio import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import (
    LineWord,
    Message,
    Name,
    Verbatim,
    Whose,
    Word,
    alone,
    both,
    in_a_row,
    say,
    say_many,
)
from analyzer.position.bearing import OF_A_SEAT, bearing_ahead
from analyzer.position.model import Position
from analyzer.position.question import ForcingClaim, PositionQuestion, question_of
from analyzer.rules.actions import side_groups
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.spec.grounds import Grounds, open_options
from analyzer.search import solve
from analyzer.search.engine.reasons import Explained, Extras
from analyzer.search.engine.results import (
    Forced,
    ForcingAnswer,
    GoalAnswer,
    Status,
)
from analyzer.search.solve.explain import forced as search
from analyzer.views.base import (
    UNSET,
    Count,
    Grounded,
    Meta,
    Moves,
    Players,
    UnsetType,
    View,
    grounded,
)
from analyzer.views.why import (
    GoalWord,
    OnePlan,
    QuestionAsked,
    ToCome,
    WhyView,
    Worlds,
    question_of_claim,
    why_view,
    worlds_view,
)
from analyzer.words.blocks import (
    Drawn,
    Phrase,
    Said,
    Sentences,
    effort,
    part,
)
from analyzer.words.names import ground_phrases
from analyzer.words.plans import Seen, plan_texts
from analyzer.words.verdicts import (
    goal_sentence,
    names,
    sides_message,
)

if TYPE_CHECKING:
    from analyzer.search.worlds.everydeal import InEveryDeal


class CertificateWritten(View, frozen=True, kw_only=True):
    """The certificate of an answer: the file it was written to, or the reason that there is none."""

    file: str | None
    moves: Count | UnsetType = UNSET
    bytes: Count | UnsetType = UNSET
    reason: Annotated[str, Meta(description="The reason that none was written.")] | UnsetType = UNSET
    kind: (
        Annotated[Literal["plan", "strategy"], Meta(description="Lines, or a move for each state.")]
        | UnsetType
    ) = UNSET


class ForcedAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/forced/1"):
    """The answer to a question whether the players of `by` can reach the goal."""

    question: QuestionAsked = UNSET
    holds: Annotated[
        bool | None, Meta(description="The answer; null if a limit came first, or if readings differ.")
    ]
    goal: GoalWord
    to_come: ToCome = UNSET
    player: Annotated[str, Meta(description="The seat that the goal belongs to, or the leader of its side.")]
    by: Players
    sides: WithWhom = UNSET
    status: Status | UnsetType = UNSET
    forced_by: ForcedBy | UnsetType = UNSET
    prevented_by: PreventedBy | UnsetType = UNSET
    line: Moves
    limits: LimitsView
    stats: StatsView
    worlds: Worlds = UNSET
    one_plan: OnePlan = UNSET
    certificate: CertificateWritten | UnsetType = UNSET
    why: WhyView | UnsetType = UNSET


F = TypeVar("F", bound=Grounded)
"""An answer that may have a certificate, or cover every deal that fits."""


def forced_view(
    position: Position,
    claim: ForcingClaim,
    found: ForcingAnswer | None,
    stopped: LimitReached | None,
    over: InEveryDeal | None = None,
) -> ForcedAnswer:
    """Return the answer of `forced`; undecided if the search was stopped before it knew."""
    players, nodes = position.players, 0 if stopped is None else stopped.nodes
    known: ForcingAnswer = Forced(None, nodes, 0.0) if found is None else found
    limits = COMPLETE
    if stopped is not None:
        limits = LimitsView(complete=False, reason=stopped.reason, unfinished=["holds"])
    return ForcedAnswer(
        **grounded(position.rules, known.grounds),
        question=question_of_claim(position, claim),
        holds=known.holds,
        goal=str(claim.goal),
        to_come=claim.goal.to_come or UNSET,
        player=players[claim.seat],
        by=names(claim.by, players),
        sides=sides_view(position if over is None else over.deals[0]),
        line=list(known.line),
        limits=limits,
        stats=stats_view(known.nodes, known.seconds),
        **(_sets(position, known.answer) if isinstance(known, Forced) else {}),
    )


def _sets(position: Position, found: GoalAnswer | None) -> dict[str, Any]:
    """Return the sets of players that decide the goal, if known."""
    if found is None:
        return {}
    told = goal_view(found, position.players)
    return {"status": found.status, "forced_by": told.forced_by, "prevented_by": told.prevented_by}


def over_deals(answer: F, over: InEveryDeal) -> F:
    """Return the answer with the deals that it covers, and `one_plan`."""
    return structs.replace(answer, worlds=worlds_view(over), one_plan=over.one_plan)


def certified(answer: F, file: str, moves: int | None, size: int, reason: str | None) -> F:
    """Return the answer with the certificate that was written into a file, or the reason why none was."""
    if moves is None:
        return structs.replace(answer, certificate=CertificateWritten(file=None, reason=str(reason)))
    return structs.replace(answer, certificate=CertificateWritten(file=file, moves=moves, bytes=size))


def with_why(answer: F, position: Position, goal: Goal, seat: int, why: Explained) -> F:
    """Return the answer with the plan of the players who succeed."""
    return structs.replace(answer, why=why_view(Seen(position.players, position.table), goal, seat, why))


NOTHING_TO_CERTIFY: Final = say(
    "no source settles the answer, so it cannot be certified; --variant chooses a reading"
)


class WrittenCertificate(Record, frozen=True):
    """A certificate that was written, or the reason why none was."""

    file: Path
    certificate: Certificate | None = None
    size: int = 0
    reason: Message | None = None
    unwritten: Message | None = None
    """The reason that the file did not take an existing certificate; otherwise None."""

    @property
    def status_phrase(self) -> Phrase:
        """A sentence that it was written, or why not."""
        return written_phrase(self.file, self.certificate, self.size, self.reason)


class ForcedOrNot(OfPosition, Record, frozen=True):
    """The answer of `forced`."""

    position: Position
    claimed: ForcingClaim
    """The claim; over several deals, the claim in the first of them."""
    found: Forced | None
    """None if the search was stopped before it knew, or if there are several deals."""
    stopped: LimitReached | None = None
    written: WrittenCertificate | None = None
    why: Explained | None = None
    """The explanation, if it was requested and the limits were high enough."""
    over: InEveryDeal | None = None
    """The answer in every deal that fits, if cards are unknown; otherwise None."""

    @property
    def unwritten(self) -> Message | None:
        """The reason that the file did not take the certificate; None if it did."""
        return None if self.written is None else self.written.unwritten

    @property
    def answer(self) -> ForcingAnswer | None:
        """The result, in the one deal or in all that fit."""
        return self.found if self.over is None else self.over

    @property
    def settled(self) -> Settled:
        answer = self.answer
        if answer is None or (self.written is not None and self.written.certificate is None):
            return Settled.OPEN
        if answer.holds is None:
            return Settled.OPEN
        return Settled.YES if answer.holds else Settled.NO

    def view(self) -> ForcedAnswer:
        view = forced_view(self.position, self.claimed, self.answer, self.stopped, self.over)
        asked, written = self.claimed, self.written
        if self.over is not None:
            view = over_deals(view, self.over)
        if written is not None:
            moves = None if written.certificate is None else len(written.certificate.strategy)
            view = certified(view, str(written.file), moves, written.size, written.reason)
        if self.why is not None:
            view = with_why(view, self.position, asked.goal, asked.seat, self.why)
        return view

    @property
    def says(self) -> Said:
        found, position, plan = self.found, self.position, list[Phrase]()
        if self.over is not None:
            return answers.everydeal.forced_blocks(position, self.claimed, self.over)
        stopped = None if self.stopped is None else self.stopped.reason
        holds = None if found is None else found.holds
        verdict = yes_or_no(position, self.claimed, stopped, holds=holds)
        if found is None:
            assert self.stopped is not None
            return (*part("headline", [verdict]), effort(self.stopped.nodes), Drawn(position))
        if self.why is not None:
            plan += plan_of(position, self.claimed, self.why, strategy=False)
        return (
            *part("headline", [verdict]),
            *part("paragraph", why_so(position, found)),
            *part("proof", best_play(found), close=True),
            *part("paragraph", plan),
            *part("notes", ground_phrases(position.rules, found.grounds)),
            *part("paragraph", [] if self.written is None else [self.written.status_phrase]),
            effort(found.nodes, found.seconds),
            Drawn(position),
        )


def claimed(position: Position, request: ForcedRequest) -> ForcingClaim:
    """Return the question with its goal, seat, players and deciding groups.

    Raises: UsageError for a question that is not allowed; see :class:`PositionQuestion`.
    """
    return PositionQuestion.from_position(position).claim(
        *question_of(position, request.goal, request.player), request.by
    )


def decided(position: Position, request: ForcedRequest, means: Means) -> Forced:
    """Return the answer with all its parts, under every reading.

    Raises: UsageError as :func:`claimed`; LimitReached if a limit came before the answer.
    """
    started = time.monotonic()

    def ask(read: Position) -> ForcedOrNot:
        asked, left = claimed(read, request), means.left(started)
        known = None if open_options(position.rules) else request.known
        return ForcedOrNot(
            read, asked, searched(read, asked, left, line=request.line, sets=request.sets, known=known)
        )

    answer, grounds = answer_each_reading(
        position,
        ask,
        ForcedOrNot.view,
        lambda each: bearing_ahead(each.position),
        same_game=game_played(position),
    )
    found = answer.found
    assert found is not None
    holds = None if grounds.differs("holds") else found.holds
    beside = Extras(found.beside.line, found.answer, grounds, found.beside.stopped)
    return replace(found, holds=holds, beside=beside)


def searched(
    position: Position,
    asked: ForcingClaim,
    means: Means,
    *,
    line: bool = False,
    sets: bool = False,
    known: Callable[[bool], None] | None = None,
) -> Forced:
    """Return the answer under one reading; `known` gets the yes or no first. Raises: LimitReached."""
    question = (position, asked.goal, asked.seat, asked.by, means.limits, means.engine)
    return search(*question, groups=asked.groups, line=line, sets=sets, known=known)


def forced(position: Position, request: ForcedRequest, means: Means) -> ForcedOrNot:
    """Return the answer, undecided if a limit or Ctrl-C came first, with the certificate if wanted.

    If cards are unknown, it covers every deal that fits.

    Raises: UsageError as :func:`claimed`.
    """
    if position.many:
        return answers.everydeal.forced(position, request, means)
    asked = claimed(position, request)
    if position.pots is not None:
        means = structs.replace(means, engine=means.engine_of(position.spec))
    try:
        found = decided(position, request, means)
    except LimitReached as stopped:
        return ForcedOrNot(position, asked, None, stopped)
    except KeyboardInterrupt:
        return ForcedOrNot(position, asked, None, LimitReached(INTERRUPTED))
    if found.holds is None:
        file = request.certificate
        unwritten = None if file is None else WrittenCertificate(file, reason=NOTHING_TO_CERTIFY)
        return ForcedOrNot(position, asked, found, written=unwritten)
    written = None
    if request.certificate is not None:
        written = write_certificate(
            request, lambda: certificate_of(position, asked, found, means, request.most_mb)
        )
    return ForcedOrNot(
        position,
        asked,
        found,
        written=written,
        why=_why(position, asked, means) if request.why else None,
    )


def _why(position: Position, asked: ForcingClaim, means: Means) -> Explained | None:
    """Return the plan of the players who succeed; None if the limits were too low for it."""
    try:
        return answers.explain.explained_as_read(position, asked, means)
    except (LimitReached, KeyboardInterrupt):
        return None


def write_certificate(
    request: ForcedRequest, certificate_of: Callable[[], Certificate]
) -> WrittenCertificate:
    """Write the certificate of an answer into its file, or return the reason that this fails."""
    from analyzer.certificates.certificate import dumps_certificate  # noqa: PLC0415 - where one is wanted

    file = request.certificate
    assert file is not None
    try:
        certificate = certificate_of()
    except LimitReached as stopped:
        return WrittenCertificate(file, reason=stopped.reason)
    except KeyboardInterrupt:
        return WrittenCertificate(file, reason=INTERRUPTED)
    text = dumps_certificate(certificate)
    unwritten = write_file(file, text)
    if unwritten is not None:
        return WrittenCertificate(file, reason=unwritten, unwritten=unwritten)
    return WrittenCertificate(file, certificate, len(text.encode()))


def certificate_of(
    position: Position, asked: ForcingClaim, found: Forced, means: Means, most_mb: int
) -> Certificate:
    """Return the certificate of an answer. Raises: LimitReached."""
    question = (position, asked.goal, asked.seat, asked.by)
    return solve.witness.witness(*question, found, means.limits, means.engine, most_mb=most_mb)


UNSETTLED: Final = Phrase(say("Unsettled: the answer depends on a rule that no source settles."), "warn")
"""The sentence for readings that differ and that no source settles."""


def yes_or_no(
    position: Position, asked: ForcingClaim, stopped: Message | None, *, holds: bool | None
) -> Phrase:
    """Return yes or no; or that a limit came first, or that no source settles it."""
    if stopped is not None:
        return Phrase(say("Undecided: {reason}.", reason=stopped.short))
    if holds is None:
        return UNSETTLED
    return verdict_phrase(position, asked.goal, asked.seat, asked.by, holds=holds)


def verdict_phrase(position: Position, goal: Goal, seat: int, by: int, *, holds: bool) -> Phrase:
    """Return yes or no: can the players of `by` force the goal?"""
    players = names(by, position.players)
    words: dict[str, Word] = {"whose": Whose(position.players[seat]), "goal": goal.named}
    who = both(map(Name, players))
    if not players and holds:
        told = say("Yes: every legal line leads to {whose} {goal}.", **words)
    elif not players:
        told = say("No: not every legal line leads to {whose} {goal}.", **words)
    elif by == 1 << seat or _is_of_the_side(position, goal, seat, by):
        told = (
            say("Yes: {who} can force {goal:the}.", who=who, goal=words["goal"])
            if holds
            else say("No: {who} cannot force {goal:the}.", who=who, goal=words["goal"])
        )
    elif holds:
        told = say("Yes: {who} can force {whose} {goal}.", who=who, **words)
    else:
        told = say("No: {who} cannot force {whose} {goal}.", who=who, **words)
    return Phrase(told, "good" if holds else "bad")


def _is_of_the_side(position: Position, goal: Goal, seat: int, by: int) -> bool:
    """Return True if a goal of a seat is that of its side, and the players of `by` are the whole side."""
    of_a_seat = goal.aim in OF_A_SEAT or goal.aim is Aim.PAGAT_ULTIMO
    return not of_a_seat and by >> seat & 1 == 1 and by in side_groups(position.sides)


def why_so(position: Position, found: Forced) -> Iterator[Phrase]:
    """Yield the sides, and the players who decide it."""
    if position.sides.count < len(position.players):
        yield Phrase(sides_message(position.sides, position.players))
    if found.answer is not None and found.holds is not None:
        yield Phrase(goal_sentence(found.answer, position.players))
    if found.beside.stopped is not None:
        reason = found.beside.stopped.short
        told = say("Stopped before finding who else decides it, or a line of play ({reason}).", reason=reason)
        yield Phrase(told, "warn")


def best_play(found: Forced) -> Iterator[Phrase]:
    """Yield a line of best play by both sides."""
    if found.line and found.holds is not None:
        yield Phrase(say("Best play by both sides: {line}", line=in_a_row(map(LineWord, found.line))))


def plan_of(position: Position, asked: ForcingClaim, why: Explained, *, strategy: bool) -> Iterator[Phrase]:
    """Yield the plan of the players who succeed, and the cards that mattered.

    `strategy` means that a strategy is written instead of a plan that was not found.
    """
    yield from plan_texts(Seen(position.players, position.table), asked.goal, asked.seat, why)
    if why.plan is None and strategy:
        yield Phrase(
            say(
                "No plan in lines was found within the limits; the certificate is a strategy, a card for "
                "each state."
            ),
            hang=False,
        )
    elif why.plan is None:
        yield Phrase(
            say(
                "No plan in lines was found within the limits; `forced --certificate` writes a strategy that "
                "proves the answer."
            ),
            hang=False,
        )


def written_phrase(file: Path, certificate: Certificate | None, size: int, reason: Message | None) -> Phrase:
    """Return a sentence that a certificate was written, or why none was."""
    if certificate is None:
        why = (reason or INTERRUPTED).short
        return Phrase(say("No certificate was written: {reason}.", reason=why), hang=False)
    moves = say_many("{number} move", "{number} moves", len(certificate.strategy))
    if certificate.plan is not None:
        moves = say_many("{number} line", "{number} lines", certificate.plan.length)
    told = say(
        "Certificate: {file}, {moves}, {size} {size:byte/bytes}.",
        file=Verbatim(str(file)),
        moves=moves,
        size=size,
    )
    return Phrase(told, hang=False)


def certified_blocks(verdict: CertificateVerdict, certificate: Certificate, grounds: Grounds) -> Said:
    """Return the verdict on the claim, with the place of a failure, and the position."""
    position, where = certificate.position, list[Message]()
    if not verdict.proven and verdict.line:
        where = [say("After: {line}", line=in_a_row(map(LineWord, verdict.line)))]
    return (
        *part("headline", _verdict(verdict, certificate)),
        *part("paragraph", where),
        *part("notes", ground_phrases(position.rules, grounds)),
        Drawn(position),
    )


def _verdict(verdict: CertificateVerdict, certificate: Certificate) -> Sentences:
    """Return the claim, and that it is proven, or why not."""
    position, claim = certificate.position, certificate.claim
    if not verdict.proven:
        yield Phrase(say("Not proven: {why}.", why=flaw_message(verdict, certificate)), "bad")
        return
    by = sum(1 << seat for seat in claim.by)
    yield verdict_phrase(position, claim.goal, claim.seat, by, holds=claim.holds)
    played = say_many("{number} state was played.", "{number} states were played.", verdict.states)
    yield alone(in_a_row((say("Proven by the rules alone."), played)))


def flaw_message(verdict: CertificateVerdict, certificate: Certificate) -> Message:
    """Return the flaw of a certificate that does not prove its claim."""
    word = Verbatim(verdict.word)
    player = Name("" if verdict.seat is None else certificate.position.players[verdict.seat])
    match verdict.flaw:
        case Flaw.ALTERED:
            return say("the certificate was altered after it was written")
        case Flaw.OTHER_RULES:
            return say("it was found by other rules than those of its position here")
        case Flaw.NO_MOVE:
            return say("the certificate has no move for {player}, who has a choice", player=player)
        case Flaw.ILLEGAL:
            return say("{move} is not a legal move for {player}", move=word, player=player)
        case Flaw.REACHED:
            return say("the goal is reached, which was to be prevented")
        case Flaw.LOST:
            return say("the goal can no longer be reached")
        case _:
            return say("the state {state} is never reached", state=word)
