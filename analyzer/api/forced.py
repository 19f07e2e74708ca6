"""Whether one goal can be forced: the answer, and its certificate."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import structs

from analyzer import api, report
from analyzer.api.answer import OfPosition, Settled
from analyzer.api.asked import ForcedRequest
from analyzer.api.files.writing import write_file
from analyzer.api.readings import game_played, under_each_reading
from analyzer.api.requests import Means
from analyzer.errors import INTERRUPTED, LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.position.ahead import bearing_ahead
from analyzer.position.asked import Asking, ForcingClaim, question_of
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import open_options
from analyzer.search import solve
from analyzer.search.engine.reasons import Beside
from analyzer.search.engine.results import Forced
from analyzer.search.solve.force import forced as search
from analyzer.words.blocks import Drawn, Phrase, Said, effort, part
from analyzer.words.grounds import grounds_said

if TYPE_CHECKING:
    from analyzer.certificates.certificate import Certificate
    from analyzer.search.engine.reasons import Explained

NOTHING_TO_CERTIFY: Final = say(
    "no source settles the answer, so there is none to certify; --variant chooses a reading"
)


class Written(Record, frozen=True):
    """A certificate that was written, or why none was."""

    file: Path
    certificate: Certificate | None = None
    size: int = 0
    reason: Message | None = None
    unwritten: Message | None = None
    """Why the file did not take the certificate, if there is one and it did not."""

    @property
    def said(self) -> Phrase:
        """That it was written, or why not."""
        return report.text.forced.written_said(self.file, self.certificate, self.size, self.reason)


class ForcedOrNot(OfPosition, Record, frozen=True):
    """The answer of `forced`."""

    position: Position
    claimed: ForcingClaim
    found: Forced | None
    """None where the search was stopped before it knew."""
    stopped: LimitReached | None = None
    written: Written | None = None
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

    def view(self) -> report.view.solve.ForcedAnswer:
        view = report.view.solve.forced_view(self.position, self.claimed, self.found, self.stopped)
        asked, written = self.claimed, self.written
        if written is not None:
            moves = None if written.certificate is None else len(written.certificate.strategy)
            view = report.view.solve.certified(view, str(written.file), moves, written.size, written.reason)
        if self.why is not None:
            view = report.view.solve.with_why(view, self.position, asked.goal, asked.seat, self.why)
        return view

    @property
    def says(self) -> Said:
        found, position, plan = self.found, self.position, list[Phrase]()
        stopped = None if self.stopped is None else self.stopped.reason
        holds = None if found is None else found.holds
        verdict = report.text.forced.yes_or_no(position, self.claimed, stopped, holds=holds)
        if found is None:
            assert self.stopped is not None
            return (*part("headline", [verdict]), effort(self.stopped.nodes), Drawn(position))
        if self.why is not None:
            plan += report.text.forced.plan_of(position, self.claimed, self.why, strategy=False)
        return (
            *part("headline", [verdict]),
            *part("paragraph", report.text.forced.why_so(position, found)),
            *part("proof", report.text.forced.best_play(found), close=True),
            *part("paragraph", plan),
            *part("notes", grounds_said(position.rules, found.grounds)),
            *part("paragraph", [] if self.written is None else [self.written.said]),
            effort(found.nodes, found.seconds),
            Drawn(position),
        )


def claimed(position: Position, request: ForcedRequest) -> ForcingClaim:
    """The question with its goal, seat, players and who decides as one.

    Raises: UsageError for what may not be asked; see :class:`Asking`.
    """
    return Asking.of(position).claim(*question_of(position, request.goal, request.player), request.by)


def decided(position: Position, request: ForcedRequest, means: Means) -> Forced:
    """The answer with all that is told of it, under every reading.

    Raises: UsageError as :func:`claimed`; LimitReached where a limit came before the answer.
    """
    started = time.monotonic()

    def ask(read: Position) -> ForcedOrNot:
        asked, left = claimed(read, request), means.left(started)
        known = None if open_options(position.rules) else request.known
        return ForcedOrNot(
            read, asked, searched(read, asked, left, line=request.line, sets=request.sets, known=known)
        )

    answer, grounds = under_each_reading(
        position,
        ask,
        ForcedOrNot.view,
        lambda each: bearing_ahead(each.position),
        same_game=game_played(position),
    )
    found = answer.found
    assert found is not None
    holds = None if grounds.differs("holds") else found.holds
    return replace(found, holds=holds, beside=Beside(found.line, found.answer, grounds, found.beside.stopped))


def searched(
    position: Position,
    asked: ForcingClaim,
    means: Means,
    *,
    line: bool = False,
    sets: bool = False,
    known: Callable[[bool], None] | None = None,
) -> Forced:
    """The answer for a position as it is read; `known` is told the yes or no first. Raises: LimitReached."""
    question = (position, asked.goal, asked.seat, asked.by, means.limits, means.engine)
    return search(*question, groups=asked.groups, line=line, sets=sets, known=known)


def forced(
    position: Position, request: ForcedRequest, means: Means
) -> ForcedOrNot | api.everydeal.ForcedInDeals:
    """The answer, undecided where a limit or Ctrl-C came first, with the certificate wanted.

    Where not all is known of the cards it is that of every deal that fits.

    Raises: UsageError as :func:`claimed`.
    """
    if position.many:
        return api.everydeal.forced_in_deals(position, request, means)
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
        unwritten = None if file is None else Written(file, reason=NOTHING_TO_CERTIFY)
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
    """The plan of those who get their way; None where the limits did not last for it."""
    try:
        return api.explain.explained_as_read(position, asked, means)
    except (LimitReached, KeyboardInterrupt):
        return None


def write_certificate(request: ForcedRequest, certificate_of: Callable[[], Certificate]) -> Written:
    """The certificate of an answer, written into its file, or why that cannot be done."""
    from analyzer.certificates.certificate import dumps_certificate  # noqa: PLC0415 - where one is wanted

    file = request.certificate
    assert file is not None
    try:
        certificate = certificate_of()
    except LimitReached as stopped:
        return Written(file, reason=stopped.reason)
    except KeyboardInterrupt:
        return Written(file, reason=INTERRUPTED)
    text = dumps_certificate(certificate)
    unwritten = write_file(file, text)
    if unwritten is not None:
        return Written(file, reason=unwritten, unwritten=unwritten)
    return Written(file, certificate, len(text.encode()))


def certificate_of(
    position: Position, asked: ForcingClaim, found: Forced, means: Means, most_mb: int
) -> Certificate:
    """The certificate of an answer. Raises: LimitReached."""
    question = (position, asked.goal, asked.seat, asked.by)
    return solve.witness.witness(*question, found, means.limits, means.engine, most_mb=most_mb)
