"""Who can force what in a game of card points, in words: goals, sides, sets of sides."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.layout import GLUE
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.verdicts import goal_word
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
    match answer.status:
        case Status.AUTOMATIC:
            return style.paint(style.t("automatic"), "good")
        case Status.FORCED:
            return style.paint(style.t("forced"), "good")
        case Status.IMPOSSIBLE:
            return style.paint("–" if style.symbols else "-", "dim")
        case Status.DEPENDS:
            shown = [style.name(name, 10) for name in players]
            sets = " / ".join(_set_words(style, mask, shown) for mask in answer.forced_by)
            text = sets if sets == style.t("all together") else style.t("by {sets}", sets=sets)
            return style.paint(text.replace(" ", GLUE).replace(f"{GLUE}/", " /"), "warn")


def _set_words(style: TextStyle, mask: int, shown: Sequence[str]) -> str:
    return style.t("all together") if mask == (1 << len(shown)) - 1 else "+".join(names(mask, shown))


def group_sentence(style: TextStyle, answer: GoalAnswer, players: Sequence[str]) -> str:
    """One line of why: who decides a goal."""
    goal, player = goal_word(style, answer.goal), style.strong(players[answer.seat])
    words = {"whose": style.whose(players[answer.seat]), "goal": goal, "player": player}
    match answer.status:
        case Status.AUTOMATIC:
            return style.t("{whose} {goal} is automatic: every legal line leads to it.", **words)
        case Status.FORCED:
            return style.t("{player} can force the {goal} against all others.", **words)
        case Status.IMPOSSIBLE:
            return style.t("{player} cannot get the {goal}, even with help.", **words)
        case Status.DEPENDS:
            by, against = (_sets(style, masks, players) for masks in (answer.forced_by, answer.prevented_by))
            return style.t(
                "{whose} {goal} depends: it can be forced by {by}, and prevented by {against}.",
                **words, by=by, against=against,
            )  # fmt: skip


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
