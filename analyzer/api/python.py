"""How an answer tells itself in Python: as the command prints it, as its JSON, as a notebook shows it."""

from __future__ import annotations

import html
import os
import re
import sys
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from analyzer import report
from analyzer.answered import PythonAnswer
from analyzer.api.answer import Answer
from analyzer.api.brief import verdict_of
from analyzer.layout import clip
from analyzer.report.style.here import can_show, width_here
from analyzer.report.style.language import language
from analyzer.report.style.textstyle import SYMBOLS, TextStyle
from analyzer.rules.spec.grounds import OfPlayers

A = TypeVar("A", bound=PythonAnswer)
_LINE: Final = 100
"""A `repr` is no longer."""
_CARD: Final = re.compile(rf"\x1b\[(\d+)m(?=(?:[{''.join(SYMBOLS.values())}][\dRDKBX]+|fool)\x1b\[0m)")
_CODE: Final = re.compile(r"\x1b\[(\d+)m")
_END: Final = "0"
_COLOURS: Final = {
    "1": "font-weight:bold", "2": "opacity:.6", "31": "color:#c22", "32": "color:#182", "33": "color:#a60",
    "34": "color:#24b", "35": "color:#93a", "36": "color:#078",
}  # fmt: skip
_DRAWN: Final = ";background:#fff;border-radius:3px;box-shadow:0 0 0 1px #999"
"""Round a card, without taking room of its own, so that columns stay."""


@dataclass(frozen=True, slots=True)
class AsPython:
    """An answer of the programming interface as Python has it."""

    answer: Answer
    about: str | None = None
    """What was asked and how it was settled, where the verdict does not say it as shortly."""

    def text(self) -> str:
        """What the command prints, without colours, and without the last line's end."""
        style = TextStyle(width_here(), symbols=can_show(sys.stdout), lang=language(os.environ))
        return self.answer.text(style).rstrip("\n")

    def line(self) -> str:
        """What was asked and how it was settled, in one line."""
        told = verdict_of(self.answer, TextStyle(symbols=False)) if self.about is None else [self.about]
        return clip(next((each for each in told if each.strip()), "").strip(), _LINE)

    def data(self) -> dict[str, Any]:
        """What the command writes as JSON, less what the search took."""
        told = report.view.base.plain(self.answer.view())
        told.pop("stats", None)
        return told

    def html(self) -> str:
        """The text as a notebook shows it, with the cards drawn."""
        style = TextStyle(80, colour=True, lang=language(os.environ))
        coloured = html.escape(self.answer.text(style).rstrip("\n"))
        cards = _CARD.sub(lambda found: _span(found, _DRAWN), coloured)
        return f'<pre style="line-height:1.35">{_CODE.sub(_span, cards)}</pre>'


def _span(found: re.Match[str], drawn: str = "") -> str:
    """What a colour code is on a page: the reset ends what the code before it began."""
    return "</span>" if found[1] == _END else f'<span style="{_COLOURS[found[1]]}{drawn}">'


def as_python(found: A, answer: Answer, players: tuple[str, ...] = (), about: str | None = None) -> A:
    """What was found, which tells itself from now on as the answer that it is part of does."""
    object.__setattr__(found, "_telling", AsPython(answer, about))
    if isinstance(found, OfPlayers):
        object.__setattr__(found, "players", players)
    return found
