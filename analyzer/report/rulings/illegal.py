"""The verdict on a line that the rules forbid, as text: which move, which clause, what was legal, where.

A trick led with the Fool can also meet questions that no source decides; they are told here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from analyzer.cards.card import Suit
from analyzer.errors import IllegalMove
from analyzer.layout import wrap
from analyzer.messages import marked
from analyzer.report.phrases.declared import suit_name
from analyzer.report.style.face import Face
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.verdicts import Unsettled

_INDENT = "  "
_DEEPER = "    "

_VERDICTS: Final = (
    (
        r"(?P<who>.+) plays (?P<card>\S+) to (?P<suit>\w+) while holding (?P<held>.+)",
        marked("{who} plays {card} to {suit} while holding {held}"),
    ),
    (
        r"(?P<who>.+) plays (?P<card>\S+), void in (?P<suit>\w+), while holding (?P<held>.+)",
        marked("{who} plays {card}, void in {suit}, while holding {held}"),
    ),
    (
        r"(?P<who>.+) plays (?P<card>\S+), but the Fool was demanded of him",
        marked("{who} plays {card}, but the Fool was demanded of him"),
    ),
    (
        r"(?P<who>.+): (?P<card>\S+) does not follow (?P<letter>\w), which the player holds",
        marked("{who} plays {card}, which does not follow {suit}, though he could"),
    ),
    (
        r"(?P<who>.+): (?P<card>\S+) is no trump; the player, void in (?P<letter>\w), holds one",
        marked("{who} plays {card}, void in {suit}, though he has a trump"),
    ),
    (
        r"(?P<who>.+): the Fool may not be played to the second-to-last trick",
        marked("{who}: the Fool may not be played to the second-to-last trick"),
    ),
    (
        r"(?P<other>.+) holds (?P<card>\S+), but it is (?P<who>.+) to (?:play|lead)",
        marked("{other} holds {card}, but it is {who} to play"),
    ),
    (
        r"(?P<card>\S+) is in no hand any more, and it is (?P<who>.+) to play",
        marked("{card} is in no hand any more, and it is {who} to play"),
    ),
)
"""What the replay says of a card, and how a reader is told; `suit` is a suit by its English name."""

_READINGS: Final = (
    marked("a card played before naming gives the right up, and the third player may claim it"),
    marked("who has said that he is void keeps the right, and takes his card back when he names"),
    marked("the name does not count, and the same player names again"),
    marked("the name counts, and the protocol begins anew for the suit named"),
    marked("the first name stands, because one of them holds the suit after all"),
    marked(
        "the player who was misled about the void names, and the other is bound by what he said or showed"
    ),
    marked("the third player's card stands, and the second still has the right to name"),
    marked("the third player's card shows the void, so that the second names only if he says so at once"),
)
"""The readings of the questions that the naming of the Fool leaves open."""

_SUITS: Final = {word: suit for suit, word in SUIT_WORDS.items()}


def illegal_lines(face: Face, illegal: IllegalMove) -> list[str]:
    """The verdict on a move that the rules forbid: what was legal, which clause says so, and where."""
    lines = [face.paint(face.t("Illegal:"), "bad")]
    lines += wrap(_verdict(face, illegal.message), face.width, _INDENT, _DEEPER)
    if illegal.legal:
        legal = ", ".join(face.word(word) for word in illegal.legal)
        lines += wrap(face.t("legal: {cards}", cards=legal), face.width, _INDENT, _DEEPER)
    where = "" if illegal.where is None else f" {face.safe(str(illegal.where))}"
    return [*lines, *wrap(face.paint(f"[{illegal.clause}]{where}", "dim"), face.width, _INDENT)]


def unsettled_lines(face: Face, questions: Iterable[Unsettled]) -> list[str]:
    """What no source decides in a trick, with its readings, that by which play went on first."""
    lines: list[str] = []
    for question in questions:
        head = face.t("No source settles this; play went on by the first reading:")
        lines += wrap(f"{head} [{', '.join(question.clauses)}]", face.width, _DEEPER)
        for reading in question.readings:
            lines += wrap(face.t(reading), face.width, f"{_DEEPER}* ", f"{_DEEPER}  ")
    return [face.paint(line, "warn") for line in lines]


def _verdict(face: Face, message: str) -> str:
    """A message of the replay in the reader's language; one that is not known here stays as it is."""
    trick, _, told = message.partition(": ")
    for pattern, msgid in _VERDICTS:
        found = re.fullmatch(pattern, told)
        if found is not None:
            return f"{_trick(face, trick)}: {face.t(msgid, **_words(face, found.groupdict()))}"
    return face.safe(message)


def _trick(face: Face, words: str) -> str:
    """Which trick it is, such as `trick 23, 3 left`."""
    found = re.fullmatch(r"trick (\d+), (\d+) left", words)
    if found is None:
        return face.t("the last trick")
    trick = face.t("trick {number}", number=found[1])
    left = face.n("{number} trick to go", "{number} tricks to go", int(found[2]))
    return f"{trick}, {left}"


def _words(face: Face, found: dict[str, str]) -> dict[str, str]:
    """The parts of a message as this reader reads them."""
    words = {key: face.name(text) for key, text in found.items() if key in {"who", "other"}}
    if "card" in found:
        words["card"] = face.word(found["card"])
    if "held" in found:
        words["held"] = " ".join(map(face.word, found["held"].split()))
    if "suit" in found:
        words["suit"] = suit_name(face, _SUITS[found["suit"]])
    if "letter" in found:
        words["suit"] = suit_name(face, Suit(found["letter"]))
    return words
