"""The answer of `explain` as text."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.layout import finished, wrap
from analyzer.position.model import Position
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.plans import PlanText, Seen, plan_texts
from analyzer.report.style.diagram import position_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.forced import verdict_lines
from analyzer.rules.score.goals import Goal
from analyzer.search.engine.reasons import Explained


def explain_text(
    position: Position,
    goal: Goal,
    seat: int,
    asked: int,
    found: Explained,
    style: TextStyle,
    *,
    strategy: bool = False,
) -> str:
    """The position, yes or no, the plan of those who get their way, and what mattered.

    `strategy` says that one is written in place of a plan that was not found.
    """
    lines = list(position_lines(style, position))
    if found.holds is None:
        text = style.t("Unsettled: the answer hangs on what no source settles.")
        lines += [style.paint(line, "warn") for line in wrap(text, style.width)]
        return finished([*lines, *grounds_lines(position.rules, found.grounds, style)], style.width)
    lines += verdict_lines(style, position, goal, seat, asked, holds=found.holds)
    lines += ["", *why_lines(plan_texts(Seen(position.players, position.table), goal, seat, found), style)]
    if found.plan is None:
        lines += _unplanned(style, strategy=strategy)
    return finished([*lines, *grounds_lines(position.rules, found.grounds, style)], style.width)


def _unplanned(style: TextStyle, *, strategy: bool = False) -> list[str]:
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


def why_text(position: Position, goal: Goal, seat: int, why: Explained, style: TextStyle) -> str:
    """The plan of those who get their way, behind another answer."""
    lines = ["", *why_lines(plan_texts(Seen(position.players, position.table), goal, seat, why), style)]
    return finished(lines + (_unplanned(style) if why.plan is None else []), style.width)


def why_lines(texts: Iterable[PlanText], style: TextStyle) -> list[str]:
    """The sentences of a plan, its numbered lines set in."""
    lines: list[str] = []
    for text in texts:
        first, rest = ("  ", "     ") if text.numbered else ("", "  ")
        lines += wrap(style.said(text.said), style.width, first, rest)
    return lines
