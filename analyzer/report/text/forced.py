"""The answer of `forced` as text: yes or no, who decides, and how it is played."""

from __future__ import annotations

from analyzer.layout import finished, wrap
from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.sides import decided_by, sides_sentence
from analyzer.report.phrases.verdicts import goal_word
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.solve import search_line
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import Forced


def forced_text(position: Position, claim: ForcingClaim, found: Forced, style: TextStyle) -> str:
    """The position, the answer, one line of why, and a line of play with both sides at their best."""
    lines = position_lines(style, position)
    if position.scored:
        lines += wrap(sides_sentence(style, position.sides, position.players), style.width)
    if found.holds is None:
        text = style.t("Unsettled: the answer hangs on what no source settles.")
        lines += [style.paint(line, "warn") for line in wrap(text, style.width)]
        return finished([*lines, *grounds_lines(position.rules, found.grounds, style)], style.width)
    lines += verdict_lines(style, position, claim.goal, claim.seat, claim.by, holds=found.holds)
    if found.answer is not None:
        lines += wrap(decided_by(style, position, found.answer), style.width, "", "  ")
    if found.line:
        words = " ".join(style.word(word) for word in found.line)
        lines += wrap(style.t("Best play by both sides: {line}", line=words), style.width, "", "  ")
    if found.beside.stopped is not None:
        reason = style.said(found.beside.stopped.short)
        told = style.t("Who else decides it, or a line of play, was given up ({reason}).", reason=reason)
        lines += [style.paint(line, "warn") for line in wrap(told, style.width)]
    lines += grounds_lines(position.rules, found.grounds, style)
    lines += ["", search_line(style, found.nodes, found.seconds)]
    return finished(lines, style.width)


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
    elif by == 1 << seat and not position.scored:
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
    return [style.paint(line, "good" if holds else "bad") for line in wrap(text, style.width)]


def undecided_text(reason: Message, nodes: int, style: TextStyle) -> str:
    """That the search was stopped before it knew, and why."""
    text = style.t("Undecided: {reason}.", reason=style.said(reason.short))
    searched = style.n("{number} position searched", "{number} positions searched", nodes)
    return finished([*wrap(text, style.width), style.paint(searched, "dim")], style.width)


def proof_text(states: int, style: TextStyle) -> str:
    """That Z3 says the same."""
    text = style.t("Z3 says the same, from the clauses, over {number} states of play.", number=states)
    return finished(wrap(text, style.width), style.width)


def unproved_text(reason: Message, style: TextStyle) -> str:
    """That Z3 was not asked, and why."""
    return finished(
        wrap(style.t("Not proved: {reason}.", reason=style.said(reason)), style.width), style.width
    )
