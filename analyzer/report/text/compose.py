"""Composed problems as text: their position files, or the properties that can be asked for."""

from __future__ import annotations

from analyzer.report.view.base import UNSET
from analyzer.report.view.compose import ComposeAnswer, WantsAnswer


def wants_text(answer: WantsAnswer) -> str:
    """The properties that can be asked for, each with what it is."""
    width = max(len(each.want) for each in answer.wants)
    return "".join(f"{each.want:<{width}}  {each.text}\n" for each in answer.wants)


def compose_text(answer: ComposeAnswer) -> str:
    """The one position file, or the names of the files that were written; what is missing as a comment."""
    lines = [each.text if each.file is None else f"{each.file}\n" for each in answer.problems]
    reason = answer.limits.reason
    return "".join(lines) + ("" if reason is UNSET else f"# {reason}\n")
