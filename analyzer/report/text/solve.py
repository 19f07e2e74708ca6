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
    own_count,
    pots_words,
    token_head,
    token_row,
    token_widths,
)
from analyzer.report.phrases.verdicts import (
    Goals,
    cell,
    goal_word,
    open_cell,
    open_sentence,
    sentence,
    ultimo_kind,
)
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.cards import card_lines
from analyzer.rules.book import Pots
from analyzer.rules.score.goals import LAST_TRICK_GOALS, Goal
from analyzer.search.engine.results import GoalAnswer, OpenGoal, Solution, Status, Values

_INDENT = "  "


def solve_text(position: Position, solution: Solution, style: TextStyle) -> str:
    """The whole answer, no line wider than the style."""
    lines = [
        *position_lines(style, position),
        *where_we_are(style, position, solution.to_play, solution.tricks_left),
    ]
    if solution.values.goals or solution.open:
        lines += _goals(style, solution.values.goals or {}, solution.open, position.players)
    lines += _tokens(style, position, solution.values)
    lines += card_lines(style, position, solution)
    lines += ["", *limit_lines(style, solution), search_line(style, solution.nodes, solution.seconds)]
    return finished(lines, style.width)


def where_we_are(style: TextStyle, position: Position, to_play: int, tricks_left: int) -> list[str]:
    """Whose turn it is, and how many tricks are to go."""
    player = style.strong(position.players[to_play])
    left = style.n("{number} trick to go", "{number} tricks to go", tricks_left)
    if position.trick:
        leader = style.strong(position.players[position.lead])
        text = style.t("{player} plays to the trick {leader} led", player=player, leader=leader)
    else:
        text = style.t("{player} leads", player=player)
    return wrap(f"{text}, {left}.", style.width)


def _goals(style: TextStyle, goals: Goals, left: Sequence[OpenGoal], players: Sequence[str]) -> list[str]:
    lines: list[str] = [""]
    for told in goal_sentences(style, goals, players, left):
        lines += wrap(told, style.width, "", _INDENT)
    if len(goals) + len(left) == 1:
        return lines
    gap = [""] if len(lines) > 1 else []
    return [*lines, *gap, *goals_table(style, goals, players, left)]


def goal_sentences(
    style: TextStyle, goals: Goals, players: Sequence[str], left: Sequence[OpenGoal] = ()
) -> list[str]:
    """Who decides each Ultimo that is possible, or that none is; or who decides the one thing asked."""
    told = []
    for answer in _told(goals):
        word = goal_word(style, answer.goal)
        what = ultimo_kind(style, goals, answer.seat) if answer.goal == Goal.ULTIMO else word
        told.append(sentence(style, answer, what, players))
    told += [
        open_sentence(style, each, goal_word(style, each.goal), players)
        for each in left
        if each.goal == Goal.ULTIMO or len(goals) + len(left) == 1
    ]
    if not told and all((seat, Goal.ULTIMO) in goals for seat in range(len(players))):
        told.append(style.t("No one can win an Ultimo from here, not even with help."))
    return told


def _told(goals: Goals) -> list[GoalAnswer]:
    """The answers that get a sentence of their own: possible Ultimos, or the one thing asked."""
    answers = list(goals.values())
    if len(answers) == 1:
        return answers
    return [a for a in answers if a.goal == Goal.ULTIMO and a.status is not Status.IMPOSSIBLE]


def goals_table(
    style: TextStyle, goals: Goals, players: Sequence[str], left: Sequence[OpenGoal] = ()
) -> list[str]:
    """Every goal asked for, a row each, and a column for every player asked about."""
    not_settled = {(each.seat, each.goal): open_cell(style, each) for each in left}
    all_asked = [*goals, *not_settled]
    seats = [seat for seat in range(len(players)) if any(seat == asked for asked, _ in all_asked)]
    rows = [goal for goal in LAST_TRICK_GOALS if any(goal == asked for _, asked in all_asked)]
    label = max(visible(goal_word(style, goal)) for goal in rows)
    room = (style.width - label) // len(seats) - 2
    head = [pad("", label), *(style.strong(players[seat], room) for seat in seats)]
    widths = [label, *[min(room, 26)] * len(seats)]
    lines = stacked(head, widths)
    for goal in rows:
        cells = [
            cell(style, goals[seat, goal], players, widths[1])
            if (seat, goal) in goals
            else not_settled.get((seat, goal), "")
            for seat in seats
        ]
        lines += stacked([goal_word(style, goal), *cells], widths)
    return lines


def _tokens(style: TextStyle, position: Position, values: Values) -> list[str]:
    if values.guarantee is None and values.equilibria is None:
        return []
    players, table = position.players, everybody(position)
    sure = style.t("sure of")
    label = max(visible(sure), visible(style.t("each for themselves")))
    widths = token_widths(style, table, label)
    lines = ["", token_head(style, table, widths, style.paint(style.t("Tokens"), "bold"))]
    if values.guarantee is not None:
        lines.append(token_row(style, sure, values.guarantee, widths))
    for number, found in enumerate(values.equilibria or ()):
        name = style.t("each for themselves") if not number else style.t("or")
        lines.append(token_row(style, name, found.tokens, widths))
        outcome = outcome_words(style, last_trick_of(position, found), players)
        words = [part for part in (outcome, pots_words(style, Pots(*found.pots))) if part]
        lines += wrap("; ".join(words), style.width, _INDENT)
        lines += line_lines(style, position, found, _INDENT)
    return [*lines, *_meanings(style, position, values)]


def _meanings(style: TextStyle, position: Position, values: Values) -> list[str]:
    """What the two kinds of tokens mean."""
    texts = []
    if values.guarantee is not None:
        texts.append(style.t("sure of: whatever the others do, even together."))
    if values.equilibria is not None:
        texts.append(style.t("each for themselves: all play for their own tokens, all cards face up."))
    if position.count and position.rules.count.own:
        texts.append(own_count(style))
    return [style.paint(line, "dim") for text in texts for line in wrap(text, style.width, "", _INDENT)]


def limit_lines(style: TextStyle, solution: Solution) -> list[str]:
    """What was not finished and why; nothing where everything was."""
    if solution.complete:
        return []
    reason = style.said((solution.reason or INTERRUPTED).short)
    parts = style.both(_unfinished(style, solution))
    text = style.t("Not finished: {parts} ({reason}).", parts=parts, reason=reason)
    return [style.paint(line, "bad") for line in wrap(text, style.width, "", _INDENT)]


def _unfinished(style: TextStyle, solution: Solution) -> list[str]:
    """The unfinished parts in words; the goals one by one only where some are known."""
    kinds = dict.fromkeys(part.split(".")[0] for part in solution.unfinished)
    words = {
        "goals": style.t("who can force what"),
        "guarantee": style.t("sure of"),
        "equilibria": style.t("each for themselves"),
        "evidence": style.t("evidence against improper cards"),
    }
    if solution.values.goals and "goals" in kinds:
        missing = [part.split(".", 1)[1] for part in solution.unfinished if part.startswith("goals.")]
        named = ", ".join(style.safe(part).replace(".", GLUE) for part in missing)
        words["goals"] = f"{words['goals']} ({named})"
    return [words.get(kind, kind) for kind in kinds]


def search_line(style: TextStyle, nodes: int, seconds: float) -> str:
    """How much was searched, and how long it took."""
    text = style.n("{number} position searched", "{number} positions searched", nodes)
    return style.paint(
        style.t("{searched} in {seconds} s", searched=text, seconds=style.decimal(seconds, 3)), "dim"
    )
