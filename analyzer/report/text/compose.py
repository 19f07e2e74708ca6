"""Composed problems as text: their position files, or the properties that can be asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.layout import wrap
from analyzer.messages import Message
from analyzer.report.phrases.plans import plan_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.compose import ComposeAnswer
from analyzer.search.compose.compose import Problem
from analyzer.search.compose.want import Want


def wants_text(wants: Mapping[str, Want], style: TextStyle) -> str:
    """The properties that can be asked for, each with what it is."""
    width = max(map(len, wants))
    return "".join(f"{name:<{width}}  {style.said(want.meaning)}\n" for name, want in wants.items())


def compose_text(
    answer: ComposeAnswer, problems: Sequence[Problem], style: TextStyle, reason: Message | None
) -> str:
    """The one position file with its solution as comments, or the names of the files that were written.

    Names stand alone in their lines, as a script reads them; why there are not more of them is a comment.
    """
    lines = []
    for each, problem in zip(answer.problems, problems, strict=True):
        lines.append(each.text if each.file is None else f"{each.file}\n")
        if each.file is not None:
            continue
        plan = plan_words(problem.solution, problem.position.players, style)
        lines += [f"# {line}\n" for line in wrap(plan, style.width - 2) if line]
    return "".join(lines) + ("" if reason is None else f"# {style.said(reason)}\n")
