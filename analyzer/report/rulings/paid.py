"""What a settled dispute says of payments, in lines: who pays whom, what it comes to, and why."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.count import CountFinding
from analyzer.disputes.findings import Finding, Paid, PaidFinding
from analyzer.disputes.session.settling import SessionFinding
from analyzer.layout import wrap
from analyzer.report.phrases.tokens import account_name, own_count
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
    if finding.unsettled or (isinstance(finding, PaidFinding) and finding.open_questions):
        yield "  " + style.t("By the first reading:")
    for each in paid.payments:
        text = style.t(
            "{payer} pays {payee} {amount} ({clause})",
            payer=account_name(style, each.payer, finding.everybody),
            payee=account_name(style, each.payee, finding.everybody),
            amount=each.amount,
            clause=each.clause,
        )
        yield from wrap(text, style.width, "  ", "    ")
    tokens = ", ".join(
        f"{style.name(name)} {style.signed(amount)}"
        for name, amount in zip(finding.everybody, paid.tokens, strict=True)
    )
    yield from wrap(style.t("In all: {tokens}", tokens=tokens), style.width, "  ", "    ")
    if not sums_to_zero(paid.payments):
        yield from wrap(own_count(style), style.width, "  ", "    ")
    if not isinstance(finding, CountFinding):
        king, pagat = style.signed(paid.pots.king), style.signed(paid.pots.pagat)
        yield "  " + style.t("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat)
    yield ""


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
