"""The JSON Schema of position files, made from the models that read them."""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import GenerateJsonSchema

from analyzer.position.files.shape import PositionShape

DIALECT: Final = {"$schema": GenerateJsonSchema.schema_dialect}


def position_schema() -> dict[str, Any]:
    """The JSON Schema of a position file."""
    return DIALECT | PositionShape.model_json_schema()
