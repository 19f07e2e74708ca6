"""Contracts and bonuses as they are called at the table."""

from __future__ import annotations

from typing import Final

from analyzer.messages import Message, Verbatim, formed, marked

CALLED: Final = frozenset({
    marked("three"), marked("two"), marked("one"), marked("solo three"), marked("solo two"),
    marked("solo one"), marked("solo without"), marked("beggar"), marked("misere"), marked("colour valat"),
    marked("threes"), marked("solo"), marked("with three"), marked("with two"), marked("with one"),
    marked("call"), marked("purchase"), marked("take"), marked("no purchase"), marked("no discard"),
    marked("trinity"), marked("king ultimo"), marked("valat"), marked("mond lost"), marked("kings"),
    marked("no trumps"), marked("no courts"), marked("all tricks"), marked("10 trumps"), marked("13 trumps"),
    marked("15 trumps"), marked("call king"),
})  # fmt: skip
"""Contracts, and what is announced or achieved beside them."""
_BLANKS: Final = str.maketrans("-_", "  ")


def contract_name_message(word: str) -> Message:
    """A contract or a bonus by its key, as it is called at the table."""
    spaced = word.translate(_BLANKS)
    return Message(spaced, {}) if spaced in CALLED else formed("{word}", word=Verbatim(spaced))
