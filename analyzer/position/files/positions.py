"""Reading position files (`format: tarok-position/1`): all faults at once, each at line and column."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.position.files.deal import (
    Hands,
    OnTable,
    check_cards,
    check_skat,
    check_trick,
    laid,
    piles,
    read_hands,
    read_trick,
    tricks_left,
)
from analyzer.position.files.lines import WINNERS, read_lines
from analyzer.position.files.page import CardList, Page, open_page, text_at
from analyzer.position.files.piles import (
    TOUT,
    read_announce,
    read_count,
    read_declarations,
    read_pots,
    read_taken,
)
from analyzer.position.files.shape import FORMAT, PositionShape
from analyzer.position.files.tree import open_tree
from analyzer.position.files.unknown import read_unseen, read_worlds, unseen_seats
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position
from analyzer.position.setting import Setting
from analyzer.yamltree.reading import read_text

__all__ = ["dumps", "load", "loads"]

_TEXTS: Final = (
    *("title", "source", "teaches", "ruleset", "variant.*", "lead", "dealer", "sitting_out", "players.*"),
    *("hands.*", "hands.*.*", "trick", "trick.*", "trick.*.*", "skat", "skat.*"),
    *("announce", "announce.*", "declarations.*", "declarations.*.*"),
    *("worlds.*.name", "worlds.*.hands.*", "worlds.*.hands.*.*"),
    *("unseen.hidden_from", "unseen.cards", "unseen.cards.*", "unseen.void.*", "unseen.void.*.*"),
    *("unseen.skat", "unseen.skat.*", "unseen.played.*", "unseen.played.*.*"),
    *("unseen.declared.*", "unseen.declared.*.*"),
    *("lines.*.name", "lines.*.lead", "lines.*.play", "lines.*.play.*", "lines.*.play.*.*"),
    *(f"lines.*.expect.{winner}" for winner in WINNERS),
    *("lines.*.expect.bagud", "lines.*.expect.bagud.*"),
)
"""Where a number or a constant that YAML sees is text: names, cards, words."""


def load(path: str) -> Position:
    """The position of a file, `-` for standard input.

    Raises: InvalidFile with every fault, in file order.
    """
    return loads(read_text(path), "<stdin>" if path == "-" else path)


def loads(text: str, file: str = "<text>") -> Position:
    """The position a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    Raises: InvalidFile with every fault, in file order.
    """
    page = open_page(open_tree(text, file, FORMAT, _TEXTS), PositionShape)
    setting = _setting(page)
    page.finish()
    return Position.of(setting)


class _Deal(NamedTuple):
    """Where the cards of a position are, and whose turn it is; `lead` is None where it cannot be read."""

    hands: Hands
    trick: tuple[OnTable, ...]
    skat: CardList | None
    dealer: int | None
    lead: int | None
    left: int
    """Tricks left, the present one included."""
    whole: bool
    """Whether it is a whole hand, from the deal on."""

    @property
    def cards(self) -> tuple[frozenset[Card], ...]:
        return tuple(frozenset() if hand is None else hand.cards for hand in self.hands)

    @property
    def held(self) -> list[Card] | None:
        """All cards in hands and on the table; None where a hand is hidden."""
        if None in self.hands:
            return None
        return [card for hand in self.cards for card in hand] + [each.card for each in self.trick]


def _read_deal(page: Page) -> _Deal:
    """The deal of a page, with a fault for everything in it that cannot be."""
    hands = read_hands(page, page.get("hands"), unseen_seats(page))
    so_far = len(page.faults)
    trick = read_trick(page, page.get("trick"))
    trick_is_read = so_far == len(page.faults)
    skat_node, dealer = page.get("skat"), page.seat_at("dealer")
    skat = None if skat_node is None else page.cards(skat_node)
    lead = _read_lead(page, dealer, whole=skat is not None and _has_a_full_hand(page, hands))
    # Where it is not known who has played to the trick, nothing can be said about sizes and plays.
    known = trick_is_read and not (lead is None and trick)
    left = tricks_left(page, _with_unseen(page, hands), (lead or 0) if known else None, len(trick))
    whole = skat is not None and not trick and left == page.rules.table.hand_size
    check_cards(page, piles(page, hands, trick, skat))
    if lead is not None and known:
        check_trick(page, [None if hand is None else hand.cards for hand in hands], lead, trick)
    return _Deal(hands, trick, skat, dealer, lead, left, whole)


def _setting(page: Page) -> Setting:
    """What a page tells; what could not be read has left a fault and some harmless value."""
    deal = _read_deal(page)
    lead = deal.lead or 0
    announce = read_announce(page, deal.dealer, taken=page.get("taken") is not None, whole=deal.whole)
    if deal.skat is not None:
        _check_skat(page, deal.skat, tout=TOUT in announce)
    taken = read_taken(page, deal.left, deal.held)
    demand = page.get("fool_demand")
    return Setting(
        rules=page.rules,
        players=page.players,
        hands=deal.cards,
        lead=lead,
        trick=laid(deal.trick, lead, len(deal.hands)),
        pots=read_pots(page),
        dealer=deal.dealer,
        fool_demand=page.rules.fool.demand_trick is not None if demand is None else demand.value is True,
        taken=taken,
        count=read_count(page, deal.dealer, taken, whole=deal.whole),
        skat=None if deal.skat is None else deal.skat.cards,
        announce=announce,
        declarations=read_declarations(page, whole=deal.whole),
        sitting_out=page.sitting_out,
        worlds=read_worlds(page, deal.hands, lead, deal.trick, deal.skat),
        unseen=read_unseen(page, deal.hands, deal.trick, deal.skat, deal.dealer),
        lines=read_lines(page, deal.lead, len(deal.trick)),
        title=text_at(page, "title"),
        source=text_at(page, "source"),
        teaches=text_at(page, "teaches"),
        ruleset=text_at(page, "ruleset"),
        file=page.file,
    )


def _has_a_full_hand(page: Page, hands: Hands) -> bool:
    """Whether a hand is as large as it is dealt, or nothing is known of any."""
    sizes = [hand.size for hand in hands if hand is not None]
    return not sizes or max(sizes) >= page.rules.table.hand_size


def _read_lead(page: Page, dealer: int | None, *, whole: bool) -> int | None:
    """Who leads: as the file says, else in a whole hand the player whom the rules name."""
    if page.get("lead") is not None:
        return page.seat_at("lead")
    if whole:
        first = page.rules.table.first_lead
        return None if dealer is None else (dealer + first) % len(page.players)
    if not page.root.torn:
        page.fault(page.root.where, "`lead` is missing", "expected the player who leads this trick")
    return None


def _with_unseen(page: Page, hands: Hands) -> Hands:
    """The hands, those that are hidden with the size that `unseen` gives them."""
    found = list(hands)
    for seat, name in enumerate(page.players):
        size = page.get("unseen", "sizes", name)
        if hands[seat] is None and size is not None and isinstance(size.value, int):
            found[seat] = CardList((), size.value, size.where)
    return tuple(found)


def _check_skat(page: Page, skat: CardList, *, tout: bool) -> None:
    if page.get("dealer") is None:
        page.lack(skat.where, "a skat without a dealer", "expected `dealer`: the skat is his")
    check_skat(page, skat, tout=tout)
