"""Reading cards as people write them, and writing them the one canonical way.

Reading is tolerant: letters, names in English and Danish, suit symbols, roman numerals for trumps, in
any case and any Unicode form. It never guesses: what reads two ways is an error that names both
readings, and what reads no way is an error that names the nearest cards. Offsets count characters
of the text as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from analyzer.cards.card import (
    BY_TEXT,
    COURTS,
    DECK,
    FACE_TITLES,
    NUMBERS,
    OF,
    SYMBOLS,
    Card,
    Suit,
    cards_of,
    folded,
    nearest_cards,
    suit_named,
    suits_of,
)
from analyzer.errors import CardError, Fault
from analyzer.messages import Message, Several, Verbatim, Word, either, in_a_row, say

_WORD: Final = re.compile(r"[^\s,;]+")
Span = tuple[int, int]
"""Where a word begins and ends."""
_UNREAD: Final = 4
"""What a word that is read no way costs a reading of the text; a card that reads two ways costs 1."""


class ReadCard(NamedTuple):
    """A card that was read, and the characters it was read from."""

    card: Card
    offset: int
    length: int


class CardFault(NamedTuple):
    """Characters that are no card, or more than one, and what would have been right."""

    message: Message
    expected: Message
    offset: int
    length: int
    guessed: bool = False
    """Whether what is expected are the nearest cards."""

    @property
    def fault(self) -> Fault:
        return Fault(self.message, self.expected)

    def __str__(self) -> str:
        return str(self.fault)


def read_card(text: str) -> Card:
    """The one card that `text` names.

    Raises: CardError for text that is no card, reads two ways, or is several cards.
    """
    found = read_cards(text)
    if len(found) != 1:
        several = say("{word}: {number} {number:card/cards}", word=Verbatim(shown(text)), number=len(found))
        raise CardError([Fault(several if found else say("no card"), say("one card was expected"))])
    return found[0].card


def read_cards(text: str) -> tuple[ReadCard, ...]:
    """The cards of a text, separated by spaces, commas or line breaks, in the order written.

    Raises: CardError naming everything in the text that is no card.
    """
    found, faults = scan_cards(text)
    if faults:
        raise CardError([each.fault for each in faults])
    return found


def read_suit(text: str) -> Suit:
    """The suit that a letter, a symbol, or an English or Danish name stands for.

    Raises: CardError for text that is no suit.
    """
    suits = suits_of(folded(text.strip()))
    if len(suits) != 1:
        message = say("{word}: no such suit", word=Verbatim(shown(text)))
        raise CardError([Fault(message, say("a suit is one of h, d, s, c and T"))])
    return next(iter(suits))


def write_cards(cards: Iterable[Card]) -> str:
    """The canonical text of the cards, in the order given, separated by single spaces."""
    return " ".join(str(card) for card in cards)


def shown(text: str) -> str:
    """The text as a message may quote it: one line, nothing unprintable, not too long."""
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


_AND: Final = frozenset({"and", "og", "und", "et", "in"})
"""What may stand between two cards in English, Danish, German, French and Slovenian."""


def scan_cards(text: str) -> tuple[tuple[ReadCard, ...], tuple[CardFault, ...]]:
    """The cards of a text that can be read, and a fault for each place that cannot; never raises."""
    words = [each for each in _WORD.finditer(text) if each[0] not in _AND]
    if all(match[0] in BY_TEXT for match in words):
        # A card's own word is no other card, and two or three of them together are none.
        return tuple(ReadCard(BY_TEXT[each[0]], each.start(), len(each[0])) for each in words), ()
    places = [match.span() for match in words]
    found: list[ReadCard] = []
    faults: list[CardFault] = []
    for suit, part in _runs(text, places):
        read = _scan(text, part) if suit is None else _read_run(text, part, suit)
        found += read[0]
        faults += read[1]
    return tuple(found), tuple(faults)


def _runs(text: str, places: list[Span]) -> Iterator[tuple[Suit | None, list[Span]]]:
    """The words of a text, cut where a suit stands before its faces: `♥ R C V 2` or `hjerter: K D 9`.

    A suit by itself is a symbol, or a word with a colon; in a text that has one, T and its names head the
    trumps. What stands before the first of them belongs to none.
    """
    words = [text[start:end] for start, end in places]
    heads = [_head(word, alone=False) for word in words]
    if not any(heads):
        yield None, places
        return
    heads = [_head(word, alone=True) for word in words]
    starts = [at for at, suit in enumerate(heads) if suit is not None]
    yield None, places[: starts[0]]
    for start, end in pairwise([*starts, len(words)]):
        yield heads[start], places[start:end]


def _head(word: str, *, alone: bool) -> Suit | None:
    """The suit that stands before its faces in this word; that of the trumps needs no colon if `alone`."""
    stem = folded(word.removesuffix(":"))
    suits = suit_named(stem)
    headed = word.endswith(":") or stem in SYMBOLS or (alone and Suit.TRUMPS in suits)
    return next(iter(suits)) if headed and len(suits) == 1 else None


def _read_run(text: str, places: list[Span], suit: Suit) -> Scanned:
    """The cards of a suit and its faces; what follows a word that is none is read by itself."""
    found: list[ReadCard] = []
    for at, (start, end) in enumerate(places[1:], 1):
        cards = cards_of((str(suit).lower(), folded(text[start:end])))
        if len(cards) != 1:
            rest = _scan(text, places[at:])
            return [*found, *rest[0]], rest[1]
        first = places[0][0] if at == 1 else start
        found.append(ReadCard(next(iter(cards)), first, end - first))
    if found:
        return found, []
    return _scan(text, [(places[0][0], places[0][1])])


def _scan(text: str, places: list[Span]) -> Scanned:
    """The cards of some words of a text, and a fault for each place that cannot be read."""
    words = [folded(text[start:end]) for start, end in places]
    best, *others = _parses(words)
    best = _with_numbers(best, words, text, places)
    found, faults = [], []
    for other in others:
        first, last = _difference(best, other)
        start, end = places[first][0], places[last - 1][1]
        message = _two_ways(text[start:end], (_between(each, first, last) for each in (best, other)))
        faults.append(CardFault(message, _ONE_WORD, start, end - start))
    going_on = _going_on(best, words, text, places)
    for group in best:
        start, end = places[group.first][0], places[group.last - 1][1]
        if group in going_on:
            message = _two_ways(text[start:end], map(in_a_row, (group.cards, going_on[group])))
            faults.append(CardFault(message, _ONE_WORD, start, end - start))
        elif len(group.cards) == 1:
            found.append(ReadCard(next(iter(group.cards)), start, end - start))
        else:
            each = _unread(text[start:end], words[group.first : group.last], group.cards)
            faults.append(each._replace(offset=start, length=end - start))
    return found, faults


def _with_numbers(
    groups: tuple[_Group, ...], words: list[str], text: str, places: list[Span]
) -> tuple[_Group, ...]:
    """The groups, where a number by itself is a card of the suit before it, on the same line: `T 19 18`.

    Where there is none, one above the ten of a suit is a trump.
    """
    found: list[_Group] = []
    for group in groups:
        number = NUMBERS.get(words[group.first], words[group.first])
        if group.cards or group.last - group.first > 1 or not number.isdigit():
            found.append(group)
            continue
        cards = frozenset[Card]()
        if found and len(found[-1].cards) == 1:
            between = text[places[group.first - 1][1] : places[group.first][0]]
            suit = next(iter(found[-1].cards)).suit
            cards = cards if suit is None or "\n" in between else cards_of((str(suit).lower(), number))
        if not cards and f"h{number}" not in BY_TEXT:
            cards = cards_of(("t", number))
        found.append(group._replace(cards=cards))
    return tuple(found)


Scanned = tuple[list[ReadCard], list[CardFault]]


class _Group(NamedTuple):
    """Words first to last (exclusive) taken together, and the cards they may mean."""

    first: int
    last: int
    cards: frozenset[Card]


class _Chain(NamedTuple):
    """A reading as a linked list: its first group, and the reading of what follows."""

    head: _Group
    tail: _Chain | None


def _groups(words: list[str], first: int) -> Iterable[tuple[int, _Group]]:
    """The ways to take the next words together, each with what it costs; the longest first."""
    for length in (3, 2, 1):
        taken = tuple(words[first : first + length])
        if len(taken) < length:
            continue
        cards = cards_of(taken)
        group = _Group(first, first + length, cards)
        if cards:
            yield int(len(cards) > 1), group
        elif length == 1 or (length == 2 and suits_of(taken[0])) or (length == 3 and taken[1] in OF):
            yield _UNREAD + length - 1, group


def _parses(words: list[str]) -> list[tuple[_Group, ...]]:
    """The best reading of all the words; two where the best ones are free of fault and differ."""
    cost = [0] * (len(words) + 1)
    chains: list[list[_Chain | None]] = [[] for _ in words] + [[None]]
    for first in reversed(range(len(words))):
        ways = [(own + cost[group.last], group) for own, group in _groups(words, first)]
        cost[first] = min(total for total, _ in ways)
        best = [group for total, group in ways if total == cost[first]]
        ahead: list[_Chain | None] = [_Chain(g, tail) for g in best for tail in chains[g.last]]
        chains[first] = ahead[:2]
    return [_unlinked(chain) for chain in chains[0][: 1 if cost[0] else 2]]


def _unlinked(chain: _Chain | None) -> tuple[_Group, ...]:
    groups = []
    while chain is not None:
        groups.append(chain.head)
        chain = chain.tail
    return tuple(groups)


def _going_on(
    groups: tuple[_Group, ...], words: list[str], text: str, places: list[tuple[int, int]]
) -> dict[_Group, tuple[Card, ...]]:
    """Groups that may also go on with the suit before them, and the cards they are then.

    In `h R D C` and `hR D C` the last two words are the knight of diamonds, or queen and knight of hearts, as
    a player writes a hand suit by suit. A small `d` or `c` is a suit, so is a capital after a capital, and
    a comma or a new line ends what went before.
    """
    spelled = [text[start:end] for start, end in places]
    found = {}
    for before, group in pairwise(groups):
        suit, between = words[before.first][:1], text[places[before.last - 1][1] : places[group.first][0]]
        apart = before.last - before.first == 2 and suits_of(words[before.first])
        if (not apart and words[before.first] not in _SUIT_CARDS) or spelled[before.first][:1] in "HDSCT":
            continue
        if spelled[group.first] not in ("D", "C", "V") or len(group.cards) != 1 or between.strip(" "):
            continue
        again = [cards_of((suit, word)) for word in words[group.first : group.last]]
        cards = tuple(card for each in again if len(each) == 1 for card in each)
        if len(cards) == len(again) and before.cards.isdisjoint(cards) and group.cards != {*cards}:
            found[group] = cards
    return found


def _difference(one: tuple[_Group, ...], other: tuple[_Group, ...]) -> tuple[int, int]:
    """The words, first to last (exclusive), over which two readings of the same words differ."""
    first = min(group.first for group in set(one) - set(other))
    shared = {group.last for group in one} & {group.last for group in other}
    return first, min(last for last in shared if last > first)


def _between(groups: tuple[_Group, ...], first: int, last: int) -> Several:
    return in_a_row(card for group in groups if first <= group.first < last for card in group.cards)


_SUIT_CARDS: Final = frozenset(str(card).lower() for card in DECK if card.suit not in (None, Suit.TRUMPS))


_ONE_WORD: Final = say("write each card as one word, like hR")


_WHERE_UNKNOWN: Final = say("it may be used in `hands` of a position or a dispute, and in `tricks`")


def _two_ways(text: str, ways: Iterable[Word]) -> Message:
    read = Several(tuple(ways), "or as")
    return say("{word} reads two ways, as {ways}", word=Verbatim(shown(text)), ways=read)


def _unread(text: str, words: list[str], cards: frozenset[Card]) -> CardFault:
    """What is wrong with a text that is not exactly one card, and what would have been right."""
    word = Verbatim(shown(text))
    if cards:
        ways = either(Verbatim(f"{card} ({FACE_TITLES.get(card.face, card.face)})") for card in sorted(cards))
        several = say("{word} reads two ways, as {ways}", word=word, ways=ways)
        return CardFault(several, say("write the one that is meant"), 0, 0)
    if text == "?" or "|" in text.strip("|"):
        untold = say("{word}: a card that is not known has no place here", word=word)
        return CardFault(untold, _WHERE_UNKNOWN, 0, 0)
    none = say("{word}: no such card", word=word)
    if guesses := nearest_cards(text):
        nearest = say("did you mean {cards}?", cards=either(map(Verbatim, guesses)))
        return CardFault(none, nearest, 0, 0, guessed=True)
    suits = suits_of(words[0]) or suits_of(words[0][:1])
    if len(suits) == 1:
        return CardFault(none, _suit_message(*suits), 0, 0, guessed=True)
    return CardFault(none, say("a card is written like hR, d9, T21 or fool"), 0, 0)


def _suit_message(suit: Suit) -> Message:
    """The cards of a suit to choose from."""
    if suit is Suit.TRUMPS:
        return say("did you mean one of {first} to {last}?", first=BY_TEXT["T1"], last=BY_TEXT["T21"])
    first, last = BY_TEXT[f"{suit}1"], BY_TEXT[f"{suit}10"]
    courts = Several(tuple(BY_TEXT[f"{suit}{face}"] for face in COURTS), ",")
    return say("did you mean {courts} or one of {first} to {last}?", courts=courts, first=first, last=last)
