"""The JSON Schema of a shape: made by pydantic, or before, where the package is laid out without it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from analyzer.yamltree.shapes import Shape

DIALECT: Final = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
MADE_SCHEMAS: Final = Path(__file__).with_name("schemas.json")
"""Of the page without a server: the schemas by the names of their shapes."""


def schema_of(shape: type[Shape]) -> dict[str, Any]:
    """The JSON Schema of a shape, to be changed at will."""
    known = _load_schemas()
    if known is not None:
        told: dict[str, Any] = json.loads(known[_named(shape)])
        return told

    from analyzer.yamltree.pydantic_schema import model_of  # noqa: PLC0415 - pydantic, which not every layout has

    schema: dict[str, Any] = model_of(shape).model_json_schema()
    return schema


@cache
def _load_schemas() -> dict[str, str] | None:
    return json.loads(MADE_SCHEMAS.read_text(encoding="utf-8")) if MADE_SCHEMAS.exists() else None


def dump_schemas(shapes: Iterable[type[Shape]]) -> str:
    """The text of `MADE`, of these shapes."""
    return json.dumps({_named(each): json.dumps(schema_of(each)) for each in shapes}, sort_keys=True)


def _named(shape: type[Shape]) -> str:
    return f"{shape.__module__}.{shape.__qualname__}"
