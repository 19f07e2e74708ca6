"""The values of a file that are made of texts: lists of cards, things said, words of play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from analyzer.cards.card import Card
from analyzer.cards.notation import ReadCard, scan_cards
from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.yamltree.node import Node
from analyzer.yamltree.shapes import Converted, Field, Notes, Shape, Text

LONGEST: Final = 5000
"""Characters in one text of cards or moves; 75 cards in their longest words are not half of it."""

CardText = Annotated[
    Text,
    Field(
        description="Cards as one text, such as hR d9 T7 fool; longer names and symbols are also accepted.",
        examples=["hR d9", "diamond king, T7"],
    ),
]


class Placed(Record, frozen=True):
    """A card, and where in the file it stands."""

    card: Card
    where: Where


class CardList(Converted, Record, frozen=True):
    """The cards of one place in a file; `size` counts those that could not be read too."""

    shape = CardText | Annotated[list[Text], Field(description="Cards as a list.", examples=[["dR", "T7"]])]

    placed: tuple[Placed, ...]
    size: int
    where: Where
    told: bool = True
    """Whether it could be read as cards at all."""

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(each.card for each in self.placed)

    @classmethod
    def from_value(cls, told: Text | list[Text] | None, node: Node, notes: Notes) -> CardList:
        """The cards of one text or of a list of texts; what is no card is a fault."""
        texts = _texts(told)
        placed: list[Placed] = []
        unread = len(node.value) - len(texts) if isinstance(node.value, list) else 0
        for text in texts:
            if too_long(text, notes):
                unread += 1
                continue
            found, faults = scan_cards(text)
            placed += [Placed(each.card, text.at(each.offset)) for each in found]
            for each in faults:
                notes.fault(text.at(each.offset), each.message, each.expected)
            unread += len(faults)
        return cls(tuple(placed), len(placed) + unread, node.where, told is not None)


class OneOf(Record, frozen=True):
    """A card that is one of these."""

    placed: tuple[Placed, ...]
    where: Where

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(each.card for each in self.placed)


_NOT_KNOWN: Final = re.compile(r"[?|]")
_OR: Final = r"(?<=\s)(?:or|eller|oder|ou|ali)(?=\s)"
"""What is said for the bar in English, Danish, German, French and Slovenian."""


def _bar(said: re.Match[str]) -> str:
    """A bar in the place of a word, so that every other place stays."""
    return "|".center(len(said[0]))


class HandCards(CardList, frozen=True):
    """The cards of a hand, which need not all be known: `?` is any card, `c7|c4` one of these two.

    `placed` are those that are known; `size` counts all.
    """

    shape = (
        Annotated[
            Text,
            Field(
                description="Cards as one text, such as hR d9 T7 fool; longer names and symbols are also "
                "accepted. An unknown card is ?, and c7|c4 is one of these two.",
                examples=["hR d9", "diamond king, T7", "hR ? c7|c4"],
            ),
        ]
        | Annotated[list[Text], Field(description="Cards as a list.", examples=[["dR", "T7"]])]
    )

    holes: tuple[Where, ...] = ()
    choices: tuple[OneOf, ...] = ()

    @property
    def untold(self) -> int:
        """How many of its cards are not known."""
        return len(self.holes) + len(self.choices)

    @classmethod
    def from_value(cls, told: Text | list[Text] | None, node: Node, notes: Notes) -> HandCards:
        """The cards of one text or of a list of texts; what is no card is a fault."""
        texts = [Text.from_node(re.sub(_OR, _bar, text), text.node) for text in _texts(told)]
        if not any(map(_NOT_KNOWN.search, texts)):
            read = CardList.from_value(told, node, notes)
            return cls(read.placed, read.size, node.where, read.told)
        read = CardList.from_value(
            [Text.from_node(_NOT_KNOWN.sub(" ", text), text.node) for text in texts], node, notes
        )
        unread = read.size - len(read.placed)
        placed: list[Placed] = []
        holes: list[Where] = []
        choices: list[OneOf] = []
        for text in texts:
            found = [] if len(text) > LONGEST else [*scan_cards(_NOT_KNOWN.sub(" ", text))[0]]
            holes += [text.at(place) for place, sign in enumerate(text) if sign == "?"]
            for group in _grouped(text, found):
                cards = tuple(Placed(each.card, text.at(each.offset)) for each in group)
                if len(cards) == 1:
                    placed += cards
                else:
                    choices.append(OneOf(cards, cards[0].where))
        _check_bars(texts, notes)
        size = len(placed) + len(holes) + len(choices) + unread
        return cls(tuple(placed), size, node.where, told is not None, tuple(holes), tuple(choices))


def untold_of(hand: CardList | None) -> int:
    """How many cards of a hand are not known, though it is told."""
    return hand.untold if isinstance(hand, HandCards) else 0


def _grouped(text: str, found: Sequence[ReadCard]) -> Iterator[list[ReadCard]]:
    """The cards of a text, those together between which a bar stands."""
    group: list[ReadCard] = []
    for each in found:
        if group and "|" not in text[group[-1].offset : each.offset]:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _check_bars(texts: Sequence[Text], notes: Notes) -> None:
    """A fault for every bar that does not stand between two cards."""
    for text in texts:
        for match in re.finditer(r"\|", text):
            before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
            if not before or not after or before[-1] in "?|" or after[0] in "?|":
                notes.fault(
                    text.at(match.start()), say("a bar is not between two cards"), say("expected c7|c4")
                )


class Said(Converted, Record, frozen=True):
    """What was said in one text or in several."""

    shape = Text | list[Text]

    texts: tuple[Text, ...]
    where: Where

    @classmethod
    def from_value(cls, told: Text | list[Text] | None, node: Node, notes: Notes) -> Said:  # noqa: ARG003 - any text may be said
        return cls(tuple(_texts(told)), node.where)

    @property
    def words(self) -> list[Text]:
        """Its words one by one, each with the place of its text."""
        return [
            Text.from_node(word, text.node) for text in self.texts for word in text.replace(",", " ").split()
        ]


class WrittenNumber(Converted, Record, frozen=True):
    """A number in a mapping by name; None where it could not be read, so that the name is not lost."""

    shape = int

    value: int | None

    @classmethod
    def from_value(cls, told: int | None, node: Node, notes: Notes) -> WrittenNumber:  # noqa: ARG003
        return cls(told)


class SpokenAnswer(Converted, Record, frozen=True):
    """Yes, no, a number or a word, and where it stands."""

    shape = bool | int | Text

    value: bool | int | Text | None
    where: Where

    @classmethod
    def from_value(cls, told: bool | int | Text | None, node: Node, notes: Notes) -> SpokenAnswer:  # noqa: ARG003, FBT001
        return cls(told, node.where)


class LedFoolShape(Shape):
    """The Fool as the first card of a trick, and the suit named by its leader."""

    card: Text = Field(description="The Fool.", examples=["fool"])
    names: Text | None = Field(None, description="The suit named: h, d, s, c or T.", examples=["h"])


class Words(Converted, Record, frozen=True):
    """Cards in the order played, and what was said between them."""

    shape = CardText | Annotated[list[Text | LedFoolShape], Field(description="Cards in the order played.")]

    told: tuple[Text | LedFoolShape, ...]
    where: Where

    @classmethod
    def from_value(cls, told: Any, node: Node, notes: Notes) -> Words:  # noqa: ARG003 - names in it are not known yet
        return cls(tuple(_texts(told)), node.where)


def _texts(told: Any) -> list[Any]:
    return told if isinstance(told, list) else [] if told is None else [told]


def too_long(text: Text, notes: Notes) -> bool:
    """Whether a text is longer than the cards of a whole hand can be told; that is a fault."""
    if len(text) > LONGEST:
        notes.fault(
            text.where,
            say("a text of {number} {number:character/characters}", number=len(text)),
            say("expected at most {number}", number=LONGEST),
        )
    return len(text) > LONGEST
