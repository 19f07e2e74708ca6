"""What every question is answered with: a value for programs, blocks for readers, and how it was settled."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from analyzer import report, views

if TYPE_CHECKING:
    from analyzer.position.model import Position
    from analyzer.report.document import Document
    from analyzer.report.style.textstyle import TextStyle
    from analyzer.rules.spec.ruleset import RuleSet
    from analyzer.words.blocks import Said


class Settled(Enum):
    """How a question was settled."""

    YES = "yes"
    """Done, legal, as expected, or yes."""
    NO = "no"
    OPEN = "open"
    """Undecided within the limits, or settled by no source."""


class Answer:
    """An answer. It says itself in blocks, in no language; every printer is given the same."""

    __slots__ = ()

    @property
    def settled(self) -> Settled:
        """How the question was settled."""
        raise NotImplementedError

    def view(self) -> views.base.View:
        """The answer as a frozen value, from which JSON and schema are made."""
        raise NotImplementedError

    @property
    def says(self) -> Said:
        """The answer, in no language."""
        raise NotImplementedError

    @property
    def about(self) -> RuleSet | None:
        """The rules that it is by, if it is by any."""
        return None

    def brief(self, style: TextStyle) -> list[str]:
        """The answer itself on a terminal, a sentence a line."""
        return report.terminal.headline(self.says, self.in_words(style))

    def headline(self, style: TextStyle) -> list[str]:
        """What is told beside a file that holds the whole answer."""
        return self.brief(style)

    def text(self, style: TextStyle) -> str:
        """All of it on a terminal."""
        return report.terminal.text(self.says, self.in_words(style))

    def as_document(self, language: str) -> Document:
        """All of it as blocks of words that are typed."""
        return report.spans.document(self.says, language, self.about)

    def in_words(self, style: TextStyle) -> TextStyle:
        """The style with the words of the game that the answer is about."""
        return style if self.about is None else replace(style, game=self.about.name)


class OfPosition(Answer):
    """An answer about a position, by its rules."""

    __slots__ = ()
    position: Position

    @property
    def about(self) -> RuleSet:
        return self.position.rules
