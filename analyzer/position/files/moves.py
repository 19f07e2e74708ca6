"""Reading what was played and said: the words of `trick` and of a line's `play`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.cards.notation import read_card, scan_cards
from analyzer.errors import CardError, Where
from analyzer.messages import Verbatim, say
from analyzer.position.files.cardlists import LedFoolShape, Words, too_long
from analyzer.position.files.reader import Reader
from analyzer.position.model import LineMove
from analyzer.yamltree.placed import Text

_SAID: Final = re.compile(
    r"""
    \b(?P<kind>demand|claim|void)\b (?:\s*\[\s*(?P<who>[^\]]*?)\s*\])? (?:\s*=\s*(?P<named>[^\s,;=]+))?
    | (?P<card>[^\s,;=]+) \s*=\s* (?P<names>[^\s,;=]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
UNREAD: Final = "unread"
"""The kind of a word that should be a card and cannot be read."""


def read_moves(reader: Reader, words: Words) -> tuple[LineMove, ...]:
    """The words of a text, or of a list of texts and of led Fools; what is no such word is a fault."""
    return tuple(move for move in read_words(reader, words) if move.kind != UNREAD)


def read_words(reader: Reader, words: Words) -> tuple[LineMove, ...]:
    """The same, with an unread word for every card that cannot be read: a fault is noted of it too."""
    found: list[LineMove] = []
    for each in words.told:
        found += _words(reader, each) if isinstance(each, Text) else _led_fool(reader, each)
    return tuple(found)


def _words(reader: Reader, text: Text) -> Iterator[LineMove]:
    """The words of one text, in order."""
    if too_long(text, reader.notes):
        return
    at = 0
    for match in _SAID.finditer(text):
        yield from _cards(reader, text, at, match.start())
        if match["kind"] is not None:
            yield from _said(reader, text, match)
        else:
            yield from _named(reader, text, match)
        at = match.end()
    yield from _cards(reader, text, at, len(text))


def _cards(reader: Reader, told: Text, start: int, end: int) -> Iterator[LineMove]:
    text = told[start:end]
    found, faults = scan_cards(text)
    for fault in faults:
        expected = fault.expected if fault.guessed else say("expected a card, demand, claim or void")
        reader.fault(told.at(start + fault.offset), fault.message, expected)
    words: list[tuple[int, int, Card | None]] = [(each.offset, each.length, each.card) for each in found]
    words += [(each.offset, 0, None) for each in faults]
    for offset, length, card in sorted(words, key=lambda word: word[0]):
        kind, where = UNREAD if card is None else "card", told.at(start + offset)
        yield LineMove(kind, text[offset : offset + length], card, where=where)


def _said(reader: Reader, text: Text, match: re.Match[str]) -> Iterator[LineMove]:
    kind, where = match["kind"].lower(), text.at(match.start())
    seat = None
    if match["who"] is not None:
        seat = reader.seat(match["who"], text.at(match.start("who")))
        if seat is None:
            return
    suit = None
    if match["named"] is not None:
        suit = reader.suit(match["named"], text.at(match.start("named")))
        if kind != "claim":
            expected = say(
                "expected {move}; only a claim names a suit", move=Verbatim(f"{kind}[{reader.players[0]}]")
            )
            reader.fault(where, say("{word} names a suit", word=Verbatim(kind)), expected)
        if suit is None or kind != "claim":
            return
    elif kind == "claim":
        expected = say("expected {move} for clubs", move=Verbatim(f"claim[{reader.players[seat or 0]}]=c"))
        reader.fault(where, say("the claim names no suit"), expected)
        return
    yield LineMove(kind, match[0], None, suit, seat, where)


def _named(reader: Reader, text: Text, match: re.Match[str]) -> Iterator[LineMove]:
    where = text.at(match.start())
    suit = reader.suit(match["names"], text.at(match.start("names")))
    if _is_fool(reader, match["card"], where) and suit is not None:
        yield LineMove("card", match[0], FOOL, suit, None, where)
    else:
        yield LineMove(UNREAD, match[0], where=where)


def _is_fool(reader: Reader, text: str, where: Where) -> bool:
    try:
        card = read_card(text)
    except CardError as error:
        for fault in error.faults:
            reader.fault(where, fault.message, fault.expected)
        return False
    if not card.is_fool:
        reader.fault(where, say("{card} names a suit", card=card), say("only a led Fool names one: fool=h"))
    return card.is_fool


def _led_fool(reader: Reader, told: LedFoolShape) -> Iterator[LineMove]:
    """The move of `{card: fool, names: h}`; any other card may stand there without `names`."""
    if not told.has("card"):
        return
    if told.names is None:
        yield from _cards(reader, told.card, 0, len(told.card))
        return
    suit = reader.suit(told.names, told.names.where)
    if _is_fool(reader, told.card, told.card.where) and suit is not None:
        yield LineMove("card", f"fool={suit}", FOOL, suit, None, told.node.where)
    else:
        yield LineMove(UNREAD, told.card, where=told.card.where)
