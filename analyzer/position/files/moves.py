"""Readers of play and words: the texts of `trick` and of a line's `play`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.cards.notation import read_card, scan_cards
from analyzer.errors import CardError, UsageError, Where
from analyzer.messages import Verbatim, say
from analyzer.position.files.cardlists import LedFoolShape, Words, too_long
from analyzer.position.files.reader import NameReader
from analyzer.rules.actions import Action, ActionKind
from analyzer.yamltree.node import Node, nearest
from analyzer.yamltree.shapes import Notes, Text

_SAID: Final = r"""(?xi)
    \b(?P<kind>demand|claim|void)\b (?:\s*\[\s*(?P<who>[^\]]*?)\s*\])? (?:\s*=\s*(?P<named>[^\s,;=]+))?
    | (?P<card>[^\s,;=]+) \s*=\s* (?P<names>[^\s,;=]+)
    """
_SAID_WORDS: Final = ("demand", "claim", "void")
_MOST_TRICKS: Final = 100
"""The largest number of tricks in one item of a line."""
Read = TypeVar("Read", bound=Any)


class Unread(NamedTuple):
    """A word that should be a card and cannot be read."""

    where: Where


def read_moves(reader: NameReader, words: Words) -> tuple[Action, ...]:
    """Read the words of a text, or of a list of texts and of led Fools; an unknown word is a fault."""
    return tuple(move for move in read_words(reader, words) if isinstance(move, Action))


def spoken_moves(text: str, option: str, players: tuple[str, ...]) -> tuple[Action, ...]:
    """Read the words in the text of an option.

    Raises: UsageError for an unknown word.
    """
    start = Where(option, 1, 1)
    reader = NameReader(Notes(start), players)
    moves = read_moves(reader, Words((Text.from_node(text, Node(text, start, start, "plain", text)),), start))
    for fault in reader.notes.faults:
        raise UsageError(fault.message, fault.expected)
    return moves


def read_words(reader: NameReader, words: Words) -> tuple[Action | Unread, ...]:
    """Read the words of a line, with an :class:`Unread` and a fault for every card that cannot be read."""
    found: list[Action | Unread] = []
    for item, each in enumerate(words.told):
        read = tuple(_words(reader, each) if isinstance(each, Text) else _led_fool(reader, each))
        found += in_item(read, item, len(reader.players))
    return tuple(found)


def in_item(words: Sequence[Read], item: int, seats: int) -> Iterator[Read]:
    """Yield the words of one item of a list, with the number of the trick if they are one trick or more."""
    cards = sum(isinstance(word, Action) and word.kind is ActionKind.PLAY for word in words)
    several, laid = 0 < seats < cards and cards % seats == 0, 0
    for word in words:
        is_read = isinstance(word, Action)
        place = item * _MOST_TRICKS + (laid // seats if several else 0)
        yield replace(word, item=place) if cards >= seats and is_read else word
        laid += is_read and word.kind is ActionKind.PLAY


def _words(reader: NameReader, text: Text) -> Iterator[Action | Unread]:
    """The words of one text, in order."""
    if too_long(text, reader.notes):
        return
    at = 0
    for match in re.finditer(_SAID, text):
        yield from _cards(reader, text, at, match.start())
        if match["kind"] is not None:
            yield from _parse_statement(reader, text, match)
        else:
            yield from _named(reader, text, match)
        at = match.end()
    yield from _cards(reader, text, at, len(text))


def _cards(reader: NameReader, told: Text, start: int, end: int) -> Iterator[Action | Unread]:
    text = told[start:end]
    found, faults = scan_cards(text)
    for fault in faults:
        expected = (
            fault.expected
            if fault.guessed
            else say("expected a card, `?` in `tricks`, demand, claim or void")
        )
        said = nearest(re.split(r"[\s\[=]", text[fault.offset :])[0], _SAID_WORDS, cutoff=0.8)
        if said is not None:
            expected = say("did you mean `{word}`?", word=Verbatim(said))
        reader.fault(told.at(start + fault.offset), fault.message, expected)
    words: list[tuple[int, int, Card | None]] = [(each.offset, each.length, each.card) for each in found]
    words += [(each.offset, 0, None) for each in faults]
    for offset, length, card in sorted(words, key=lambda word: word[0]):
        where, word = told.at(start + offset), text[offset : offset + length]
        yield Unread(where) if card is None else Action(ActionKind.PLAY, card, where=where, text=word)


def _parse_statement(reader: NameReader, text: Text, match: re.Match[str]) -> Iterator[Action]:
    kind, where = ActionKind(match["kind"].lower()), text.at(match.start())
    seat = None
    if match["who"] is not None:
        seat = reader.seat(match["who"], text.at(match.start("who")))
        if seat is None:
            return
    suit = None
    if match["named"] is not None:
        suit = reader.suit(match["named"], text.at(match.start("named")))
        if kind is not ActionKind.CLAIM:
            expected = say(
                "expected {move}; only a claim names a suit",
                move=Verbatim(f"{kind.value}[{reader.players[0]}]"),
            )
            reader.fault(where, say("{word} names a suit", word=Verbatim(kind.value)), expected)
        if suit is None or kind is not ActionKind.CLAIM:
            return
    elif kind is ActionKind.CLAIM:
        expected = say("expected {move} for clubs", move=Verbatim(f"claim[{reader.players[seat or 0]}]=c"))
        reader.fault(where, say("the claim names no suit"), expected)
        return
    yield Action(kind, None, suit, seat, where=where, text=match[0])


def _named(reader: NameReader, text: Text, match: re.Match[str]) -> Iterator[Action | Unread]:
    where = text.at(match.start())
    suit = reader.suit(match["names"], text.at(match.start("names")))
    if _is_fool(reader, match["card"], where) and suit is not None:
        yield Action(ActionKind.PLAY, FOOL, suit, where=where, text=match[0])
    else:
        yield Unread(where)


def _is_fool(reader: NameReader, text: str, where: Where) -> bool:
    try:
        card = read_card(text)
    except CardError as error:
        for fault in error.faults:
            reader.fault(where, fault.message, fault.expected)
        return False
    if not card.is_fool:
        reader.fault(where, say("{card} names a suit", card=card), say("only a led Fool names one: fool=h"))
    return card.is_fool


def _led_fool(reader: NameReader, told: LedFoolShape) -> Iterator[Action | Unread]:
    """The move of `{card: fool, names: h}`; any other card may stand there without `names`."""
    if not told.has("card"):
        return
    if told.names is None:
        yield from _cards(reader, told.card, 0, len(told.card))
        return
    suit = reader.suit(told.names, told.names.where)
    if _is_fool(reader, told.card, told.card.where) and suit is not None:
        yield Action(ActionKind.PLAY, FOOL, suit, where=told.node.where)
    else:
        yield Unread(told.card.where)
