"""Which characters may stand in a file at all."""

from __future__ import annotations

import sys

from analyzer.yamltree.places import REFUSED

TURNING = {*range(0x2028, 0x202F), *range(0x2066, 0x206A)}
"""Ends of lines and paragraphs, and what turns the direction of writing."""


def may_stand(point: int) -> bool:
    """What YAML prints, less what would show a file otherwise than it is."""
    printed = (
        point in {9, 10, 13} or 0x20 <= point <= 0x7E or 0xA0 <= point <= 0xD7FF or 0xE000 <= point <= 0xFFFD
    )
    return (printed or point > 0xFFFF) and point != 0xFEFF and point not in TURNING


def test_every_character_of_unicode_may_stand_in_a_file_or_is_refused() -> None:
    wrong = [
        hex(each) for each in range(sys.maxunicode + 1) if bool(REFUSED.match(chr(each))) is may_stand(each)
    ]
    assert wrong == []
