"""What a parameter of a clause may be: how it is told, its JSON Schema, and its reader."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, COURTS, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, alone, listed, say
from analyzer.rules.book import Pot
from analyzer.rules.spec.clause import Category, Parameter

SUITS: Final = tuple(suit.value for suit in Suit)
POTS: Final = ("king", "pagat")


def _as_it_is(parameter: Parameter) -> Any:
    return parameter


def _cards(names: Iterable[str]) -> frozenset[Card]:
    return frozenset(BY_TEXT[name] for name in names)


def _pots(names: Collection[str]) -> tuple[Pot, ...]:
    """The pots that are named, in the order they have at the table."""
    return tuple(pot for pot in Pot if pot.value in names)


class ParameterShape(Record, frozen=True):
    """What a parameter may be: how it is told in words, its JSON Schema, and its reader.

    The reader gives the parameter, or None for a value that does not fit.
    """

    told: Message
    schema: Mapping[str, Any]
    read: Callable[[Any], Parameter | None]
    made: Callable[[Any], Any] = _as_it_is
    """What a game holds in the place of a parameter that fits."""

    @property
    def is_settled(self) -> bool:
        """Whether the kind leaves one value only, so that nothing can hang on it."""
        return len(self.schema.get("enum", ())) == 1


def whole(low: int, high: int, step: int = 1) -> ParameterShape:
    """A whole number between two others, which may have to be a multiple."""

    def read(value: object) -> Parameter | None:
        fits = type(value) is int and low <= value <= high and value % step == 0
        return value if fits and isinstance(value, int) else None

    told = say("a whole number from {low} to {high}", low=low, high=high)
    if step > 1:
        told = say(
            "a whole number from {low} to {high} and a multiple of {step}", low=low, high=high, step=step
        )
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return ParameterShape(told, schema if step == 1 else {**schema, "multipleOf": step}, read)


def word(*words: str) -> ParameterShape:
    """One of some words."""

    def read(value: object) -> Parameter | None:
        return value if isinstance(value, str) and value in words else None

    known = listed(map(Verbatim, words))
    told = say("one of {known}", known=known) if len(words) > 1 else alone(known)
    return ParameterShape(told, {"enum": list(words)}, read)


def words_of(what: Message, words: tuple[str, ...]) -> ParameterShape:
    """A list of some of these words, each once, told as `what`."""

    def read(value: object) -> Parameter | None:
        if not isinstance(value, list) or len(set(map(str, value))) < len(value):
            return None
        return tuple(value) if all(isinstance(each, str) and each in words for each in value) else None

    item = {"enum": list(words)} if len(words) < 20 else {"type": "string"}
    return ParameterShape(what, {"type": "array", "items": item, "uniqueItems": True}, read)


def card_points(value: object) -> Parameter | None:
    """The points by card or court letter, None for anything else."""
    known = {*BY_TEXT, *COURTS}
    if not isinstance(value, dict) or not known >= set(value):
        return None
    return dict(value) if all(type(each) is int and 0 <= each <= 20 for each in value.values()) else None


FLAG: Final = ParameterShape(
    say("true or false"), {"type": "boolean"}, lambda value: value if isinstance(value, bool) else None
)
AMOUNT: Final = whole(0, 1000, 5)
"""Tokens: every payment is a multiple of 5 (main rule text, "Scoring, payment")."""
TRICK: Final = whole(0, 26)
"""A trick counted from the end, 1 the last; 0 for none."""
CARD: Final = replace(
    word(*BY_TEXT),
    told=say("a card in canonical notation, such as hR, T21 or fool"),
    made=BY_TEXT.__getitem__,
)
CARDS: Final = replace(
    words_of(say("a list of cards such as [hR, T21, fool], each once"), tuple(BY_TEXT)), made=_cards
)
CATEGORY: Final = word(*(each.value for each in Category))
SUIT: Final = replace(word(*SUITS), made=Suit)
SUIT_LIST: Final = words_of(
    say("a list of suits ({known}), each once", known=listed(map(Verbatim, SUITS))), SUITS
)
POT: Final = replace(word(*POTS), made=Pot)
POT_LIST: Final = replace(words_of(say("a list of pots (king, pagat), each once"), POTS), made=_pots)


def some(*words: str) -> ParameterShape:
    """A list of some of a few words, each once."""
    return words_of(say("a list of some of {known}, each once", known=listed(map(Verbatim, words))), words)


POINTS: Final = ParameterShape(
    say("points by card or by court letter, such as {R: 4, T1: 4, fool: 4}"),
    {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 20}},
    card_points,
)
