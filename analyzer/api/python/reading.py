"""Positions read for Python, and the legal actions in one: see :mod:`analyzer`."""

from __future__ import annotations

from os import PathLike, fspath

from analyzer.position.model import Position
from analyzer.position.reading import load as read
from analyzer.position.reading import loads as read_text
from analyzer.pythonanswer import checked_arguments, kind_of
from analyzer.rules.actions import Action
from analyzer.yamltree.reading import named_text


def load(path: str | PathLike[str]) -> Position:
    """Read the position in a file; `-` is standard input.

    Raises: InvalidFile with every fault of the file; TypeError for anything that is not a path.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"load takes the path of a position file, not {kind_of(path)}")
    return read(str(path))


@checked_arguments
def loads(text: str, file: str = "<text>") -> Position:
    """Read a position from the text of a position file; `file` is its name in messages.

    The text may name shipped rule sets. If `file` is the name of a file, it may also name rule sets next to
    it.

    Raises: InvalidFile with every fault; TypeError for anything that is not text.
    """
    if not isinstance(text, str):
        raise TypeError(f"loads takes the text of a position file, not {kind_of(text)}")
    return read_text(text, file)


def legal(position: Position | str | PathLike[str]) -> tuple[Action, ...]:
    """Return the legal actions; `str(action)` is the word used in a line of play.

    Raises: UsageError if some hands are not given.
    """
    return checked(position).legal()


def checked(position: Position | str | PathLike[str]) -> Position:
    """Return the position, reading it if it is a text or the path of a file.

    Raises: TypeError for anything else; InvalidFile with every fault of what was read.
    """
    if isinstance(position, str | PathLike):
        return read_text(*named_text(fspath(position)))
    if not isinstance(position, Position):
        raise TypeError(
            f"expected a position, as load and loads give it, its text or its path, not {kind_of(position)}"
        )
    return position
