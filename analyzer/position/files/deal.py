"""Reading the cards of a deal: hands, the trick on the table, the skat; and whether they can be.

Source: main rule text, "Players and Equipment", "Dealing", "Play", "The fool", "The discard (the skat)".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.cards.notation import shown, write_cards
from analyzer.errors import Where
from analyzer.position.files.moves import Unread, read_words
from analyzer.position.files.page import CardList, Page, Placed
from analyzer.position.files.tree import entries
from analyzer.rules.play.legality import judge_play
from analyzer.rules.play.table import Laid
from analyzer.rules.spec.ruleset import FoolDiscard, RuleSet
from analyzer.yamltree.reading import Node

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


def read_hands(page: Page, node: Node | None, absent: Iterable[int] = ()) -> Hands:
    """The hands by seat; one that is missing is a fault, unless its seat may be `absent`."""
    hands: list[CardList | None] = [None] * len(page.players)
    told = dict(page.by_seat(node))
    for seat, value in told.items():
        if isinstance(value.value, str | list):
            hands[seat] = page.cards(value)
    for _, value in entries(node):
        if value not in told.values():
            page.cards(value)  # What nobody at the table holds is read for its faults.
    if node is not None and isinstance(node.value, dict):
        for seat, name in enumerate(page.players):
            if seat not in told and seat not in absent and page.players_known:
                where = node.key_where or node.where
                page.lack(where, f"{shown(name)} has no hand", f"expected a hand of each of {page.table()}")
    return tuple(hands)


def read_trick(page: Page, node: Node | None, most: int | None = None) -> tuple[OnTable, ...]:
    """The cards on the table, in order, at most so many: by default those of a trick in progress.

    The names of suits are taken as they are: see :func:`check_trick`.
    """
    if node is None:
        return ()
    laid: list[OnTable] = []
    places: list[Where] = []
    for move in read_words(page, node):
        where = move.where or node.where
        if isinstance(move, Unread):
            places.append(where)
            continue
        if move.card is None:
            page.fault(
                where,
                f"{shown(str(move))} is no card",
                "a trick holds cards; what was said belongs in a line",
            )
            continue
        if move.suit is not None and places:
            page.fault(
                where,
                f"{move.card} names {move.suit} and is not led",
                "only the leader of a trick names a suit",
            )
        laid.append(OnTable(move.card, None if places else move.suit, where))
        places.append(where)
    most = len(page.players) - 1 if most is None else most
    if len(places) > most:
        page.fault(
            places[most],
            f"the trick holds {len(places)} cards",
            f"a trick in progress holds at most {most}",
        )
    if laid and laid[0].where == places[0] and laid[0].card is FOOL and laid[0].names is None:
        page.lack(
            laid[0].where,
            "the Fool is led and names no suit",
            "expected {card: fool, names: h} (fool.naming)",
        )
    return tuple(laid[:most])


def tricks_left(page: Page, hands: Sequence[CardList | None], lead: int | None, on_table: int) -> int:
    """How many tricks are left, by what most hands hold; a hand of any other size is a fault.

    Those who have played to the trick hold one card fewer. With no `lead` nobody knows who they are, and
    no size is a fault.
    """
    seats = len(page.players)
    played = set() if lead is None else {(lead + step) % seats for step in range(on_table)}
    sizes = {seat: hand.size + (seat in played) for seat, hand in enumerate(hands) if hand is not None}
    if not sizes or lead is None:
        return max(sizes.values(), default=0)
    left = max(Counter(sizes.values()).most_common(), key=lambda pair: pair[1])[0]
    for seat, size in sizes.items():
        hand = hands[seat]
        assert hand is not None
        if size != left:
            agreeing = [page.players[other] for other in sizes if sizes[other] == left]
            why = " and has played to the trick" if seat in played else ""
            page.lack(
                hand.where,
                f"{shown(page.players[seat])} holds {counted(hand.size)}{why}",
                f"expected {counted(left - (seat in played))}, as {' and '.join(map(shown, agreeing))} "
                f"{'holds' if len(agreeing) == 1 else 'hold'} with {left} to play",
            )
    first = next(hand for hand in hands if hand is not None)
    if left == 0:
        page.lack(first.where, "no cards are left", "a position has at least one trick to play")
    if left > page.rules.table.hand_size:
        page.fault(first.where, f"hands of {left} cards", f"a hand has at most {page.rules.table.hand_size}")
    return left


def counted(number: int) -> str:
    """A number of cards, in words."""
    return "1 card" if number == 1 else f"{number} cards"


def piles(page: Page, hands: Hands, trick: Iterable[OnTable], skat: CardList | None) -> list[Pile]:
    """Everything that lies somewhere, in table order."""
    found = [
        Pile(f"{shown(name)}'s hand", hand.placed, shown(name))
        for name, hand in zip(page.players, hands, strict=True)
        if hand is not None
    ]
    found.append(Pile("the trick", tuple(Placed(each.card, each.where) for each in trick)))
    if skat is not None:
        found.append(Pile("the skat", skat.placed))
    return found


def check_cards(page: Page, all_piles: Iterable[Pile], context: str = "") -> None:
    """A fault for every card that is in two places or not in the deck, at the later of its places."""
    deck = frozenset(page.rules.table.deck)
    places: dict[Card, list[tuple[Pile, Where]]] = {}
    for pile in all_piles:
        for each in pile.placed:
            places.setdefault(each.card, []).append((pile, each.where))
    for card, found in places.items():
        found.sort(key=lambda place: (place[1].line, place[1].column))
        if card not in deck:
            page.fault(found[0][1], f"{card} is no card of {page.rules.name}", "expected a card of its deck")
        for pile, where in found[1:]:
            first, there = found[0]
            expected = f"a card belongs in one (first at line {there.line}, column {there.column})"
            page.fault(where, f"{context}{card} is in {_two_places(first, pile)}", expected)


def _two_places(one: Pile, other: Pile) -> str:
    if one is other:
        return f"{one.words} twice"
    if one.owner is not None and other.owner is not None:
        return f"two hands ({one.owner}, {other.owner})"
    return f"{one.words} and in {other.words}"


def check_trick(
    page: Page,
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
        table = [laid.card for laid in trick[:step]]
        revoke = judge_play(page.rules.game, hand | {each.card}, led if step else None, each.card, table)
        if revoke is not None:
            who = shown(page.players[seat])
            legal = write_cards(revoke.legal)
            page.lack(
                each.where,
                f"{context}{who} played {each.card}: {revoke.text}",
                f"legal: {legal} ({revoke.clause})",
            )
    named = trick[0].names
    others = [hand for seat, hand in enumerate(before) if seat != lead]
    if named is not None and trick[0].card is FOOL and None not in others:
        _check_name(
            page, named, frozenset(card for hand in others for card in hand or ()), trick[0].where, context
        )


def _check_name(page: Page, named: Suit, others: frozenset[Card], where: Where, context: str) -> None:
    """A fault for a Fool led with a name that none of the others' cards follows."""
    followable = [suit for suit in Suit if any(card.suit is suit for card in others)]
    if named not in followable:
        message = f"{context}the Fool names {named}, which nobody else can follow"
        page.lack(where, message, f"expected one of {', '.join(map(str, followable))} (naming.followable)")


def laid(trick: Iterable[OnTable], lead: int, seats: int) -> tuple[Laid, ...]:
    """The trick as the table knows it."""
    return tuple(Laid((lead + step) % seats, each.card, each.names) for step, each in enumerate(trick))


def check_skat(page: Page, skat: CardList, *, tout: bool) -> None:
    """A fault for every card that may not lie in the skat, and for a skat of the wrong size.

    Source: clauses discard.kings, discard.pagat, discard.mondo, discard.fool.
    """
    size = page.rules.table.skat_size
    if skat.size != size:
        page.lack(skat.where, f"a skat of {counted(skat.size)}", f"expected {size}")
    for each in skat.placed:
        if each.card in page.rules.discard.never and not each.card.is_fool:
            page.fault(
                each.where, f"{each.card} is in the skat", f"it may never be discarded ({_never(each.card)})"
            )
        elif each.card.is_fool and not (tout and _with_tout(page.rules)):
            expected = (
                "only a dealer who announces Tout may discard it"
                if _with_tout(page.rules)
                else "it may never be discarded"
            )
            page.fault(each.where, "the Fool is in the skat", f"{expected} (discard.fool)")


def _with_tout(rules: RuleSet) -> bool:
    return rules.discard.fool is not FoolDiscard.NEVER


def _never(card: Card) -> str:
    if card.is_king:
        return "discard.kings"
    return "discard.pagat" if str(card) == "T1" else "discard.mondo"
