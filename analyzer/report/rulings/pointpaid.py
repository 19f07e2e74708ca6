"""What a settled dispute about card points says of what is paid and written, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.announcement import AnnouncementFinding
from analyzer.disputes.pointowed import BookFinding
from analyzer.layout import wrap
from analyzer.report.phrases.pointpaid import outcome_words, score_lines, transfer_lines
from analyzer.report.style.textstyle import TextStyle


def point_paid(finding: BookFinding, style: TextStyle) -> Iterator[str]:
    """What the hand came to, what is paid or written, what it comes to, and what lies there afterwards."""
    players = finding.dispute.players
    if finding.unsettled or finding.open_questions:
        yield "  " + style.t("By the first reading:")
    words = [] if finding.outcome is None else list(outcome_words(style, finding.outcome, players))
    if words:
        yield from wrap(style.t("Outcome: {words}.", words="; ".join(words)), style.width, "  ", "    ")
    yield from transfer_lines(style, finding.transfers, players)
    yield from score_lines(style, finding.scores, players)
    amounts = finding.tokens or finding.sheet
    if amounts:
        told = ", ".join(
            f"{style.name(name)} {style.signed(amount)}"
            for name, amount in zip(players, amounts, strict=True)
        )
        yield from wrap(style.t("In all: {tokens}", tokens=told), style.width, "  ", "    ")
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
    for seat in finding.waits:
        player = style.name(finding.dispute.players[seat])
        text = style.t("{player} is paid for it if the contract is made, and else pays.", player=player)
        yield from wrap(text, style.width, "  ", "    ")
