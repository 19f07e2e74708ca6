"""What every question is answered with: a view for programs, text for people, and how it was settled."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

from analyzer import report

if TYPE_CHECKING:
    from analyzer.report.style.textstyle import TextStyle


class Settled(Enum):
    """How a question was settled."""

    YES = "yes"
    """Done, legal, as expected, or yes."""
    NO = "no"
    OPEN = "open"
    """Undecided within the limits, or settled by no source."""


class Answer(Protocol):
    """An answer; its view and its text are made when they are asked for.

    One whose text is that of a file says so: `of_a_file` is true, and nothing in it is set as sentences are.
    """

    @property
    def settled(self) -> Settled:
        """How the question was settled."""

    def view(self) -> report.view.base.View:
        """The answer as a frozen value, from which JSON and schema are made."""

    def text(self, style: TextStyle) -> str:
        """The answer as a reader reads it."""
