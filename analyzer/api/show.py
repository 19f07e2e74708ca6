"""A position shown: its diagram, a form of it that is read back, or one for the printer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.api.answer import Settled
from analyzer.api.writing import write_file
from analyzer.errors import UsageError
from analyzer.layout import finished, wrap
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle

if TYPE_CHECKING:
    from analyzer.api.solve import Solved
    from analyzer.report.drawn.printed import Printed
    from analyzer.report.view.show import ShowAnswer


class ShownAs(Enum):
    """How a position is shown."""

    DIAGRAM = "diagram"
    LINE = "text"
    """One line of text."""
    YAML = "yaml"
    SVG = "svg"
    PNG = "png"
    HTML = "html"
    LATEX = "latex"
    MARKDOWN = "markdown"


ENDINGS: Final = {
    ".txt": ShownAs.DIAGRAM,
    ".yaml": ShownAs.YAML,
    ".yml": ShownAs.YAML,
    ".svg": ShownAs.SVG,
    ".png": ShownAs.PNG,
    ".html": ShownAs.HTML,
    ".tex": ShownAs.LATEX,
    ".md": ShownAs.MARKDOWN,
}
"""What a file is by its ending, where nothing else is said."""

READ_BACK: Final = frozenset({ShownAs.LINE, ShownAs.YAML})
"""Forms that hold the position and nothing else."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The answer of `show`."""

    position: Position
    shape: ShownAs
    solved: Solved | None = None
    """The solution, where it is shown too."""
    file: Path | None = None
    unwritten: Message | None = None
    """Why the file could not be written, if it could not."""

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.solved is None else self.solved.settled

    def view(self) -> ShowAnswer:
        from analyzer.report.view.show import show_view  # noqa: PLC0415

        solution = None if self.solved is None else self.solved.view()
        return show_view(self.position, self.file, self.unwritten, solution)

    def brief(self, _style: TextStyle) -> list[str]:
        return [self.position.to_text()]

    def text(self, style: TextStyle) -> str:
        if self.file is not None:
            told = style.t("{file}: the position", file=style.safe(str(self.file)))
            return "" if self.unwritten is not None else f"{told}\n"
        return self.content(style).decode()

    def content(self, style: TextStyle) -> bytes:
        """What is shown, as the bytes of a file."""
        if self.shape is ShownAs.PNG:
            from analyzer.report.drawn.column import column_canvas  # noqa: PLC0415 - Pillow is slow to import
            from analyzer.report.drawn.pngfile import png_bytes  # noqa: PLC0415

            return png_bytes(column_canvas(self._printed(style)))
        return self._written(style).encode()

    def _written(self, style: TextStyle) -> str:
        match self.shape:
            case ShownAs.LINE:
                return f"{self.position.to_text()}\n"
            case ShownAs.YAML:
                from analyzer.position.files.writing import dumps  # noqa: PLC0415

                return dumps(self.position)
            case ShownAs.DIAGRAM:
                return self._diagram(style)
            case _:
                from analyzer.report.drawn.forms import form_of  # noqa: PLC0415

                return form_of(self.shape.value, self._printed(style), style.lang)

    def _diagram(self, style: TextStyle) -> str:
        from analyzer.report.style.diagram import position_lines  # noqa: PLC0415

        lines = position_lines(style, self.position)
        if self.solved is not None:
            lines += ["", style.paint(style.t("Solution"), "bold")]
            lines += [each for told in self._solution(style) for each in wrap(told, style.width, "", "  ")]
        return finished(lines, style.width)

    def _printed(self, style: TextStyle) -> Printed:
        from analyzer.report.drawn.printed import printed  # noqa: PLC0415

        plain = replace(style, colour=False, symbols=True)
        return printed(self.position, plain, self._solution(plain))

    def _solution(self, style: TextStyle) -> list[str]:
        """The solution in sentences, each however long."""
        if self.solved is None:
            return []
        from analyzer.report.text.solution import solution_lines  # noqa: PLC0415

        return solution_lines(self.position, self.solved.solution, replace(style, width=10_000))


def shape_asked(asked: set[ShownAs], file: Path | None) -> ShownAs:
    """The form that is asked for, else that which the ending of the file names.

    Raises: UsageError for two of them, or for an ending that names none.
    """
    if len(asked) > 1:
        options = listed(Verbatim(f"--{each.value}") for each in ShownAs if each in asked)
        raise UsageError(say("{options} exclude each other", options=options))
    if asked:
        return asked.pop()
    if file is None:
        return ShownAs.DIAGRAM
    if file.suffix not in ENDINGS:
        known = listed(map(Verbatim, ENDINGS))
        raise UsageError(
            say("{file} does not tell what to write", file=Verbatim(file)),
            say("a file ends in {known}", known=known),
        )
    return ENDINGS[file.suffix]


def show(
    position: Position,
    shape: ShownAs = ShownAs.DIAGRAM,
    solve: Callable[[Position], Solved] | None = None,
) -> Shown:
    """A position in the form asked for, with its solution where a way to solve it is given.

    Raises: UsageError for one line of a position in which a hand is not told, and for a solution in a form
    that holds the position alone.
    """
    if solve is not None and shape in READ_BACK:
        raise UsageError(
            say("--{form} writes the position, in which no solution has a place", form=Verbatim(shape.value))
        )
    if shape is ShownAs.LINE:
        position.to_text()
    return Shown(position, shape, None if solve is None else solve(position))


def written(shown: Shown, file: Path, style: TextStyle) -> Shown:
    """The same, written into a file."""
    return replace(shown, file=file, unwritten=write_file(file, shown.content(style)))
