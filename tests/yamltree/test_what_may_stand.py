"""Which characters may stand in a file at all."""

from __future__ import annotations

import re
import sys

from analyzer.yamltree.node import REFUSED

TURNING = {*range(0x2028, 0x202F), *range(0x2066, 0x206A)}
"""Ends of lines and paragraphs, and what turns the direction of writing."""


def may_stand(point: int) -> bool:
    """What YAML prints, less what would show a file otherwise than it is."""
    printed = (
        point in {9, 10, 13} or 0x20 <= point <= 0x7E or 0xA0 <= point <= 0xD7FF or 0xE000 <= point <= 0xFFFD
    )
    return (printed or point > 0xFFFF) and point != 0xFEFF and point not in TURNING


def test_every_character_of_unicode_may_stand_in_a_file_or_is_refused() -> None:
    refused = {each for each in map(chr, range(sys.maxunicode + 1)) if not may_stand(ord(each))}
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert set(re.findall(REFUSED, every)) == refused
    assert not any(each.isprintable() for each in refused), (
        "who sees at once that nothing is refused asks this"
    )
