"""Positions in one line read as fast as may be: those that tell nothing but who holds what and who leads.

A line as :func:`analyzer.position.files.oneline.to_line` writes it, with an empty trick and no words but the
pots, becomes a row of bytes. Everything else is left to the readers of files, which know all ways to write a
position and tell every fault; so a line that is refused here is not wrong.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from analyzer.cards.card import BY_TEXT

ROW: Final = len(BY_TEXT) + 1
"""Bytes of a row: the seat that holds each card, in the order of the deck, and the seat that leads."""
NOBODY: Final = 255
"""In the place of a seat: nobody holds the card."""

_INDEX: Final = {text: card.index for text, card in BY_TEXT.items()}
_POTS: Final = re.compile(r"king=[0-9]{1,6} pagat=[0-9]{1,6}", re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z0-9.-]+", re.ASCII)
_EMPTY: Final = bytes([NOBODY]) * ROW
_LEADS: Final = " leads"
_BETWEEN: Final = " / "


class Plain(NamedTuple):
    """A line that tells nothing but the cards: its rule set as it is named, its players, and its row."""

    rules: str
    players: tuple[str, ...]
    tricks: int
    row: bytearray
    pots: str = ""
    """What lies in them, in whatever words."""


def plain_line(text: str) -> Plain | None:
    """What a line tells, if it is as plain as that; None for any other text, sound or not."""
    rules, *hands = text.rstrip("\r\n").split(_BETWEEN)
    if not 4 <= len(hands) <= 7 or ":" in rules:
        return None
    *hands, leads, pots = hands
    if not (leads.endswith(_LEADS) and _POTS.fullmatch(pots)):
        return None
    row, names = bytearray(_EMPTY), []
    size = -1
    for seat, hand in enumerate(hands):
        name, colon, cards = hand.partition(": ")
        words = cards.split(" ")
        if not colon or size not in (-1, len(words)) or _NAME.fullmatch(name) is None:
            return None
        size = len(words)
        names.append(name)
        try:
            for word in words:
                row[_INDEX[word]] = seat
        except KeyError:
            return None
    lead = leads[: -len(_LEADS)]
    twice = row.count(NOBODY) != ROW - size * len(names)
    if twice or lead not in names or len(set(names)) < len(names):
        return None
    row[-1] = names.index(lead)
    return Plain(rules, tuple(names), size, row, pots)
