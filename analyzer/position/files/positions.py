"""Reading position files (`format: tarok-position/1`): all faults at once, each at line and column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.cards.card import Card
from analyzer.messages import say
from analyzer.position.files.cardlists import CardList
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
from analyzer.position.files.lines import read_lines
from analyzer.position.files.piles import (
    TOUT,
    check_announced,
    check_count,
    points_taken_of,
    read_declarations,
    read_pots,
    read_said,
    read_taken,
)
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import FORMAT, PositionShape
from analyzer.position.files.tree import open_tree
from analyzer.position.files.unknown import read_unseen, read_worlds, unseen_seats
from analyzer.position.files.writing import dumps
from analyzer.position.model import Position, Taken
from analyzer.rules.spec.variants import Under
from analyzer.yamltree.reading import read_text

__all__ = ["dumps", "load", "loads"]

_TEXTS: Final = ("title", "source", "teaches", "ruleset")


def load(path: str, under: Under | None = None) -> Position:
    """The position of a file, `-` for standard input; read by other rules than its own if `under` gives them.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    return loads(read_text(path), "<stdin>" if path == "-" else path, under)


def loads(text: str, file: str = "<text>", under: Under | None = None) -> Position:
    """The position a text tells; `file` is its name in messages, and rule sets are looked for beside it.

    Raises: InvalidFile with every fault, in file order; what `under` raises.
    """
    tree = open_tree(text, file, FORMAT)
    shape, notes = tree.filled(PositionShape)
    reader = Reader(tree, shape, notes, under)
    position = _position(reader, shape)
    reader.finish()
    return position


class _Deal(NamedTuple):
    """Where the cards of a position are, and whose turn it is; `lead` is None where it cannot be read."""

    hands: Hands
    trick: tuple[OnTable, ...]
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


def _read_deal(reader: Reader, shape: PositionShape) -> _Deal:
    """The deal of a file, with a fault for everything in it that cannot be."""
    where = shape.key_place("hands") if shape.has("hands") else None
    hands = read_hands(reader, shape.hands, where, unseen_seats(reader, shape.unseen))
    so_far = len(reader.notes.faults)
    trick = read_trick(reader, shape.trick)
    trick_is_read = so_far == len(reader.notes.faults)
    dealer = reader.seat_of(shape.dealer)
    lead = _read_lead(reader, shape, dealer, whole=shape.skat is not None and _has_a_full_hand(reader, hands))
    # Where it is not known who has played to the trick, nothing can be said about sizes and plays.
    known = trick_is_read and not (lead is None and trick)
    sized = _with_unseen(reader, shape, hands)
    left = tricks_left(reader, sized, (lead or 0) if known else None, len(trick))
    whole = shape.skat is not None and not trick and left == reader.rules.table.hand_size
    check_cards(reader, piles(reader, hands, trick, shape.skat))
    if lead is not None and known:
        check_trick(reader, [None if hand is None else hand.cards for hand in hands], lead, trick)
    return _Deal(hands, trick, dealer, lead, left, whole)


def _position(reader: Reader, shape: PositionShape) -> Position:
    """The position of a file; what could not be read has left a fault and some harmless value."""
    deal = _read_deal(reader, shape)
    lead, skat = deal.lead or 0, shape.skat
    announce = read_said(reader, shape.announce)
    if shape.announce is not None and announce:
        check_announced(reader, shape.announce.where, shape, whole=deal.whole)
    if skat is not None:
        if not shape.tells("dealer"):
            reader.lack(skat.where, say("a skat without a dealer"), say("expected `dealer`: the skat is his"))
        check_skat(reader, skat, tout=TOUT in announce)
    taken = _taken(reader, shape, deal)
    if shape.count:
        check_count(reader, shape, taken, whole=deal.whole)
    if shape.declarations is not None and not deal.whole:
        expected = say("expected a whole hand: `dealer`, `skat` and full hands")
        reader.lack(shape.key_place("declarations"), say("declarations in the middle of a hand"), expected)
    told = {key: str(text) for key in _TEXTS if (text := getattr(shape, key)) is not None}
    said = shape.declarations
    return Position(
        rules=reader.rules,
        players=reader.players,
        hands=deal.cards,
        lead=lead,
        trick=laid(deal.trick, lead, len(deal.hands)),
        pots=read_pots(shape.pots),
        dealer=deal.dealer,
        fool_demand=(
            reader.rules.fool.demand_trick is not None if shape.fool_demand is None else shape.fool_demand
        ),
        taken=taken,
        count=bool(shape.count),
        skat=None if skat is None else skat.cards,
        announce=announce,
        declarations=None if said is None else read_declarations(reader, said),
        sitting_out=reader.sitting_out,
        worlds=read_worlds(reader, shape.worlds, deal.hands, lead, deal.trick, skat),
        unseen=read_unseen(reader, shape.unseen, deal.hands, deal.trick, skat, deal.dealer),
        lines=read_lines(reader, shape.lines, deal.lead, len(deal.trick)),
        file=reader.file,
        **told,
    )


def _taken(reader: Reader, shape: PositionShape, deal: _Deal) -> tuple[Taken | None, ...] | None:
    if shape.taken is None:
        return None
    gone = None if deal.held is None else points_taken_of(reader.rules, deal.held, deal.left)
    if deal.left == reader.rules.table.hand_size and shape.skat is not None:
        # Nothing is taken yet: the skat and its point are the dealer's when the count is made.
        gone = 0
    return read_taken(reader, shape.taken, shape.key_place("taken"), deal.left, gone)


def _has_a_full_hand(reader: Reader, hands: Hands) -> bool:
    """Whether a hand is as large as it is dealt, or nothing is known of any."""
    sizes = [hand.size for hand in hands if hand is not None]
    return not sizes or max(sizes) >= reader.rules.table.hand_size


def _read_lead(reader: Reader, shape: PositionShape, dealer: int | None, *, whole: bool) -> int | None:
    """Who leads: as the file says, else in a whole hand the player whom the rules name."""
    if shape.tells("lead"):
        return reader.seat_of(shape.lead)
    if whole:
        first = reader.rules.table.first_lead
        return None if dealer is None else (dealer + first) % len(reader.players)
    if not shape.node.torn:
        reader.fault(
            shape.node.where, say("`lead` is missing"), say("expected the player who leads this trick")
        )
    return None


def _with_unseen(reader: Reader, shape: PositionShape, hands: Hands) -> Sequence[CardList | None]:
    """The hands, those that are hidden with the size that `unseen` gives them."""
    found = list(hands)
    for name, size in shape.unseen.sizes.items() if shape.unseen is not None else ():
        seat = reader.players.index(name) if name in reader.players else None
        if seat is not None and hands[seat] is None and size.value is not None:
            found[seat] = CardList((), size.value, name.where)
    return found
