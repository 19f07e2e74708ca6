"""The schemas of the machine interface, made strict."""

from __future__ import annotations

from typing import Any


def closed(schema: Any) -> Any:
    """A schema that also refuses keys it does not know, so that none goes undescribed."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return inner | {"additionalProperties": False} if isinstance(schema.get("properties"), dict) else inner
