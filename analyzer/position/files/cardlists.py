"""The values of a file that are made of texts: lists of cards, things said, words of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from analyzer.cards.card import Card
from analyzer.cards.notation import scan_cards
from analyzer.errors import Where
from analyzer.messages import say
from analyzer.yamltree.node import Node
from analyzer.yamltree.placed import Made, Notes, Shape, Text

LONGEST: Final = 5000
"""Characters in one text of cards or moves; 75 cards in their longest words are not half of it."""

CardText = Annotated[
    Text,
    Field(
        description="Cards as one text, such as hR d9 T7 fool; longer names and symbols are read too.",
        examples=["hR d9", "diamond king, T7"],
    ),
]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card, and where in the file it stands."""

    card: Card
    where: Where


@dataclass(frozen=True, slots=True)
class CardList(Made):
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
    def made(cls, told: Text | list[Text] | None, node: Node, notes: Notes) -> CardList:
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


@dataclass(frozen=True, slots=True)
class Said(Made):
    """What was said in one text or in several."""

    shape = Text | list[Text]

    texts: tuple[Text, ...]
    where: Where

    @classmethod
    def made(cls, told: Text | list[Text] | None, node: Node, notes: Notes) -> Said:  # noqa: ARG003 - any text may be said
        return cls(tuple(_texts(told)), node.where)

    @property
    def words(self) -> list[Text]:
        """Its words one by one, each with the place of its text."""
        return [Text.of(word, text.node) for text in self.texts for word in text.replace(",", " ").split()]


@dataclass(frozen=True, slots=True)
class WrittenNumber(Made):
    """A number in a mapping by name; None where it could not be read, so that the name is not lost."""

    shape = int

    value: int | None

    @classmethod
    def made(cls, told: int | None, node: Node, notes: Notes) -> WrittenNumber:  # noqa: ARG003
        return cls(told)


@dataclass(frozen=True, slots=True)
class SpokenAnswer(Made):
    """Yes, no, a number or a word, and where it stands."""

    shape = bool | int | Text

    value: bool | int | Text | None
    where: Where

    @classmethod
    def made(cls, told: bool | int | Text | None, node: Node, notes: Notes) -> SpokenAnswer:  # noqa: ARG003, FBT001
        return cls(told, node.where)


class LedFoolShape(Shape):
    """The Fool as the first card of a trick, and the suit its leader named."""

    card: Text = Field(description="The Fool.", examples=["fool"])
    names: Text | None = Field(None, description="The suit named: h, d, s, c or T.", examples=["h"])


@dataclass(frozen=True, slots=True)
class Words(Made):
    """Cards in the order played, and what was said between them."""

    shape = CardText | Annotated[list[Text | LedFoolShape], Field(description="Cards in the order played.")]

    told: tuple[Text | LedFoolShape, ...]
    where: Where

    @classmethod
    def made(cls, told: Any, node: Node, notes: Notes) -> Words:  # noqa: ARG003 - names in it are not known yet
        return cls(tuple(_texts(told)), node.where)


def _texts(told: Any) -> list[Any]:
    return told if isinstance(told, list) else [] if told is None else [told]


def too_long(text: Text, notes: Notes) -> bool:
    """Whether a text is longer than the cards of a whole hand can be told; that is a fault."""
    if len(text) > LONGEST:
        notes.fault(
            text.where,
            say("a text of {number} characters", number=len(text)),
            say("expected at most {number}", number=LONGEST),
        )
    return len(text) > LONGEST
