"""The verdict on a line that the rules forbid, as text: which move, which clause, what was legal, where.

A trick led with the Fool can also meet questions that no source decides; they are told here too.
"""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.errors import IllegalMove
from analyzer.layout import recording, wrap
from analyzer.report.rulings.broken import reading_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.verdicts import OpenQuestion, Reading, Unsettled

_INDENT = "  "
_DEEPER = "    "


def illegal_lines(style: TextStyle, illegal: IllegalMove) -> list[str]:
    """The verdict on a move that the rules forbid: what was legal, which clause says so, and where."""
    lines = [style.paint(style.t("Illegal:"), "bad")]
    lines += wrap(style.said(illegal.message.short), style.width, _INDENT, _DEEPER)
    if illegal.legal:
        legal = ", ".join(style.word(word) for word in illegal.legal)
        lines += wrap(style.t("legal: {cards}", cards=legal), style.width, _INDENT, _DEEPER)
    where = "" if illegal.where is None else f" {style.safe(str(illegal.where))}"
    clause = style.clause(illegal.clause) if recording() else f"[{style.clause(illegal.clause)}]"
    return [*lines, *wrap(style.paint(f"{clause}{where}", "dim"), style.width, _INDENT)]


def unsettled_lines(style: TextStyle, questions: Iterable[Unsettled | OpenQuestion]) -> list[str]:
    """What no source decides in a line, with its readings, that by which play went on first."""
    lines: list[str] = []
    for question in questions:
        head = style.t("No source settles this; play went on by the first reading:")
        lines += wrap(f"{head} [{', '.join(map(style.clause, question.clauses))}]", style.width, _DEEPER)
        for reading in question.readings:
            told = reading_words(style, reading) if isinstance(reading, Reading) else style.said(reading)
            lines += wrap(told, style.width, f"{_DEEPER}* ", f"{_DEEPER}  ")
    return [style.paint(line, "warn") for line in lines]
