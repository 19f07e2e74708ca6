"""The JSON Schema of position files, made from the shapes that read them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from analyzer.position.files.shape import Position2Shape, PositionShape
from analyzer.yamltree.schema import DIALECT, model_of


def position_schema() -> dict[str, Any]:
    """The JSON Schema of a position file, of whatever format."""
    about = {"title": "Tarok position", "description": "A deal in progress, or a whole hand."}
    shapes = model_of(PositionShape) | model_of(Position2Shape)
    either: Any = Annotated[shapes, Field(discriminator="format")]
    return DIALECT | about | TypeAdapter(either).json_schema()
