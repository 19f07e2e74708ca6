"""Records: classes of values, built twenty times as fast as by `dataclass`, which compiles functions.

They are frozen, and compared by their values; `msgspec.structs.replace` makes a copy with changes.
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
    """A property of a value that is computed when it is first read, and kept.

    The one of `functools` has a lock until Python 3.12 that all instances of a class share, so threads that
    read different positions would wait for each other. Without a lock two threads may compute the same value
    twice.
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
"""The longest `repr` of a field that is shown in full, in characters."""
_LINE: Final = 180


def one_line(value: object, names: Iterable[str]) -> str:
    """Return the one-line `repr` of a value with the fields of these names; long parts are left out."""
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
    """The base of all records: `class Card(Record, frozen=True)`."""

    def __hash__(self) -> int:
        """Return the hash of the values, like a dataclass: equal in every run, unlike that of a Struct."""
        return hash(astuple(self))

    def __repr__(self) -> str:
        return one_line(self, self.__struct_fields__)


class RecordWithMetadata(Record, frozen=True):
    """A record with notes: fields that are not compared, such as the place it was read from."""

    NOTES: ClassVar[tuple[str, ...]] = ()
    """The names of those fields; a subclass has the notes of its bases too."""
    UNHASHED: ClassVar[tuple[str, ...]] = ()
    """The names of fields that are compared, but have no hash or a slow one."""
    UNSHOWN: ClassVar[tuple[str, ...]] = ()
    """The names of fields that are too long to show, in addition to the notes."""

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
def _parts(kind: type[RecordWithMetadata], *but: str) -> Callable[[Any], Any]:
    """Return a getter of all fields of a record except those that its class names under these words."""
    left_out = _named(kind, *but)
    names = [name for name in kind.__struct_fields__ if name not in left_out]
    return attrgetter(*names) if names else lambda _: ()


def _named(kind: type[RecordWithMetadata], *words: str) -> set[str]:
    """Return the fields that a class and its bases name under these words."""
    return {name for base in kind.__mro__ for word in words for name in vars(base).get(word, ())}
