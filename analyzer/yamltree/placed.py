"""Values that know where in a file they stand: what the models of files are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, PrivateAttr
from pydantic_core import CoreSchema

from analyzer.errors import Fault, Where
from analyzer.messages import Message
from analyzer.yamltree.node import Node, where_in

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

    def fault(self, where: Where, message: Message, expected: Message | None = None) -> None:
        """Note one fault, unless the value has been refused already.

        The place of the whole file refuses nothing: several keys may be missing there.
        """
        if where == self.whole or where not in self._refused:
            self.faults.append(Fault(message, expected, where))


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

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(str)


class Made:
    """A value that is made from one of another shape, as a list of cards is from texts."""

    shape: Any
    """The annotation of what stands in the file."""

    @classmethod
    def made(cls, told: Any, node: Node, notes: Notes) -> Any:
        """The value; what is wrong with it is noted."""
        raise NotImplementedError

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(cls.shape)


class Shape(BaseModel):
    """A mapping of a file: it has these keys and no others, and knows where they stand."""

    # A file is of one shape, and building the others would take a quarter of a start.
    model_config = ConfigDict(extra="forbid", defer_build=True)
    _node: Node = PrivateAttr(default=NOWHERE)

    def stand_at(self, node: Node) -> None:
        self._node = node

    @property
    def node(self) -> Node:
        return self._node

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
        return key in self.model_fields_set and getattr(self, key) is not None

    def tells(self, key: str) -> bool:
        """Whether something stands under a key, right or wrong."""
        child = self._node.child(key)
        return self.has(key) or (child is not None and child.value is not None)
