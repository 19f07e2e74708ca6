"""JSON documents on standard output: whole, or one a line where several files were asked about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from analyzer import views
from analyzer.cli.screen import Screen

_ABOUT: ContextVar[str | None] = ContextVar("about", default=None)
"""The file that is asked about, where it is one of several."""


@contextmanager
def one_of_several(file: str) -> Iterator[None]:
    """Documents written inside are lines of their own that name the file."""
    before = _ABOUT.set(file)
    try:
        yield
    finally:
        _ABOUT.reset(before)


def about() -> str | None:
    """The file that is asked about, where it is one of several."""
    return _ABOUT.get()


def write_json(document: dict[str, Any]) -> None:
    """Write a JSON document to standard output."""
    screen, file = Screen.present(), about()
    if file is None:
        screen.write(views.base.dumps(document, ascii_only=not screen.symbols))
    else:
        import json  # noqa: PLC0415 - only where several files are asked about

        screen.write(json.dumps({"file": file} | document, ensure_ascii=not screen.symbols) + "\n")
