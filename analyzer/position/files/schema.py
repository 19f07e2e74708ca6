"""The JSON Schema of position files, made from the models that read them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from analyzer.position.files.shape import Position2Shape, PositionShape

DIALECT: Final = {"$schema": GenerateJsonSchema.schema_dialect}
_AnyPosition = Annotated[PositionShape | Position2Shape, Field(discriminator="format")]


def position_schema() -> dict[str, Any]:
    """The JSON Schema of a position file, of whatever format."""
    about = {"title": "Tarok position", "description": "A deal in progress, or a whole hand."}
    return DIALECT | about | TypeAdapter(_AnyPosition).json_schema()
