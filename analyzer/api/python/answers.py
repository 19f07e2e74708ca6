"""How an answer tells itself in Python: as the command prints it, as its JSON, as a notebook shows it."""

from __future__ import annotations

import os
import sys
from typing import Any, Final, TypeVar

from analyzer import views
from analyzer.answers.answer import Answer
from analyzer.frozenrecord import Record
from analyzer.layout import clip
from analyzer.pythonanswer import PythonAnswer
from analyzer.report import printing
from analyzer.report.document import plain_document
from analyzer.report.paper.document import answer_blocks
from analyzer.report.paper.markup import html_part
from analyzer.report.style.here import can_show, width_here
from analyzer.report.style.language import language
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import OfPlayers

A = TypeVar("A", bound=PythonAnswer)
_LINE: Final = 100
"""A `repr` is no longer."""


class AsPython(Record, frozen=True):
    """An answer of the programming interface as Python has it."""

    answer: Answer
    about: str | None = None
    """What was asked and how it was settled, where the verdict does not say it as shortly."""

    def text(self) -> str:
        """What the command prints, without colours, and without the last line's end."""
        style = TextStyle(width_here(), symbols=can_show(sys.stdout), lang=language(os.environ))
        return printing.text(self.answer, style).rstrip("\n")

    def line(self) -> str:
        """What was asked and how it was settled, in one line."""
        told = printing.brief(self.answer, TextStyle(symbols=False)) if self.about is None else [self.about]
        return clip(next((each for each in told if each.strip()), "").strip(), _LINE)

    def view(self) -> views.base.View:
        """The answer by names: its attributes are the keys of the JSON."""
        return self.answer.view()

    def data(self) -> dict[str, Any]:
        """What the command writes as JSON, less what the search took."""
        told = views.base.plain(self.view())
        told.pop("stats", None)
        return told

    def document(self, language: str) -> dict[str, Any]:
        """What the command writes with `--as document`."""
        return plain_document(printing.document(self.answer, language))

    def html(self) -> str:
        """What the answer says as a notebook shows it, with the cards drawn."""
        style = TextStyle(lang=language(os.environ))
        return html_part(answer_blocks(printing.document(self.answer, style.lang), style))


def as_python(found: A, answer: Answer, players: tuple[str, ...] = (), about: str | None = None) -> A:
    """What was found, which tells itself from now on as the answer that it is part of does."""
    object.__setattr__(found, "_telling", AsPython(answer, about))
    if isinstance(found, OfPlayers):
        object.__setattr__(found, "players", players)
    return found
