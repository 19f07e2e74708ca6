"""What a verdict says of tricks in the games of card points: who won them, and where their cards went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.disputes.kinds.events import DOES, FoolNamingDispute
from analyzer.layout import wrap
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.piles import Moved
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict

if TYPE_CHECKING:
    from analyzer.disputes.game import JudgedStep, TrickFinding
    from analyzer.disputes.inplay.naming_finding import NamingFinding
    from analyzer.disputes.inplay.piles import PilesFinding
    from analyzer.disputes.inplay.pilescounted import PilesCountedFinding
    from analyzer.disputes.inplay.pileways import TurnedTrick
    from analyzer.disputes.inplay.trickwon import TrickWonFinding


def trick_won(finding: TrickWonFinding, style: TextStyle) -> Iterator[str]:
    """Who wins a trick, by which clause."""
    text = style.t(
        "{player} wins the trick with {card} ({clause})",
        player=style.name(finding.dispute.players[finding.winner]),
        card=style.card(finding.card),
        clause=style.clause(finding.decided_by),
    )
    yield from wrap(text, style.width, "  ", "    ")
    yield ""


def piles(finding: PilesFinding, style: TextStyle) -> Iterator[str]:
    """The tricks with what went elsewhere, and the piles in the end."""
    for turned in finding.tricks:
        yield from wrap(_turned(finding, turned, style), style.width, "  ", "    ")
        yield from _moved(finding, turned.moved, style)
    yield from _moved(finding, finding.end, style)
    if len(finding.may_give) > 1:
        text = style.t("One of {cards} is given for the Fool", cards=style.cards(finding.may_give))
        yield from wrap(text, style.width, "  ", "    ")
    for name, points, cards in zip(finding.leaders, finding.points, finding.piles, strict=True):
        text = style.t(
            "The pile of {player}: {points} points, {cards}",
            player=style.name(name),
            points=points_text(points),
            cards=style.cards(cards) or style.t("nothing"),
        )
        yield from wrap(text, style.width, "  ", "    ")
    yield ""


def point_count(finding: PilesCountedFinding, style: TextStyle) -> Iterator[str]:
    """What each side has in its pile, with the rest where one is dropped or made whole."""
    for each in finding.sides:
        if each.points is None:
            continue
        player, points = style.name(each.leader), points_text(each.points)
        text = style.t("The pile of {player}: {points} points", player=player, points=points)
        if each.exact not in (None, each.points):
            text = style.t(
                "The pile of {player}: {points} points, exactly {exact}",
                player=player, points=points, exact=points_text(each.exact),
            )  # fmt: skip
        yield from wrap(text, style.width, "  ", "    ")
    yield ""


def _turned(finding: PilesFinding, turned: TurnedTrick, style: TextStyle) -> str:
    trick = turned.trick
    cards = " ".join(style.card(each.card, each.names) for each in trick.laid)
    winner = style.name(finding.dispute.players[trick.winner])
    if turned.talon is None:
        return style.t("{cards} goes to {player}", cards=cards, player=winner)
    card = style.card(turned.talon)
    return style.t("{cards} goes to {player}, and {card} of the talon", cards=cards, player=winner, card=card)


def _moved(finding: PilesFinding, moved: tuple[Moved, ...], style: TextStyle) -> Iterator[str]:
    for each in moved:
        words = {"player": style.name(finding.leaders[each.to]), "clause": style.clause(each.clause)}
        if each.card is None:
            text = style.t("A card of no worth goes to the pile of {player} ({clause})", **words)
        else:
            card = style.card(each.card)
            text = style.t("{card} goes to the pile of {player} ({clause})", card=card, **words)
        yield from wrap(text, style.width, "    ", "      ")


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
