"""The formats that a graph can be written in, by the endings of their files."""

from __future__ import annotations

from typing import Final

from analyzer.errors import UsageError
from analyzer.messages import Verbatim, listed, say

ENDINGS: Final = (".graphml", ".dot", ".svg", ".json", ".png")


def check_ending(ending: str) -> None:
    """Raises: UsageError for an ending that names no format."""
    if ending not in ENDINGS:
        shown = repr(ending) if ending else "without an ending"
        raise UsageError(
            say("there is no graph format {word}", word=Verbatim(shown)),
            say("a file ends in {known}", known=listed(map(Verbatim, ENDINGS))),
        )
