"""What a settled dispute says of what went before the first lead: bids, calls, purchases, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.bid import BidFinding
from analyzer.disputes.call import CallFinding
from analyzer.layout import wrap
from analyzer.report.phrases.terms import term
from analyzer.report.style.called import CALLED, called
from analyzer.report.style.textstyle import TextStyle


def bid(finding: BidFinding, style: TextStyle) -> Iterator[str]:
    """What could have been said in place of a wrong bid, and what the auction comes to."""
    players = finding.dispute.players
    instead: dict[int, list[str]] = {}
    for each in finding.nearest:
        instead.setdefault(each.seat, []).append(_said(style, each.says))
    for seat, words in instead.items() if finding.wrong else ():
        text = style.t("{player} could say: {bids}", player=style.name(players[seat]), bids=", ".join(words))
        yield from wrap(text, style.width, "  ", "    ")
    if finding.to_speak is not None:
        player = style.name(players[finding.to_speak])
        words = [] if finding.wrong else instead.get(finding.to_speak, [])
        text = style.t("Speaks next: {player}", player=player)
        if words:
            text = style.t("Speaks next: {player}, who may say {bids}", player=player, bids=", ".join(words))
        yield from wrap(text, style.width, "  ", "    ")
    elif finding.contract is None:
        yield "  " + style.t("Everybody has passed, and the next dealer deals.")
    elif finding.declarer is None:
        yield "  " + style.t(
            "Everybody has passed, and {contract} is played.", contract=called(style, finding.contract)
        )
    else:
        player = style.name(players[finding.declarer])
        text = style.t("{player} plays {contract}", player=player, contract=called(style, finding.contract))
        if finding.slam:
            text = style.t(
                "{player} plays {contract} with a slam",
                player=player,
                contract=called(style, finding.contract),
            )
        yield from wrap(text, style.width, "  ", "    ")
    yield ""


def _said(style: TextStyle, says: str) -> str:
    """What is said in an auction as a reader says it: a contract by what it is called."""
    return " ".join(
        called(style, word) if word.replace("-", " ") in CALLED else term(style, word)
        for word in says.split()
    )


def call(finding: CallFinding, style: TextStyle) -> Iterator[str]:
    """Who is the partner."""
    if finding.partner is not None:
        player = style.name(finding.dispute.players[finding.partner])
        yield "  " + style.t("The declarer's partner: {player}", player=player)
    elif finding.alone:
        yield "  " + style.t("The declarer plays alone.")
    else:
        yield "  " + style.t("The cards that are told do not tell who is the partner.")
    yield ""
