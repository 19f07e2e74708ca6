"""What a verdict says of tricks in the games of card points: who won them, and where their cards went."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.disputes.piles import PilesFinding
from analyzer.disputes.pilescounted import PilesCountedFinding
from analyzer.disputes.pileways import TurnedTrick
from analyzer.disputes.trickwon import TrickWonFinding
from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.piles import Moved


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
