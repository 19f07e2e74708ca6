"""The engine that answers where none is named."""

from __future__ import annotations

from analyzer.search.engine.question import Engine


def default_engine() -> Engine:
    """A native engine that remembers nothing yet, so that equal questions take equal numbers of nodes."""
    # Imported where it is used: the reference needs no compiled core.
    from analyzer.search.engine.native import NativeEngine  # noqa: PLC0415

    return NativeEngine()
