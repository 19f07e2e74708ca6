"""What a verdict says of declarations in a game of card points."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.pointdeclarations import PointDeclarationsFinding
from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle


def point_declarations(finding: PointDeclarationsFinding, style: TextStyle) -> Iterator[str]:
    """What each could declare, and what is paid at once for what was declared."""
    players = finding.dispute.players
    for each in finding.by_player:
        may = ", ".join(style.said(one.priced) for one in each.may) or style.t("nothing")
        name = style.name(players[each.seat])
        text = style.t("{player} can declare: {declared}", player=name, declared=may)
        yield from wrap(text, style.width, "  ", "    ")
    for transfer in finding.transfers:
        payer, payee = (
            style.name(players[each]) for each in (transfer.payer, transfer.payee) if isinstance(each, int)
        )
        text = style.t(
            "{payer} pays {payee} {amount} ({clause})",
            payer=payer,
            payee=payee,
            amount=transfer.amount,
            clause=transfer.clause,
        )
        yield from wrap(text, style.width, "  ", "    ")
    yield ""
