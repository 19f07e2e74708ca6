"""Reading hands of which not every card is known: `?` is any that stands nowhere, `c7|c4` one of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from analyzer.cards.card import Card
from analyzer.errors import InvalidFile
from analyzer.messages import Verbatim, Whose, say
from analyzer.position.files.cardlists import CardList, HandCards, OneOf
from analyzer.position.files.deal import Hands, Pile
from analyzer.position.files.reader import Reader
from analyzer.position.setting import Choice, HalfKnown, Setting
from analyzer.yamltree.placed import Notes


def read_half_known(
    reader: Reader, hands: Hands, lying: Iterable[Pile], unseen: CardList | None, hidden: Iterable[int]
) -> HalfKnown | None:
    """What is not known of the hands; None where every card of them is.

    `lying` is everything that is told, with its words; the `unseen` cards are those of the hands that are
    `hidden`.
    """
    half = {seat: hand for seat, hand in enumerate(hands) if isinstance(hand, HandCards) and hand.untold}
    if not half:
        return None
    told = {each.card: pile for pile in lying for each in pile.placed}
    for seat, hand in half.items():
        for choice in hand.choices:
            _check_choice(reader, seat, choice, told)
    elsewhere = frozenset() if unseen is None else unseen.cards
    cards = frozenset(reader.rules.table.deck) - told.keys() - elsewhere
    open_seats = [seat for seat in half if seat not in set(hidden)]
    _check_number(reader, [half[seat] for seat in open_seats], cards)
    places = [each for hand in half.values() for each in (*hand.holes, *(one.where for one in hand.choices))]
    return HalfKnown(
        {seat: len(hand.holes) for seat, hand in half.items() if hand.holes},
        tuple(Choice(seat, choice.cards) for seat, hand in half.items() for choice in hand.choices),
        cards,
        _with_hands,
        min(places, key=lambda where: (where.line, where.column)),
    )


def _check_choice(reader: Reader, seat: int, choice: OneOf, told: Mapping[Card, Pile]) -> None:
    """A fault for each card among the alternatives that lies somewhere, stands there twice or is none."""
    deck, seen = frozenset(reader.rules.table.deck), set[Card]()
    for each in choice.placed:
        if each.card in told:
            message = say(
                "{card} is in {place} and among what lies in {whose} hand",
                card=each.card,
                place=told[each.card].words,
                whose=Whose(reader.who(seat)),
            )
            reader.fault(each.where, message, say("expected cards that lie nowhere else"))
        elif each.card not in deck:
            ruleset = Verbatim(reader.rules.name)
            message = say("{card} is no card of {ruleset}", card=each.card, ruleset=ruleset)
            reader.fault(each.where, message, say("expected a card of its deck"))
        elif each.card in seen:
            message = say("{card} stands twice among the alternatives", card=each.card)
            reader.fault(each.where, message, say("expected each card once"))
        seen.add(each.card)


def _check_number(reader: Reader, half: Iterable[HandCards], cards: frozenset[Card]) -> None:
    """A fault where fewer cards stand nowhere than are not known."""
    places = sorted(
        (where for hand in half for where in (*hand.holes, *(each.where for each in hand.choices))),
        key=lambda where: (where.line, where.column),
    )
    if len(places) > len(cards):
        message = say("{number} cards are not known", number=len(places))
        expected = say("expected at most {number}: so many stand nowhere in the file", number=len(cards))
        reader.lack(places[len(cards)], message, expected)


def _with_hands(setting: Setting, hands: tuple[frozenset[Card], ...]) -> Setting:
    return setting.changed(hands=hands, half_known=None)


@contextmanager
def judged_apart(reader: Reader) -> Iterator[None]:
    """Reading inside is of one deal: its faults are raised, and are none of the file.

    Raises: InvalidFile with them.
    """
    notes, torn = reader.notes, reader.torn
    reader.notes, reader.torn = Notes(notes.whole), False
    try:
        yield
        if reader.notes.faults:
            raise InvalidFile(reader.notes.faults)
    finally:
        reader.notes, reader.torn = notes, torn
