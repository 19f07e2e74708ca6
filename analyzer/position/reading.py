"""Positions from files and texts, including one-line texts: all faults at once, with their places."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.errors import InvalidFile, UsageError
from analyzer.position.files.positions import position_tree, read_setting, setting_of
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape
from analyzer.position.files.tree import Tree
from analyzer.position.model import Position
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.reading import named_text

MY_HAND = "my hand"
"""The word that replaces a key: the only hand that is known."""


def load(path: str, under: Under | None = None, told: Mapping[str, str] | None = None) -> Position:
    """Read the position in a file, `-` for standard input; `under` may give other rules than its own.

    `told` are values that replace those of the file, by key; under `MY_HAND` is the only hand. Raises:
    InvalidFile with every fault, in file order; UsageError for words that do not fit the file; anything that
    `under` raises.
    """
    text, file = named_text(path)
    return _told_otherwise(text, file, under, told) if told else loads(text, file, under)


def _told_otherwise(text: str, file: str, under: Under | None, told: Mapping[str, str]) -> Position:
    tree = position_tree(text, file)
    words = dict(told)
    own = words.pop(MY_HAND, None)
    tree.tell(words)
    if own is not None:
        tree.tell_hand(own)
    try:
        return of_tree(tree, under)
    except InvalidFile as refused:
        loads(text, file, under)  # a fault of the file itself is told with its place
        fault = refused.faults[0]
        raise UsageError(fault.message, fault.expected) from None


def loads(text: str, file: str = "<text>", under: Under | None = None) -> Position:
    """Read the position in a text; `file` is its name in messages, and rule sets are looked for next to it.

    Raises: InvalidFile with every fault, in file order; anything that `under` raises.
    """
    return of_tree(position_tree(text, file), under)


def of_tree(tree: Tree, under: Under | None = None) -> Position:
    """Read the position in a tree, of any version.

    Raises: InvalidFile with every fault, in file order; anything that `under` raises.
    """
    return Position.of(setting_of(tree, under))


def read_position(reader: Reader, shape: DealShape) -> Position:
    """Read the position in a file of any kind that has the keys of a deal.

    Raises: InvalidFile with every fault.
    """
    return Position.of(read_setting(reader, shape))
