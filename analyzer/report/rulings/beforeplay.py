"""What is ruled on what comes before the first lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import Card
from analyzer.disputes.kinds.discard import DiscardDispute, by_declarer
from analyzer.messages import BareClause, Message, Name, Word, alone, in_a_row, listed, say
from analyzer.rules.deal.declarations import CORRECTION_WORDS
from analyzer.rules.verdicts import Verdict
from analyzer.words.blocks import Phrase
from analyzer.words.called import called_said
from analyzer.words.terms import named_said, term_said

if TYPE_CHECKING:
    from analyzer.disputes.bid import BidFinding
    from analyzer.disputes.call import CallFinding
    from analyzer.disputes.declarations import DeclarationsFinding
    from analyzer.disputes.discard_finding import DiscardFinding
    from analyzer.disputes.handsdeclared import DeclaredHandsFinding


def bid(finding: BidFinding) -> Iterator[Phrase]:
    """What could have been said in place of a wrong bid, and what the auction comes to."""
    players = finding.dispute.players
    instead: dict[int, list[Message]] = {}
    for each in finding.nearest:
        instead.setdefault(each.seat, []).append(_bid(each.says))
    for seat, bids in instead.items() if finding.wrong else ():
        told = say("{player} could say: {bids}", player=Name(players[seat]), bids=listed(bids))
        yield Phrase(told, level=1)
    may = [] if finding.wrong or finding.to_speak is None else instead.get(finding.to_speak, [])
    yield Phrase(_auction(finding, may), level=1)


def _auction(finding: BidFinding, may: list[Message]) -> Message:
    """Who speaks next and what he may say, or what the auction comes to."""
    players = finding.dispute.players
    if finding.to_speak is not None:
        player = Name(players[finding.to_speak])
        if may:
            return say("Speaks next: {player}, who may say {bids}", player=player, bids=listed(may))
        return say("Speaks next: {player}", player=player)
    if finding.contract is None:
        return say("Everybody has passed, and the next dealer deals.")
    contract = called_said(finding.contract)
    if finding.declarer is None:
        return say("Everybody has passed, and {contract} is played.", contract=contract)
    player = Name(players[finding.declarer])
    if finding.slam:
        return say("{player} plays {contract} with a slam", player=player, contract=contract)
    return say("{player} plays {contract}", player=player, contract=contract)


def _bid(says: str) -> Message:
    """What is said in an auction as a reader says it: a contract by what it is called."""
    return alone(in_a_row(map(named_said, says.split())))


def call(finding: CallFinding) -> Iterator[Phrase]:
    """Who is the partner."""
    if finding.partner is not None:
        told = say("The declarer's partner: {player}", player=Name(finding.dispute.players[finding.partner]))
    elif finding.alone:
        told = say("The declarer plays alone.")
    else:
        told = say("The cards that are told do not tell who is the partner.")
    yield Phrase(told, level=1)


NEAREST_TOLD: Final = 5


def dealt(dispute: DiscardDispute) -> Iterator[Phrase]:
    """The cards before the discard, what was laid away, and what was said of it."""
    cards = in_a_row(sorted(dispute.hand))
    if by_declarer(dispute.rules):
        yield Phrase(say("The declarer's cards: {cards}", cards=cards), level=1)
    else:
        yield Phrase(say("The dealer's cards: {cards}", cards=cards), level=1)
    cards = in_a_row(sorted(dispute.discard))
    if dispute.rules.game.pots is not None and (dispute.announce or dispute.silent):
        said = alone(listed(map(_announced, dispute.announce)), say("nothing"))
        yield Phrase(say("Discarded: {cards}; announced: {said}", cards=cards, said=said), level=1)
    else:
        yield Phrase(say("Laid away: {cards}", cards=cards), level=1)


def _announced(said: Card | str) -> Word:
    return said if isinstance(said, Card) else term_said(said)


def discard(finding: DiscardFinding) -> Iterator[Phrase]:
    """What had to be said, and which discards would have been legal."""
    yield from (Phrase(each, level=1) for each in _discard(finding))


def _discard(finding: DiscardFinding) -> Iterator[Message]:
    if finding.must_announce:
        said = in_a_row(map(_announced, finding.must_announce))
        yield say("The dealer must announce: {said}", said=said)
    if finding.unavoidable:
        yield say(
            "Of these cards at least {number} of a combination cannot but go.", number=finding.unavoidable
        )
    if finding.no_legal:
        yield say("These cards have no legal discard at all.")
    elif finding.nearest:
        yield _nearest(finding)
    elif finding.verdict is not Verdict.LEGAL:
        yield say("No discard of these cards is legal beyond question.")


def _nearest(finding: DiscardFinding) -> Message:
    cards = listed(alone(in_a_row(sorted(each))) for each in finding.nearest[:NEAREST_TOLD])
    more = len(finding.nearest) - NEAREST_TOLD
    if more > 0:
        return say("The nearest legal discards: {cards} and {number} more", cards=cards, number=more)
    return say("The nearest legal discards: {cards}", cards=cards)


def point_declarations(finding: DeclaredHandsFinding) -> Iterator[Phrase]:
    """What each could declare, and what is paid at once for what was declared."""
    players = finding.dispute.players
    for each in finding.by_player:
        may = alone(listed(one.priced for one in each.may), say("nothing"))
        told = say("{player} can declare: {declared}", player=Name(players[each.seat]), declared=may)
        yield Phrase(told, level=1)
    for transfer in finding.transfers:
        payer, payee = (
            Name(players[each]) for each in (transfer.payer, transfer.payee) if isinstance(each, int)
        )
        told = say(
            "{payer} pays {payee} {amount} ({clause})",
            payer=payer,
            payee=payee,
            amount=transfer.amount,
            clause=BareClause(transfer.clause),
        )
        yield Phrase(told, level=1)


def declarations(finding: DeclarationsFinding) -> Iterator[Phrase]:
    """What each has to declare, and what was wrong with what he said."""
    for each in finding.by_player:
        right = alone(listed(one.priced for one in each.required), say("pass"))
        player = Name(finding.dispute.players[each.seat])
        yield Phrase(say("{player} has to declare: {declared}", player=player, declared=right), level=1)
        for correction in dict.fromkeys(fault.correction for fault in each.faults):
            yield Phrase(CORRECTION_WORDS[correction], level=2)
