"""What may be played now, as text."""

from __future__ import annotations

from analyzer.layout import finished, wrap
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle

_INDENT = "  "
_DEEPER = "    "


def moves_text(position: Position, found: LegalMoves, style: TextStyle) -> str:
    """The position, the cards that may be played, and for every other one the clause that forbids it."""
    lines = position_lines(style, position)
    if not position.over:
        lines.append("")
    for told in may_play(position, found, style):
        lines += wrap(told, style.width, "", _INDENT)
    for each in found.forbidden:
        text = f"{style.card(each.card)}: {style.said(each.text.short)} [{each.clause}]"
        lines += wrap(text, style.width, _INDENT, _DEEPER)
    return finished(lines, style.width)


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
