"""A file before anything is known about what it means: its tree, with text where text belongs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analyzer.cards.notation import shown
from analyzer.errors import Fault, InvalidFile
from analyzer.yamltree.reading import Node, read


class Tree(NamedTuple):
    """A file whose syntax has been read, and the faults found in it."""

    root: Node
    file: str
    faults: tuple[Fault, ...]

    @property
    def torn(self) -> bool:
        """Whether part of the file could not be read."""
        return _torn(self.root)


def open_tree(text: str, file: str, format_: str, texts: Sequence[str]) -> Tree:
    """The tree of a text of this format; `texts` are the paths that hold text, whatever it looks like.

    Raises: InvalidFile where the text is so far from such a file that looking further tells nothing.
    """
    root, faults = read(text, file)
    if root is None:
        raise InvalidFile(faults)
    if not isinstance(root.value, dict):
        expected = f"expected `format: {format_}` and more `key: value` lines"
        raise InvalidFile(in_order([*faults, Fault(f"the file is {root.kind}", expected, root.where)], file))
    spell_out(root, texts)
    kind = root.value.get("format")
    name = None if kind is None else str(kind.value)
    if kind is not None and name is not None and _family(name) not in ("", _family(format_)):
        wrong = Fault(f"the format is {shown(name)}", f"expected {format_}", kind.where)
        raise InvalidFile(in_order([*faults, wrong], file))
    return Tree(root, file, faults)


def _torn(node: Node) -> bool:
    inner = [child for _, child in entries(node)] + items(node)
    return node.torn or any(map(_torn, inner))


def _family(format_: str) -> str:
    """`tarok-position` of `tarok-position/1`; nothing for what is no format of ours."""
    family = format_.partition("/")[0]
    return family if family in ("tarok-position", "tarok-dispute", "tarok-rules") else ""


def spell_out(root: Node, paths: Iterable[str]) -> None:
    """Turn numbers and constants back into the text that was typed, where text belongs.

    So that players may be called 1, 2 and no, and a card 10 is a card that cannot be read.
    """
    names = items(root.child("players"))
    for each in names:
        _as_text(each, null_too=True)
    null_too = any(each.value == "null" for each in names)
    for path in paths:
        nodes = [root]
        for part in path.split("."):
            nodes = [child for node in nodes for child in _children(node, part)]
        for node in nodes:
            _as_text(node, null_too=null_too)


def _as_text(node: Node, *, null_too: bool) -> None:
    if (
        node.style == "plain"
        and node.raw
        and (isinstance(node.value, int) or (null_too and node.value is None))
    ):
        node.value = node.raw


def _children(node: Node, part: str) -> list[Node]:
    if part != "*":
        child = node.child(part)
        return [] if child is None else [child]
    return list(node.value.values()) if isinstance(node.value, dict) else items(node)


def items(node: Node | None) -> list[Node]:
    """The items of a list, none for anything else."""
    return node.value if node is not None and isinstance(node.value, list) else []


def entries(node: Node | None) -> list[tuple[str, Node]]:
    """The keys and values of a mapping, none for anything else."""
    return list(node.value.items()) if node is not None and isinstance(node.value, dict) else []


def spelled(name: str) -> str:
    """A name as it is compared: without outer spaces, however its accents were typed."""
    return unicodedata.normalize("NFC", name).strip()


def in_order(faults: Iterable[Fault], file: str) -> list[Fault]:
    """The faults in file order, each once; those of other files last, in their own order."""
    unique = dict.fromkeys(faults)

    def place(fault: Fault) -> tuple[bool, int, int]:
        where = fault.where
        return (True, 0, 0) if where is None or where.file != file else (False, where.line, where.column)

    return sorted(unique, key=place)
