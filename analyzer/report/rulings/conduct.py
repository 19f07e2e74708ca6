"""What a settled dispute says of how the game was conducted: a deal, a question, a card that was proper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from analyzer.layout import wrap
from analyzer.report.phrases.plans import plan_words
from analyzer.report.style.textstyle import TextStyle

if TYPE_CHECKING:
    from analyzer.disputes.inplay.asking import AskingFinding
    from analyzer.disputes.inplay.propriety import ProprietyFinding
    from analyzer.disputes.misdeal import MisdealFinding


def asking(finding: AskingFinding, style: TextStyle) -> Iterator[str]:
    """Whether the dealer may be asked, and what he must say."""
    if finding.may_ask is False:
        yield "  " + style.t("The dealer may not be asked here.")
    else:
        told = finding.must_tell
        answer = (style.t("yes") if told else style.t("no")) if isinstance(told, bool) else str(told)
        text = (
            style.t("The dealer must say: {answer}", answer=answer)
            if finding.may_ask
            else style.t("Where he may be asked, the dealer must say: {answer}", answer=answer)
        )
        yield from wrap(text, style.width, "  ", "    ")
    yield ""


def misdeal(finding: MisdealFinding, style: TextStyle) -> Iterator[str]:
    """Who may have the cards dealt again, whose number is wrong, and who deals."""
    names = finding.dispute.players

    def all_of(seats: tuple[int, ...]) -> str:
        return ", ".join(style.name(names[seat]) for seat in seats)

    if finding.wrong:
        text = style.t("A wrong number of cards: {players}", players=all_of(finding.wrong))
    elif finding.may_call:
        text = style.t("May have the cards dealt again: {players}", players=all_of(finding.may_call))
    else:
        text = style.t("Nobody of those told may have the cards dealt again for certain.")
    yield from wrap(text, style.width, "  ", "    ")
    if finding.deals_again is not None:
        yield "  " + style.t("Deals again: {player}", player=style.name(names[finding.deals_again]))
    yield ""


def judged_card(finding: ProprietyFinding, style: TextStyle) -> str:
    """The card that was played, and whether it was proper."""
    player, card = style.name(finding.dispute.players[finding.seat]), style.word(str(finding.judged.card))
    if finding.judged.proper:
        return style.t("{player} played {card}: proper", player=player, card=card)
    return style.t("{player} played {card}: improper", player=player, card=card)


def propriety(finding: ProprietyFinding, style: TextStyle) -> Iterator[str]:
    """The card, what came of it and what would have been better, and the proper cards."""
    judged, player = finding.judged, style.name(finding.dispute.players[finding.seat])
    yield "  " + judged_card(finding, style)
    if finding.deals > 1:
        text = style.t(
            "Judged over {number} deals, which {player} could not tell apart.",
            number=finding.deals,
            player=player,
        )
        yield from wrap(text, style.width, "  ", "    ")
    names = finding.dispute.players
    for line, text, reason in (
        (
            judged.offence,
            style.t("What comes of it: {line}", line=_played(style, judged.offence)),
            judged.against,
        ),
        (
            judged.better,
            style.t("What would have been better: {line}", line=_played(style, judged.better)),
            judged.why_better,
        ),
    ):
        if line:
            yield from wrap(text, style.width, "  ", "    ")
        if plan := plan_words(reason, names, style):
            yield from wrap(plan, style.width, "    ", "      ")
    proper = ", ".join(style.word(str(each.card)) for each in finding.cards if each.proper)
    if not judged.proper:
        text = style.t("Proper: {cards}", cards=proper) if proper else style.t("No card is proper here.")
        yield from wrap(text, style.width, "  ", "    ")
    yield ""


def _played(style: TextStyle, words: Iterable[str]) -> str:
    """Play as the table reads it."""
    return " ".join(map(style.word, words))
