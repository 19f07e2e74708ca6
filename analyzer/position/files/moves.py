"""Reading what was played and said: the words of `trick` and of a line's `play`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.cards.card import FOOL, Card
from analyzer.cards.notation import read_card, scan_cards
from analyzer.errors import CardError, Where
from analyzer.position.files.page import Page
from analyzer.position.files.tree import items
from analyzer.rules.actions import Action, ActionKind
from analyzer.yamltree.reading import Node, where_in

_SAID: Final = re.compile(
    r"""
    \b(?P<kind>demand|claim|void)\b (?:\s*\[\s*(?P<who>[^\]]*?)\s*\])? (?:\s*=\s*(?P<named>[^\s,;=]+))?
    | (?P<card>[^\s,;=]+) \s*=\s* (?P<names>[^\s,;=]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)


class Unread(NamedTuple):
    """A word that should be a card and cannot be read."""

    where: Where


def read_moves(page: Page, node: Node) -> tuple[Action, ...]:
    """The words of a text, or of a list of texts and of led Fools; what is no such word is a fault."""
    return tuple(move for move in read_words(page, node) if isinstance(move, Action))


def read_words(page: Page, node: Node) -> tuple[Action | Unread, ...]:
    """The same, with an :class:`Unread` for every card that cannot be read: a fault is noted of it too."""
    found: list[Action | Unread] = []
    for each in [node, *items(node)]:
        if isinstance(each.value, str):
            found += _words(page, each)
        elif isinstance(each.value, dict):
            found += _led_fool(page, each)
    return tuple(found)


def _words(page: Page, node: Node) -> Iterator[Action | Unread]:
    """The words of one text, in order."""
    text = str(node.value)
    if page.too_long(node):
        return
    at = 0
    for match in _SAID.finditer(text):
        yield from _cards(page, node, at, match.start())
        where = where_in(node, match.start())
        if match["kind"] is not None:
            yield from _said(page, node, match, where)
        else:
            yield from _named(page, node, match, where)
        at = match.end()
    yield from _cards(page, node, at, len(text))


def _cards(page: Page, node: Node, start: int, end: int) -> Iterator[Action | Unread]:
    text = str(node.value)[start:end]
    found, faults = scan_cards(text)
    for fault in faults:
        expected = (
            f"{fault.expected}"
            if "did you mean" in fault.expected
            else "expected a card, demand, claim or void"
        )
        page.fault(where_in(node, start + fault.offset), fault.message, expected)
    words: list[tuple[int, int, Card | None]] = [(each.offset, each.length, each.card) for each in found]
    words += [(each.offset, 0, None) for each in faults]
    for offset, length, card in sorted(words, key=lambda word: word[0]):
        where, word = where_in(node, start + offset), text[offset : offset + length]
        yield Unread(where) if card is None else Action(ActionKind.PLAY, card, where=where, text=word)


def _said(page: Page, node: Node, match: re.Match[str], where: Where) -> Iterator[Action]:
    kind = ActionKind(match["kind"].lower())
    seat = None
    if match["who"] is not None:
        seat = page.seat(match["who"], where_in(node, match.start("who")))
        if seat is None:
            return
    suit = None
    if match["named"] is not None:
        suit = page.suit(match["named"], where_in(node, match.start("named")))
        if kind is not ActionKind.CLAIM:
            page.fault(
                where,
                f"{kind.value} names a suit",
                f"expected {kind.value}[{page.players[0]}]; only a claim names a suit",
            )
        if suit is None or kind is not ActionKind.CLAIM:
            return
    elif kind is ActionKind.CLAIM:
        page.fault(where, "the claim names no suit", f"expected claim[{page.players[seat or 0]}]=c for clubs")
        return
    yield Action(kind, None, suit, seat, where=where, text=match[0])


def _named(page: Page, node: Node, match: re.Match[str], where: Where) -> Iterator[Action | Unread]:
    suit = page.suit(match["names"], where_in(node, match.start("names")))
    if _is_fool(page, match["card"], where) and suit is not None:
        yield Action(ActionKind.PLAY, FOOL, suit, where=where, text=match[0])
    else:
        yield Unread(where)


def _is_fool(page: Page, text: str, where: Where) -> bool:
    try:
        card = read_card(text)
    except CardError as error:
        message, _, expected = str(error).partition("; ")
        page.fault(where, message, expected)
        return False
    if not card.is_fool:
        page.fault(where, f"{card} names a suit", "only a led Fool names one: fool=h")
    return card.is_fool


def _led_fool(page: Page, node: Node) -> Iterator[Action | Unread]:
    """The move of `{card: fool, names: h}`; any other card may stand there without `names`."""
    card, names = node.child("card"), node.child("names")
    if card is None or not isinstance(card.value, str):
        return
    if names is None or not isinstance(names.value, str):
        yield from _cards(page, card, 0, len(card.value))
        return
    suit = page.suit(names.value, names.where)
    if _is_fool(page, card.value, card.where) and suit is not None:
        yield Action(ActionKind.PLAY, FOOL, suit, where=node.where)
    else:
        yield Unread(card.where)


__all__ = ["Unread", "read_moves", "read_words"]
