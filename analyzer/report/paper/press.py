"""The press: a document set by Typst as PDF, SVG or PNG.

Fonts are those that Typst brings, whatever the machine has, so that a page looks the same everywhere; its
DejaVu has the signs of the suits. In a PDF they are embedded, and text can be searched and copied.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from analyzer.errors import UsageError, install
from analyzer.messages import say
from analyzer.report.paper.document import Document

FINE: Final = 288
"""Dots to the inch of a picture."""
_TEMPLATE: Final = Path(__file__).with_name("paper.typ")


def pressed(document: Document, form: str) -> bytes:
    """The bytes of a file of that `form`, `pdf`, `svg` or `png`.

    Raises: UsageError where Typst is not installed, or a picture would have several pages.
    """
    try:
        import typst  # noqa: PLC0415 - an extra
    except ImportError:
        told = say("printing needs the extra `print`")
        raise UsageError(told, install("print")) from None
    files = {"main.typ": _TEMPLATE.read_bytes(), "document.json": json.dumps(document.plain()).encode()}
    compiler: Any = typst  # its types know no files that are in memory
    made = compiler.compile(files, format=form, ppi=float(FINE), ignore_system_fonts=True)
    if not isinstance(made, bytes):
        raise UsageError(say("a picture holds one page; a PDF holds several"))
    return made
