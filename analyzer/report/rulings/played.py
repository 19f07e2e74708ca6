"""What a verdict says of play at the table: every step of it, and how the Fool was named."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.game import JudgedStep, TrickFinding
from analyzer.disputes.kinds.tricks import DOES, FoolNamingDispute
from analyzer.disputes.naming_case import NamingFinding
from analyzer.layout import wrap
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict


def held(dispute: FoolNamingDispute, style: TextStyle) -> Iterator[str]:
    """The hands before the trick."""
    for name, hand in zip(dispute.players, dispute.hands, strict=True):
        told = style.cards(hand) if hand else style.t("not told")
        yield f"  {style.name(name)}: {told}"
    yield ""


def naming(finding: NamingFinding, style: TextStyle) -> Iterator[str]:
    """What is in force, who may name, and who takes a card back."""
    players = finding.dispute.players

    def who(seat: int | None) -> str:
        return style.t("nobody") if seat is None else style.name(players[seat])

    if finding.named is not None and finding.named_by is not None:
        suit, player = style.suit(finding.named), who(finding.named_by)
        yield "  " + style.t("In force: {suit}, by {player}", suit=suit, player=player)
    elif finding.named is not None:
        yield "  " + style.t("In force: {suit}", suit=style.suit(finding.named))
    if "right_to_name" not in finding.open_fields:
        yield "  " + style.t("May still name the Fool: {player}", player=who(finding.right_to_name))
    if finding.take_back:
        yield "  " + style.t("Takes the card back: {players}", players=", ".join(map(who, finding.take_back)))
    if finding.winner is not None:
        yield "  " + style.t("Wins the trick: {player}", player=who(finding.winner))
    for lost in finding.lost:
        reason = f"{style.said(lost.text)} ({style.clause(lost.clause)})"
        text = style.t("{player} lost the right: {reason}", player=who(lost.seat), reason=reason)
        yield from wrap(text, style.width, "  ", "    ")
    for seat in finding.false_statements:
        yield "  " + style.t("{player} said what was not so", player=who(seat))
    yield ""


def trick(finding: TrickFinding, style: TextStyle) -> Iterator[str]:
    """Every step, right or wrong, and who won the tricks."""
    players = finding.dispute.players
    for step in finding.steps:
        yield from wrap(_step(step, players, style), style.width, "  ", "    ")
        if step.take_back:
            names = ", ".join(style.name(players[seat]) for seat in step.take_back)
            yield "    " + style.t("Takes the card back: {players}", players=names)
    if finding.must_play is not None:
        yield "  " + style.t("Must play the Fool: {player}", player=style.name(players[finding.must_play]))
    for number, seat in enumerate(finding.winners, 1):
        player = style.name(players[seat])
        yield "  " + style.t("Trick {number} goes to {player}", number=number, player=player)
    yield ""


def _step(step: JudgedStep, players: tuple[str, ...], style: TextStyle) -> str:
    event = step.event
    card = f" {style.card(event.card, event.suit)}" if event.card is not None else ""
    mark = style.paint(style.t("wrong"), "bad") if step.clauses else style.t("right")
    if step.hangs_on:
        mark = style.paint(style.said(VERDICT_WORDS[Verdict.UNSETTLED]), "warn")
    text = f": {style.said(step.text)}" if step.text else ""
    legal = style.cards(step.legal)
    instead = "; " + style.t("could play {cards}", cards=legal) if step.legal else ""
    return f"{style.name(players[event.by])} {term(style, DOES[event.kind])}{card} - {mark}{text}{instead}"
