"""The cards of a deal: hands, the trick on the table, the skat; and whether they can be.

Source: main rule text, "Players and Equipment", "Dealing", "Play", "The fool", "The discard (the skat)".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.cards.notation import shown, write_cards
from analyzer.errors import Where
from analyzer.position.files.cardlists import CardList, Placed, Words
from analyzer.position.files.moves import Unread, read_words
from analyzer.position.files.reader import Reader
from analyzer.rules.play.legality import judge_play
from analyzer.rules.play.table import Laid
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet
from analyzer.yamltree.placed import Text

Hands = tuple[CardList | None, ...]
"""By seat; None for a hand the file does not tell."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """A card laid to the present trick, the suit named with it, and where in the file it stands."""

    card: Card
    names: Suit | None
    where: Where


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of one place at the table, with the words for it: `A's hand`, `the trick`, `the skat`."""

    words: str
    placed: tuple[Placed, ...]
    owner: str | None = None


def read_hands(
    reader: Reader, told: Mapping[Text, CardList], where: Where | None, absent: Iterable[int] = ()
) -> Hands:
    """The hands by seat; one missing is a fault `where` they stand, unless its seat may be `absent`."""
    found = {seat: hand for seat, _, hand in reader.by_seat(told)}
    if where is not None and reader.players_known:
        for seat in range(len(reader.players)):
            if seat not in found and seat not in absent:
                expected = f"expected a hand of each of {reader.table()}"
                reader.lack(where, f"{reader.who(seat)} has no hand", expected)
    hands = (found.get(seat) for seat in range(len(reader.players)))
    return tuple(hand if hand is not None and hand.told else None for hand in hands)


def read_trick(reader: Reader, words: Words | None, most: int | None = None) -> tuple[OnTable, ...]:
    """The cards on the table, in order, at most so many: by default those of a trick in progress.

    The names of suits are taken as they are: see :func:`check_trick`.
    """
    if words is None:
        return ()
    laid: list[OnTable] = []
    places: list[Where] = []
    for move in read_words(reader, words):
        where = move.where or words.where
        if isinstance(move, Unread):
            places.append(where)
            continue
        if move.card is None:
            expected = "a trick holds cards; what was said belongs in a line"
            reader.fault(where, f"{shown(str(move))} is no card", expected)
            continue
        if move.suit is not None and places:
            message = f"{move.card} names {move.suit} and is not led"
            reader.fault(where, message, "only the leader of a trick names a suit")
        laid.append(OnTable(move.card, None if places else move.suit, where))
        places.append(where)
    most = len(reader.players) - 1 if most is None else most
    if len(places) > most:
        expected = f"a trick in progress holds at most {most}"
        reader.fault(places[most], f"the trick holds {len(places)} cards", expected)
    if laid and laid[0].where == places[0] and laid[0].card is FOOL and laid[0].names is None:
        expected = "expected {card: fool, names: h} (fool.naming)"
        reader.lack(laid[0].where, "the Fool is led and names no suit", expected)
    return tuple(laid[:most])


def tricks_left(reader: Reader, hands: Sequence[CardList | None], lead: int | None, on_table: int) -> int:
    """How many tricks are left, by what most hands hold; a hand of any other size is a fault.

    Those who have played to the trick hold one card fewer. With no `lead` nobody knows who they are, and
    no size is a fault.
    """
    seats = len(reader.players)
    played = set() if lead is None else {(lead + step) % seats for step in range(on_table)}
    told = {seat: hand for seat, hand in enumerate(hands) if hand is not None}
    sizes = {seat: hand.size + (seat in played) for seat, hand in told.items()}
    if not sizes or lead is None:
        return max(sizes.values(), default=0)
    left = max(Counter(sizes.values()).most_common(), key=lambda pair: pair[1])[0]
    for seat, hand in told.items():
        if sizes[seat] != left:
            agreeing = [reader.who(other) for other in sizes if sizes[other] == left]
            why = " and has played to the trick" if seat in played else ""
            reader.lack(
                hand.where,
                f"{reader.who(seat)} holds {counted(hand.size)}{why}",
                f"expected {counted(left - (seat in played))}, as {' and '.join(agreeing)} "
                f"{'holds' if len(agreeing) == 1 else 'hold'} with {left} to play",
            )
    first = next(iter(told.values()))
    if left == 0:
        reader.lack(first.where, "no cards are left", "a position has at least one trick to play")
    most = reader.rules.table.hand_size
    if left > most:
        reader.fault(first.where, f"hands of {left} cards", f"a hand has at most {most}")
    return left


def counted(number: int) -> str:
    """A number of cards, in words."""
    return "1 card" if number == 1 else f"{number} cards"


def piles(reader: Reader, hands: Hands, trick: Iterable[OnTable], skat: CardList | None) -> list[Pile]:
    """Everything that lies somewhere, in table order."""
    found = [
        Pile(f"{reader.who(seat)}'s hand", hand.placed, reader.who(seat))
        for seat, hand in enumerate(hands)
        if hand is not None
    ]
    found.append(Pile("the trick", tuple(Placed(each.card, each.where) for each in trick)))
    if skat is not None:
        found.append(Pile("the skat", skat.placed))
    return found


def check_cards(reader: Reader, all_piles: Iterable[Pile], context: str = "") -> None:
    """A fault for every card that is in two places or not in the deck, at the later of its places."""
    deck = frozenset(reader.rules.table.deck)
    places: dict[Card, list[tuple[Pile, Where]]] = {}
    for pile in all_piles:
        for each in pile.placed:
            places.setdefault(each.card, []).append((pile, each.where))
    for card, found in places.items():
        found.sort(key=lambda place: (place[1].line, place[1].column))
        if card not in deck:
            message = f"{card} is no card of {reader.rules.name}"
            reader.fault(found[0][1], message, "expected a card of its deck")
        for pile, where in found[1:]:
            first, there = found[0]
            expected = f"a card belongs in one (first at line {there.line}, column {there.column})"
            reader.fault(where, f"{context}{card} is in {_two_places(first, pile)}", expected)


def _two_places(one: Pile, other: Pile) -> str:
    if one is other:
        return f"{one.words} twice"
    if one.owner is not None and other.owner is not None:
        return f"two hands ({one.owner}, {other.owner})"
    return f"{one.words} and in {other.words}"


def check_trick(
    reader: Reader,
    hands: Sequence[frozenset[Card] | None],
    lead: int,
    trick: Sequence[OnTable],
    context: str = "",
) -> None:
    """A fault for every card of the trick that its player could not play.

    Hands are those after it was played; None for one that is not known, and then nothing is said of it.

    Source: clauses play.follow, play.trump, fool.second-to-last, naming.followable.
    """
    if not trick:
        return
    led = trick[0].names or trick[0].card.suit
    before: list[frozenset[Card] | None] = list(hands)
    for step, each in enumerate(trick):
        seat = (lead + step) % len(hands)
        hand = hands[seat]
        if hand is None:
            continue
        before[seat] = hand | {each.card}
        table = [card.card for card in trick[:step]]
        revoke = judge_play(reader.rules.game, hand | {each.card}, led if step else None, each.card, table)
        if revoke is not None:
            message = f"{context}{reader.who(seat)} played {each.card}: {revoke.text}"
            reader.lack(each.where, message, f"legal: {write_cards(revoke.legal)} ({revoke.clause})")
    others = [hand for seat, hand in enumerate(before) if seat != lead]
    if trick[0].names is not None and trick[0].card is FOOL and None not in others:
        cards = frozenset(card for hand in others for card in hand or ())
        _check_name(reader, trick[0].names, cards, trick[0].where, context)


def _check_name(reader: Reader, named: Suit, others: frozenset[Card], where: Where, context: str) -> None:
    """A fault for a Fool led with a name that none of the others' cards follows."""
    followable = [suit for suit in Suit if any(card.suit is suit for card in others)]
    if named not in followable:
        message = f"{context}the Fool names {named}, which nobody else can follow"
        reader.lack(where, message, f"expected one of {', '.join(map(str, followable))} (naming.followable)")


def laid(trick: Iterable[OnTable], lead: int, seats: int) -> tuple[Laid, ...]:
    """The trick as the table knows it."""
    return tuple(Laid((lead + step) % seats, each.card, each.names) for step, each in enumerate(trick))


def check_skat(reader: Reader, skat: CardList, *, tout: bool) -> None:
    """A fault for every card that may not lie in the skat, and for a skat of the wrong size.

    Source: clauses discard.kings, discard.pagat, discard.mondo, discard.fool.
    """
    size = reader.rules.table.skat_size
    if skat.size != size:
        reader.lack(skat.where, f"a skat of {counted(skat.size)}", f"expected {size}")
    for each in skat.placed:
        if each.card in reader.rules.discard.never and not each.card.is_fool:
            expected = f"it may never be discarded ({_never(each.card)})"
            reader.fault(each.where, f"{each.card} is in the skat", expected)
        elif each.card.is_fool and not (tout and _with_tout(reader.rules)):
            why = "only a dealer who announces Tout may discard it"
            expected = why if _with_tout(reader.rules) else "it may never be discarded"
            reader.fault(each.where, "the Fool is in the skat", f"{expected} (discard.fool)")


def _with_tout(rules: RuleSet) -> bool:
    return rules.discard.fool is not FoolDiscard.NEVER


def _never(card: Card) -> str:
    if card.is_king:
        return "discard.kings"
    return "discard.pagat" if str(card) == "T1" else "discard.mondo"
