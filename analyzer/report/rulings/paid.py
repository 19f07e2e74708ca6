"""What a settled dispute says of payments, in lines: who pays whom, what it comes to, and why."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.count import CountFinding
from analyzer.disputes.findings import PaidFinding
from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.ledger import Account, Pot


def paid(finding: PaidFinding, style: TextStyle) -> Iterator[str]:
    """The payments that are owed, and what the kind of dispute adds."""
    if isinstance(finding, CountFinding):
        yield from _counted(finding, style)
    for each in finding.payments:
        text = style.t(
            "{payer} pays {payee} {amount} ({clause})",
            payer=_who(finding, each.payer, style),
            payee=_who(finding, each.payee, style),
            amount=each.amount,
            clause=each.clause,
        )
        yield from wrap(text, style.width, "  ", "    ")
    tokens = ", ".join(
        f"{style.name(name)} {style.signed(amount)}"
        for name, amount in zip(finding.everybody, finding.tokens, strict=True)
    )
    yield from wrap(style.t("In all: {tokens}", tokens=tokens), style.width, "  ", "    ")
    if not isinstance(finding, CountFinding):
        king, pagat = style.signed(finding.pots.king), style.signed(finding.pots.pagat)
        yield "  " + style.t("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat)
    yield ""


def _who(finding: PaidFinding, account: Account, style: TextStyle) -> str:
    if isinstance(account, Pot):
        return style.t("the Pagat pot") if account is Pot.PAGAT else style.t("the king pot")
    return style.name(finding.everybody[account])


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
