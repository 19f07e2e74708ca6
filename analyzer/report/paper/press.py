"""The press: a document set by Typst as PDF, SVG or PNG.

Fonts are those that Typst brings, whatever the machine has, so that a page looks the same everywhere; its
DejaVu has the signs of the suits. In a PDF they are embedded, and text can be searched and copied.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from analyzer.errors import UsageError, install
from analyzer.messages import say
from analyzer.report.paper.document import PaperDocument

FINE: Final = 288
"""Dots to the inch of a picture."""
_TEMPLATE: Final = Path(__file__).with_name("paper.typ")


def pressed(document: PaperDocument, form: str) -> bytes:
    """The bytes of a file of that `form`, `pdf`, `svg` or `png`.

    Raises: UsageError where Typst is not installed, or a picture would have several pages.
    """
    return set_page(_TEMPLATE, document.plain(), form)


def set_page(template: Path, told: Mapping[str, Any], form: str) -> bytes:
    """What a template makes of what is told, which it reads as `document.json`.

    Raises: as `pressed`.
    """
    try:
        import typst  # noqa: PLC0415 - an extra
    except ImportError:
        lacking = say("printing needs the extra `print`")
        raise UsageError(lacking, install("print")) from None
    files = {"main.typ": template.read_bytes(), "document.json": json.dumps(told).encode()}
    compiler: Any = typst  # its types know no files that are in memory
    made = compiler.compile(files, format=form, ppi=float(FINE), ignore_system_fonts=True)
    if not isinstance(made, bytes):
        raise UsageError(say("a picture holds one page; a PDF holds several"))
    return made
