"""The verdict of an answer alone, a sentence a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from msgspec.structs import replace

from analyzer import api
from analyzer.layout import GLUE

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle

_UNBROKEN: Final = 10_000
"""So wide that no sentence is broken."""


@runtime_checkable
class Brief(Protocol):
    """An answer that says more than its verdict, and the verdict by itself."""

    def brief(self, style: TextStyle) -> list[str]:
        """What was decided, in sentences."""


@runtime_checkable
class Headed(Protocol):
    """An answer whose verdict is longer than what stands beside a file that tells it whole."""

    def headline(self, style: TextStyle) -> list[str]:
        """What was decided, a sentence for each thing it was decided of."""


def headline_of(answer: api.answer.Answer, style: TextStyle) -> list[str]:
    """What is told beside a file that holds the whole answer."""
    return answer.headline(style) if isinstance(answer, Headed) else verdict_of(answer, style)


def verdict_of(answer: api.answer.Answer, style: TextStyle) -> list[str]:
    """The sentences of the verdict, however long; the lines of the text of an answer that says no more."""
    wide = replace(style, width=_UNBROKEN)
    told = answer.brief(wide) if isinstance(answer, Brief) else answer.text(style).splitlines()
    return [line.replace(GLUE, " ").rstrip() for line in told]
