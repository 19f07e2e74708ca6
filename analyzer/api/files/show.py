"""A position shown: its diagram, a form of it that is read back, or one for the printer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from analyzer import answers, api, words
from analyzer.answers.answer import OfPosition, Settled
from analyzer.api.files.about import about
from analyzer.errors import UsageError
from analyzer.fileswritten import write_file
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Title, Verbatim, listed, say, word_alone
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.report import paper, printing
from analyzer.report.paper.document import PaperDocument, SolutionPlace, booklet
from analyzer.report.paper.printed import printed
from analyzer.report.style.textstyle import TextStyle
from analyzer.words.blocks import Drawn, FileText, FileWritten, Phrase, Said, part

if TYPE_CHECKING:
    from analyzer.report.paper.printed import Printed


class ShownAs(Enum):
    """How a position is shown."""

    DIAGRAM = "diagram"
    LINE = "text"
    """One line of text."""
    YAML = "yaml"
    PDF = "pdf"
    SVG = "svg"
    PNG = "png"
    HTML = "html"
    MARKDOWN = "markdown"


ENDINGS: Final = {
    ".txt": ShownAs.DIAGRAM,
    ".yaml": ShownAs.YAML,
    ".yml": ShownAs.YAML,
    ".pdf": ShownAs.PDF,
    ".svg": ShownAs.SVG,
    ".png": ShownAs.PNG,
    ".html": ShownAs.HTML,
    ".md": ShownAs.MARKDOWN,
}
"""What a file is by its ending, where nothing else is said."""

DRAWN: Final = frozenset({ShownAs.PDF, ShownAs.SVG, ShownAs.PNG})
"""Forms that are drawn for paper."""
READ_BACK: Final = frozenset({ShownAs.LINE, ShownAs.YAML})
"""Forms that hold the position and nothing else."""


class Printing(Record, frozen=True):
    """How positions stand on paper."""

    where: SolutionPlace = SolutionPlace.BELOW
    stipulation: str | None = None
    """What is asked; None is made of the cards."""
    title: str | None = None
    """Of the one position, or of the booklet."""


class Shown(OfPosition, Record, frozen=True):
    """The answer of `show`."""

    position: Position
    shape: ShownAs
    solved: answers.solve.Solved | None = None
    """The solution, where it is shown too."""
    file: Path | None = None
    unwritten: Message | None = None
    """Why the file could not be written, if it could not."""
    printing: Printing = Printing()
    others: tuple[Shown, ...] = ()
    """Those that stand behind it in a booklet."""

    @property
    def settled(self) -> Settled:
        solved = (each.solved for each in (self, *self.others) if each.solved is not None)
        return Settled.YES if all(each.settled is Settled.YES for each in solved) else Settled.OPEN

    def view(self) -> api.files.views.ShowAnswer:
        solution = None if self.solved is None else self.solved.view()
        return api.files.views.show_view(self.position, self.file, self.unwritten, solution)

    @property
    def says(self) -> Said:
        """That it was written, else the form that is read back, else the table and its solution."""
        if self.file is not None:
            told = say("{file}: the position", file=Verbatim(str(self.file)))
            if self.others:
                number = 1 + len(self.others)
                told = say(
                    "{file}: {number} {number:position/positions}",
                    file=Verbatim(str(self.file)),
                    number=number,
                )
            return () if self.unwritten is not None else (FileWritten(told),)
        if self.shape is ShownAs.LINE:
            return (FileText(f"{self.position.to_text()}\n"),)
        if self.shape is ShownAs.YAML:
            return (FileText(dumps(self.position)),)
        title = [Phrase(say("Solution"), "bold")] if self.solved is not None else []
        return (Drawn(self.position), *part("paragraph", [*title, *self._solution()]))

    @property
    def in_brief(self) -> Said:
        return (FileText(f"{self.position.to_text()}\n"),)

    def content(self, style: TextStyle) -> bytes:
        """What is shown, as the bytes of a file."""
        match self.shape:
            case ShownAs.HTML:
                return paper.markup.html(self.document(style)).encode()
            case ShownAs.MARKDOWN:
                return paper.markup.markdown(self.document(style)).encode()
            case ShownAs.LINE | ShownAs.YAML | ShownAs.DIAGRAM:
                return printing.text(replace(self, file=None), style).encode()
            case drawn:
                return paper.press.pressed(self.document(style), drawn.value)

    def document(self, style: TextStyle) -> PaperDocument:
        """What is set on paper."""
        pages = [each.asked(style) for each in (self, *self.others)]
        title, alone = self.printing.title, not self.others
        if alone and title is not None:
            pages = [(replace(pages[0][0], title=title), pages[0][1])]
        notation = say(
            "How to read the solutions: the cards of a trick in the order of play, each after "
            "its player; {dot} separates the tricks. First the card that solves the problem, "
            "then the line that shows it and the tries that fail, each with its result.",
            dot=Verbatim(style.dot),
        )
        told = "" if alone else style.said(notation)
        blocks = booklet(pages, self.printing.where, None if alone else title, told)
        column = self.shape is not ShownAs.PDF
        return PaperDocument(title or pages[0][0].title, style.lang, tuple(blocks), column=column)

    def asked(self, style: TextStyle) -> tuple[Printed, str]:
        """The position as it is printed, and what is asked of it."""
        told = self.printing.stipulation
        if told is None:
            plain = replace(style, colour=False, symbols=True)
            told = plain.said(words.verdicts.stipulation(self.position, about(self.position)))
        return self._printed(style), told

    def _printed(self, style: TextStyle) -> Printed:
        plain = replace(style, colour=False, symbols=True)
        shown, teaches = answers.solution.shown_lines, self.position.teaches
        taught = [word_alone(Title(teaches))] if self.solved and teaches else []
        # What answers the position's own question stands alone: values and lines answer others.
        key = [*taught, *(shown(self.position) if taught else ())] if self.position.stipulation else []
        return printed(self.position, plain, [*map(plain.said, key or [*taught, *self._solution()])])

    def _solution(self) -> list[Message]:
        """The solution in sentences."""
        if self.solved is None:
            return []
        return [*answers.solution.solution_sentences(self.position, self.solved.solution)]


def shape_asked(asked: Mapping[str, str | None], file: Path | None) -> ShownAs:
    """The form that is asked for, by the option that names it, else that which the ending of the file names.

    Raises: UsageError for two of them, or for an ending that names none.
    """
    forms = {option: form for option, form in asked.items() if form is not None}
    if len(forms) > 1:
        raise UsageError(say("{options} exclude each other", options=listed(map(Verbatim, forms))))
    if forms:
        return ShownAs(next(iter(forms.values())))
    if file is None:
        return ShownAs.DIAGRAM
    if file.suffix not in ENDINGS:
        known = listed(map(Verbatim, ENDINGS))
        raise UsageError(
            say("the ending of {file} does not say what to write", file=Verbatim(file)),
            say("a file ends in {known}", known=known),
        )
    return ENDINGS[file.suffix]


def show(
    position: Position,
    shape: ShownAs = ShownAs.DIAGRAM,
    solve: Callable[[Position], answers.solve.Solved] | None = None,
    printing: Printing | None = None,
) -> Shown:
    """A position in the form asked for, with its solution where a way to solve it is given.

    Raises: UsageError for one line of a position in which a hand is not told, and for a solution in a form
    that holds the position alone.
    """
    if solve is not None and shape in READ_BACK:
        raise UsageError(
            say(
                "--as {form} writes the position, in which no solution has a place",
                form=Verbatim(shape.value),
            )
        )
    if shape is ShownAs.LINE:
        position.to_text()
    solved = None if solve is None else solve(position)
    return Shown(position, shape, solved, printing=printing or Printing())


def written(shown: Shown, file: Path, style: TextStyle) -> Shown:
    """What is shown, once it is written into a file."""
    return replace(shown, file=file, unwritten=write_file(file, shown.content(style)))
