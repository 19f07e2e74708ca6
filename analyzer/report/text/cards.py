"""Every legal card with what it comes to, its signs and what it does, as text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from analyzer.layout import GLUE, columns, pad, recording, spread, visible, wrap
from analyzer.messages import GoalName, Message, say
from analyzer.position.model import Position
from analyzer.report.phrases.best import best_cards
from analyzer.report.phrases.effects import Effect, effects, improper_words, legend, painted
from analyzer.report.phrases.moves import side_words
from analyzer.report.phrases.plans import plan_words
from analyzer.report.phrases.tokens import play_said, play_words
from analyzer.report.phrases.verdicts import CERTAIN, cell, goal_word
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.play.table import Table
from analyzer.rules.score.amounts import points_text
from analyzer.search.engine.results import CardValues, Key, LineEvidence, Play, Solution
from analyzer.search.solve.proper import PROTECT_POTS

_SIGNS = 4
_SHOWN_EQUALS = 2
_INDENT = " " * (_SIGNS + 2)
_LABEL = 1
"""The column of the card itself, behind its signs."""


def card_lines(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """The section on the cards of the player to move; nothing where nothing is known of them."""
    told, seen, notes, rows = set[Play](), set[str](), list[list[str]](), list[list[list[str]]]()
    for card in solution.cards:
        found = effects(style, solution, card, position.players)
        signs = _signs(card, found, solution)
        seen |= set(signs)
        rows.append(_rows(style, solution, card, signs))
        notes.append(_notes(style, position, solution, card) + _plans(style, position, card, told))
    head, *table = _table(style, position, solution, rows)
    if not (head or any(notes)):
        return []
    lines = [style.t("{whose} cards", whose=style.whose(position.players[solution.to_play]))]
    lines += [head] if head else []
    shown = iter(table)
    for of_card, below in zip(rows, notes, strict=True):
        lines += [next(shown) for _ in of_card] + below
    return [*lines, *_legend(style, seen)]


def _rows(style: TextStyle, solution: Solution, card: CardValues, signs: str) -> list[list[str]]:
    """The cells of a card: a row for each equilibrium, the first with all the rest; empty where unknown."""
    values, own, sides = card.values, solution.sides.of[solution.to_play], solution.sides.count
    numbers = [_of_side(values.points, own), _of_side(values.tricks, own)]
    sure = None if values.guarantee is None else values.guarantee[own]
    amounts = [[*map(style.signed, each.tokens)] for each in values.equilibria or ()] or [[""] * sides]
    marks = "".join(painted(style, sign) for sign in signs)
    first = [marks, _label(style, card), *numbers, "" if sure is None else style.signed(sure), *amounts[0]]
    return [first, *(["", style.t("or"), "", "", "", *more] for more in amounts[1:])]


def _of_side(numbers: Sequence[Fraction | None] | None, side: int) -> str:
    number = None if numbers is None else numbers[side]
    return "" if number is None else points_text(number)


def _table(
    style: TextStyle, position: Position, solution: Solution, rows: Sequence[list[list[str]]]
) -> list[str]:
    """The head and every row, of the columns that tell something; closer where there is no room."""
    names = (style.t("points"), style.t("tricks"), style.t("sure of"))
    for width, gap in ((8, 2), (5, 1)):
        heads = ["", "", *names, *side_words(style, position, solution.sides, width)]
        cells = [heads, *([*row, *["-"] * (len(heads) - len(row))] for row in chain.from_iterable(rows))]
        kept = [
            at
            for at in range(len(heads))
            if at == _LABEL or any(row[at] not in ("", "-") for row in cells[1:])
        ]
        widths = {at: max(5 if at else _SIGNS, *(visible(row[at]) for row in cells)) for at in kept}
        if sum(widths.values()) + gap * (len(kept) - 1) <= style.width:
            break
    if recording():
        return [columns([row[at] for at in kept], (), "") for row in cells]
    lines = [
        (" " * gap).join(pad(row[at], widths[at], "<" if at == _LABEL else ">") for at in kept).rstrip()
        for row in cells
    ]
    return ["" if len(kept) == 1 else lines[0], *lines[1:]]


def _label(style: TextStyle, card: CardValues) -> str:
    """The card, with its equals where they are few."""
    label = style.card(card.card, card.names)
    few = len(card.equals) <= _SHOWN_EQUALS
    return " ".join([label, *(style.card(equal) for equal in card.equals)]) if few else label


def does_words(style: TextStyle, position: Position, solution: Solution, card: CardValues) -> list[str]:
    """What a card does, and why it is improper, or what may be said of a proper one."""
    if position.pots is None:
        return _goal_words(style, position, solution, card)
    words = [effect.words for effect in effects(style, solution, card, position.players)]
    if card.proper is False:
        words.append(improper_words(style, card.why))
    elif card.why is not None:
        words.append(style.said(card.why))
    return words


def _notes(style: TextStyle, position: Position, solution: Solution, card: CardValues) -> list[str]:
    """What the card is the same as, and what it does, under its amounts."""
    notes = does_words(style, position, solution, card)
    if len(card.equals) > _SHOWN_EQUALS:
        notes.insert(0, style.t("the same as {cards}", cards=style.cards(card.equals)))
    return wrap("; ".join(notes), style.width, _INDENT) if notes else []


def _goal_words(style: TextStyle, position: Position, solution: Solution, card: CardValues) -> list[str]:
    """What becomes after a card of the goals that not all cards leave alike, or of the only one asked for."""
    after = card.values.goals or {}
    return [
        style.t(
            "{whose} {goal}: {status}",
            whose=style.whose(position.players[key[0]]),
            goal=goal_word(style, key[1]),
            status=cell(style, after[key], position.players),
        )
        for key in _telling(solution)
        if key in after
    ]


def _telling(solution: Solution) -> list[Key]:
    """The goals that are sure after some cards and not after others; the only one that was asked for."""
    goals = solution.values.goals or {}

    def sure(key: Key) -> set[bool]:
        found = [(card.values.goals or {}).get(key) for card in solution.cards]
        return {each.status in CERTAIN for each in found if each is not None}

    return [key for key in goals if len(goals) == 1 or len(sure(key)) > 1]


def _plans(style: TextStyle, position: Position, card: CardValues, told: set[Play]) -> list[str]:
    """The plan against a card that lets the own Ultimo go, and the evidence against an improper one."""
    lines = []
    if card.lets_go is not None:
        text = style.t("why not: {plan}", plan=plan_words(card.lets_go, position.players, style))
        lines = wrap(text, style.width, _INDENT, _INDENT + "  ")
    if card.evidence is not None:
        lines += evidence_lines(style, position, card.evidence, _INDENT, told)
    return lines


def _signs(card: CardValues, found: list[Effect], solution: Solution) -> str:
    """The card's signs in the order of the legend, each once."""
    signs = {effect.sign for effect in found}
    if card.proper is False:
        signs.add("x")
    best = best_cards(solution)
    if card in best and (len(best) < len(solution.cards) or solution.values.equilibria):
        signs.add("*")
    return "".join(sign for sign in "+-~!=vx*" if sign in signs)[-_SIGNS:]


def _legend(style: TextStyle, seen: set[str]) -> list[str]:
    pieces = [piece.replace(" ", GLUE) for piece in legend(style, seen)]
    return ["", *wrap(spread(pieces), style.width)] if pieces else []


_DEEPER = "  "


def evidence_lines(
    style: TextStyle, position: Position, evidence: LineEvidence, indent: str, told: set[Play]
) -> list[str]:
    """The two lines of play; a better line that is `told` already, under another card, is left out."""
    players, table = position.players, position.table
    offence = [offence_words(style, evidence, table, players), plan_words(evidence.against, players, style)]
    better = [better_words(style, evidence, table, players), plan_words(evidence.better, players, style)]
    texts = offence if evidence.line in told else offence + better
    told.add(evidence.line)
    return [line for text in texts if text for line in wrap(text, style.width, indent, indent + _DEEPER)]


def offence_words(style: TextStyle, evidence: LineEvidence, table: Table, players: Sequence[str]) -> str:
    """What comes of the improper card."""
    line = play_words(style, table, evidence.offence, players)
    if evidence.clause == PROTECT_POTS:
        return style.t("{player} wins it: {line}", player=style.strong(players[evidence.seat], 10), line=line)
    return style.t("the poorer pot: {line}", line=line)


def better_words(style: TextStyle, evidence: LineEvidence, table: Table, players: Sequence[str]) -> str:
    """The play that would have prevented or won the Ultimo, laid out."""
    return style.said(better_said(evidence, table, players))


def better_said(evidence: LineEvidence, table: Table, players: Sequence[str]) -> Message:
    """The play that would have prevented or won the Ultimo."""
    line = play_said(table, evidence.line, players)
    if evidence.clause == PROTECT_POTS:
        return say("prevented: {line}", line=line)
    return say("the {goal}: {line}", goal=GoalName(str(evidence.goal), evidence.goal.said), line=line)
