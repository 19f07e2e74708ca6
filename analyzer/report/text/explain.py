"""A plan as text, behind the answer that it is the reason of."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.layout import wrap
from analyzer.position.model import Position
from analyzer.report.phrases.plans import PlanText, Seen, plan_texts
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reasons import Explained


def plan_of(
    position: Position, goal: Goal, seat: int, why: Explained, style: TextStyle, *, strategy: bool = False
) -> list[str]:
    """The plan of those who get their way, and what mattered.

    `strategy` says that one is written in place of a plan that was not found.
    """
    lines = why_lines(plan_texts(Seen(position.players, position.table), goal, seat, why), style)
    return lines + (_unplanned(style, strategy=strategy) if why.plan is None else [])


def _unplanned(style: TextStyle, *, strategy: bool) -> list[str]:
    if strategy:
        text = style.t(
            "No plan in lines was found within the limits; the certificate is a strategy, a card for each "
            "state."
        )
        return wrap(text, style.width)
    text = style.t(
        "No plan in lines was found within the limits; `forced --certificate` writes a strategy that "
        "proves the answer."
    )
    return wrap(text, style.width)


def why_lines(texts: Iterable[PlanText], style: TextStyle) -> list[str]:
    """The sentences of a plan, its numbered lines set in."""
    lines: list[str] = []
    for text in texts:
        first, rest = ("  ", "     ") if text.numbered else ("", "  ")
        lines += wrap(style.said(text.said), style.width, first, rest)
    return lines
