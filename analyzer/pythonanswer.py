"""The Python interface: arguments held against their types, and the common methods of answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from analyzer.errors import UsageError, meant
from analyzer.frozenrecord import one_line
from analyzer.messages import LANGUAGES, quoted, say

# Arguments of the programming interface held against what they are by name, before anything is done.


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


# The common methods of every Python answer: print it, show it in a notebook, convert it to plain data.


class AnswerTelling(Protocol):
    """The texts and data of a requested answer; `analyzer.api.python.library` makes it."""

    def text(self) -> str:
        """Return the output of the command, without colours."""

    def line(self) -> str:
        """Return the question and its answer in one line."""

    def view(self) -> Any:
        """Return the answer by names: its attributes are the keys of the JSON."""

    def data(self) -> dict[str, Any]:
        """Return the command's JSON as data, without the statistics of the search."""

    def html(self) -> str:
        """Return the text for a notebook, with the cards drawn."""

    def document(self, language: str) -> dict[str, Any]:
        """Return the output of the command with `--as document`."""


class PythonAnswer:
    """The base of all answers. An answer that no command gave shows its fields."""

    __slots__ = ("_telling",)
    _telling: AnswerTelling

    def __init_subclass__(cls) -> None:
        """Keep the methods below instead of those that `dataclass` writes."""
        super().__init_subclass__()
        for kept in ("__repr__", "__getstate__", "__setstate__"):
            type.__setattr__(cls, kept, PythonAnswer.__dict__[kept])

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields and the texts, so that a copy prints in the same way."""
        named = (*(each.name for each in fields(self)), "_telling")  # type: ignore[arg-type] # as below
        return {name: getattr(self, name) for name in named if hasattr(self, name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return self._telling.text() if hasattr(self, "_telling") else repr(self)

    def __repr__(self) -> str:
        if hasattr(self, "_telling"):
            return f"<{type(self).__name__} {self._telling.line()}>"
        named: tuple[Field[Any], ...] = fields(self)  # type: ignore[arg-type] # each answer is a dataclass
        return one_line(self, (each.name for each in named if each.repr))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data: the command's `--json` without its `stats`.

        Raises: UsageError for an answer that no command gave, such as a copy with changes.
        """
        return self._answered().data()

    @checked_arguments
    def document(self, language: str = "en") -> dict[str, Any]:
        """Return the answer as blocks of sentences: the command's output with `--as document`.

        Raises: UsageError for an answer that no command gave, or for an unknown language.
        """
        if language not in LANGUAGES:
            told = say("unknown language {word}", word=quoted(language))
            raise UsageError(told, meant(language, LANGUAGES))
        return self._answered().document(language)

    def _answered(self) -> AnswerTelling:
        if not hasattr(self, "_telling"):
            raise UsageError(say("not the answer of a command: built or edited by hand"))
        return self._telling

    def _repr_html_(self) -> str | None:
        return self._telling.html() if hasattr(self, "_telling") else None
