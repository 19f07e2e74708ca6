"""Holding a file's tree against a pydantic model, with every fault in plain words at its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from analyzer.errors import Fault, Where
from analyzer.yamlnode import Node

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
    fault: Fault
    wanted: str | None = None
    """What type was wanted, where the type is what is wrong."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to a misspelt one, if any is close."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def suggestion(word: str, known: Iterable[str]) -> str:
    """What to expect in place of an unknown word: the nearest known one, else all of them."""
    names = list(known)
    guess = nearest(word, names)
    return f"did you mean `{guess}`?" if guess else f"expected one of {', '.join(names)}"


def validate(model: type[Model], node: Node) -> tuple[Model | None, list[Fault]]:
    """The model a tree fills, or None and every fault, each at its place, in file order.

    Numbers, texts and lists are not turned into one another: `"3"` is no number.
    """
    try:
        # JSON mode is strict about scalars yet takes lists for tuples and words for enums.
        return model.model_validate_json(json.dumps(node.plain()), strict=True), []
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        findings = [_finding(model, node, detail) for detail in details]
    faults = list(_without_other_branches(findings, node))
    faults.sort(key=lambda fault: (fault.where.line, fault.where.column) if fault.where else (0, 0))
    return None, faults


def _without_other_branches(findings: list[_Finding], node: Node) -> Iterator[Fault]:
    """The faults, where alternatives were tried: only those of the alternative that was meant."""
    wanted: dict[Loc, list[str]] = {}
    for found in findings:
        if found.wanted is not None:
            wanted.setdefault(found.loc, []).append(found.wanted)
    told: set[Fault] = set()
    for found in findings:
        fault = found.fault
        if found.wanted is not None:
            if any(_inside(other, found) for other in findings):
                continue
            kinds = " or ".join(dict.fromkeys(wanted[found.loc]))
            there = node.path(found.loc)[1]
            fault = Fault(f"{_name(found.loc)} must be {kinds}; got {_shown(there)}", None, there.where)
        if fault not in told:
            told.add(fault)
            yield fault


def _inside(other: _Finding, found: _Finding) -> bool:
    """Whether another alternative got further than the type of the value at this place."""
    deeper = len(other.loc) > len(found.loc) or other.wanted is None
    return deeper and other.loc[: len(found.loc)] == found.loc


def _finding(model: type[BaseModel], root: Node, detail: ErrorDetails) -> _Finding:
    loc, node = root.path(detail["loc"])
    kind, context = detail["type"], detail.get("ctx", {})
    last = detail["loc"][-1] if detail["loc"] else ""
    if kind == "missing":
        return _Finding(
            loc, Fault(f"`{last}` is missing", f"expected the key `{last}`{_in(loc)}", node.where)
        )
    if kind == "extra_forbidden":
        return _Finding(loc, _unknown_key(model, detail["loc"], node))
    if kind in _TYPES:
        return _Finding(loc, Fault(""), _TYPES[kind])
    message, expected = _words(kind, context, loc, node, detail["msg"])
    return _Finding(loc, Fault(message, expected, node.where))


def _words(kind: str, context: Mapping[str, Any], loc: Loc, node: Node, text: str) -> tuple[str, str | None]:
    """What is wrong with a value of the right type, and what was expected."""
    name = _name(loc)
    if kind in {"value_error", "assertion_error"}:
        message, _, expected = str(context.get("error", text)).partition("; ")
        return message, expected or None
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"{name} is {_shown(node)}", f"expected {words} {context[key]}"
    if kind in {"literal_error", "enum"}:
        known = [word.strip("'") for word in str(context["expected"]).replace(" or ", ", ").split(", ")]
        return f"{name} is {_shown(node)}", suggestion(str(node.value), known)
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        return (
            f"{name} is of no known kind",
            f"expected {context.get('expected_tags', context.get('discriminator'))}",
        )
    if kind in {"too_short", "too_long"}:
        few = kind == "too_short"
        limit = context["min_length" if few else "max_length"]
        return f"{name} has {len(node.value) if isinstance(node.value, list | dict) else 0} items", (
            f"expected at {'least' if few else 'most'} {limit}"
        )
    if kind in {"string_too_short", "string_too_long"}:
        limit = context.get("min_length", context.get("max_length"))
        words = "at least" if kind == "string_too_short" else "at most"
        return f"{name} is {_shown(node)}", f"expected {words} {limit} characters"
    if kind == "string_pattern_mismatch":
        return f"{name} is {_shown(node)}", f"expected text of the form {context['pattern']}"
    return f"{name} is {_shown(node)}", f"expected otherwise: {text[0].lower()}{text[1:]}"


def _unknown_key(model: type[BaseModel], loc: Loc, node: Node) -> Fault:
    where: Where = node.key_where or node.where
    return Fault(f"unknown key `{loc[-1]}`", suggestion(str(loc[-1]), _known_keys(model, loc[:-1])), where)


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


def _name(loc: Loc) -> str:
    """How to call the value at a place: `players`, item 2 of `players`, the file."""
    if not loc:
        return "the file"
    if isinstance(loc[-1], str):
        return f"`{loc[-1]}`"
    holder = next((part for part in reversed(loc) if isinstance(part, str)), None)
    return f"item {loc[-1] + 1}" + (f" of `{holder}`" if holder else "")


def _in(loc: Loc) -> str:
    return f" in {_name(loc)}" if loc else ""


def _shown(node: Node) -> str:
    """A value as it may be quoted in a message."""
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    if isinstance(node.value, int):
        return str(node.value)
    if isinstance(node.value, str):
        return f"“{node.value}”" if len(node.value) <= 40 else f"“{node.value[:39]}…”"
    return node.kind
