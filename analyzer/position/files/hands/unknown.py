"""What a player does not know: deals that cannot be told apart, unseen cards, words heard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.cards.card import Card, Suit
from analyzer.cards.notation import shown
from analyzer.errors import InvalidFile, Where
from analyzer.messages import Verbatim, Whose, say
from analyzer.position.files.cardlists import CardList, HandCards, OneOf, Said, untold_of
from analyzer.position.files.hands.deal import (
    Hands,
    Pile,
    TrickCard,
    check_cards,
    check_trick,
    counted,
    piles,
)
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import PotsShape, UnseenShape, WorldShape
from analyzer.position.setting import FOUNDED, Choice, HalfKnown, Setting, Unseen, World
from analyzer.rules.book import Pots
from analyzer.rules.deal.declarations import DeclarationError, parse_declaration
from analyzer.rules.score.hand import PileFacts
from analyzer.rules.score.payments import TOUT
from analyzer.rules.spec.ruleset import TrumpsTold
from analyzer.yamltree.shapes import Notes, Shape, Text

# Reading what a player does not know: worlds he cannot tell apart, unseen cards, hands known in part.
#
# In these `?` is any card that stands nowhere else, `c7|c4` one of the two.


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
def own_faults(reader: Reader) -> Iterator[None]:
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
    trick: Sequence[TrickCard],
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
    for seat, _, hand in reader.values_by_seat(world.hands):
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
    seats = map(reader.find_seat, unseen.sizes) if unseen is not None else ()
    return frozenset(seat for seat in seats if seat is not None)


def read_unseen(
    reader: Reader,
    told: UnseenShape | None,
    hands: Hands,
    trick: Sequence[TrickCard],
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
    heard = read_heard(reader, told, found, dealer)
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
    for seat, _, said in reader.values_by_seat(told.void):
        suits = [reader.suit(word, word.where) for word in said.words]
        yield seat, frozenset(suit for suit in suits if suit is not None)
        if seat not in sizes:
            reader.lack(
                said.where,
                say("{player} holds no unseen cards", player=reader.who(seat)),
                say("expected a player named in `sizes`"),
            )


# Readers of a player's knowledge of unseen cards, and of words before the play.
#
# Declarations, the dealer's answer about trumps in the skat, cards known to be in it, cards played before;
# in a game with pots their contents, and the payment of the count.
#
# Source: main rule text, "Scoring, payment", parts 3, 5 and 6.


_GOES_ON: Final = r"(?i)(?:no|not|with|without|missing|lacks|mangler|med|uden)\b"


def read_pots(pots: PotsShape | None) -> Pots:
    """Read the contents of the pots, 60 in each if the file gives none."""
    return FOUNDED if pots is None else Pots(pots.king, pots.pagat)


def check_count(reader: Reader, shape: Shape, piles: Mapping[int, PileFacts], *, whole: bool) -> None:
    """Note a fault if the count is to be paid, and the file does not give enough for it."""
    where = shape.place("count")
    if not shape.tells("dealer"):
        expected = say("expected `dealer`: the next dealer does not count")
        reader.lack(where, say("`count: true` without a dealer"), expected)
    if not whole and (len(piles) < len(reader.players) or any(pile.units is None for pile in piles.values())):
        expected = say("expected `taken` with points of each player")
        reader.lack(where, say("`count: true` without all card points"), expected)


def check_announced(reader: Reader, where: Where, shape: Shape, *, whole: bool) -> None:
    """Note a fault if a Tout is announced, and the file does not give enough to know its result."""
    if not shape.tells("dealer"):
        reader.lack(
            where,
            say("a Tout is announced without a dealer"),
            say("expected `dealer`: only he may announce it"),
        )
    taken = shape.node.child("taken")
    if not whole and (taken is None or not taken.value):
        expected = say("expected `taken`, or a whole hand")
        reader.lack(where, say("a Tout is announced, but not who took the tricks"), expected)


def read_spoken_words(reader: Reader, said: Said | None) -> frozenset[str]:
    """Read the announcements of a text or a list; an unknown one is a fault."""
    found = set()
    for each in said.texts if said is not None else ():
        if each.strip().lower() == TOUT:
            found.add(TOUT)
        else:
            message = say("{word} cannot be announced here", word=Verbatim(shown(each)))
            reader.fault(each.where, message, say("expected tout"))
    return frozenset(found)


def announced_by(reader: Reader, told: Mapping[Text, Said] | None, dealer: int | None) -> Said | None:
    """Return the dealer's announcements; note a fault for another player's."""
    found = None
    for seat, name, said in reader.values_by_seat(told):
        if dealer is not None and seat != dealer and said.texts:
            message = say("{player} announces a Tout", player=reader.who(seat))
            reader.fault(name.key_where, message, say("only the dealer may announce it"))
        else:
            found = said
        read_spoken_words(reader, said)
    return found


def read_declarations(reader: Reader, told: Mapping[Text, Said]) -> Mapping[int, tuple[str, ...]]:
    """Read each player's declarations, in the words of the file; () for a pass."""
    return {seat: read_declared(reader, said) for seat, _, said in reader.values_by_seat(told)}


def read_declared(reader: Reader, said: Said) -> tuple[str, ...]:
    """Read the declarations of one player, () for a pass; unknown words are a fault."""
    parts = [(part, each) for each in said.texts for part in _parts(each)]
    found = []
    for text, each in parts:
        try:
            if parse_declaration(text, reader.rules) is not None:
                found.append(text)
            elif len(parts) > 1:
                expected = say("expected `pass` alone, or the declarations")
                reader.fault(each.where, say("a pass with other declarations"), expected)
        except DeclarationError as error:
            reader.fault(each.where, error.fault.message, error.fault.expected)
    return tuple(found)


def _parts(said: str) -> list[str]:
    """The declarations of one text, separated by commas; `half diamonds, no knight` is one."""
    found: list[str] = []
    for part in re.split(r"[,;]", said):
        text = " ".join(part.split())
        if found and re.match(_GOES_ON, text):
            found[-1] += f" {text}"
        elif text:
            found.append(text)
    return found


ANSWERS: Final[Mapping[str, bool]] = {"yes": True, "no": False, "ja": True, "nej": False}
"""The words of a dealer's answer about trumps in the skat."""

Places = dict[tuple[str, int | None, str], Where]


class HeardAnswers(NamedTuple):
    """The unseen cards with everything heard about them, and the piles of cards that were given."""

    unseen: Unseen
    piles: tuple[Pile, ...]


def read_heard(reader: Reader, told: UnseenShape, unseen: Unseen, dealer: int | None) -> HeardAnswers:
    """Read the unseen cards with the rest of `unseen:`.

    If the file does not give the cards, no card that is given a place is compared with them.
    """
    places: Places = {}
    piles = dict(_played(reader, told, unseen))
    found = replace(
        unseen,
        in_skat=_in_skat(reader, told, unseen, places),
        played={seat: frozenset(each.card for each in pile.placed) for seat, pile in piles.items()},
        declared=dict(_declared(reader, told, unseen, places)),
        discarded_trumps=_answer(reader, told, dealer, places),
        places=places,
    )
    for seat, _, said in reader.values_by_seat(told.void):
        for text in said.words:
            # A void stands at its own word in a list, else at the text of its player.
            places["void", seat, str(reader.suit(text, text.where))] = text.where
    for name in told.sizes:
        if name == "skat" and name not in reader.players:
            places["sizes", None, "skat"] = name.key_where
    return HeardAnswers(found, tuple(piles.values()))


def _in_skat(reader: Reader, told: UnseenShape, unseen: Unseen, places: Places) -> frozenset[Card]:
    if told.skat is None:
        return frozenset()
    for each in told.skat.placed:
        places["skat", None, str(each.card)] = each.where
        if told.tells("cards") and each.card not in unseen.cards:
            message = say("{card} is known to be in the skat", card=each.card)
            reader.lack(each.where, message, say("expected one of `cards`"))
    if told.skat.size > unseen.skat:
        expected = say("expected at most {number}, as `sizes` says", number=unseen.skat)
        message = say("{cards} known to be in the skat", cards=counted(told.skat.size))
        reader.lack(told.skat.where, message, expected)
    return told.skat.cards


def _played(reader: Reader, told: UnseenShape, unseen: Unseen) -> Iterator[tuple[int, Pile]]:
    size = reader.rules.table.hand_size
    for seat, _, cards in reader.values_by_seat(told.played):
        who = reader.who(seat)
        most = size - unseen.sizes.get(seat, 0)
        if cards.size > most:
            expected = say(
                "expected at most {most}: a hand is dealt {size} {size:card/cards}", most=most, size=size
            )
            reader.lack(
                cards.where,
                say("{player} has played {cards}", player=who, cards=counted(cards.size)),
                expected,
            )
        yield seat, Pile(say("the cards {player} has played", player=who), cards.placed)


def _declared(
    reader: Reader, told: UnseenShape, unseen: Unseen, places: Places
) -> Iterator[tuple[int, tuple[str, ...]]]:
    for seat, _, said in reader.values_by_seat(told.declared):
        found = read_declared(reader, said)
        if seat not in unseen.sizes:
            who = reader.who(seat)
            reader.lack(
                said.where,
                say("{player} holds no unseen cards", player=who),
                say("expected a player named in `sizes`"),
            )
            continue
        places["declared", seat, ""] = said.where
        # One text may hold several declarations; those of a list stand each at its own place.
        for text in found:
            own = (each.where for each in said.texts if text in " ".join(each.split()))
            places["declared", seat, text] = next(own, said.where)
        yield seat, found


def _answer(reader: Reader, told: UnseenShape, dealer: int | None, places: Places) -> bool | int | None:
    """What the dealer answered, alone or under his name."""
    answer = told.discarded_trumps
    if isinstance(answer, dict):
        named = list(reader.values_by_seat(answer))
        for seat, name, _ in named:
            if seat != dealer:
                message = say("{player} is not the dealer", player=reader.who(seat))
                reader.lack(name.key_where, message, say("expected the player that `dealer` names"))
        answer = named[0][2] if len(named) == 1 else None
    if answer is None or answer.value is None:
        return None
    places["discarded_trumps", None, ""] = answer.where
    return _read_trump_answer(reader, answer.value, answer.where)


def _read_trump_answer(reader: Reader, told: bool | int | str, where: Where) -> bool | int | None:  # noqa: FBT001 - an answer
    if isinstance(told, str):
        told = ANSWERS.get(told.strip().casefold(), told)
    if isinstance(told, bool):
        return told
    size = reader.rules.table.skat_size
    if isinstance(told, int) and 0 <= told <= size:
        return told
    how_many = reader.rules.discard.trumps_told is TrumpsTold.HOW_MANY
    expected = say("expected yes, no or a number up to {number}", number=size)
    if how_many:
        expected = say("expected yes, no or a number up to {number} (how many)", number=size)
    message = say("{word} is not an answer about trumps in the skat", word=Verbatim(shown(str(told))))
    reader.fault(where, message, expected)
    return None
