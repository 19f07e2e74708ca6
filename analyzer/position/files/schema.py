"""The JSON Schema of position files, made from the models that read them."""

from __future__ import annotations

from typing import Any

from analyzer.position.files.shape import PositionShape
from analyzer.yamltree.schema import DIALECT, schema_of


def position_schema() -> dict[str, Any]:
    """The JSON Schema of a position file, of whatever version."""
    return DIALECT | schema_of(PositionShape)
