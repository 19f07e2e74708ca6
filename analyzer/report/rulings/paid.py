"""What a dispute leads to in tokens, as text: each payment with its clause, then the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.disputes.findings import Finding
from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.ledger import Account, Payment, Pot, Pots


def payments(finding: Finding, paid: Sequence[Payment], changes: Pots, style: TextStyle) -> Iterator[str]:
    """The payments in lines, then what everybody and each pot gains."""
    names = finding.everybody

    def who(account: Account) -> str:
        if isinstance(account, Pot):
            return style.t("the Pagat pot") if account is Pot.PAGAT else style.t("the king pot")
        return style.name(names[account])

    for each in paid:
        text = style.t(
            "{payer} pays {payee} {amount} ({clause})",
            payer=who(each.payer),
            payee=who(each.payee),
            amount=each.amount,
            clause=each.clause,
        )
        yield from wrap(text, style.width, "  ", "    ")
    gained = zip(range(len(names)), finding.gained, strict=True)
    tokens = ", ".join(f"{who(seat)} {style.signed(amount)}" for seat, amount in gained)
    yield from wrap(style.t("In all: {tokens}", tokens=tokens), style.width, "  ", "    ")
    king, pagat = style.signed(changes.king), style.signed(changes.pagat)
    yield "  " + style.t("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat)
    yield ""
