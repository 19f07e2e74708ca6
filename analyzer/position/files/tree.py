"""Opening a file: its tree, told by its format what it is, and the shape that the tree fills."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

from analyzer.cards.notation import shown
from analyzer.errors import Fault, InvalidFile, Where
from analyzer.messages import Verbatim, say
from analyzer.position import files
from analyzer.yamltree.node import FAMILIES, Node, family
from analyzer.yamltree.reading import fill, read
from analyzer.yamltree.shapes import Notes, Shape

Model = TypeVar("Model", bound=Shape)

_OURS: Final = "tarok-analyze/"
"""How the name of every schema begins that an answer has."""


class Tree(NamedTuple):
    """A file whose syntax has been read, and the faults found in it."""

    root: Node
    file: str
    faults: tuple[Fault, ...]

    @property
    def torn(self) -> bool:
        """Whether part of the file could not be read."""
        return _torn(self.root)

    def word(self, key: str) -> str | None:
        """What stands under a key of the file, as text; None where the key is missing."""
        node = self.root.child(key)
        if node is None or node.value is None:
            return None
        if isinstance(node.value, list | dict):
            return node.kind
        return node.value if isinstance(node.value, str) else node.raw

    def without(self, keys: Iterable[str]) -> dict[str, Where]:
        """The places of those of the keys that the file has, which are taken out of it."""
        assert isinstance(self.root.value, dict)
        taken = {key: self.root.value.pop(key) for key in keys if key in self.root.value}
        return {key: node.key_where or node.where for key, node in taken.items()}

    def tell(self, words: Mapping[str, str]) -> None:
        """Put words under some keys in place of what the file says there."""
        assert isinstance(self.root.value, dict)
        for key, word in words.items():
            old = self.root.value.get(key)
            where, end = (self.root.where, self.root.where) if old is None else (old.where, old.end)
            key_where = None if old is None else old.key_where
            self.root.value[key] = Node(word, where, end, raw=word, key_where=key_where)

    def tell_hand(self, words: str) -> None:
        """Keep one hand alone: that of a player who is named, or cards, `NAME: CARDS` or the leader's."""
        assert isinstance(self.root.value, dict)
        name, colon, cards = words.partition(":")
        hands = self.root.child("hands")
        told = hands.value if hands is not None and isinstance(hands.value, dict) else {}
        named = next((each for each in told if spelled(each).casefold() == spelled(name).casefold()), None)
        if named is not None and not colon:
            kept = told[named]
        else:
            named = spelled(name) if colon else self.word("lead") or next(iter(told), "A")
            text, where = cards if colon else words, self.root.where
            kept = Node(text, where, where, raw=text, key_where=where)
        where = self.root.where if hands is None else hands.where
        self.root.value["hands"] = Node({named: kept}, where, where, key_where=where)
        for key in ("unseen", "worlds", "lines", "tricks", "skat", "discard", "declarations", "count"):
            self.root.value.pop(key, None)

    def filled(self, model: type[Model]) -> tuple[Model, Notes]:
        """The shape of the file as far as it is told, and the faults found so far.

        Raises: InvalidFile where no key is one of such a file.
        """
        told = self.root.value
        if isinstance(told, dict) and told and not self.torn and model.fields().keys().isdisjoint(told):
            message = say("this is a file of something else: none of its keys is known here")
            new = Verbatim("tarok-analyze new")
            expected = say("expected a file such as `{command}` writes", command=new)
            raise self.refused(Fault(message, expected, self.root.where))
        notes = Notes(self.root.where, self.faults)
        return fill(model, self.root, notes, null=_null_name(self.root)), notes

    def refused(self, *faults: Fault) -> InvalidFile:
        """The error of a file that is not read any further."""
        return InvalidFile(in_order([*self.faults, *faults], self.file))


def is_line(text: str) -> bool:
    """Whether a text is a position in one line, or in its fields line by line, rather than YAML or JSON."""
    line = text.removeprefix("\ufeff").strip()
    if "\n" in line:
        keys = re.search(r"^\W*(?:format|hands|kind|schema)\W*:|^\s*(?:```|~~~)", line, re.MULTILINE)
        return keys is None and files.oneline.on_own_lines(line)
    return not line.startswith("{") and re.search(r"\s/\s|_/_", line) is not None


def is_position(text: str, file: str) -> bool:
    """Whether a text is a position: by its format, in one line, or with a past and of no dispute."""
    if is_line(text):
        return True
    root, _ = read(text, file)
    if root is None or not isinstance(root.value, dict):
        return False
    name = Tree(root, file, ()).word("format")
    if name is None:
        return "kind" not in root.value and not {"lines", "tricks"}.isdisjoint(root.value)
    return family(name) == "tarok-position"


def open_tree(text: str, file: str, format_: str) -> Tree:
    """The tree of a text that is of this family of formats.

    Raises: InvalidFile where the text is so far from such a file that looking further tells nothing.
    """
    root, faults = read(text, file)
    if root is None:
        raise InvalidFile(faults)
    tree = Tree(root, file, faults)
    if not isinstance(root.value, dict):
        expected = say("expected `format: {format}` and more `key: value` lines", format=Verbatim(format_))
        raise tree.refused(Fault(say("the file is {kind}", kind=root.kind), expected, root.where))
    name, schema = tree.word("format"), tree.word("schema") or ""
    if name is None and schema.startswith(_OURS):
        raise tree.refused(_answer(schema, format_, root.where))
    if name is not None and family(name) not in ("", family(format_)):
        where = root.at(("format",))
        message = say("the format is {word}", word=Verbatim(shown(name)))
        words = {"format": Verbatim(format_), "command": Verbatim(FAMILIES[family(name)])}
        expected = say("expected {format}; the command for this file is `{command}`", **words)
        raise tree.refused(Fault(message, expected, where))
    return tree


def _answer(schema: str, format_: str, where: Where) -> Fault:
    """What a command has written is no file to ask about; a certificate is for one command."""
    words = {"format": Verbatim(format_), "command": Verbatim("certify")}
    if schema.startswith(f"{_OURS}certificate/"):
        expected = say("expected {format}; the command for this file is `{command}`", **words)
        return Fault(say("this is a certificate"), expected, where)
    told = say("this is what a command answered ({word})", word=Verbatim(shown(schema)))
    return Fault(
        told, say("expected the file that was asked about, {format}", format=Verbatim(format_)), where
    )


def _torn(node: Node) -> bool:
    inner: Iterable[Node] = ()
    if isinstance(node.value, dict | list):
        inner = node.value.values() if isinstance(node.value, dict) else node.value
    return node.torn or any(map(_torn, inner))


def _null_name(root: Node) -> str:
    """The word for nothing that is the name of a player; empty where nobody is called so."""
    names = root.child("players")
    for each in names.value if names is not None and isinstance(names.value, list) else ():
        if each.value is None and each.raw:
            each.value = each.raw
        if each.value == "null":
            return "null"
    return ""


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
