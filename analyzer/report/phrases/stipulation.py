"""What is asked of a printed position, in a sentence: who leads, and what is to be forced."""

from __future__ import annotations

from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Aim, Goal


def stipulation(position: Position, asked: tuple[int, Goal] | None, style: TextStyle) -> str:
    """What the position's file asks; else whether a seat's goal can be forced, or which card is best."""
    if position.over:
        return ""
    if position.stipulation is not None:
        return style.titled(position.stipulation)
    if asked is None:
        return f"{_turn(position, style)} {style.t('What is the best card?')}"
    return asked_of(position, asked, style)


def asked_of(position: Position, asked: tuple[int, Goal], style: TextStyle) -> str:
    """Who leads or plays, and whether a goal of a seat can be forced."""
    seat, goal = asked
    whose = style.safe(position.players[seat])
    if goal.aim is Aim.CONTRACT:
        question = style.t("Can {player} make the contract?", player=whose)
    elif goal == Goal.BAGUD:
        question = style.t("Can the others bring {player} to a Bagud?", player=whose)
    elif goal.way is not None:
        question = style.t("Can {player} force this: {goal}?", player=whose, goal=style.said(goal.said))
    else:
        question = style.t("Can {player} force the {goal}?", player=whose, goal=style.said(goal.said))
    return f"{_turn(position, style)} {question}"


def _turn(position: Position, style: TextStyle) -> str:
    player = style.safe(position.players[position.table.holder])
    if position.trick:
        return style.t("{player} plays.", player=player)
    return style.t("{player} leads.", player=player)
