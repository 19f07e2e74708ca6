"""What a settled dispute says of payments, in lines: who pays whom, what it comes to, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.disputes.announcement import AnnouncementFinding
from analyzer.disputes.count import CountFinding
from analyzer.disputes.findings import Finding, Paid, PaidFinding
from analyzer.disputes.owed import BookFinding
from analyzer.disputes.session.settling import SessionFinding
from analyzer.layout import wrap
from analyzer.report.phrases.paid import came_to, payment_lines, score_lines
from analyzer.report.phrases.tokens import amounts_words, own_count
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import sums_to_zero


def paid(finding: PaidFinding, style: TextStyle) -> Iterator[str]:
    """The payments that are owed, and what the kind of dispute adds."""
    if isinstance(finding, CountFinding):
        yield from _counted(finding, style)
    if isinstance(finding, SessionFinding):
        lines = list(_told(finding, style))
        yield from lines
        if not finding.payments:
            yield from [""] if lines else []
            return
    yield from _sums(finding, Paid(finding.payments, finding.tokens, finding.pots), style)


def consequences(finding: Finding, style: TextStyle) -> Iterator[str]:
    """What is paid because of what was wrong, where a kind of dispute beside those of payments knows it."""
    follows: Paid | None = getattr(finding, "paid", None)
    if follows is not None:
        yield from _sums(finding, follows, style)


def _sums(finding: Finding, paid: Paid, style: TextStyle) -> Iterator[str]:
    if finding.sums_by_reading:
        return
    if finding.unsettled or (isinstance(finding, PaidFinding) and finding.open_questions):
        yield "  " + style.t("By the first reading:")
    yield from payment_lines(style, paid.payments, finding.everybody)
    yield from _in_all(finding.everybody, paid.tokens, style)
    if not sums_to_zero(paid.payments):
        yield from wrap(own_count(style), style.width, "  ", "    ")
    if not isinstance(finding, CountFinding):
        king, pagat = style.signed(paid.pots.king), style.signed(paid.pots.pagat)
        yield "  " + style.t("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat)
    yield ""


def _in_all(names: Sequence[str], amounts: Sequence[int], style: TextStyle) -> Iterator[str]:
    """What everybody has of it; nothing where that is not told."""
    if amounts:
        told = amounts_words(style, amounts, names)
        yield from wrap(style.t("In all: {tokens}", tokens=told), style.width, "  ", "    ")


def _counted(finding: CountFinding, style: TextStyle) -> Iterator[str]:
    """Who counts, and how many points."""
    if not finding.counting:
        yield "  " + style.t("There is no count.")
    for seat in finding.counting:
        points = finding.points[seat]
        yield "  " + style.n(
            "{player} counts {number} point",
            "{player} counts {number} points",
            points or 0,
            player=style.name(finding.dispute.players[seat]),
        )
    dealer = style.name(finding.dispute.players[finding.next_dealer])
    yield "  " + style.t("The next dealer: {player}", player=dealer)


def _told(finding: SessionFinding, style: TextStyle) -> Iterator[str]:
    """Whom it is about: who sits out, deals, founds, answers for a pot."""

    def who(*seats: int) -> str:
        return style.both([style.name(finding.dispute.players[seat]) for seat in seats])

    if finding.sits_out is not None:
        yield "  " + style.t("Sits out: {player}", player=who(finding.sits_out))
    if finding.deals_next is not None:
        yield "  " + style.t("The next dealer: {player}", player=who(finding.deals_next))
    if finding.founds:
        yield "  " + style.t("Founds: {players}", players=who(*finding.founds))
    if finding.answers_for is not None:
        yield "  " + style.t("Answers for the pot: {player}", player=who(finding.answers_for))


def book(finding: BookFinding, style: TextStyle) -> Iterator[str]:
    """What the hand came to, what is paid or written, what it comes to, and what lies there afterwards."""
    players = finding.dispute.players
    if finding.sums_by_reading:
        return
    if finding.unsettled or finding.open_questions:
        yield "  " + style.t("By the first reading:")
    words = [*came_to(style, finding.outcome, players)]
    if words:
        yield from wrap(style.t("Outcome: {words}.", words="; ".join(words)), style.width, "  ", "    ")
    yield from payment_lines(style, finding.transfers, players)
    yield from score_lines(style, finding.scores, players)
    yield from _in_all(players, finding.tokens or finding.sheet, style)
    yield from _left(finding, style)
    yield from _announced(finding, style)
    yield ""


def _left(finding: BookFinding, style: TextStyle) -> Iterator[str]:
    """The pools and the radli that are there afterwards."""
    if finding.pools is not None:
        each = [
            f"{pool.amount} {style.t('doubled')}" if pool.doubled else str(pool.amount)
            for pool in finding.pools
        ]
        yield "  " + style.t("The pools afterwards: {pools}", pools=", ".join(each) or style.t("none"))
    radli = dict(zip(finding.dispute.players, finding.radli or (), strict=False))
    if any(radli.values()):
        each = [f"{style.name(name)} {number}" for name, number in radli.items() if number]
        yield "  " + style.t("Radli afterwards: {radli}", radli=", ".join(each))


def _announced(finding: BookFinding, style: TextStyle) -> Iterator[str]:
    """What announcements are worth, and who is paid for them later."""
    if not isinstance(finding, AnnouncementFinding):
        return
    for word, amount in finding.worth.items():
        yield "  " + style.t("`{announced}` is worth {amount}", announced=word, amount=amount)
    shown = finding.dispute.rules.game.shown
    if finding.waits and shown is not None and shown.to_winners:
        text = style.t("The side that wins the contract is paid for it, whoever showed it.")
        yield from wrap(text, style.width, "  ", "    ")
        return
    for seat in finding.waits:
        player = style.name(finding.dispute.players[seat])
        text = style.t("{player} is paid for it if the contract is made, and else pays.", player=player)
        yield from wrap(text, style.width, "  ", "    ")
