"""What a verdict says of a discard: the cards, what had to be said, what would have been legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.cards.card import Card
from analyzer.disputes.discard import DiscardFinding
from analyzer.disputes.kinds.discard import DiscardDispute, by_declarer
from analyzer.layout import wrap
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.verdicts import Verdict

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
    if dispute.rules.game.has_pots:
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
