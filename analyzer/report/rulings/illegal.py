"""The verdict on a line that the rules forbid, as text: which move, which clause, what was legal, where.

A trick led with the Fool can also meet questions that no source decides; they are told here too.
"""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.errors import IllegalMove
from analyzer.layout import wrap
from analyzer.report.style.face import Face
from analyzer.rules.verdicts import Unsettled

_INDENT = "  "
_DEEPER = "    "


def illegal_lines(face: Face, illegal: IllegalMove) -> list[str]:
    """The verdict on a move that the rules forbid: what was legal, which clause says so, and where."""
    lines = [face.paint(face.t("Illegal:"), "bad")]
    lines += wrap(face.said(illegal.message.short), face.width, _INDENT, _DEEPER)
    if illegal.legal:
        legal = ", ".join(face.word(word) for word in illegal.legal)
        lines += wrap(face.t("legal: {cards}", cards=legal), face.width, _INDENT, _DEEPER)
    where = "" if illegal.where is None else f" {face.safe(str(illegal.where))}"
    return [*lines, *wrap(face.paint(f"[{illegal.clause}]{where}", "dim"), face.width, _INDENT)]


def unsettled_lines(face: Face, questions: Iterable[Unsettled]) -> list[str]:
    """What no source decides in a trick, with its readings, that by which play went on first."""
    lines: list[str] = []
    for question in questions:
        head = face.t("No source settles this; play went on by the first reading:")
        lines += wrap(f"{head} [{', '.join(question.clauses)}]", face.width, _DEEPER)
        for reading in question.readings:
            lines += wrap(face.said(reading), face.width, f"{_DEEPER}* ", f"{_DEEPER}  ")
    return [face.paint(line, "warn") for line in lines]
