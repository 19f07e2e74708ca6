"""Who can force what in a game of card points, in words: goals, sides, sets of sides."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.layout import GLUE
from analyzer.position.model import Position
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.verdicts import cell, depends, goal_word, sentence
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import GoalAnswer, Status


def side_word(style: TextStyle, sides: Sides, side: int, players: Sequence[str]) -> str:
    """A side by its members: `A+C`."""
    return "+".join(style.name(players[seat], 10) for seat in sides.seats(side))


def sides_sentence(style: TextStyle, sides: Sides, players: Sequence[str]) -> str:
    """Who plays with whom."""
    sets = [style.both([style.strong(players[seat]) for seat in sides.seats(s)]) for s in range(sides.count)]
    if sides.count == len(players):
        return style.t("Each plays alone.")
    return style.t("{one} against {others}.", one=sets[0], others=style.both(sets[1:]))


def group_cell(style: TextStyle, answer: GoalAnswer, players: Sequence[str]) -> str:
    """A goal in few columns: `automatic`, `forced`, `by A+C`, or a dash."""
    if answer.status is not Status.DEPENDS:
        return cell(style, answer, players)
    shown = [style.name(name, 10) for name in players]
    sets = " / ".join(_set_words(style, mask, shown) for mask in answer.forced_by)
    text = sets if sets == style.t("all together") else style.t("by {sets}", sets=sets)
    return style.paint(text.replace(" ", GLUE).replace(f"{GLUE}/", " /"), "warn")


def _set_words(style: TextStyle, mask: int, shown: Sequence[str]) -> str:
    return style.t("all together") if mask == (1 << len(shown)) - 1 else "+".join(names(mask, shown))


def decided_by(style: TextStyle, position: Position, answer: GoalAnswer, what: str | None = None) -> str:
    """One line of why: who decides a goal, by players or by sides; `what` is a closer name for it."""
    goal, players = what or goal_word(style, answer.goal), position.players
    if not position.scored or answer.status is not Status.DEPENDS:
        return sentence(style, answer, goal, players)
    by, against = (_sets(style, masks, players) for masks in (answer.forced_by, answer.prevented_by))
    return depends(style, style.whose(players[answer.seat]), goal, by, against)


def _sets(style: TextStyle, masks: Sequence[int], players: Sequence[str]) -> str:
    """Several sets of players as a phrase."""
    every = (1 << len(players)) - 1
    shown = [
        style.t("all together")
        if mask == every
        else style.both([style.strong(player) for player in names(mask, players)])
        for mask in masks
    ]
    return style.either(shown)
