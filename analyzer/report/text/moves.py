"""What may be played now, as text."""

from __future__ import annotations

from analyzer.layout import wrap
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.frame import framed
from analyzer.rules.spec.grounds import Grounds

_INDENT = "  "
_DEEPER = "    "


def moves_text(position: Position, found: LegalMoves, grounds: Grounds, style: TextStyle) -> str:
    """The cards that may be played, for every other one the clause that forbids it, and the position."""
    forbidden = (
        f"{style.card(each.card)}: {style.said(each.text.short)} [{each.clause}]" for each in found.forbidden
    )
    return framed(
        style,
        may_play(position, found, style),
        [line for text in forbidden for line in wrap(text, style.width, _INDENT, _DEEPER)],
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
