"""Reading what a player does not know: worlds he cannot tell apart, unseen cards, hands known in part.

In these `?` is any card that stands nowhere else, `c7|c4` one of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import shown
from analyzer.errors import InvalidFile
from analyzer.messages import Verbatim, Whose, say
from analyzer.position import files
from analyzer.position.files.beforeplay.deal import (
    Hands,
    OnTable,
    Pile,
    check_cards,
    check_trick,
    counted,
    piles,
)
from analyzer.position.files.cardlists import CardList, HandCards, OneOf, untold_of
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import UnseenShape, WorldShape
from analyzer.position.setting import Choice, HalfKnown, Setting, Unseen, World
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
                "{card} is in {place} and among the alternatives for {whose} hand",
                card=each.card,
                place=told[each.card].words,
                whose=Whose(reader.who(seat)),
            )
            reader.fault(each.where, message, say("expected cards that lie nowhere else"))
        elif each.card not in deck:
            ruleset = Verbatim(reader.rules.name)
            message = say("{card} is not a card of {ruleset}", card=each.card, ruleset=ruleset)
            reader.fault(each.where, message, say("expected a card of its deck"))
        elif each.card in seen:
            message = say("{card} appears twice among the alternatives", card=each.card)
            reader.fault(each.where, message, say("expected each card once"))
        seen.add(each.card)


def _check_number(reader: Reader, half: Iterable[HandCards], cards: frozenset[Card]) -> None:
    """A fault where fewer cards stand nowhere than are not known."""
    places = sorted(
        (where for hand in half for where in (*hand.holes, *(each.where for each in hand.choices))),
        key=lambda where: (where.line, where.column),
    )
    if len(places) > len(cards):
        message = say("{number} {number:card is/cards are} not known", number=len(places))
        expected = say(
            "expected at most {number}, the number of cards that are nowhere in the file", number=len(cards)
        )
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


def read_worlds(
    reader: Reader,
    told: list[WorldShape] | None,
    hands: Hands,
    lead: int | None,
    trick: Sequence[OnTable],
    skat: CardList | None,
) -> tuple[World, ...]:
    """The deals that the player to move cannot tell from the one in `hands`, each of them whole.

    Where it is not told who leads, nothing hangs on who is to move.
    """
    worlds: dict[str, World] = {}
    for number, each in enumerate(told or (), 1):
        name = f"world {number}" if each.name is None else str(each.name)
        if name in worlds:
            where = each.node.where if each.name is None else each.name.where
            reader.fault(
                where,
                say("duplicate deal {word}", word=Verbatim(shown(name))),
                say("expected each name once"),
            )
        to_move = None if lead is None else (lead + len(trick)) % len(hands)
        there = _world_hands(reader, each, hands, to_move)
        unnamed = say("in item {number} of `worlds`, ", number=number)
        context = unnamed if each.name is None else say("in the deal {word}, ", word=Verbatim(shown(name)))
        if there != hands:
            check_cards(reader, piles(reader, there, trick, skat), context)
        cards = tuple(frozenset() if hand is None else hand.cards for hand in there)
        if lead is not None and None not in there and not any(map(untold_of, there)):
            check_trick(reader, cards, lead, trick, context)
        half_known = None
        if any(map(untold_of, there)):
            half_known = read_half_known(reader, there, piles(reader, there, trick, skat), None, ())
        worlds[name] = World(name, each.weight, cards, half_known=half_known)
    return tuple(worlds.values())


def _world_hands(reader: Reader, world: WorldShape, hands: Hands, to_move: int | None) -> Hands:
    """The hands of a world; each that it replaces is as large as the one it takes the place of."""
    there = list(hands)
    for seat, _, hand in reader.by_seat(world.hands):
        there[seat] = hand
        base = hands[seat]
        if base is None:
            continue
        if hand.size != base.size:
            message = say(
                "{player} holds {cards} in this deal", player=reader.who(seat), cards=counted(hand.size)
            )
            reader.lack(hand.where, message, say("expected {number}, as in `hands`", number=base.size))
        whole = hand.size == len(hand.placed) and not untold_of(base)
        if seat == to_move and whole and hand.cards != base.cards:
            message = say("{player} is to play and holds other cards in this deal", player=reader.who(seat))
            reader.lack(hand.where, message, say("a player can see that their own hand differs"))
    return tuple(there)


def unseen_seats(reader: Reader, unseen: UnseenShape | None) -> frozenset[int]:
    """The seats whose hands the file may leave out, because their cards are unseen."""
    seats = map(reader.known_seat, unseen.sizes) if unseen is not None else ()
    return frozenset(seat for seat in seats if seat is not None)


def read_unseen(
    reader: Reader,
    told: UnseenShape | None,
    hands: Hands,
    trick: Sequence[OnTable],
    skat: CardList | None,
    dealer: int | None,
) -> Unseen | None:
    """What one player cannot see; None where the file hides nothing, or does not say enough of it."""
    if told is None:
        return None

    hidden_from = reader.seat_of(told.hidden_from) if told.has("hidden_from") else None
    sizes, in_skat = _sizes(reader, told, hidden_from)
    known = tuple(None if seat in sizes else hand for seat, hand in enumerate(hands))
    cards = told.cards
    if told.tells("cards"):
        expected = sum(sizes.values()) + in_skat
        if hidden_from is not None and cards.size != expected:
            # Where it is unclear who looks on, nobody knows whose hands the sizes should be of.
            message = say("{number} {number:unseen card/unseen cards}", number=cards.size)
            reader.lack(cards.where, message, say("expected {number}, the sum of `sizes`", number=expected))
        _check_told_hands(reader, hands, sizes, cards)
    void = dict(_voids(reader, told, sizes))
    found = Unseen(0 if hidden_from is None else hidden_from, sizes, cards.cards, void, in_skat)
    heard = files.heard.read_heard(reader, told, found, dealer)
    unseen = Pile(say("the unseen cards"), cards.placed)
    check_cards(reader, [*piles(reader, known, trick, skat), unseen, *heard.piles])
    return heard.unseen if hidden_from is not None and told.tells("cards") else None


def _sizes(reader: Reader, told: UnseenShape, hidden_from: int | None) -> tuple[dict[int, int], int]:
    """How many unseen cards each seat holds, and how many lie in the skat."""
    sizes: dict[int, int] = {}
    in_skat = 0
    for name, size in told.sizes.items():
        if name == "skat" and name not in reader.players:
            in_skat = size.value or 0
            continue
        seat = reader.seat(name, name.key_where)
        if seat is not None and seat == hidden_from:
            expected = say("expected the sizes of the others' hands")
            reader.fault(
                name.key_where, say("{word} sees his own cards", word=Verbatim(shown(name))), expected
            )
        elif seat is not None and size.value is not None:
            sizes[seat] = size.value
    return sizes, in_skat


def _check_told_hands(reader: Reader, hands: Hands, sizes: Mapping[int, int], cards: CardList) -> None:
    """A hand that is told and hidden too must be one of the possible ones."""
    for seat, size in sizes.items():
        hand = hands[seat]
        if hand is None:
            continue
        who = reader.who(seat)
        if hand.size != size:
            message = say("{player} holds {cards}", player=who, cards=counted(hand.size))
            reader.lack(hand.where, message, say("expected {size}, as `unseen` says", size=size))
        for each in hand.placed:
            if cards.size == len(cards.placed) and each.card not in cards.cards:
                message = say("{card} is in {whose} hand", card=each.card, whose=Whose(who))
                reader.lack(each.where, message, say("expected one of the unseen cards"))


def _voids(
    reader: Reader, told: UnseenShape, sizes: Mapping[int, int]
) -> Iterator[tuple[int, frozenset[Suit]]]:
    """The suits each seat is without; whether any deal leaves it so is not for the reader to say."""
    for seat, _, said in reader.by_seat(told.void):
        suits = [reader.suit(word, word.where) for word in said.words]
        yield seat, frozenset(suit for suit in suits if suit is not None)
        if seat not in sizes:
            reader.lack(
                said.where,
                say("{player} holds no unseen cards", player=reader.who(seat)),
                say("expected a player named in `sizes`"),
            )
