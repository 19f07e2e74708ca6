"""The audit of a line in a game of card points as text: what each side was sure of, and what went."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from analyzer.layout import pad, visible, wrap
from analyzer.report.phrases.verdicts import painted
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.audit import decided, moment_cell, sentence_of
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim
from analyzer.rules.sides import Sides
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.marks import MarkKind

SIGNS = {MarkKind.LET_GO: "-", MarkKind.GAVE_AWAY: "!", MarkKind.LOST_POINTS: "~"}


def point_audit_lines(style: TextStyle, audit: Audit, players: Sequence[str], sides: Sides) -> list[str]:
    """A line of text for each card that was valued, and under it what stands marked."""
    if not audit.decisions:
        return []
    lines = ["", style.paint(style.t("Every card"), "bold")]
    valued = [each for each in audit.decisions if each.before is not None]
    names = max((visible(style.name(players[each.seat], 12)) for each in valued), default=0)
    cards = max((visible(decided(style, each)) for each in valued), default=0)
    for each in valued:
        lines += _decision(style, each, players, (sides, audit.counts), (names, cards))
    if audit.reason is not None:
        words = wrap(sentence_of(style.said(audit.reason.short)), style.width)
        lines += [style.paint(line, "dim") for line in words]
    return lines


def _decision(
    style: TextStyle,
    each: Audited,
    players: Sequence[str],
    of: tuple[Sides, Aim | None],
    widths: tuple[int, int],
) -> list[str]:
    sides, counts = of
    signs = "".join(painted(style, SIGNS[kind]) for kind in dict.fromkeys(m.kind for m in each.marks))
    cells = [
        pad(signs, 3, ">"),
        moment_cell(each.moment),
        pad(style.name(players[each.seat], 12), widths[0]),
        pad(decided(style, each), widths[1]),
    ]
    before, after = (sure_of(values, counts, sides.of[each.seat]) for values in (each.before, each.after))
    if before is not None and after is not None:
        sure = style.t("sure of {before}", before=points_text(before))
        cells.append(sure if before == after else f"{sure} {style.arrow} {points_text(after)}")
    lines = [" ".join(cells)]
    for mark in each.marks:
        who = style.name(players[mark.seat])
        lines += wrap(f"{who}: {style.said(mark.text.short)}", style.width, "      ", "        ")
    return lines


def sure_of(values: Values | None, counts: Aim | None, side: int) -> Fraction | None:
    """What a side is sure of, in points or in tricks."""
    return None if values is None or counts is None else values.number(counts, side)
