"""The answer of `forced` as text: yes or no, who decides, and how it is played."""

from __future__ import annotations

from analyzer.layout import finished, wrap
from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.report.phrases.moves import names
from analyzer.report.phrases.verdicts import goal_word, sentence
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.face import Face
from analyzer.report.text.solve import search_line
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import Forced


def forced_text(position: Position, goal: Goal, seat: int, by: int, forced: Forced, face: Face) -> str:
    """The position, the answer, one line of why, and a line of play with both sides at their best."""
    lines = [
        *position_lines(face, position),
        *verdict_lines(face, position, goal, seat, by, holds=forced.holds),
    ]
    if forced.answer is not None:
        why = sentence(face, forced.answer, goal_word(face, goal), position.players)
        lines += wrap(why, face.width, "", "  ")
    if forced.line:
        words = " ".join(face.word(word) for word in forced.line)
        lines += wrap(face.t("Best play by both sides: {line}", line=words), face.width, "", "  ")
    lines += ["", search_line(face, forced.nodes, forced.seconds)]
    return finished(lines, face.width)


def verdict_lines(
    face: Face, position: Position, goal: Goal, seat: int, by: int, *, holds: bool
) -> list[str]:
    """Yes or no: whether the players of `by` can force the goal."""
    players = names(by, position.players)
    who = face.both([face.strong(player) for player in players])
    words = {"who": who, "whose": face.whose(position.players[seat]), "goal": goal_word(face, goal)}
    if not players:
        text = (
            face.t("Yes: every legal line leads to {whose} {goal}.", **words)
            if holds
            else face.t("No: not every legal line leads to {whose} {goal}.", **words)
        )
    elif by == 1 << seat:
        text = (
            face.t("Yes: {who} can force the {goal}.", **words)
            if holds
            else face.t("No: {who} cannot force the {goal}.", **words)
        )
    else:
        text = (
            face.t("Yes: {who} can force {whose} {goal}.", **words)
            if holds
            else face.t("No: {who} cannot force {whose} {goal}.", **words)
        )
    return [face.paint(line, "good" if holds else "bad") for line in wrap(text, face.width)]


def undecided_text(reason: Message, nodes: int, face: Face) -> str:
    """That the search was stopped before it knew, and why."""
    text = face.t("Undecided: {reason}.", reason=face.said(reason.short))
    searched = face.n("{number} position searched", "{number} positions searched", nodes)
    return finished([*wrap(text, face.width), face.paint(searched, "dim")], face.width)


def proof_text(states: int, face: Face) -> str:
    """That Z3 says the same."""
    text = face.t("Z3 says the same, from the clauses, over {number} states of play.", number=states)
    return finished(wrap(text, face.width), face.width)
