"""Values that know where in a file they stand: what the models of files are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple, Self, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict

from analyzer.errors import Fault, Where
from analyzer.messages import Message
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
    def of(cls, text: str, node: Node) -> Text:
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


class Made:
    """A value that is made from one of another shape, as a list of cards is from texts."""

    shape: Any
    """The annotation of what stands in the file."""

    @classmethod
    def made(cls, told: Any, node: Node, notes: Notes) -> Any:
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
    def told(self) -> frozenset[str]:
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
