"""Records: kinds of values, made twenty times as fast as by `dataclass`, which compiles functions for each.

Frozen, and compared by their values; `msgspec.structs.replace` makes a copy with changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, overload

from msgspec import Struct
from msgspec.structs import astuple

T = TypeVar("T")


class derived(Generic[T]):  # noqa: N801 - it is written where `property` would be
    """A property of a value that is worked out when it is first read, and kept.

    That of `functools` has a lock until Python 3.12 which all instances of a class share: threads that read
    different positions would stand in line for it. Without one two threads may work out one value twice.
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._work_out(instance)
        return found


_SHOWN: Final = 48
"""A field whose value takes more letters is shown as `...`."""
_LINE: Final = 180


def one_line(value: object, names: Iterable[str]) -> str:
    """The `repr` of a value by its fields of these names, in one line: what is long in it is left out."""
    told, room = list[str](), _LINE - len(type(value).__name__)
    for name in names:
        shown = repr(getattr(value, name))
        field = f"{name}={shown if len(shown) <= _SHOWN else '...'}"
        room -= len(field) + 2
        if room < 0:
            return f"{type(value).__name__}({', '.join([*told, '...'])})"
        told.append(field)
    return f"{type(value).__name__}({', '.join(told)})"


class Record(Struct, frozen=True):
    """What records begin with: `class Card(Record, frozen=True)`."""

    def __hash__(self) -> int:
        """That of the values, as a dataclass has it: the same in every run, where that of a Struct is not."""
        return hash(astuple(self))

    def __repr__(self) -> str:
        return one_line(self, self.__struct_fields__)


class NotedRecord(Record, frozen=True):
    """A record with notes: fields that are no part of what is compared, such as the place it was read at."""

    NOTES: ClassVar[tuple[str, ...]] = ()
    """The names of those fields; a kind that begins with another has its notes too."""
    UNHASHED: ClassVar[tuple[str, ...]] = ()
    """The names of fields that are compared, and have no hash or a slow one."""
    UNSHOWN: ClassVar[tuple[str, ...]] = ()
    """The names of fields that are too long to be shown, beside the notes."""

    def __eq__(self, other: object) -> bool:
        kind = type(self)
        if type(other) is not kind:
            return False
        parts = _parts(kind, "NOTES")
        return bool(parts(self) == parts(other))

    def __hash__(self) -> int:
        return hash(_parts(type(self), "NOTES", "UNHASHED")(self))

    def __repr__(self) -> str:
        hidden = _named(type(self), "NOTES", "UNSHOWN")
        return one_line(self, (name for name in self.__struct_fields__ if name not in hidden))


@cache
def _parts(kind: type[NotedRecord], *but: str) -> Callable[[Any], Any]:
    """What takes the fields of a record together, but those that its kind has named under these words."""
    left_out = _named(kind, *but)
    names = [name for name in kind.__struct_fields__ if name not in left_out]
    return attrgetter(*names) if names else lambda _: ()


def _named(kind: type[NotedRecord], *words: str) -> set[str]:
    """The fields that a kind, and those it begins with, have named under these words."""
    return {name for base in kind.__mro__ for word in words for name in vars(base).get(word, ())}
