"""What is asked of a printed position, in a sentence: who leads, and what is to be forced."""

from __future__ import annotations

from analyzer.cards.card import PAGAT
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import AIM_WORDS, Aim


def stipulation(position: Position, style: TextStyle) -> str:
    """Who leads or plays, and whether the goal that the cards make worth asking can be forced."""
    if position.over:
        return ""
    player = style.safe(position.players[position.table.holder])
    turn = (
        style.t("{player} plays.", player=player)
        if position.trick
        else style.t("{player} leads.", player=player)
    )
    asked = _asked(position)
    if asked is None:
        return f"{turn} {style.t('What is the best card?')}"
    seat, aim = asked
    whose = style.safe(position.players[seat])
    if aim is Aim.CONTRACT:
        return f"{turn} {style.t('Can {player} make the contract?', player=whose)}"
    word = style.said(AIM_WORDS[aim])
    return f"{turn} {style.t('Can {player} force the {goal}?', player=whose, goal=word)}"


def _asked(position: Position) -> tuple[int, Aim] | None:
    """Whose goal, and which: an Ultimo of the first from the mover on who can have one, or the contract."""
    if position.scored:
        declarer = position.told.declarer
        return None if declarer is None else (declarer, Aim.CONTRACT)
    seats = len(position.hands)
    for step in range(seats):
        seat = (position.table.holder + step) % seats
        hand = position.hands[seat]
        kings, pagat = any(card.is_king for card in hand), PAGAT in hand
        if kings and pagat:
            return seat, Aim.ULTIMO
        if kings or pagat:
            return seat, Aim.KING_ULTIMO if kings else Aim.PAGAT_ULTIMO
    return None
