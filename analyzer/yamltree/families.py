"""The formats that files have, and which command reads a file of each."""

from __future__ import annotations

import re
from typing import Final

FAMILIES: Final = {
    "tarok-position": "replay",
    "tarok-dispute": "check",
    "tarok-rules": "rules",
    "tarok-session": "score",
    "tarok-study": "study",
}
"""The formats there are, without their versions, each with the command that reads it as it is."""

_SAID: Final = r"""\b(?:format|schema)["']?\s*:\s*["']?(tarok-[a-z]+/(?:certificate/)?)"""


def family(format_: str) -> str:
    """`tarok-position` of `tarok-position/1`; nothing for what is no format of ours."""
    name = format_.partition("/")[0]
    return name if name in FAMILIES else ""


def reader_of(text: str) -> str:
    """The command that reads a text, by the format that it says first; nothing where it says none of ours."""
    found = re.search(_SAID, text)
    if found is None:
        return ""
    return "certify" if found[1] == "tarok-analyze/certificate/" else FAMILIES.get(family(found[1]), "")
