"""How wide a reader's terminal is, and which letters it can show."""

from __future__ import annotations

from typing import Final, TextIO

WIDEST: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""
NARROWEST: Final = 40
_NEEDED: Final = "♥♦♠♣─│╭╯→·–±øæå“”…"


def width_here() -> int:
    """Columns for a report."""
    import shutil  # noqa: PLC0415 - a version has no width

    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def can_show(stream: TextIO, text: str = _NEEDED) -> bool:
    """Whether the stream's encoding has every letter of the text, or all that reports use."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
