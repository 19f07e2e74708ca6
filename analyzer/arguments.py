"""Arguments of the programming interface held against what they are by name, before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_WORDS: Final = frozenset(
    ["ruleset", "one", "other", "name", "kind", "want", "key", "title", "lang", "language", "file"]
)
_NUMBERS: Final = frozenset({"most", "number", "side"})
_MANY: Final = frozenset({"answers", "claims", "positions"})
"""Those that are gone through one after the other."""


def checked_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """A public function that refuses what is no text, no engine or nothing to go through, each by its name.

    Numbers, players and goals are looked at where they are read, for every caller alike.

    Raises: TypeError that names the argument.
    """
    parameters = signature(function).parameters
    names = tuple(parameters)
    optional = {name for name, each in parameters.items() if each.default is None}
    known = {name: _expected(name) for name in names}
    called_as = function.__qualname__.removesuffix(".__init__")
    assert all(each.kind is not Parameter.VAR_POSITIONAL for each in parameters.values())

    @wraps(function)
    def called(*values: P.args, **named: P.kwargs) -> R:
        for name, value in (*zip(names, values, strict=False), *named.items()):
            expected = known.get(name)
            if expected is None or (value is None and name in optional):
                continue
            phrase, fits = expected
            if not fits(value):
                raise TypeError(f"{called_as} takes {phrase} as `{name}`, not {kind_of(value)}")
        return function(*values, **named)

    return called


def kind_of(value: object) -> str:
    """What something is, in the words of Python."""
    return "None" if value is None else type(value).__name__


def _expected(name: str) -> tuple[str, Callable[[Any], bool]] | None:
    if name in _WORDS:
        return "text", lambda value: isinstance(value, str)
    if name == "engine":
        return "an engine", lambda value: callable(getattr(value, "forces", None))
    if name in _NUMBERS:
        return "a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)
    if name == "holders":
        return "cards by player", lambda value: isinstance(value, Mapping)
    if name in _MANY:
        return "several", lambda value: isinstance(value, Iterable)
    return None
