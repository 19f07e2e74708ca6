"""What a type annotation of a file's model says: which kinds of value it takes, and within what limits."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

from analyzer.messages import Message, Verbatim, marked, say
from analyzer.yamltree.placed import AboutField, Made, Shape, Text

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

    def told(annotation: Any) -> T:
        found = known.get(id(annotation))
        if found is None:
            found = known[id(annotation)] = annotation, asked(annotation)
        return found[1]

    return told


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
    """A class of values; `Shape`, `Enum`, `Made` and `Literal` stand for all of theirs."""
    found = get_origin(bare(annotation)) or bare(annotation)
    if not isinstance(found, type):
        return found
    return next((each for each in (Shape, Enum, Made) if issubclass(found, each)), found)


def words_for(annotation: Any) -> Iterator[Message]:
    """What a value should have been, in words."""
    for each in alternatives_of(annotation):
        if kind_of(each) is Made:
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
        return say("{limit} characters", limit=wrong)
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
