"""What may be played now, as text."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.knowledge.fitting import Fitting
from analyzer.layout import GLUE, wrap
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.frame import framed
from analyzer.report.text.unseen.deals import number_words
from analyzer.rules.actions import Action
from analyzer.rules.spec.grounds import Grounds

_INDENT = "  "
_DEEPER = "    "


def moves_text(position: Position, found: LegalMoves, grounds: Grounds, style: TextStyle) -> str:
    """The cards that may be played, for every other one the clause that forbids it, and the position."""
    return framed(
        style,
        may_play(position, found, style),
        _forbidden(found, style),
        grounds_lines(position.rules, grounds, style),
        position=position,
    )


def may_play(position: Position, found: LegalMoves, style: TextStyle) -> list[str]:
    """The cards that may be played, and who may demand the Fool."""
    if position.over:
        return [style.t("Every card is played.")]
    player = style.strong(position.players[found.to_play])
    cards = " ".join(style.word(str(each)) for each in found.cards)
    may = [style.strong(position.players[seat]) for seat in found.demands]
    return [
        style.t("{player} may play {cards}", player=player, cards=cards),
        *(style.t("{player} may demand the Fool", player=each) for each in may),
    ]


def moves_deals_text(
    position: Position,
    deals: Fitting,
    found: LegalMoves,
    sometimes: Sequence[tuple[Action, int]],
    grounds: Grounds,
    style: TextStyle,
) -> str:
    """What may be played in every deal that fits, what in some, and what is known."""
    return framed(
        style,
        may_play_in_deals(deals, found, sometimes, style),
        _forbidden(found, style),
        grounds_lines(position.rules, grounds, style),
        position=position,
    )


def _forbidden(found: LegalMoves, style: TextStyle) -> list[str]:
    """For every card that may not be played the clause that forbids it."""
    forbidden = (
        f"{style.card(each.card)}: {style.said(each.text.short)} [{style.clause(each.clause)}]"
        for each in found.forbidden
    )
    return [line for text in forbidden for line in wrap(text, style.width, _INDENT, _DEEPER)]


def may_play_in_deals(
    deals: Fitting, found: LegalMoves, sometimes: Sequence[tuple[Action, int]], style: TextStyle
) -> list[str]:
    """The cards that may be played in every deal that fits, and those that may in some."""
    first, asked = deals.deals[0], len(deals.deals)
    player = style.strong(first.players[found.to_play])
    lines = []
    if found.cards:
        cards = " ".join(style.word(str(each)) for each in found.cards)
        lines.append(style.t("{player} may play {cards}, wherever the cards lie", player=player, cards=cards))
    if sometimes:
        told = ", ".join(f"{style.word(str(move))}{GLUE}{number_words(number)}" for move, number in sometimes)
        words = {"player": player, "asked": number_words(asked), "cards": told}
        lines.append(style.t("In so many of {asked} deals {player} may play {cards}", **words))
    if not deals.exact:
        lines.append(
            style.t(
                "Over {asked} deals that were drawn; of the others nothing is said.",
                asked=number_words(asked),
            )
        )
    return lines
