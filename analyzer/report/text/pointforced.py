"""The answer of `forced` as text in a game of card points."""

from __future__ import annotations

from analyzer.layout import finished, wrap
from analyzer.position.model import Position
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.sides import group_sentence, point_goal_word, sides_sentence
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.solve import search_line
from analyzer.rules.score.pointgoals import PointGoal
from analyzer.search.engine.results import Forced
from analyzer.search.solve.force import Claim


def point_forced_text(
    position: Position, claim: Claim[PointGoal], found: Forced[PointGoal], style: TextStyle
) -> str:
    """The position, the answer, one line of why, and a line of play with both sides at their best."""
    lines = [
        *position_lines(style, position),
        *wrap(sides_sentence(style, position.sides, position.players), style.width),
    ]
    if found.holds is None:
        text = style.t("Unsettled: the answer hangs on what no source settles.")
        lines += [style.paint(line, "warn") for line in wrap(text, style.width)]
        return finished([*lines, *grounds_lines(position.rules, found.grounds, style)], style.width)
    lines += point_verdict(style, position, claim, holds=found.holds)
    if found.answer is not None:
        lines += wrap(group_sentence(style, found.answer, position.players), style.width, "", "  ")
    if found.line:
        words = " ".join(style.word(word) for word in found.line)
        lines += wrap(style.t("Best play by both sides: {line}", line=words), style.width, "", "  ")
    lines += grounds_lines(position.rules, found.grounds, style)
    return finished([*lines, "", search_line(style, found.nodes, found.seconds)], style.width)


def point_verdict(style: TextStyle, position: Position, claim: Claim[PointGoal], *, holds: bool) -> list[str]:
    """Yes or no: whether the seats of the claim can force the goal."""
    players = [style.strong(player) for player in names(claim.by, position.players)]
    words = {
        "who": style.both(players),
        "whose": style.whose(position.players[claim.seat]),
        "goal": point_goal_word(style, claim.goal),
    }
    if not players:
        yes = style.t("Yes: every legal line leads to {whose} {goal}.", **words)
        no = style.t("No: not every legal line leads to {whose} {goal}.", **words)
    else:
        yes = style.t("Yes: {who} can force {whose} {goal}.", **words)
        no = style.t("No: {who} cannot force {whose} {goal}.", **words)
    text, paint = (yes, "good") if holds else (no, "bad")
    return [style.paint(line, paint) for line in wrap(text, style.width)]
