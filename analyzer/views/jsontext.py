"""JSON as it is written: what fits on a line stands on one line."""

from __future__ import annotations

import json


def dumps(value: object, *, ascii_only: bool = False, width: int = 100) -> str:
    """The value as JSON text; whatever fits on a line of `width` columns stands on one line."""
    return _written(value, "", width, ascii_only=ascii_only) + "\n"


def _written(value: object, indent: str, width: int, *, ascii_only: bool) -> str:
    flat = json.dumps(value, ensure_ascii=ascii_only)
    if len(indent) + len(flat) <= width or not value or not isinstance(value, dict | list):
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        inner = [
            f"{json.dumps(str(key), ensure_ascii=ascii_only)}: "
            f"{_written(each, deeper, width, ascii_only=ascii_only)}"
            for key, each in value.items()
        ]
        opening, closing = "{", "}"
    else:
        inner = [_written(each, deeper, width, ascii_only=ascii_only) for each in value]
        opening, closing = "[", "]"
    body = f",\n{deeper}".join(inner)
    return f"{opening}\n{deeper}{body}\n{indent}{closing}"
