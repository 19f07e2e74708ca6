"""The answer of `solve` as text in a game of card points: sides, who can force what, amounts, every card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.errors import INTERRUPTED
from analyzer.layout import columns, finished, pad, stacked, visible, wrap
from analyzer.position.model import Position
from analyzer.report.phrases.sides import group_cell, side_word, sides_sentence
from analyzer.report.phrases.tokens import play_words
from analyzer.report.phrases.verdicts import CERTAIN, goal_word
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.solve import search_line, where_we_are
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.results import CardValues, GoalAnswer, Key, Solution, Values

_INDENT = "  "


def point_solve_text(position: Position, solution: Solution, style: TextStyle) -> str:
    """The whole answer, no line wider than the style."""
    lines = [*position_lines(style, position)]
    lines += where_we_are(style, position, solution.to_play, solution.tricks_left)
    lines += wrap(sides_sentence(style, solution.sides, position.players), style.width)
    lines += _goals(style, solution.values, position.players)
    lines += _amounts(style, position, solution)
    lines += _cards(style, position, solution)
    lines += ["", *_limits(style, solution), search_line(style, solution.nodes, solution.seconds)]
    return finished(lines, style.width)


def _goals(style: TextStyle, values: Values, players: Sequence[str]) -> list[str]:
    """Every goal asked for, a row each, and a column for everybody it was asked of."""
    goals = values.goals
    if not goals:
        return []
    seats = sorted({seat for seat, _ in goals})
    rows = list(dict.fromkeys(goal for _, goal in goals))
    label = max(visible(goal_word(style, goal)) for goal in rows)
    room = max(6, (style.width - label) // len(seats) - 2)
    widths = [label, *[min(room, 26)] * len(seats)]
    head = [pad("", label), *(style.strong(players[seat], room) for seat in seats)]
    lines = ["", *stacked(head, widths)]
    for goal in rows:
        answers = [goals.get((seat, goal)) for seat in seats]
        cells = ["" if answer is None else group_cell(style, answer, players) for answer in answers]
        lines += stacked([goal_word(style, goal), *cells], widths)
    return lines


def _amounts(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """What each side is sure of: points, tricks, what is paid or written; and each for itself."""
    rows = list(_rows(style, solution))
    if not rows:
        return []
    sides = [side_word(style, solution.sides, side, position.players) for side in range(solution.sides.count)]
    label = max(visible(name) for name, _ in rows)
    widths = [
        label,
        *(
            max(6, visible(side), *(visible(row[place]) for _, row in rows))
            for place, side in enumerate(sides)
        ),
    ]
    aligns = "<" + ">" * len(sides)
    lines = ["", columns(["", *(style.paint(side, "bold") for side in sides)], widths, aligns)]
    lines += [columns([name, *row], widths, aligns) for name, row in rows]
    margin = solution.values.margin
    if margin is not None:
        lines += wrap(style.t("margin {points}", points=points_text(margin)), style.width)
    for found in solution.values.equilibria or ():
        lines += wrap(play_words(style, position.table, found.line, position.players), style.width, _INDENT)
    return lines


def _rows(style: TextStyle, solution: Solution) -> Iterator[tuple[str, list[str]]]:
    values = solution.values
    points = style.t("points") if solution.past_known else style.t("points to come")
    tricks = style.t("tricks") if solution.past_known else style.t("tricks to come")
    for name, numbers in ((points, values.points), (tricks, values.tricks)):
        if numbers is not None:
            yield name, [_number(each) for each in numbers]
    kind = style.t("sheet") if solution.on_a_sheet else style.t("tokens")
    if values.guarantee is not None:
        sure = f"{kind}, {style.t('sure of')}"
        yield sure, ["-" if each is None else style.signed(each) for each in values.guarantee]
    for number, found in enumerate(values.equilibria or ()):
        name = style.t("each for themselves") if not number else style.t("or")
        yield f"{kind}, {name}", [style.signed(each) for each in found.tokens]


def _number(value: Fraction | None) -> str:
    return "-" if value is None else points_text(value)


def _cards(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """Every card of the player to move: what his side is then sure of, and what changes with it."""
    if not solution.cards:
        return []
    own = solution.sides.of[solution.to_play]
    heads, rows = _grid(style, solution, own)
    title = style.t("{whose} cards", whose=style.whose(position.players[solution.to_play]))
    widths = [max(visible(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    lines = ["", title, columns(heads, widths, "<" + ">" * (len(heads) - 1)).rstrip()]
    told = card_words(style, solution, position.players)
    for (_, words), row in zip(told, rows, strict=True):
        lines.append(columns(row, widths, "<" + ">" * (len(heads) - 1)))
        lines += wrap(words, style.width, _INDENT * 2) if words else []
    return lines


def card_words(style: TextStyle, solution: Solution, players: Sequence[str]) -> list[tuple[CardValues, str]]:
    """Every card with what becomes after it of the goals that not all cards leave alike."""
    telling = _telling(solution)
    return [
        (
            card,
            "; ".join(
                _told(style, key, card, players) for key in telling if key in (card.values.goals or {})
            ),
        )
        for card in solution.cards
    ]


def _grid(style: TextStyle, solution: Solution, own: int) -> tuple[list[str], list[list[str]]]:
    """The columns of the cards: points, tricks and amounts of the mover's side, as far as they were asked."""
    heads, rows = [""], [[_label(style, card)] for card in solution.cards]
    names = (style.t("points"), style.t("tricks"), style.t("sure of"))
    found = [_of_side(style, card.values, own) for card in solution.cards]
    for place, name in enumerate(names):
        if any(each[place] for each in found):
            heads.append(name)
            for row, each in zip(rows, found, strict=True):
                row.append(each[place] or "-")
    return heads, rows


def _of_side(style: TextStyle, values: Values, own: int) -> tuple[str, str, str]:
    """Points, tricks and amounts of a side; nothing for what was not asked."""
    points = None if values.points is None else values.points[own]
    tricks = None if values.tricks is None else values.tricks[own]
    sure = None if values.guarantee is None else values.guarantee[own]
    return (
        "" if points is None else points_text(points),
        "" if tricks is None else points_text(tricks),
        "" if sure is None else style.signed(sure),
    )


def _label(style: TextStyle, card: CardValues) -> str:
    shown = [style.card(card.card, card.names), *(style.card(equal) for equal in card.equals)]
    return " ".join(shown)


def _telling(solution: Solution) -> list[Key]:
    """The goals that are sure after some cards and not after others; the only one that was asked for."""
    goals = solution.values.goals or {}

    def sure(key: Key) -> set[bool]:
        found = [(card.values.goals or {}).get(key) for card in solution.cards]
        return {each.status in CERTAIN for each in found if each is not None}

    return [key for key in goals if len(goals) == 1 or len(sure(key)) > 1]


def _told(style: TextStyle, key: Key, card: CardValues, players: Sequence[str]) -> str:
    """What becomes of a goal after a card."""
    answer: GoalAnswer = (card.values.goals or {})[key]
    goal: Goal = key[1]
    return style.t(
        "{whose} {goal}: {status}",
        whose=style.whose(players[key[0]]),
        goal=goal_word(style, goal),
        status=group_cell(style, answer, players),
    )


def _limits(style: TextStyle, solution: Solution) -> list[str]:
    """What was not finished and why; nothing where everything was."""
    if solution.complete:
        return []
    reason = style.said((solution.reason or INTERRUPTED).short)
    parts = ", ".join(style.safe(part) for part in solution.unfinished)
    text = style.t("Not finished: {parts} ({reason}).", parts=parts, reason=reason)
    return [style.paint(line, "bad") for line in wrap(text, style.width, "", _INDENT)]
