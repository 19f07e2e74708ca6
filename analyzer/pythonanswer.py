"""What every answer of Python can do: be printed, be shown in a notebook, and be handed on as plain data."""

from __future__ import annotations

from dataclasses import Field, fields
from typing import Any, Protocol

from analyzer.arguments import checked_arguments
from analyzer.errors import UsageError, meant
from analyzer.frozenrecord import one_line
from analyzer.messages import LANGUAGES, quoted, say


class AnswerTelling(Protocol):
    """How an answer that somebody asked for is told; `analyzer.api.python.answers` makes it."""

    def text(self) -> str:
        """What the command prints, without colours."""

    def line(self) -> str:
        """What was asked and how it was settled, in one line."""

    def view(self) -> Any:
        """The answer by names: its attributes are the keys of the JSON."""

    def data(self) -> dict[str, Any]:
        """What the command writes as JSON, less what the search took."""

    def html(self) -> str:
        """The text as a notebook shows it, with the cards drawn."""

    def document(self, language: str) -> dict[str, Any]:
        """What the command writes with `--as document`."""


class PythonAnswer:
    """The base of all answers. One that a search makes for itself is not told, and shows its fields."""

    __slots__ = ("_telling",)
    _telling: AnswerTelling

    def __init_subclass__(cls) -> None:
        """Keep what is below in place of what `dataclass` writes."""
        super().__init_subclass__()
        for kept in ("__repr__", "__getstate__", "__setstate__"):
            type.__setattr__(cls, kept, PythonAnswer.__dict__[kept])

    def __getstate__(self) -> dict[str, Any]:
        """The fields and how they are told: a copy tells itself as well."""
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
        """The answer as plain data: what the command writes with `--json`, less its `stats`.

        Raises: UsageError for what no command answered, such as a copy with changes.
        """
        return self._answered().data()

    @checked_arguments
    def document(self, language: str = "en") -> dict[str, Any]:
        """What the answer says as blocks of sentences: what the command writes with `--as document`.

        Raises: UsageError for what no command answered, and for a language that is not spoken.
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
