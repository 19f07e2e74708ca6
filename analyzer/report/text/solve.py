"""The answer of `solve` as text: best cards, who can force what, what each is sure of, every legal card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.layout import columns, pad, stacked, visible, wrap
from analyzer.position.model import Position
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.moves import side_words, sides_sentence
from analyzer.report.phrases.tokens import last_trick_of, line_lines, outcome_words, own_count, pots_words
from analyzer.report.phrases.verdicts import Goals, cell, goal_word, number_word, open_cell
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.brief import solve_brief
from analyzer.report.text.cards import card_lines
from analyzer.report.text.frame import framed, search_lines
from analyzer.rules.book import Pots
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim
from analyzer.search.engine.results import Equilibrium, OpenGoal, Solution, Status

_INDENT = "  "


def solve_text(position: Position, solution: Solution, style: TextStyle) -> str:
    """The whole answer, no line wider than the style."""
    return framed(
        style,
        solve_brief(position, solution, style),
        [
            *where_we_are(style, position, solution.to_play, solution.tricks_left),
            *_sides(style, position, solution),
        ],
        _goals(style, solution.values.goals or {}, solution.open, position.players),
        _amounts(style, position, solution),
        card_lines(style, position, solution),
        grounds_lines(position.rules, solution.grounds, style),
        search_lines(style, solution.nodes, solution.seconds),
        position=position,
    )


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


def _sides(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """Who plays with whom, where not everybody plays alone."""
    if solution.sides.count == len(position.players):
        return []
    return wrap(sides_sentence(style, solution.sides, position.players), style.width)


def _goals(style: TextStyle, goals: Goals, left: Sequence[OpenGoal], players: Sequence[str]) -> list[str]:
    """A row for every goal within somebody's reach, and a column for everybody it was asked of."""
    not_settled = {(each.seat, each.goal): open_cell(style, each) for each in left}
    all_asked = [*goals, *not_settled]
    reached = {goal for (_, goal), answer in goals.items() if answer.status is not Status.IMPOSSIBLE}
    reached |= {goal for _, goal in not_settled}
    rows = [goal for goal in dict.fromkeys(goal for _, goal in all_asked) if goal in reached]
    if len(all_asked) < 2 or not rows:
        return []
    seats = sorted({seat for seat, _ in all_asked})
    label = max(visible(goal_word(style, goal)) for goal in rows)
    room = max(6, (style.width - label) // len(seats) - 2)
    widths = [label, *[min(room, 26)] * len(seats)]
    lines = stacked([pad("", label), *(style.strong(players[seat], room) for seat in seats)], widths)
    for goal in rows:
        cells = [
            cell(style, goals[seat, goal], players, widths[1])
            if (seat, goal) in goals
            else not_settled.get((seat, goal), "")
            for seat in seats
        ]
        lines += stacked([goal_word(style, goal), *cells], widths)
    return lines


def _amounts(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """What each side is sure of: points, tricks, what is paid or written; and each for itself."""
    rows = list(_rows(style, solution))
    if not rows:
        return []
    sides = side_words(style, position, solution.sides)
    cells = [[name, *row, *["-"] * (len(sides) - len(row))] for name, row, _ in rows]
    label = max(visible(name) for name, _, _ in rows)
    widths = [
        label,
        *(max(6, *map(visible, column)) for column in zip(sides, *(row[1:] for row in cells), strict=True)),
    ]
    aligns = "<" + ">" * len(sides)
    lines = [columns(["", *(style.paint(side, "bold") for side in sides)], widths, aligns)]
    for row, (_, _, found) in zip(cells, rows, strict=True):
        lines.append(columns(row, widths, aligns))
        lines += [] if found is None else _played(style, position, found)
    margin = solution.values.margin
    if margin is not None:
        lines += wrap(style.t("margin {points}", points=points_text(margin)), style.width)
    return [*lines, *_meanings(style, position, solution)]


def _rows(style: TextStyle, solution: Solution) -> Iterator[tuple[str, list[str], Equilibrium | None]]:
    """The rows of amounts, those of play each for himself with that play."""
    values = solution.values
    for aim, numbers in ((Aim.POINTS, values.points), (Aim.TRICKS, values.tricks)):
        if numbers is not None:
            yield number_word(style, aim, solution.to_come), [_number(each) for each in numbers], None
    kind = style.t("sheet") if solution.on_a_sheet else style.t("tokens")
    if values.guarantee is not None:
        sure = f"{kind}, {style.t('sure of')}"
        yield sure, ["-" if each is None else style.signed(each) for each in values.guarantee], None
    for number, found in enumerate(values.equilibria or ()):
        name = style.t("each for themselves") if not number else style.t("or")
        yield f"{kind}, {name}", [style.signed(each) for each in found.tokens], found


def _number(value: Fraction | None) -> str:
    return "-" if value is None else points_text(value)


def _played(style: TextStyle, position: Position, found: Equilibrium) -> list[str]:
    """What an equilibrium comes to, where there are pots, and how it is played."""
    lines = []
    if found.pots:
        outcome = outcome_words(style, last_trick_of(position, found), position.players)
        words = [part for part in (outcome, pots_words(style, Pots(*found.pots))) if part]
        lines = wrap("; ".join(words), style.width, _INDENT)
    return lines + line_lines(style, position, found, _INDENT)


def _meanings(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """What the two kinds of amounts mean."""
    texts = []
    if solution.values.guarantee is not None:
        texts.append(style.t("sure of: whatever the others do, even together."))
    if solution.values.equilibria is not None:
        texts.append(style.t("each for themselves: all play for their own tokens, all cards face up."))
    if position.count and position.rules.count.own:
        texts.append(own_count(style))
    return [style.paint(line, "dim") for text in texts for line in wrap(text, style.width, "", _INDENT)]
