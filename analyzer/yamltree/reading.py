"""Reading YAML strictly, and filling a shape from a file's tree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args

from analyzer.errors import Fault, InvalidFile, Where, reason_of
from analyzer.fileio import opened
from analyzer.messages import Grouped, Message, Several, Verbatim, Word, printable, say, say_many
from analyzer.yamltree.node import (
    REFUSED,
    Lines,
    Node,
    Plain,
    YamlReading,
    mended,
    refused_characters,
    suggestion,
    where_in,
)
from analyzer.yamltree.parsing import Parser, file_order
from analyzer.yamltree.shapes import (
    NOWHERE,
    Converted,
    Limits,
    Notes,
    Shape,
    Text,
    alternatives_of,
    bare,
    kind_of,
    limits_in,
    limits_of,
    out_of_bounds,
    words_for,
    wrong_length,
    wrong_text,
)

# Filling a shape from a file's tree: what is right is its value, what is wrong a fault in words.
#
# The shape is the one description of a file: its JSON Schema is made from it, and what is read is held
# against it and built in the same step. So every value keeps its place, and one that is wrong hides no
# other.


Model = TypeVar("Model", bound=Shape)
Loc = tuple[str | int, ...]

THE_FILE: Final = say("the file")
_REFUSED: Final = object()
"""What stands for a value of the wrong shape."""

_MOST_UNKNOWN: Final = 10
"""So many unknown keys of one mapping are told."""


def validate(model: type[Model], node: Node, *, name: Message = THE_FILE) -> tuple[Model | None, list[Fault]]:
    """The model a tree fills, or None and every fault, each at its place, in file order.

    `name` is how to call the whole tree in a message. Numbers, texts and lists are not turned into one
    another: `"3"` is no number.
    """
    notes = Notes(node.where)
    filled = fill(model, node, notes, name=name)
    faults = sorted(
        notes.faults, key=lambda fault: (fault.where.line, fault.where.column) if fault.where else (0, 0)
    )
    return (None if faults else filled), faults


def fill(
    model: type[Model],
    node: Node,
    notes: Notes,
    *,
    name: Message = THE_FILE,
    null: str = "",
) -> Model:
    """The model as far as a tree fills it; what is wrong or missing is noted and left empty.

    Where `null` is the word for nothing, somebody is called so, and it is a text wherever a text belongs.
    """
    filling = _Filling(notes, name, null)
    found = filling.value(model, {}, node, ())
    filled: Model = _empty(model, node) if found is _REFUSED else found
    return filled


class _Filling:
    """One tree on its way into a model."""

    def __init__(self, notes: Notes, whole: Message, null: str) -> None:
        self._notes = notes
        self._whole = whole
        self._null = null

    def value(self, annotation: Any, limits: Limits, node: Node, loc: Loc) -> Any:
        """The value that a node holds; refused where it is of another shape, and that is noted."""
        if told := limits_of(annotation):
            limits = {**limits, **told}
        annotation = bare(annotation)
        alternatives = alternatives_of(annotation)
        fitting = next((each for each in alternatives if self._fits(each, node)), _REFUSED)
        if node.value is None and kind_of(fitting) not in (Text, Converted):
            if node.torn:
                return _REFUSED
            if NoneType in alternatives:
                return None
        if fitting is _REFUSED:
            kinds = Several(tuple(dict.fromkeys(words_for(annotation))), "or")
            wrong = say(
                "{what} must be {kinds}; got {shown}", what=self._name(loc), kinds=kinds, shown=_shown(node)
            )
            self._notes.refuse(node.where, wrong)
            return _REFUSED
        return self._read(fitting, limits, node, loc)

    def _fits(self, annotation: Any, node: Node) -> bool:
        """Whether a node is of the kind of a type, whatever it holds."""
        value, kind = node.value, kind_of(annotation)
        if kind is Text:
            typed = node.style == "plain" and bool(node.raw) and isinstance(value, int)
            return isinstance(value, str) or typed or self._is_null_text(node)
        if kind is Converted:
            return any(self._fits(each, node) for each in alternatives_of(bare(annotation).shape))
        if kind is int:
            return isinstance(value, int) and not isinstance(value, bool)
        if kind in (str, bool):
            return isinstance(value, kind)
        if kind in (dict, Shape):
            return isinstance(value, dict)
        return isinstance(value, list) if kind in (list, tuple) else kind is not NoneType

    def _is_null_text(self, node: Node) -> bool:
        return node.value is None and bool(self._null) and node.raw == self._null

    def _read(self, annotation: Any, limits: Limits, node: Node, loc: Loc) -> Any:
        """The value of a node that is of the right kind."""
        if told := limits_of(annotation):
            limits = {**limits, **told}
        annotation = bare(annotation)
        kind = kind_of(annotation)
        if kind is Converted:
            told = self.value(annotation.shape, limits, node, loc)
            return _REFUSED if told is _REFUSED else annotation.from_value(told, node, self._notes)
        if kind is Shape:
            return self._model(annotation, node, loc)
        if kind in (list, tuple):
            return self._list(kind, get_args(annotation)[0], limits, node, loc)
        if kind is dict:
            keys, inner = get_args(annotation)
            return self._mapping(limits_of(keys), inner, limits, node, loc)
        if kind in (Literal, Enum):
            return self._word(annotation, node, loc)
        if kind is Any:
            return node.plain()
        text = node.value if isinstance(node.value, str) else node.raw
        value = Text.from_node(text, node) if kind is Text else node.value
        return value if self._within(value, limits, node, loc) else _REFUSED

    def _model(self, model: type[Shape], node: Node, loc: Loc) -> Shape:
        assert isinstance(node.value, dict)
        fields = model.fields()
        found: dict[str, Any] = {}
        for key, field in fields.items():
            child = node.value.get(key)
            if child is not None:
                found[key] = self.value(field.annotation, limits_in(field.told), child, (*loc, key))
            elif field.told.required and not node.torn:
                missing = Verbatim(key)
                self._notes.refuse(
                    node.where,
                    say("`{key}` is missing", key=missing),
                    say("expected `{key}: ...`", key=missing),
                )
        strange = [each for each in node.value.items() if each[0] not in fields]
        for key, child in strange[:_MOST_UNKNOWN]:
            if child.value is not None or not child.torn:
                where = child.key_where or child.where
                unknown = say("unknown key `{key}`", key=Verbatim(printable(key)))
                self._notes.refuse(where, unknown, suggestion(printable(key), fields))
        return _constructed(model, {key: each for key, each in found.items() if each is not _REFUSED}, node)

    def _list(self, kind: type, inner: Any, limits: Limits, node: Node, loc: Loc) -> Any:
        assert isinstance(node.value, list)
        read = [self.value(inner, {}, each, (*loc, number)) for number, each in enumerate(node.value)]
        found = kind(each for each in read if each is not _REFUSED)
        return found if len(found) < len(read) or self._counted(limits, node, loc) else _REFUSED

    def _mapping(self, keys: Limits, inner: Any, limits: Limits, node: Node, loc: Loc) -> Any:
        assert isinstance(node.value, dict)
        found = {}
        for key, child in node.value.items():
            self._within(key, keys, child, (*loc, key))
            value = self.value(inner, {}, child, (*loc, key))
            found[Text.from_node(key, child)] = _empty(inner, child) if value is _REFUSED else value
        return found if self._counted(limits, node, loc) else _REFUSED

    def _counted(self, limits: Limits, node: Node, loc: Loc) -> bool:
        """Whether a list or mapping is neither too short nor too long."""
        assert isinstance(node.value, list | dict)
        size = len(node.value)
        if wrong := wrong_length(size, limits, torn=node.torn):
            items = say_many("{number} item", "{number} items", size)
            message = say("{what} has {items}", what=self._name(loc), items=items)
            self._notes.refuse(node.where, message, wrong)
        return not wrong

    def _word(self, annotation: Any, node: Node, loc: Loc) -> Any:
        """One of the words that a value may be."""
        known = (
            {each.value: each for each in annotation}
            if kind_of(annotation) is Enum
            else {each: each for each in get_args(annotation)}
        )
        if not isinstance(node.value, list | dict) and node.value in known:
            return known[node.value]
        message = self._is(node, loc)
        self._notes.refuse(node.where, message, suggestion(str(node.value), map(str, known)))
        return _REFUSED

    def _within(self, value: Any, limits: Limits, node: Node, loc: Loc) -> bool:
        """Whether a number or a text keeps within its limits."""
        wrong = wrong_text(value, limits) if isinstance(value, str) else out_of_bounds(value, limits)
        if wrong:
            self._notes.refuse(node.where, self._is(node, loc), wrong)
        return not wrong

    def _is(self, node: Node, loc: Loc) -> Message:
        return say("{what} is {shown}", what=self._name(loc), shown=_shown(node))

    def _name(self, loc: Loc) -> Word:
        """How to call the value at a place: `players`, item 2 of `players`, the file."""
        if not loc:
            return self._whole
        if isinstance(loc[-1], str):
            return Verbatim(f"`{printable(loc[-1])}`")
        holder = next((part for part in reversed(loc) if isinstance(part, str)), None)
        number = loc[-1] + 1
        if not holder:
            return say("item {number}", number=number)
        return say("item {number} of `{key}`", number=number, key=Verbatim(printable(holder)))


def _constructed(model: type[Model], told: dict[str, Any], node: Node) -> Model:
    """A model with what was told by its keys; what is missing has its default, or is empty."""
    fields = model.fields()
    made = model(**{fields[key].name: each for key, each in told.items()})
    for key, field in fields.items():
        if field.told.required and key not in told:
            vars(made)[field.name] = _empty(field.annotation, NOWHERE)
    return made.stand_at(node)


def _empty(annotation: Any, node: Node) -> Any:
    """A harmless value of a type, for what could not be read."""
    alternatives = alternatives_of(annotation)
    if NoneType in alternatives:
        return None
    first = bare(alternatives[0])
    kind = kind_of(first)
    if kind is Text:
        return Text.from_node("", node)
    if kind is Shape:
        return _constructed(first, {}, node)
    if kind is Converted:
        return first.from_value(None, node, Notes(node.where))
    return None if kind in (Literal, Enum, Any) else kind()


def _shown(node: Node) -> Word:
    """A value as it may be quoted in a message."""
    if isinstance(node.value, bool):
        return Verbatim("true" if node.value else "false")
    if isinstance(node.value, int):
        return node.value
    if isinstance(node.value, str):
        text = printable(node.value)
        return Verbatim(f"“{text}”" if len(text) <= 40 else f"“{text[:39]}…”")
    return node.kind


# Reading YAML strictly: a tree of values in which every one knows its line and column.
#
# A strict subset of YAML 1.2: mappings, lists and scalars in one document. Only whole numbers, `true`,
# `false` and `null` are anything but text, so `no` and `1:30` stay what was typed. Anchors, aliases, tags,
# merge keys and second documents are faults. All faults of a file are collected where reading can go on:
#
# * :func:`read_text` then :func:`parse` raise :class:`InvalidFile` with every fault there is;
# * :func:`read` never raises: it gives the tree as far as it goes **and** the faults, so that a reader of
#   files can add its own and report all of them at once;
# * :mod:`analyzer.yamltree.reading` holds a tree against a pydantic model (:func:`validate`).


__all__ = ["Node", "Plain", "YamlReading", "parse", "read", "read_text", "validate", "where_in"]

MAX_BYTES: Final = 1_000_000
"""No file of this game comes near it; larger ones are refused before they are read."""
_TOLD: Final = re.compile(r"\n|[ _]/[ _]|^\s*\{|^\s*[a-z_]+: ")
"""What a position or a dispute has that is told in one line or more."""


def named_text(path: str) -> tuple[str, str]:
    """A text and the name it has in messages: of a file, of standard input, or told in a path's place.

    One line of text has blanks round its slashes or stands in braces, several lines have ends; where
    there is a file of that name, it is the file.
    Raises: as :func:`read_text`.
    """
    if _TOLD.search(path) and not _is_there(path):
        return path, "<text>"
    return read_text(path), "<stdin>" if path == "-" else path


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def read_text(path: str) -> str:
    """The text of a UTF-8 file, `-` for standard input; line ends stay as they are.

    Raises: InvalidFile for a file that is missing, no file, unreadable, too large or not UTF-8.
    """
    name = "<stdin>" if path == "-" else path or '""'
    try:
        data = _read_bytes(path)
    except (OSError, ValueError) as error:
        raise InvalidFile([unreadable(name, error)]) from error
    if len(data) > MAX_BYTES:
        raise InvalidFile(
            [
                Fault(
                    say("the file is too large"),
                    say("expected at most {number} {number:byte/bytes}", number=Grouped(MAX_BYTES)),
                    Where(name, 1, 1),
                )
            ]
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidFile([_undecodable(name, data, error)]) from error


_OF_YAML: Final = frozenset({".yaml", ".yml", ".json"})


def _read_bytes(path: str) -> bytes:
    if not path:
        raise FileNotFoundError
    with opened(path) as file:
        return file.read(MAX_BYTES + 1)


def unreadable(name: str, error: OSError | ValueError) -> Fault:
    where = Where(name, 0, 0)
    if isinstance(error, FileNotFoundError) and " " in name and Path(name).suffix not in _OF_YAML:
        line = Verbatim('"danish / A: dR T7 / B: hR d9 / C: c7 c2 / B leads"')
        return Fault(
            say("this is neither a file nor a position"),
            say("expected the path of a YAML file, or a position in one line such as {line}", line=line),
            where,
        )
    if isinstance(error, FileNotFoundError):
        return Fault(
            say("the file does not exist"),
            say("expected the path of a YAML file, or - for standard input"),
            where,
        )
    if isinstance(error, IsADirectoryError):
        return Fault(say("this is a directory"), say("expected a YAML file"), where)
    message = say("the file cannot be read ({reason})", reason=reason_of(error))
    return Fault(message, say("expected a readable YAML file"), where)


def _undecodable(name: str, data: bytes, error: UnicodeDecodeError) -> Fault:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Fault(say("this text is UTF-16"), say("expected UTF-8"), Where(name, 1, 1))
    before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
    line = Lines(before).place(len(before))
    byte = Verbatim(f"0x{data[error.start]:02x}")
    message = say("byte {byte} is not UTF-8", byte=byte)
    return Fault(message, _encoding_expected(data), Where(name, *line))


def _encoding_expected(data: bytes) -> Message:
    """What would have been right, with the cure where the text is one of Windows."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return say("expected UTF-8 text")
    letters = [char for char in text if not char.isascii()]
    if all(char.isalpha() or char in "–—“”‘’…«»°·§ " for char in letters):
        words = Verbatim(" ".join(dict.fromkeys(letters[:5])))
        return say("expected UTF-8: it is Windows-1252 ({letters}); save it as UTF-8", letters=words)
    return say("expected UTF-8 text")


def parse(text: str, file: str) -> Node:
    """The tree of a text; `file` is its name in messages.

    Raises: InvalidFile with every fault.
    """
    node, faults = read(text, file)
    if node is None or faults:
        raise InvalidFile(faults)
    return node


def read(text: str, file: str) -> YamlReading:
    """The tree of a text as far as it can be read, and every fault, in file order.

    Where the syntax breaks, what was begun there is given up and reading goes on at the next key in the
    first column; the root of such a tree is torn.
    """
    if len(text) > MAX_BYTES:
        fault = Fault(
            say("the text is too long"),
            say("expected at most {most} {most:character/characters}", most=Grouped(MAX_BYTES)),
            Where(file, 1, 1),
        )
        return YamlReading(None, (fault,))
    as_meant = mended(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), file)
    refused = tuple(refused_characters(as_meant.text, file))
    shown = re.sub(REFUSED, "\ufffd", as_meant.text) if refused else as_meant.text
    node, faults = Parser(shown, file).read()
    doubted = [fault for fault in faults if fault.where and fault.where.line in as_meant.doubtful]
    if not doubted:
        return YamlReading(node, _in_file_order((*as_meant.faults, *refused, *faults)))
    # Where lines do not fit that were mended, who mends them mends that too.
    kept = [fault for fault in faults if fault not in doubted]
    if node is not None:
        node.torn = True
    whole = node is not None and node.style == "mapping"
    return YamlReading(node if whole else None, _in_file_order((*as_meant.faults, *refused, *kept)))


def _in_file_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=file_order))
