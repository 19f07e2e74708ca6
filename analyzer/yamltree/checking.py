"""Holding a file's tree against a pydantic model, with every fault in plain words at its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from analyzer.errors import Fault
from analyzer.yamltree.node import Node

Model = TypeVar("Model", bound=BaseModel)
Loc = tuple[str | int, ...]

_WANTED: Final = {
    "text": "string_type string_sub_type",
    "a whole number": "int_type int_parsing int_from_float",
    "true or false": "bool_type bool_parsing",
    "a list": "list_type tuple_type set_type frozen_set_type",
    "a mapping": "dict_type mapping_type model_type model_attributes_type dataclass_type",
    "empty": "none_required",
}
_TYPES: Final = {kind: words for words, kinds in _WANTED.items() for kind in kinds.split()}
"""What a value should have been, by the model's name for the error."""

_BOUNDS: Final = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
    "multiple_of": ("multiple_of", "a multiple of"),
}


class _Finding(NamedTuple):
    """One error of the model: the part of its loc that exists in the file, and what it says."""

    loc: Loc
    fault: Fault | None
    wanted: str | None = None
    """What type was wanted, where that is what is wrong; then there is no fault yet."""


def printable(text: str) -> str:
    """A text from a file as it may stand in a message: what would steer a terminal becomes `?`."""
    return "".join(char if char.isprintable() else "?" for char in text)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to a misspelt one, if any is close."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def suggestion(word: str, known: Iterable[str]) -> str:
    """What to expect in place of an unknown word: the nearest known one, else all of them."""
    names = list(known)
    guess = nearest(word, names)
    return f"did you mean `{guess}`?" if guess else f"expected one of {', '.join(names)}"


def validate(model: type[Model], node: Node, *, name: str = "the file") -> tuple[Model | None, list[Fault]]:
    """The model a tree fills, or None and every fault, each at its place, in file order.

    `name` is how to call the whole tree in a message. Numbers, texts and lists are not turned into one
    another: `"3"` is no number.
    """
    try:
        # JSON mode is strict about scalars yet takes lists for tuples and words for enums.
        return model.model_validate_json(json.dumps(node.plain()), strict=True), []
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
    faults = list(_Check(model, node, name).faults(details))
    faults.sort(key=lambda fault: (fault.where.line, fault.where.column) if fault.where else (0, 0))
    return None, faults


class _Check:
    """What a model says against one tree, put in plain words."""

    def __init__(self, model: type[BaseModel], root: Node, name: str) -> None:
        self._model = model
        self._root = root
        self._whole = name

    def faults(self, details: Iterable[ErrorDetails]) -> Iterator[Fault]:
        """The faults, each once; where alternatives were tried, only those of the one that was meant."""
        findings = [self._finding(detail) for detail in details if not self._may_follow(detail)]
        wanted: dict[Loc, list[str]] = {}
        for found in findings:
            if found.wanted is not None:
                wanted.setdefault(found.loc, []).append(found.wanted)
        told: set[Fault] = set()
        for found in findings:
            fault = found.fault
            if fault is None:
                if any(_further(other, found) for other in findings):
                    continue
                fault = self._wrong_type(found.loc, wanted[found.loc])
            if fault not in told:
                told.add(fault)
                yield fault

    def _may_follow(self, detail: ErrorDetails) -> bool:
        """Whether what is missing may stand in the part of the file that could not be read."""
        node = self._root.path(detail["loc"])[1]
        return node.torn and (node.value is None or detail["type"] in {"missing", "too_short"})

    def _finding(self, detail: ErrorDetails) -> _Finding:
        loc, node = self._root.path(detail["loc"])
        kind = detail["type"]
        last = printable(str(detail["loc"][-1])) if detail["loc"] else ""
        if kind in _TYPES:
            return _Finding(loc, None, _TYPES[kind])
        if kind == "missing":
            return _Finding(loc, Fault(f"`{last}` is missing", f"expected `{last}: ...`", node.where))
        if kind == "extra_forbidden":
            guess = suggestion(last, _known_keys(self._model, detail["loc"][:-1]))
            return _Finding(loc, Fault(f"unknown key `{last}`", guess, node.key_where or node.where))
        message, expected = self._words(detail, loc, node)
        return _Finding(loc, Fault(message, expected, node.where))

    def _wrong_type(self, loc: Loc, wanted: list[str]) -> Fault:
        node = self._root.path(loc)[1]
        kinds = " or ".join(dict.fromkeys(wanted))
        return Fault(f"{self._name(loc)} must be {kinds}; got {_shown(node)}", None, node.where)

    def _words(self, detail: ErrorDetails, loc: Loc, node: Node) -> tuple[str, str | None]:
        """What is wrong with a value of the right type, and what was expected."""
        kind, context = detail["type"], detail.get("ctx", {})
        if kind in {"value_error", "assertion_error"}:
            message, _, expected = str(context.get("error", detail["msg"])).partition("; ")
            return message, expected or None
        told = f"{self._name(loc)} is {_shown(node)}"
        if kind in _BOUNDS:
            key, words = _BOUNDS[kind]
            return told, f"expected {words} {context[key]}"
        if kind in {"literal_error", "enum"}:
            known = [word.strip("'") for word in str(context["expected"]).replace(" or ", ", ").split(", ")]
            return told, suggestion(str(node.value), known)
        if kind in {"too_short", "too_long"}:
            size = len(node.value) if isinstance(node.value, list | dict) else 0
            return f"{self._name(loc)} has {_counted(size, 'item')}", _limit(context)
        if kind in {"string_too_short", "string_too_long"}:
            return told, f"{_limit(context)} characters"
        if kind == "string_pattern_mismatch":
            return told, f"expected text of the form {context['pattern']}"
        return told, f"expected otherwise: {detail['msg'][0].lower()}{detail['msg'][1:]}"

    def _name(self, loc: Loc) -> str:
        """How to call the value at a place: `players`, item 2 of `players`, the file."""
        if not loc:
            return self._whole
        if isinstance(loc[-1], str):
            return f"`{printable(loc[-1])}`"
        holder = next((part for part in reversed(loc) if isinstance(part, str)), None)
        return f"item {loc[-1] + 1}" + (f" of `{printable(holder)}`" if holder else "")


def _further(other: _Finding, found: _Finding) -> bool:
    """Whether another alternative got further than the type of the value at this place."""
    deeper = len(other.loc) > len(found.loc) or other.fault is not None
    return deeper and other.loc[: len(found.loc)] == found.loc


def _limit(context: Mapping[str, Any]) -> str:
    if "min_length" in context:
        return f"expected at least {context['min_length']}"
    return f"expected at most {context['max_length']}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _known_keys(model: type[BaseModel], loc: Loc) -> list[str]:
    """The keys the model knows at a place."""
    models = [model]
    for part in loc:
        if part in [each.__name__ for each in models]:
            models = [each for each in models if each.__name__ == part]
        inner = [each for one in models for each in _field_models(one, part)]
        models = inner or models
    return [field.alias or name for each in models for name, field in each.model_fields.items()]


def _field_models(model: type[BaseModel], part: str | int) -> list[type[BaseModel]]:
    for name, field in model.model_fields.items():
        if part in {name, field.alias}:
            return list(_models_in(field.annotation))
    return []


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _shown(node: Node) -> str:
    """A value as it may be quoted in a message."""
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    if isinstance(node.value, int):
        return str(node.value)
    if isinstance(node.value, str):
        text = printable(node.value)
        return f"“{text}”" if len(text) <= 40 else f"“{text[:39]}…”"
    return node.kind
