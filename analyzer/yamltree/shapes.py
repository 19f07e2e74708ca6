"""Values that know where in a file they stand: what the models of files are made of."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Struct
from msgspec.structs import asdict

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, marked, say
from analyzer.yamltree.node import Node, where_in

_NONE: Final = object()
"""The default of a field that has none."""
NOWHERE: Final = Node(None, Where("<nowhere>", 1, 1), Where("<nowhere>", 1, 1))
"""Where a value stands that no file told."""


class Notes:
    """The faults found in one file so far."""

    def __init__(self, whole: Where, faults: Iterable[Fault] = ()) -> None:
        self.faults = list(faults)
        self.whole = whole
        self._refused = {fault.where for fault in self.faults}

    def refuse(self, where: Where, message: Message, expected: Message | None = None) -> None:
        """Note a value of the wrong shape; nothing more is said of it later."""
        self.faults.append(Fault(message, expected, where))
        self._refused.add(where)

    def fault(
        self, where: Where, message: Message, expected: Message | None = None, *, lacking: bool = False
    ) -> None:
        """Note one fault, unless the value has been refused already.

        The place of the whole file refuses nothing: several keys may be missing there.
        """
        if where == self.whole or where not in self._refused:
            self.faults.append(Fault(message, expected, where, lacking))


class Text(str):
    """A text as it was typed: a number or a constant that YAML sees is text here too."""

    __slots__ = ("node",)
    node: Node

    @classmethod
    def from_node(cls, text: str, node: Node) -> Text:
        """The text that a node holds, or that is its key."""
        made = cls(text)
        made.node = node
        return made

    @property
    def where(self) -> Where:
        return self.node.where

    @property
    def key_where(self) -> Where:
        """The place of the key, where the text is one."""
        return self.node.key_where or self.node.where

    def at(self, offset: int) -> Where:
        """The place of one of its characters."""
        return where_in(self.node, offset)


class Converted:
    """A value that is made from one of another shape, as a list of cards is from texts."""

    shape: Any
    """The annotation of what stands in the file."""

    @classmethod
    def from_value(cls, told: Any, node: Node, notes: Notes) -> Any:
        """The value; what is wrong with it is noted."""
        raise NotImplementedError


class AboutField(Struct, frozen=True, eq=False):
    """What is said of a field, beside its type: its default, what it must keep within, what it is for."""

    default: Any = _NONE
    default_factory: Callable[[], Any] | None = None
    alias: str | None = None
    """The key it has in a file, where that is no name of Python's."""
    ge: int | None = None
    gt: int | None = None
    le: int | None = None
    lt: int | None = None
    multiple_of: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    description: str | None = None
    examples: list[Any] | None = None
    json_schema_extra: dict[str, Any] | None = None

    @property
    def required(self) -> bool:
        return self.default is _NONE and self.default_factory is None

    def value(self) -> Any:
        """The default, a new one where it could be changed."""
        if self.default_factory is not None:
            return self.default_factory()
        default = self.default
        return default.copy() if isinstance(default, list | dict) else default

    @property
    def schema(self) -> dict[str, Any]:
        """What was said, but nothing of the default."""
        told = asdict(self).items()
        return {key: each for key, each in told if each is not None and not key.startswith("default")}


def Field(default: Any = _NONE, **said: Any) -> Any:  # noqa: N802 - as where a field is told elsewhere
    """What is said of a field."""
    return AboutField(default, **said)


class FieldOf(NamedTuple):
    """A field of a shape: its name here, its type, and what is said of it."""

    name: str
    annotation: Any
    told: AboutField


class Shape:
    """A mapping of a file: it has these keys and no others, and knows where they stand.

    Its fields are the annotated names of its class. What they are is looked at where a file is of the shape:
    a start makes many shapes and fills few.
    """

    SCHEMA: ClassVar[Mapping[str, Any]] = {}
    """What else its JSON Schema says."""
    _node: Node = NOWHERE
    _told: frozenset[str] = frozenset()

    def __init__(self, **told: Any) -> None:
        """The shape with what is told by the names of its fields; the rest has its default, if any."""
        mine = {each.name: each.told.value() for each in self.fields().values() if not each.told.required}
        vars(self).update(mine, **told, _told=frozenset(told))

    def __setattr__(self, name: str, value: Any) -> None:
        vars(self).update({name: value, "_told": self._told | {name}})

    @classmethod
    def fields(cls) -> Mapping[str, FieldOf]:
        """Its fields by the keys they have in a file, those of what it extends first."""
        if cls not in _FIELDS:
            _FIELDS[cls] = dict(_fields_of(cls))
        return _FIELDS[cls]

    def stand_at(self, node: Node) -> Self:
        vars(self)["_node"] = node
        return self

    @property
    def node(self) -> Node:
        return self._node

    @property
    def given_fields(self) -> frozenset[str]:
        """The fields that were told, right or wrong."""
        return self._told

    @property
    def keys(self) -> tuple[str, ...]:
        """Its keys in the order of the file, those it should not have too."""
        return tuple(self._node.value) if isinstance(self._node.value, dict) else ()

    def place(self, key: str) -> Where:
        """The place of the value under a key, that of the whole where there is none."""
        return self._node.at((key,))

    def key_place(self, key: str) -> Where:
        """The place of a key, that of the whole where it is missing."""
        child = self._node.child(key)
        return self._node.where if child is None else child.key_where or child.where

    def has(self, key: str) -> bool:
        """Whether a value stands under a key, and is of the right shape."""
        return key in self._told and getattr(self, key) is not None

    def tells(self, key: str) -> bool:
        """Whether something stands under a key, right or wrong."""
        child = self._node.child(key)
        return self.has(key) or (child is not None and child.value is not None)


_FIELDS: Final[dict[type[Shape], Mapping[str, FieldOf]]] = {}


def _fields_of(shape: type[Shape]) -> Iterator[tuple[str, FieldOf]]:
    told: dict[str, Any] = {}
    for each in reversed(shape.__mro__):
        told |= {name: vars(each).get(name, _NONE) for name in vars(each).get("__annotations__", {})}
    for name, annotation in get_type_hints(shape, include_extras=True).items():
        if get_origin(annotation) is not ClassVar and annotation is not ClassVar and not name.startswith("_"):
            said = told[name] if isinstance(told[name], AboutField) else AboutField(told[name])
            yield said.alias or name, FieldOf(name, annotation, said)


T = TypeVar("T")
Limits = Mapping[str, Any]
"""What a number, a text or a list must keep within, by the name of the limit."""

_WORDS: Final[Mapping[Any, Message]] = {
    str: say("text"), Text: say("text"), int: say("a whole number"), bool: say("true or false"),
    list: say("a list"), tuple: say("a list"), dict: say("a mapping"), Shape: say("a mapping"),
}  # fmt: skip
_BOUNDS: Final[tuple[tuple[str, str, Callable[[int, int], bool]], ...]] = (
    ("multiple_of", marked("expected a multiple of {number}"), lambda value, step: value % step == 0),
    ("le", marked("expected at most {number}"), operator.le),
    ("lt", marked("expected less than {number}"), operator.lt),
    ("ge", marked("expected at least {number}"), operator.ge),
    ("gt", marked("expected more than {number}"), operator.gt),
)
_LIMITS: Final = (*(key for key, *_ in _BOUNDS), "min_length", "max_length", "pattern")


def _remembered(asked: Callable[[Any], T]) -> Callable[[Any], T]:
    """What is told of a type, worked out once: every value of a file is held against one."""
    known: dict[int, tuple[Any, T]] = {}

    def recall(annotation: Any) -> T:
        found = known.get(id(annotation))
        if found is None:
            found = known[id(annotation)] = annotation, asked(annotation)
        return found[1]

    return recall


@_remembered
def bare(annotation: Any) -> Any:
    """A type without what is annotated to it."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation


@_remembered
def alternatives_of(annotation: Any) -> tuple[Any, ...]:
    """The types of a union, one after the other; a type alone is its only one."""
    if get_origin(bare(annotation)) not in (Union, UnionType):
        return (annotation,)
    return tuple(inner for each in get_args(bare(annotation)) for inner in alternatives_of(each))


@_remembered
def kind_of(annotation: Any) -> Any:
    """A class of values; `Shape`, `Enum`, `Converted` and `Literal` stand for all of theirs."""
    found = get_origin(bare(annotation)) or bare(annotation)
    if not isinstance(found, type):
        return found
    return next((each for each in (Shape, Enum, Converted) if issubclass(found, each)), found)


def words_for(annotation: Any) -> Iterator[Message]:
    """What a value should have been, in words."""
    for each in alternatives_of(annotation):
        if kind_of(each) is Converted:
            yield from words_for(bare(each).shape)
        elif kind_of(each) in _WORDS:
            yield _WORDS[kind_of(each)]


@_remembered
def limits_of(annotation: Any) -> Limits:
    """The limits that are annotated to a type."""
    parts = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return {key: limit for each in parts for key, limit in limits_in(each).items()}


@_remembered
def limits_in(said: AboutField) -> Limits:
    """The limits that are said of a field."""
    return {key: limit for key in _LIMITS if (limit := getattr(said, key)) is not None}


def wrong_length(size: int, limits: Limits, *, torn: bool) -> Message | None:
    """What is wrong with a length, None where nothing is; a torn list may be longer than it looks."""
    if size < limits.get("min_length", 0) and not torn:
        return say("expected at least {number}", number=limits["min_length"])
    most = limits.get("max_length", size)
    return say("expected at most {number}", number=most) if size > most else None


def wrong_text(text: str, limits: Limits) -> Message | None:
    """What is wrong with a text by its limits, None where nothing is."""
    wrong = wrong_length(len(text), limits, torn=False)
    if wrong:
        return say("{limit} {limit:character/characters}", limit=wrong)
    formed = "pattern" not in limits or re.search(limits["pattern"], text)
    return None if formed else say("expected text of the form {pattern}", pattern=Verbatim(limits["pattern"]))


def out_of_bounds(number: Any, limits: Limits) -> Message | None:
    """What is wrong with a number by its limits, None where nothing is."""
    broken = (
        Message(template, {"number": limits[key]})
        for key, template, holds in _BOUNDS
        if key in limits and not holds(number, limits[key])
    )
    return next(broken, None)
