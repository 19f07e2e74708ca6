"""Positions read for Python, and what may be done in one: see :mod:`analyzer`."""

from __future__ import annotations

from os import PathLike, fspath

from analyzer.arguments import checked_arguments, kind_of
from analyzer.position.model import Position
from analyzer.position.reading import load as read
from analyzer.position.reading import loads as read_text
from analyzer.rules.actions import Action
from analyzer.yamltree.reading import named_text


def load(path: str | PathLike[str]) -> Position:
    """The position of a file; `-` is standard input.

    Raises: InvalidFile with every fault of the file; TypeError for what is no path.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"load takes the path of a position file, not {kind_of(path)}")
    return read(str(path))


@checked_arguments
def loads(text: str, file: str = "<text>") -> Position:
    """The position that the text of a position file tells; `file` is its name in messages.

    A text names shipped rule sets alone; where `file` is that of one, one's own may lie beside.

    Raises: InvalidFile with every fault; TypeError for what is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"loads takes the text of a position file, not {kind_of(text)}")
    return read_text(text, file)


def legal(position: Position | str | PathLike[str]) -> tuple[Action, ...]:
    """Everything that may be done now; the `str` of each is its word in a line of play.

    Raises: UsageError where some hands are not told.
    """
    return checked(position).legal()


def checked(position: Position | str | PathLike[str]) -> Position:
    """The position, or that of a text or of the file at a path.

    Raises: TypeError for what is none of them; InvalidFile with every fault of what was read.
    """
    if isinstance(position, str | PathLike):
        return read_text(*named_text(fspath(position)))
    if not isinstance(position, Position):
        raise TypeError(
            f"expected a position, as load and loads give it, its text or its path, not {kind_of(position)}"
        )
    return position
