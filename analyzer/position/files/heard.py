"""Reading what a player has heard and seen about unseen cards, beside who is void in what.

Declarations, the dealer's answer about trumps in the skat, cards known to lie there, cards played before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.cards.notation import shown
from analyzer.errors import Where
from analyzer.position.files.deal import Pile, counted
from analyzer.position.files.page import Page
from analyzer.position.files.piles import read_declared
from analyzer.position.files.tree import entries, items
from analyzer.position.setting import Unseen
from analyzer.rules.spec.ruleset import TrumpsTold
from analyzer.yamltree.reading import Node

_ANSWERS: Final[Mapping[str, bool]] = {"yes": True, "no": False, "ja": True, "nej": False}

Places = dict[tuple[str, int | None, str], Where]


class Heard(NamedTuple):
    """The unseen cards with all that was heard of them, and the piles of cards that were told."""

    unseen: Unseen
    piles: tuple[Pile, ...]


def read_heard(page: Page, unseen: Unseen, dealer: int | None, *, cards_are_told: bool = True) -> Heard:
    """The unseen cards with what the rest of `unseen:` says of them.

    Where the file does not tell the cards, none that is said to lie somewhere is held against them.
    """
    places: Places = {}
    piles = dict(_played(page, unseen))
    found = replace(
        unseen,
        in_skat=_in_skat(page, unseen, places, cards_are_told=cards_are_told),
        played={seat: frozenset(each.card for each in pile.placed) for seat, pile in piles.items()},
        declared=dict(_declared(page, unseen, places)),
        discarded_trumps=_answer(page, dealer, places),
        places=places,
    )
    _note_voids(page, found, places)
    _note_skat(page, places)
    return Heard(found, tuple(piles.values()))


def _in_skat(page: Page, unseen: Unseen, places: Places, *, cards_are_told: bool) -> frozenset[Card]:
    node = page.get("unseen", "skat")
    if node is None:
        return frozenset()
    told = page.cards(node)
    for each in told.placed:
        places["skat", None, str(each.card)] = each.where
        if cards_are_told and each.card not in unseen.cards:
            page.lack(each.where, f"{each.card} is known to be in the skat", "expected one of `cards`")
    if told.size > unseen.skat:
        expected = f"expected at most {unseen.skat}, as `sizes` says"
        page.lack(told.where, f"{counted(told.size)} known to be in the skat", expected)
    return told.cards


def _played(page: Page, unseen: Unseen) -> Iterator[tuple[int, Pile]]:
    for seat, node in page.by_seat(page.get("unseen", "played")):
        told = page.cards(node)
        who = shown(page.players[seat])
        most = page.rules.table.hand_size - unseen.sizes.get(seat, 0)
        if told.size > most:
            expected = f"expected at most {most}: a hand is dealt {page.rules.table.hand_size} cards"
            page.lack(told.where, f"{who} has played {counted(told.size)}", expected)
        yield seat, Pile(f"the cards {who} has played", told.placed)


def _declared(page: Page, unseen: Unseen, places: Places) -> Iterator[tuple[int, tuple[str, ...]]]:
    for seat, node in page.by_seat(page.get("unseen", "declared")):
        said = read_declared(page, node)
        if seat not in unseen.sizes:
            who = shown(page.players[seat])
            page.lack(node.where, f"{who} holds no unseen cards", "expected a player named in `sizes`")
            continue
        places["declared", seat, ""] = node.where
        # One text may hold several declarations; those of a list stand each at its own place.
        texts = [each for each in [node, *items(node)] if isinstance(each.value, str)]
        for text in said:
            own = (each for each in texts if text in " ".join(str(each.value).split()))
            places["declared", seat, text] = next(own, node).where
        yield seat, said


def _answer(page: Page, dealer: int | None, places: Places) -> bool | int | None:
    """What the dealer answered, alone or under his name."""
    node = page.get("unseen", "discarded_trumps")
    if node is None:
        return None
    if isinstance(node.value, dict):
        told = list(page.by_seat(node))
        for seat, each in told:
            if seat != dealer:
                who = shown(page.players[seat])
                where = each.key_where or each.where
                page.lack(where, f"{who} is not the dealer", "expected the player that `dealer` names")
        if len(told) != 1:
            return None
        node = told[0][1]
    places["discarded_trumps", None, ""] = node.where
    return _told(page, node)


def _told(page: Page, node: Node) -> bool | int | None:
    value = node.value
    if isinstance(value, str):
        value = _ANSWERS.get(value.strip().casefold(), value)
    if isinstance(value, bool):
        return value
    size = page.rules.table.skat_size
    if isinstance(value, int) and 0 <= value <= size:
        return value
    how_many = page.rules.discard.trumps_told is TrumpsTold.HOW_MANY
    expected = f"yes, no or a number up to {size}" + (" (how many)" if how_many else "")
    page.fault(
        node.where, f"{shown(str(value))} is no answer about trumps in the skat", f"expected {expected}"
    )
    return None


def _note_voids(page: Page, unseen: Unseen, places: Places) -> None:
    """Where each void stands: its own word in a list, else the text of its player."""
    for seat, node in page.by_seat(page.get("unseen", "void")):
        for suit in unseen.void.get(seat, ()):
            places["void", seat, str(suit)] = node.where
        for each in items(node):
            for word in str(each.value).replace(",", " ").split():
                suit_named = page.suit(word, each.where)
                places["void", seat, str(suit_named)] = each.where


def _note_skat(page: Page, places: Places) -> None:
    for name, value in entries(page.get("unseen", "sizes")):
        if name == "skat" and name not in page.players:
            places["sizes", None, "skat"] = value.key_where or value.where


__all__ = ["Heard", "read_heard"]
