"""The engine that answers where none is named."""

from __future__ import annotations

from functools import cache

from analyzer.search.question import Engine


@cache
def default_engine() -> Engine:
    """The native engine, one for all questions, so that what it remembers serves the next one too."""
    # Imported where it is used: the reference needs no compiled core.
    from analyzer.search.native import NativeEngine  # noqa: PLC0415

    return NativeEngine()
