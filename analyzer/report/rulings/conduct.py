"""What a settled dispute says of how the game was conducted: a deal, a question, a card that was proper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.messages import LineWord, Message, Name, Several, Verbatim, Word, in_a_row, listed, say
from analyzer.words.blocks import Phrase
from analyzer.words.plans import plan_said

if TYPE_CHECKING:
    from analyzer.disputes.inplay.asking import AskingFinding
    from analyzer.disputes.inplay.propriety import ProprietyFinding
    from analyzer.disputes.misdeal import MisdealFinding


def asking(finding: AskingFinding) -> Iterator[Phrase]:
    """Whether the dealer may be asked, and what he must say."""
    if finding.may_ask is False:
        yield Phrase(say("The dealer may not be asked here."), level=1)
        return
    told = finding.must_tell
    answer: Word = Verbatim(str(told))
    if isinstance(told, bool):
        answer = say("yes") if told else say("no")
    if finding.may_ask:
        yield Phrase(say("The dealer must say: {answer}", answer=answer), level=1)
    else:
        yield Phrase(say("Where he may be asked, the dealer must say: {answer}", answer=answer), level=1)


def misdeal(finding: MisdealFinding) -> Iterator[Phrase]:
    """Who may have the cards dealt again, whose number is wrong, and who deals."""
    names = finding.dispute.players

    def all_of(seats: tuple[int, ...]) -> Several:
        return listed(Name(names[seat]) for seat in seats)

    if finding.wrong:
        text = say("A wrong number of cards: {players}", players=all_of(finding.wrong))
    elif finding.may_call:
        text = say("May have the cards dealt again: {players}", players=all_of(finding.may_call))
    else:
        text = say("Nobody of those told may have the cards dealt again for certain.")
    yield Phrase(text, level=1)
    if finding.deals_again is not None:
        yield Phrase(say("Deals again: {player}", player=Name(names[finding.deals_again])), level=1)


def judged_card(finding: ProprietyFinding) -> Message:
    """The card that was played, and whether it was proper."""
    player, card = Name(finding.dispute.players[finding.seat]), LineWord(str(finding.judged.card))
    if finding.judged.proper:
        return say("{player} played {card}: proper", player=player, card=card)
    return say("{player} played {card}: improper", player=player, card=card)


def propriety(finding: ProprietyFinding) -> Iterator[Phrase]:
    """What came of the card and what would have been better, and the proper cards."""
    judged, players = finding.judged, finding.dispute.players
    if finding.deals > 1:
        player = Name(players[finding.seat])
        yield Phrase(
            say(
                "Judged over {number} deals, which {player} could not tell apart.",
                number=finding.deals,
                player=player,
            ),
            level=1,
        )
    offence, better = (in_a_row(map(LineWord, line)) for line in (judged.offence, judged.better))
    for line, text, reason in (
        (offence, say("What comes of it: {line}", line=offence), judged.against),
        (better, say("What would have been better: {line}", line=better), judged.why_better),
    ):
        if line.items:
            yield Phrase(text, level=1)
        if (plan := plan_said(reason, players)) is not None:
            yield Phrase(plan, level=2)
    proper = listed(LineWord(str(each.card)) for each in finding.cards if each.proper)
    if not judged.proper and proper.items:
        yield Phrase(say("Proper: {cards}", cards=proper), level=1)
    elif not judged.proper:
        yield Phrase(say("No card is proper here."), level=1)
