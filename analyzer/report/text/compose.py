"""Composed problems as text: their position files, or the properties that can be asked for."""

from __future__ import annotations

from analyzer.messages import Message
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.compose import ComposeAnswer
from analyzer.search.compose.properties import WANTS


def wants_text(style: TextStyle) -> str:
    """The properties that can be asked for, each with what it is."""
    width = max(map(len, WANTS))
    return "".join(f"{name:<{width}}  {style.said(want.meaning)}\n" for name, want in WANTS.items())


def compose_text(answer: ComposeAnswer, style: TextStyle, reason: Message | None) -> str:
    """The one position file, or the names of the files that were written; what is missing as a comment."""
    lines = [each.text if each.file is None else f"{each.file}\n" for each in answer.problems]
    return "".join(lines) + ("" if reason is None else f"# {style.said(reason)}\n")
