"""What is ruled on what comes before the first lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import Card
from analyzer.disputes.kinds.discard import DiscardDispute, by_declarer
from analyzer.layout import wrap
from analyzer.report.phrases.terms import term
from analyzer.report.style.called import CALLED, called
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.deal.declarations import CORRECTION_WORDS
from analyzer.rules.verdicts import Verdict

if TYPE_CHECKING:
    from analyzer.disputes.bid import BidFinding
    from analyzer.disputes.call import CallFinding
    from analyzer.disputes.declarations import DeclarationsFinding
    from analyzer.disputes.discard_finding import DiscardFinding
    from analyzer.disputes.handsdeclared import DeclaredHandsFinding


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


NEAREST_TOLD: Final = 5


def dealt(dispute: DiscardDispute, style: TextStyle) -> Iterator[str]:
    """The cards before the discard, what was laid away, and what was said of it."""
    cards = style.cards(dispute.hand)
    dealt = style.t("The dealer's cards: {cards}", cards=cards)
    if by_declarer(dispute.rules):
        dealt = style.t("The declarer's cards: {cards}", cards=cards)
    yield from wrap(dealt, style.width, "  ", "    ")
    said = ", ".join(_announced(style, each) for each in dispute.announce) or style.t("nothing")
    cards = style.cards(dispute.discard)
    if dispute.rules.game.pots is not None and (dispute.announce or dispute.silent):
        yield "  " + style.t("Discarded: {cards}; announced: {said}", cards=cards, said=said)
    else:
        yield "  " + style.t("Laid away: {cards}", cards=cards)
    yield ""


def _announced(style: TextStyle, said: Card | str) -> str:
    return style.card(said) if isinstance(said, Card) else term(style, said)


def discard(finding: DiscardFinding, style: TextStyle) -> Iterator[str]:
    """What had to be said, and which discards would have been legal."""
    if finding.must_announce:
        said = " ".join(_announced(style, each) for each in finding.must_announce)
        yield from wrap(style.t("The dealer must announce: {said}", said=said), style.width, "  ", "    ")
    if finding.unavoidable:
        text = style.t(
            "Of these cards at least {number} of a combination cannot but go.", number=finding.unavoidable
        )
        yield from wrap(text, style.width, "  ")
    if finding.no_legal:
        yield from wrap(style.t("These cards have no legal discard at all."), style.width, "  ")
    elif finding.nearest:
        yield from wrap(_nearest(finding, style), style.width, "  ", "    ")
    elif finding.verdict is not Verdict.LEGAL:
        yield from wrap(style.t("No discard of these cards is legal beyond question."), style.width, "  ")
    yield ""


def _nearest(finding: DiscardFinding, style: TextStyle) -> str:
    shown = ", ".join(style.cards(each) for each in finding.nearest[:NEAREST_TOLD])
    more = len(finding.nearest) - NEAREST_TOLD
    if more > 0:
        return style.t("The nearest legal discards: {cards} and {number} more", cards=shown, number=more)
    return style.t("The nearest legal discards: {cards}", cards=shown)


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
        for correction in dict.fromkeys(fault.correction for fault in each.faults):
            yield from wrap(style.said(CORRECTION_WORDS[correction]), style.width, "    ", "      ")
    yield ""
