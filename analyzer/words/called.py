"""Contracts, bonuses and games as they are called at the table."""

from __future__ import annotations

from typing import Final

from analyzer.messages import Message, Put, Verbatim, formed, marked, stated, word_alone
from analyzer.rules.spec.ruleset import RuleSet

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


def called_said(word: str) -> Message:
    """A contract or a bonus by its key, as it is called at the table."""
    spaced = word.translate(_BLANKS)
    return Message(spaced, {}) if spaced in CALLED else formed("{word}", word=Verbatim(spaced))


def rules_said(rules: RuleSet, *, short: bool = False) -> Message:
    """What the game is called, and what is chosen of its rules; in `short` without which form of it it is."""
    chosen, title = str(rules).partition("+")[2], word_alone(stated(rules.title))
    told = word_alone(Put(title, "name")) if short else title
    return formed("{title} ({chosen})", title=told, chosen=Verbatim(chosen)) if chosen else told
