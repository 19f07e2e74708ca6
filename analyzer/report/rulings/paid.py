"""What a settled dispute says of payments: who pays whom, what it comes to, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.disputes.announcement import AnnouncementFinding
from analyzer.disputes.count import CountFinding
from analyzer.disputes.findings import Finding, Paid, PaidFinding
from analyzer.disputes.owed import BookFinding
from analyzer.disputes.session.settling import SessionFinding
from analyzer.messages import (
    Amount,
    Message,
    Name,
    Several,
    Verbatim,
    Word,
    alone,
    both,
    formed,
    listed,
    say,
    say_many,
)
from analyzer.rules.book import sums_to_zero
from analyzer.words.blocks import Phrase
from analyzer.words.paid import came_to_said, payments_said, scores_said
from analyzer.words.tokens import OWN_COUNT, amounts_said


def paid(finding: PaidFinding) -> Iterator[Phrase]:
    """The payments that are owed, and what the kind of dispute adds."""
    if isinstance(finding, CountFinding):
        yield from (Phrase(each, level=1) for each in _counted(finding))
    if isinstance(finding, SessionFinding):
        yield from (Phrase(each, level=1) for each in _told(finding))
        if not finding.payments:
            return
    yield from _sums(finding, Paid(finding.payments, finding.tokens, finding.pots))


def consequences(finding: Finding) -> Iterator[Phrase]:
    """What is paid because of what was wrong, where a kind of dispute beside those of payments knows it."""
    follows: Paid | None = getattr(finding, "paid", None)
    if follows is not None:
        yield from _sums(finding, follows)


def _sums(finding: Finding, paid: Paid) -> Iterator[Phrase]:
    if finding.sums_by_reading:
        return
    if finding.unsettled or (isinstance(finding, PaidFinding) and finding.open_questions):
        yield Phrase(say("By the first reading:"), level=1)
    yield from payments_said(paid.payments, finding.everybody)
    yield from _in_all(finding.everybody, paid.tokens)
    if not sums_to_zero(paid.payments):
        yield Phrase(OWN_COUNT, level=1)
    if not isinstance(finding, CountFinding):
        king, pagat = Amount(paid.pots.king), Amount(paid.pots.pagat)
        yield Phrase(say("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat), level=1)


def _in_all(names: Sequence[str], amounts: Sequence[int]) -> Iterator[Phrase]:
    """What everybody has of it; nothing where that is not told."""
    if amounts:
        told = say("In all: {tokens}", tokens=amounts_said(amounts, map(Name, names)))
        yield Phrase(told, level=1)


def _counted(finding: CountFinding) -> Iterator[Message]:
    """Who counts, and how many points."""
    players = finding.dispute.players
    if not finding.counting:
        yield say("There is no count.")
    for seat in finding.counting:
        yield say_many(
            "{player} counts {number} point",
            "{player} counts {number} points",
            finding.points[seat] or 0,
            player=Name(players[seat]),
        )
    yield say("The next dealer: {player}", player=Name(players[finding.next_dealer]))


def _told(finding: SessionFinding) -> Iterator[Message]:
    """Whom it is about: who sits out, deals, founds, answers for a pot."""

    def who(*seats: int) -> Word:
        return both(Name(finding.dispute.players[seat]) for seat in seats)

    if finding.sits_out is not None:
        yield say("Sits out: {player}", player=who(finding.sits_out))
    if finding.deals_next is not None:
        yield say("The next dealer: {player}", player=who(finding.deals_next))
    if finding.founds:
        yield say("Founds: {players}", players=who(*finding.founds))
    if finding.answers_for is not None:
        yield say("Answers for the pot: {player}", player=who(finding.answers_for))


def book(finding: BookFinding) -> Iterator[Phrase]:
    """What the hand came to, what is paid or written, what it comes to, and what lies there afterwards."""
    players = finding.dispute.players
    if finding.sums_by_reading:
        return
    if finding.unsettled or finding.open_questions:
        yield Phrase(say("By the first reading:"), level=1)
    outcome = tuple(came_to_said(finding.outcome, players))
    if outcome:
        yield Phrase(say("Outcome: {words}.", words=Several(outcome, ";")), level=1)
    yield from payments_said(finding.transfers, players)
    yield from scores_said(finding.scores, players)
    yield from _in_all(players, finding.tokens or finding.sheet)
    yield from (Phrase(each, level=1) for each in (*_left(finding), *_announced(finding)))


def _left(finding: BookFinding) -> Iterator[Message]:
    """The pools and the radli that are there afterwards."""
    if finding.pools is not None:
        pools = (
            formed("{amount} {doubled}", amount=pool.amount, doubled=say("doubled"))
            if pool.doubled
            else formed("{amount}", amount=pool.amount)
            for pool in finding.pools
        )
        yield say("The pools afterwards: {pools}", pools=alone(listed(pools), say("none")))
    radli = dict(zip(finding.dispute.players, finding.radli or (), strict=False))
    if any(radli.values()):
        each = (formed("{player} {number}", player=Name(name), number=n) for name, n in radli.items() if n)
        yield say("Radli afterwards: {radli}", radli=listed(each))


def _announced(finding: BookFinding) -> Iterator[Message]:
    """What announcements are worth, and who is paid for them later."""
    if not isinstance(finding, AnnouncementFinding):
        return
    for word, amount in finding.worth.items():
        yield say("`{announced}` is worth {amount}", announced=Verbatim(word), amount=amount)
    shown = finding.dispute.rules.game.shown
    if finding.waits and shown is not None and shown.to_winners:
        yield say("The side that wins the contract is paid for it, whoever showed it.")
        return
    for seat in finding.waits:
        player = Name(finding.dispute.players[seat])
        yield say("{player} is paid for it if the contract is made, and else pays.", player=player)
