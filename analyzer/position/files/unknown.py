"""Reading what a player does not know: worlds he cannot tell apart, and unseen cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.cards.card import Suit
from analyzer.cards.notation import shown
from analyzer.position.files.deal import Hands, OnTable, Pile, check_cards, check_trick, counted, piles
from analyzer.position.files.heard import read_heard
from analyzer.position.files.page import CardList, Page
from analyzer.position.files.tree import entries, items, spelled
from analyzer.position.setting import Unseen, World
from analyzer.yamltree.reading import Node


def read_worlds(
    page: Page, hands: Hands, lead: int, trick: Sequence[OnTable], skat: CardList | None
) -> tuple[World, ...]:
    """The deals that the player to move cannot tell from the one in `hands`, each of them whole."""
    worlds: dict[str, World] = {}
    for number, node in enumerate(items(page.get("worlds")), 1):
        name, weight = node.child("name"), node.child("weight")
        called = name.value if name is not None and isinstance(name.value, str) else f"world {number}"
        if called in worlds:
            page.fault(
                (name or node).where, f"the world {shown(called)} stands twice", "expected each name once"
            )
        there = _world_hands(page, node, hands, (lead + len(trick)) % len(hands))
        context = f"in the world {shown(called)}, " if name is not None else f"in {called}, "
        check_cards(page, piles(page, there, trick, skat), context) if there != hands else None
        cards = tuple(frozenset() if hand is None else hand.cards for hand in there)
        if None not in there:
            check_trick(page, cards, lead, trick, context)
        heavy = weight.value if weight is not None and isinstance(weight.value, int) else 1
        worlds[called] = World(called, heavy, cards)
    return tuple(worlds.values())


def _world_hands(page: Page, node: Node, hands: Hands, to_move: int) -> Hands:
    """The hands of a world; each that it replaces is as large as the one it takes the place of."""
    there = list(hands)
    for seat, value in page.by_seat(node.child("hands")):
        hand, base = page.cards(value), hands[seat]
        who = shown(page.players[seat])
        if base is not None and hand.size != base.size:
            page.lack(
                hand.where,
                f"{who} holds {counted(hand.size)} in this world",
                f"expected {base.size}, as in `hands`",
            )
        if (
            base is not None
            and seat == to_move
            and hand.size == len(hand.placed)
            and hand.cards != base.cards
        ):
            page.lack(
                hand.where,
                f"{who} is to move and holds other cards in this world",
                "a player can tell his own hands apart",
            )
        there[seat] = hand
    return tuple(there)


def unseen_seats(page: Page) -> frozenset[int]:
    """The seats whose hands the file may leave out, because their cards are unseen."""
    sizes = page.get("unseen", "sizes")
    named = [spelled(name) for name, _ in entries(sizes)]
    return frozenset(seat for seat, name in enumerate(page.players) if name in named)


def read_unseen(
    page: Page, hands: Hands, trick: Sequence[OnTable], skat: CardList | None, dealer: int | None
) -> Unseen | None:
    """What one player cannot see; None where the file hides nothing, or does not say enough of it."""
    node = page.get("unseen")
    if node is None or not isinstance(node.value, dict):
        return None
    hidden_from = page.seat_at("unseen", "hidden_from")
    sizes, in_skat = _sizes(page, hidden_from)
    cards_node = page.get("unseen", "cards")
    cards = CardList((), 0, node.where) if cards_node is None else page.cards(cards_node)
    known = tuple(None if seat in sizes else hand for seat, hand in enumerate(hands))
    expected = sum(sizes.values()) + in_skat
    if hidden_from is not None and cards_node is not None and cards.size != expected:
        # Where it is unclear who looks on, nobody knows whose hands the sizes should be of.
        page.lack(cards.where, f"{cards.size} unseen cards", f"expected {expected}, the sum of `sizes`")
    if cards_node is not None:
        _check_told_hands(page, hands, sizes, cards)
    void = _voids(page, sizes, None if cards_node is None else cards)
    found = Unseen(0 if hidden_from is None else hidden_from, sizes, cards.cards, void, in_skat)
    heard = read_heard(page, found, dealer, cards_are_told=cards_node is not None)
    check_cards(page, [*piles(page, known, trick, skat), *_pile(cards), *heard.piles])
    return None if hidden_from is None or cards_node is None else heard.unseen


def _pile(cards: CardList) -> list[Pile]:
    return [Pile("the unseen cards", cards.placed)]


def _sizes(page: Page, hidden_from: int | None) -> tuple[dict[int, int], int]:
    """How many unseen cards each seat holds, and how many lie in the skat."""
    sizes: dict[int, int] = {}
    in_skat = 0
    for name, value in entries(page.get("unseen", "sizes")):
        if not isinstance(value.value, int) or isinstance(value.value, bool):
            continue
        where = value.key_where or value.where
        if name == "skat" and name not in page.players:
            in_skat = value.value
            continue
        seat = page.seat(name, where)
        if seat is not None and seat == hidden_from:
            page.fault(where, f"{shown(name)} sees his own cards", "expected the sizes of the others' hands")
        elif seat is not None:
            sizes[seat] = value.value
    return sizes, in_skat


def _check_told_hands(page: Page, hands: Hands, sizes: Mapping[int, int], cards: CardList) -> None:
    """A hand that is told and hidden too must be one of the possible ones."""
    for seat, size in sizes.items():
        hand = hands[seat]
        if hand is None:
            continue
        who = shown(page.players[seat])
        if hand.size != size:
            page.lack(hand.where, f"{who} holds {counted(hand.size)}", f"expected {size}, as `unseen` says")
        for each in hand.placed:
            if cards.size == len(cards.placed) and each.card not in cards.cards:
                page.lack(each.where, f"{each.card} is in {who}'s hand", "expected one of the unseen cards")


def _voids(page: Page, sizes: Mapping[int, int], cards: CardList | None) -> dict[int, frozenset[Suit]]:
    """The suits each seat is without; where all unseen cards are told, some deal must leave it so."""
    void: dict[int, frozenset[Suit]] = {}
    for seat, node in page.by_seat(page.get("unseen", "void")):
        words = [
            (word, each.where)
            for each in [node, *items(node)]
            if isinstance(each.value, str)
            for word in each.value.replace(",", " ").split()
        ]
        suits = [page.suit(word, where) for word, where in words]
        void[seat] = frozenset(suit for suit in suits if suit is not None)
        who = shown(page.players[seat])
        if seat not in sizes:
            page.lack(node.where, f"{who} holds no unseen cards", "expected a player named in `sizes`")
            continue
        if cards is None:
            continue
        unread = cards.size - len(cards.placed)
        fitting = unread + sum(card.suit not in void[seat] for card in cards.cards)
        if fitting < sizes[seat]:
            without = ", ".join(sorted(map(str, void[seat])))
            page.lack(
                node.where,
                f"no deal leaves {who} without {without}",
                f"only {fitting} unseen cards fit, he holds {sizes[seat]}",
            )
    return void
