"""Names inside a trick, `Bent hR, Clara h3` or `Bent: hR Clara: h3`: who led, and was each in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from analyzer.cards.notation import scan_cards
from analyzer.messages import say
from analyzer.position.files.cardlists import LedFoolShape, Words
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import DealShape, WrittenTrickShape
from analyzer.yamltree.placed import Text


def tell_who_led(reader: Reader, shape: DealShape) -> None:
    """Take the names out of a file's tricks, and tell who led where only they say it."""
    if not any(map(shape.has, ("trick", "tricks"))):
        return
    names = _names(reader)
    if shape.trick is not None:
        shape.trick, led = _without(reader, names, shape.trick, shape.lead)
        shape.lead = shape.lead or led
    for place, each in enumerate(shape.tricks or ()):
        assert shape.tricks is not None
        told = each if isinstance(each, WrittenTrickShape) else None
        words = Words((each,), each.where) if isinstance(each, Text) else each.cards
        lead = None if told is None else told.lead
        words, led = _without(reader, names, words, lead)
        if told is not None:
            told.cards, told.lead = words, lead or led
        elif led is not None:
            shape.tricks[place] = WrittenTrickShape(lead=led, cards=words).stand_at(each.node)


def _names(reader: Reader) -> re.Pattern[str]:
    """The players' names before a card; one that is a card's word, or a letter, only with a colon."""
    words = sorted(reader.players, key=len, reverse=True)
    plain = "|".join(re.escape(name) for name in words if len(name) > 1 and scan_cards(name)[1])
    every = "|".join(map(re.escape, words))
    by_itself = rf"|(?:{plain})(?=\s)" if plain else ""
    return re.compile(rf"(?<![\w\[])(?P<name>(?:{every})(?=\s*:){by_itself})\s*:?", re.IGNORECASE)


def _without(
    reader: Reader, names: re.Pattern[str], words: Words, lead: Text | None
) -> tuple[Words, Text | None]:
    """The words without names, and the name of who led, where it follows of them."""
    texts, laid = list[Text | LedFoolShape](), 0
    led: Text | None = None
    for each in words.told:
        if not isinstance(each, Text):
            texts.append(each)
            laid += 1
            continue
        bare = names.sub(lambda match: " " * len(match[0]), each)
        texts.append(Text.of(bare, each.node))
        for seat, before, match in _named(reader, names, each, bare):
            first = (seat - laid - before) % len(reader.players)
            leader = reader.seat_of(lead or led)
            if leader is None:
                led = Text.of(reader.players[first], each.node)
            elif first != leader and "[" not in each:
                turn = reader.who((leader + laid + before) % len(reader.players))
                told = say("{player} plays out of turn", player=reader.who(seat))
                reader.fault(each.at(match.start()), told, say("expected {player}", player=turn))
        laid += _cards(bare)
    return Words(tuple(texts), words.where), led


def _named(
    reader: Reader, names: re.Pattern[str], text: Text, bare: str
) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Each name in a text: its seat, how many cards stand before it, and where it stands."""
    for match in names.finditer(text):
        seat = reader.known_seat(match["name"])
        if seat is not None:
            yield seat, _cards(bare[: match.start()]), match


def _cards(text: str) -> int:
    return len(scan_cards(text.replace("?", " "))[0]) + text.count("?")
