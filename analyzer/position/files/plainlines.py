"""Positions in one line read as fast as may be: those that tell nothing but who holds what and who leads.

A line with an empty trick and no words but pots, dealer and whether the Fool may be demanded becomes a row of
bytes, in whatever order it tells them, with or without rule set and pots, and however many blanks there are.
The readers of files have the rest: they know all ways to write a position and tell every fault, so what is
refused here is not wrong; and they read the first line of those that differ in their cards and pots alone.
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
_POT: Final = re.compile(r"(king|pagat)=(0|[1-9][0-9]{0,5})", re.ASCII)
_FLAG: Final = re.compile(r"demand=(?:on|off)|(?:dealer|sitting_out)=[^\W_]+")
_NAME: Final = re.compile(r'[^\W_](?:[.-]?[^\W_])*|"[^\W_]+(?: [^\W_]+)*"')
_EMPTY: Final = bytes([NOBODY]) * ROW
_LEADS: Final = " leads"
_BETWEEN: Final = " / "
_SEATS: Final = 5


class Plain(NamedTuple):
    """A line that tells nothing but the cards: its rule set as it is named, its players, and its row."""

    rules: str
    players: tuple[str, ...]
    tricks: int
    row: bytearray
    pots: str = ""
    """What lies in them, in whatever words."""
    flags: str = ""
    """What else it says, in whatever words."""


def plain_line(text: str) -> Plain | None:
    """What a line tells, if it is as plain as that; None for any other text, sound or not."""
    fields = _fields(text)
    if fields is None:
        return None
    rules, hands, leads, pots, flags = fields
    row, names, size = bytearray(_EMPTY), [], -1
    for seat, hand in enumerate(hands):
        name, colon, cards = hand.partition(": ")
        words = cards.split(" ")
        if not colon or size not in (-1, len(words)) or _NAME.fullmatch(name) is None:
            return None
        size = len(words)
        names.append(name.strip('"'))
        try:
            for word in words:
                row[_INDEX[word]] = seat
        except KeyError:
            return None
    lead = leads[: -len(_LEADS)].strip('"')
    twice = row.count(NOBODY) != ROW - size * len(names)
    if twice or lead not in names or len(set(names)) < len(names):
        return None
    row[-1] = names.index(lead)
    return Plain(rules, tuple(names), size, row, pots, flags)


def _fields(text: str) -> tuple[str, list[str], str, str, str] | None:
    """The rule set, the hands, who leads, the pots and what else is told, in whatever order they stand."""
    text = text.removeprefix("\ufeff").rstrip("\r\n")
    if not text.isprintable():
        return None
    fields = " ".join(text.split()).split(_BETWEEN)
    rules = "" if ":" in fields[0] or "=" in fields[0] or fields[0].endswith(_LEADS) else fields.pop(0)
    hands, others = [each for each in fields if ":" in each], [each for each in fields if ":" not in each]
    leads = [each for each in others if each.endswith(_LEADS)]
    words = [word for each in others if not each.endswith(_LEADS) for word in each.split(" ")]
    if len(leads) != 1 or not 2 <= len(hands) <= _SEATS:
        return None
    pots = [word for word in words if _POT.fullmatch(word)]
    flags = [word for word in words if _FLAG.fullmatch(word)]
    keys = {word.partition("=")[0] for word in words}
    if len(keys) < len(words) or len(pots) + len(flags) < len(words):
        return None
    return rules, hands, leads[0], " ".join(sorted(pots)), " ".join(sorted(flags))
