"""A position shown: its diagram, or a form of it that is read back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle

if TYPE_CHECKING:
    from analyzer.report.view.show import ShowAnswer


class ShownAs(Enum):
    """How a position is shown."""

    DIAGRAM = "diagram"
    LINE = "line"
    """One line of text."""
    YAML = "yaml"


@dataclass(frozen=True, slots=True)
class Shown:
    """The answer of `show`."""

    position: Position
    shape: ShownAs

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> ShowAnswer:
        from analyzer.report.view.show import show_view  # noqa: PLC0415

        return show_view(self.position)

    def text(self, style: TextStyle) -> str:
        if self.shape is ShownAs.LINE:
            return f"{self.position.to_text()}\n"
        if self.shape is ShownAs.YAML:
            from analyzer.position.files.writing import dumps  # noqa: PLC0415

            return dumps(self.position)
        from analyzer.layout import finished  # noqa: PLC0415
        from analyzer.report.style.diagram import position_lines  # noqa: PLC0415

        return finished(position_lines(style, self.position), style.width)


def show(position: Position, shape: ShownAs = ShownAs.DIAGRAM) -> Shown:
    """A position in the form asked for.

    Raises: UsageError for one line of a position in which a hand is not told.
    """
    if shape is ShownAs.LINE:
        position.to_text()
    return Shown(position, shape)
