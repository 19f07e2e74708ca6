"""The answer of `forced` as text: yes or no, who decides, and how it is played."""

from __future__ import annotations

from analyzer.layout import wrap
from analyzer.position.model import Position
from analyzer.report.phrases.moves import names, sides_sentence
from analyzer.report.phrases.verdicts import goal_word, sentence
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import Forced


def why_so(style: TextStyle, position: Position, found: Forced) -> list[str]:
    """Who plays with whom, who decides it, and a line of play with both sides at their best."""
    told = []
    if position.sides.count < len(position.players):
        told.append(sides_sentence(style, position.sides, position.players))
    if found.answer is not None and found.holds is not None:
        told.append(sentence(style, found.answer, position.players))
    if found.line and found.holds is not None:
        words = " ".join(style.word(word) for word in found.line)
        told.append(style.t("Best play by both sides: {line}", line=words))
    if found.beside.stopped is not None:
        reason = style.said(found.beside.stopped.short)
        text = style.t("Who else decides it, or a line of play, was given up ({reason}).", reason=reason)
        told.append(style.paint(text, "warn"))
    return [line for text in told for line in wrap(text, style.width, "", "  ")]


def verdict_lines(
    style: TextStyle, position: Position, goal: Goal, seat: int, by: int, *, holds: bool
) -> list[str]:
    """Yes or no: whether the players of `by` can force the goal."""
    players = names(by, position.players)
    who = style.both([style.strong(player) for player in players])
    words = {"who": who, "whose": style.whose(position.players[seat]), "goal": goal_word(style, goal)}
    if not players:
        text = (
            style.t("Yes: every legal line leads to {whose} {goal}.", **words)
            if holds
            else style.t("No: not every legal line leads to {whose} {goal}.", **words)
        )
    elif by == 1 << seat and position.pots is not None:
        text = (
            style.t("Yes: {who} can force the {goal}.", **words)
            if holds
            else style.t("No: {who} cannot force the {goal}.", **words)
        )
    else:
        text = (
            style.t("Yes: {who} can force {whose} {goal}.", **words)
            if holds
            else style.t("No: {who} cannot force {whose} {goal}.", **words)
        )
    return [style.paint(text, "good" if holds else "bad")]
