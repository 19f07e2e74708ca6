"""What a verdict says of declarations."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.declarations import DeclarationsFinding
from analyzer.disputes.handsdeclared import DeclaredHandsFinding
from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.declarations import CORRECTION_WORDS, FAULT_WORDS


def point_declarations(finding: DeclaredHandsFinding, style: TextStyle) -> Iterator[str]:
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
            clause=style.clause(transfer.clause),
        )
        yield from wrap(text, style.width, "  ", "    ")
    yield ""


def declarations(finding: DeclarationsFinding, style: TextStyle) -> Iterator[str]:
    """What each has to declare, and what was wrong with what he said."""
    for each in finding.by_player:
        name = style.name(finding.dispute.players[each.seat])
        right = ", ".join(style.said(one.priced) for one in each.required) or style.t("pass")
        text = style.t("{player} has to declare: {declared}", player=name, declared=right)
        yield from wrap(text, style.width, "  ", "    ")
        for fault in each.faults:
            text = style.t(
                "{fault}: putting it right is {correction}",
                fault=style.said(FAULT_WORDS[fault.kind]),
                correction=style.said(CORRECTION_WORDS[fault.correction]),
            )
            yield from wrap(text, style.width, "    ", "      ")
    yield ""
