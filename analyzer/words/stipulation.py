"""What is asked of a printed position, in a sentence: who leads, and what is to be forced."""

from __future__ import annotations

from analyzer.messages import NOTHING, Message, Name, Title, formed, say, word_alone
from analyzer.position.model import Position
from analyzer.rules.score.goals import Aim, Goal
from analyzer.words.verdicts import goal_name


def stipulation(position: Position, asked: tuple[int, Goal] | None) -> Message:
    """What the position's file asks; else whether a seat's goal can be forced, or which card is best."""
    if position.over:
        return NOTHING
    if position.stipulation is not None:
        return word_alone(Title(position.stipulation))
    if asked is None:
        return formed("{turn} {asked}", turn=_turn(position), asked=say("What is the best card?"))
    return asked_of(position, asked)


def asked_of(position: Position, asked: tuple[int, Goal]) -> Message:
    """Who leads or plays, and whether a goal of a seat can be forced."""
    seat, goal = asked
    player, name = Name(position.players[seat]), goal_name(goal)
    if goal.aim is Aim.CONTRACT:
        question = say("Can {player} make the contract?", player=player)
    elif goal == Goal.BAGUD:
        question = say("Can the others bring {player} to a Bagud?", player=player)
    elif goal.way is not None:
        question = say("Can {player} force this: {goal}?", player=player, goal=name)
    else:
        question = say("Can {player} force the {goal}?", player=player, goal=name)
    return formed("{turn} {asked}", turn=_turn(position), asked=question)


def _turn(position: Position) -> Message:
    player = Name(position.players[position.table.holder])
    if position.trick:
        return say("{player} plays.", player=player)
    return say("{player} leads.", player=player)
