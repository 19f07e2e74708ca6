"""Every legal card with its tokens, its signs and what it does, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.layout import GLUE, pad, visible, wrap
from analyzer.position.model import Position
from analyzer.report.phrases.moves import everybody
from analyzer.report.phrases.plans import plan_words
from analyzer.report.phrases.verdicts import Effect, effects, improper_words, legend, painted
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.evidence import evidence_lines
from analyzer.search.engine.reasons import Reason
from analyzer.search.engine.results import CardValues, Play, Solution

_SIGNS = 4
_SHOWN_EQUALS = 2
_INDENT = " " * (_SIGNS + 2)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The columns of the section: signs and card always, amounts where they were asked for."""

    card: int
    amounts: tuple[int, ...]
    sure: int
    name: int = 8
    """The most columns of a name."""
    gap: int = 2

    @property
    def width(self) -> int:
        widths = [_SIGNS, self.card, *self.amounts, *([self.sure] if self.sure else [])]
        return sum(widths) + self.gap * (len(widths) - 1)

    def line(self, signs: str, card: str, amounts: Sequence[str], sure: str) -> str:
        cells = [pad(signs, _SIGNS, ">"), pad(card, self.card)]
        if self.amounts:
            filled = amounts or [""] * len(self.amounts)
            cells += [pad(text, width, ">") for text, width in zip(filled, self.amounts, strict=True)]
        if self.sure:
            cells.append(pad(sure, self.sure, ">"))
        return (" " * self.gap).join(cells)


def card_lines(style: TextStyle, position: Position, solution: Solution) -> list[str]:
    """The section on the cards of the player to move; nothing where cards were not asked for."""
    if not solution.cards:
        return []
    grid = _grid(style, position, solution)
    names = [style.strong(name, grid.name) for name in everybody(position)]
    title = style.t("{whose} cards", whose=style.whose(position.players[solution.to_play]))
    sure = style.t("sure of")
    head = grid.line("", "", names, sure).rstrip() if grid.amounts or grid.sure else ""
    lines = ["", title, *([head] if head else [])]
    known = bool(grid.amounts or grid.sure)
    seen: set[str] = set()
    told: set[Play] = set()
    for card in solution.cards:
        found = effects(style, solution, card, position.players)
        signs = _signs(card, found, solution)
        seen |= set(signs)
        lines += _rows(style, card, signs, solution.to_play, grid)
        lines += _notes(style, card, found)
        if card.lets_go is not None:
            lines += _lets_go(style, card.lets_go, position.players)
        if card.evidence is not None:
            lines += evidence_lines(style, position, card.evidence, _INDENT, told)
        known = known or bool(found)
    if not known:
        return []
    return [*lines, *_legend(style, seen)]


def _grid(style: TextStyle, position: Position, solution: Solution) -> _Grid:
    """The columns, closer together where there is no room."""
    wide = _grid_of(style, position, solution, name=8, gap=2)
    return wide if wide.width <= style.width else _grid_of(style, position, solution, name=5, gap=1)


def _grid_of(style: TextStyle, position: Position, solution: Solution, *, name: int, gap: int) -> _Grid:
    values = [card.values for card in solution.cards]
    names = tuple(max(5, visible(style.name(each, name))) for each in everybody(position))
    return _Grid(
        card=max(5, *(visible(_label(style, card)) for card in solution.cards)),
        amounts=names if any(each.equilibria is not None for each in values) else (),
        sure=visible(style.t("sure of")) if any(each.guarantee is not None for each in values) else 0,
        name=name,
        gap=gap,
    )


def _label(style: TextStyle, card: CardValues) -> str:
    """The card, with its equals where they are few."""
    label = style.card(card.card, card.names)
    few = len(card.equals) <= _SHOWN_EQUALS
    return " ".join([label, *(style.card(equal) for equal in card.equals)]) if few else label


def _rows(style: TextStyle, card: CardValues, signs: str, mover: int, grid: _Grid) -> list[str]:
    """The lines of amounts: one for each equilibrium, the first with the card and the sure tokens."""
    marks = "".join(painted(style, sign) for sign in signs)
    sure = card.values.guarantee[mover] if card.values.guarantee else None
    found = card.values.equilibria or ()
    room = len(grid.amounts)
    amounts = [[*map(style.signed, each.tokens), *["-"] * (room - len(each.tokens))] for each in found]
    first = amounts[0] if amounts else ["?"] * len(grid.amounts)
    lines = [grid.line(marks, _label(style, card), first, "" if sure is None else style.signed(sure))]
    return lines + [grid.line("", style.t("or"), more, "") for more in amounts[1:]]


def _notes(style: TextStyle, card: CardValues, found: list[Effect]) -> list[str]:
    """What the card does, and why it is improper, under its amounts."""
    notes = [effect.words for effect in found]
    if len(card.equals) > _SHOWN_EQUALS:
        notes.insert(0, style.t("the same as {cards}", cards=style.cards(card.equals)))
    if card.proper is False:
        notes.append(improper_words(style, card.why))
    elif card.why is not None:
        notes.append(style.said(card.why))
    return wrap("; ".join(notes), style.width, _INDENT) if notes else []


def _lets_go(style: TextStyle, reason: Reason, players: Sequence[str]) -> list[str]:
    """The plan against a card that lets the own Ultimo go."""
    text = style.t("why not: {plan}", plan=plan_words(reason, players, style))
    return wrap(text, style.width, _INDENT, _INDENT + "  ")


def _signs(card: CardValues, found: list[Effect], solution: Solution) -> str:
    """The card's signs in the order of the legend, each once."""
    signs = {effect.sign for effect in found}
    if card.proper is False:
        signs.add("x")
    best = {each.tokens for each in solution.values.equilibria or ()}
    if best & {each.tokens for each in card.values.equilibria or ()}:
        signs.add("*")
    return "".join(sign for sign in "+-~!=vx*" if sign in signs)[-_SIGNS:]


def _legend(style: TextStyle, seen: set[str]) -> list[str]:
    pieces = [piece.replace(" ", GLUE) for piece in legend(style, seen)]
    if not pieces:
        return []
    return ["", *wrap("   ".join(pieces), style.width, "", "")]
