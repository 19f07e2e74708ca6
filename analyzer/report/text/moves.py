"""What may be played now, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.layout import finished, wrap
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle

if TYPE_CHECKING:
    from analyzer.api.moves import Moves

_INDENT = "  "
_DEEPER = "    "


def moves_text(found: Moves, style: TextStyle) -> str:
    """The position, the cards that may be played, and for every other one the clause that forbids it."""
    position, lines = found.position, position_lines(style, found.position)
    if position.over:
        return finished([*lines, style.t("Every card is played.")], style.width)
    player = style.strong(position.players[found.to_play])
    cards = " ".join(style.word(str(each)) for each in found.cards)
    lines += [
        "",
        *wrap(style.t("{player} may play {cards}", player=player, cards=cards), style.width, "", _INDENT),
    ]
    for seat in found.demands:
        lines.append(style.t("{player} may demand the Fool", player=style.strong(position.players[seat])))
    for each in found.forbidden:
        text = f"{style.card(each.card)}: {style.said(each.text.short)} [{each.clause}]"
        lines += wrap(text, style.width, _INDENT, _DEEPER)
    return finished(lines, style.width)
