"""The answer of `solve` as text: the table, who can force what, tokens, and every legal card."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.errors import INTERRUPTED
from analyzer.layout import GLUE, finished, pad, stacked, visible, wrap
from analyzer.position.model import Position
from analyzer.report.phrases.moves import everybody
from analyzer.report.phrases.tokens import (
    last_trick_of,
    line_lines,
    outcome_words,
    pots_words,
    token_head,
    token_row,
    token_widths,
)
from analyzer.report.phrases.verdicts import Goals, cell, goal_word, sentence, ultimo_kind
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.face import Face
from analyzer.report.text.cards import card_lines
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import GoalAnswer, Solution, Status, Values

_INDENT = "  "


def solve_text(position: Position, solution: Solution, face: Face) -> str:
    """The whole answer, no line wider than the face."""
    lines = [*position_lines(face, position), *_where_we_are(face, position, solution)]
    if solution.values.goals:
        lines += _goals(face, solution.values.goals, position.players)
    lines += _tokens(face, position, solution.values)
    lines += card_lines(face, position, solution)
    lines += ["", *limit_lines(face, solution), search_line(face, solution.nodes, solution.seconds)]
    return finished(lines, face.width)


def _where_we_are(face: Face, position: Position, solution: Solution) -> list[str]:
    player = face.strong(position.players[solution.to_play])
    left = face.n("{number} trick to go", "{number} tricks to go", solution.tricks_left)
    if position.trick:
        leader = face.strong(position.players[position.lead])
        text = face.t("{player} plays to the trick {leader} led", player=player, leader=leader)
    else:
        text = face.t("{player} leads", player=player)
    return wrap(f"{text}, {left}.", face.width)


def _goals(face: Face, goals: Goals, players: Sequence[str]) -> list[str]:
    lines: list[str] = [""]
    for answer in _told(goals):
        word = goal_word(face, answer.goal)
        what = ultimo_kind(face, goals, answer.seat) if answer.goal is Goal.ULTIMO else word
        lines += wrap(sentence(face, answer, what, players), face.width, "", _INDENT)
    if len(goals) == 1:
        return lines
    if all((seat, Goal.ULTIMO) in goals for seat in range(len(players))) and len(lines) == 1:
        lines += wrap(face.t("No one can win an Ultimo from here, not even with help."), face.width)
    gap = [""] if len(lines) > 1 else []
    return [*lines, *gap, *goals_table(face, goals, players)]


def _told(goals: Goals) -> list[GoalAnswer]:
    """The answers that get a sentence of their own: possible Ultimos, or the one thing asked."""
    answers = list(goals.values())
    if len(answers) == 1:
        return answers
    return [a for a in answers if a.goal is Goal.ULTIMO and a.status is not Status.IMPOSSIBLE]


def goals_table(face: Face, goals: Goals, players: Sequence[str]) -> list[str]:
    """Every goal asked for, a row each, and a column for every player asked about."""
    seats = [seat for seat in range(len(players)) if any(seat == asked for asked, _ in goals)]
    rows = [goal for goal in Goal if any(goal is asked for _, asked in goals)]
    label = max(visible(goal_word(face, goal)) for goal in rows)
    room = (face.width - label) // len(seats) - 2
    head = [pad("", label), *(face.strong(players[seat], room) for seat in seats)]
    widths = [label, *[min(room, 26)] * len(seats)]
    lines = stacked(head, widths)
    for goal in rows:
        answers = [goals.get((seat, goal)) for seat in seats]
        cells = ["" if answer is None else cell(face, answer, players, widths[1]) for answer in answers]
        lines += stacked([goal_word(face, goal), *cells], widths)
    return lines


def _tokens(face: Face, position: Position, values: Values) -> list[str]:
    if values.guarantee is None and values.equilibria is None:
        return []
    players, table = position.players, everybody(position)
    sure = face.t("sure of")
    label = max(visible(sure), visible(face.t("each for themselves")))
    widths = token_widths(face, table, label)
    lines = ["", token_head(face, table, widths, face.paint(face.t("Tokens"), "bold"))]
    if values.guarantee is not None:
        lines.append(token_row(face, sure, values.guarantee, widths))
    for number, found in enumerate(values.equilibria or ()):
        name = face.t("each for themselves") if not number else face.t("or")
        lines.append(token_row(face, name, found.tokens, widths))
        outcome = outcome_words(face, last_trick_of(position, found), players)
        words = [part for part in (outcome, pots_words(face, found.pots)) if part]
        lines += wrap("; ".join(words), face.width, _INDENT)
        lines += line_lines(face, position, found, _INDENT)
    return [*lines, *_meanings(face, values)]


def _meanings(face: Face, values: Values) -> list[str]:
    """What the two kinds of tokens mean."""
    texts = []
    if values.guarantee is not None:
        texts.append(face.t("sure of: whatever the others do, even together."))
    if values.equilibria is not None:
        texts.append(face.t("each for themselves: all play for their own tokens, all cards face up."))
    return [face.paint(line, "dim") for text in texts for line in wrap(text, face.width, "", _INDENT)]


def limit_lines(face: Face, solution: Solution) -> list[str]:
    """What was not finished and why; nothing where everything was."""
    if solution.complete:
        return []
    reason = face.said((solution.reason or INTERRUPTED).short)
    parts = face.both(_unfinished(face, solution))
    text = face.t("Not finished: {parts} ({reason}).", parts=parts, reason=reason)
    return [face.paint(line, "bad") for line in wrap(text, face.width, "", _INDENT)]


def _unfinished(face: Face, solution: Solution) -> list[str]:
    """The unfinished parts in words; the goals one by one only where some are known."""
    kinds = dict.fromkeys(part.split(".")[0] for part in solution.unfinished)
    words = {
        "goals": face.t("who can force what"),
        "guarantee": face.t("sure of"),
        "equilibria": face.t("each for themselves"),
        "evidence": face.t("evidence against improper cards"),
    }
    if solution.values.goals and "goals" in kinds:
        missing = [part.split(".", 1)[1] for part in solution.unfinished if part.startswith("goals.")]
        named = ", ".join(face.safe(part).replace(".", GLUE) for part in missing)
        words["goals"] = f"{words['goals']} ({named})"
    return [words.get(kind, kind) for kind in kinds]


def search_line(face: Face, nodes: int, seconds: float) -> str:
    """How much was searched, and how long it took."""
    text = face.n("{number} position searched", "{number} positions searched", nodes)
    return face.paint(
        face.t("{searched} in {seconds} s", searched=text, seconds=face.decimal(seconds, 3)), "dim"
    )
