"""One's own hand alone: what the others hold is then the rest of the pack, what was laid away included."""

from __future__ import annotations

from analyzer.cards.card import Card
from analyzer.messages import say
from analyzer.position.files.cardlists import CardList, Placed, WrittenNumber, untold_of
from analyzer.position.files.moves import read_words
from analyzer.position.files.reader import AtTable, Reader
from analyzer.position.files.shape import DealShape, UnseenShape
from analyzer.rules.spec.undercontract import first_leader, laid_away_under
from analyzer.yamltree.placed import Notes, Text


def with_the_rest_unseen(reader: Reader, shape: DealShape) -> None:
    """Tell a file in which one hand alone stands that all other cards are hidden from who holds it.

    Where tricks were played before nobody knows which cards are left: that is a fault.
    """
    if shape.tells("unseen") or shape.tells("worlds") or len(shape.hands) != 1 or not reader.players_known:
        return
    ((name, own),) = shape.hands.items()
    seat = reader.seat(name, name.key_where)
    if seat is None or untold_of(own):
        return
    on_table = _on_table(reader, shape)
    lead = reader.seat_of(shape.lead) if shape.tells("lead") else None
    played = {((lead or 0) + step) % len(reader.players) for step in range(len(on_table))}
    left = own.size + (seat in played)
    away = shape.skat or getattr(shape, "discard", None)
    known = own.cards | set(on_table) | (frozenset() if away is None else away.cards)
    rest = sorted(set(reader.rules.table.deck) - known)
    _tell_lead(reader, shape)
    sizes = {each: left - (each in played) for each in range(len(reader.players)) if each != seat}
    in_skat = 0 if away is not None else laid_away_under(reader.game, reader.contract) or 0
    if left < reader.rules.table.hand_size or len(rest) != sum(sizes.values()) + in_skat:
        if left == reader.rules.table.hand_size:
            return
        message = say(
            "{player} alone has a hand, and nobody knows which cards were played before",
            player=reader.who(seat),
        )
        expected = say("expected the other hands, or `unseen` with `cards`: those that are left")
        reader.lack(shape.key_place("hands"), message, expected)
        reader.torn = True  # that the others have no hand is said by it
        return
    placed = tuple(Placed(card, own.where) for card in rest)
    cards = CardList(placed, len(rest), own.where)
    shape.unseen = _unseen(reader, shape, name, sizes, in_skat, cards)


def _unseen(
    reader: Reader, shape: DealShape, name: Text, sizes: dict[int, int], in_skat: int, cards: CardList
) -> UnseenShape:
    told = {Text.of(reader.players[seat], name.node): WrittenNumber(size) for seat, size in sizes.items()}
    if in_skat:
        told[Text.of("skat", name.node)] = WrittenNumber(in_skat)
    made = UnseenShape(hidden_from=Text.of(name, name.node), sizes=told, cards=cards)
    return made.stand_at(shape.node)


def _tell_lead(reader: Reader, shape: DealShape) -> None:
    """In a hand that is as large as it was dealt, who leads after the dealer."""
    dealer, game = reader.seat_of(shape.dealer), reader.game
    full = any(hand.size == reader.rules.table.hand_size for hand in shape.hands.values())
    if dealer is None or shape.tells("lead") or not full or game.contracts:
        return
    lead = first_leader(reader.game, reader.contract, dealer, None)
    shape.lead = Text.of(reader.players[lead], shape.node)


def _on_table(reader: Reader, shape: DealShape) -> list[Card]:
    """The cards of the trick; what is wrong with them is said where it is read."""
    if shape.trick is None:
        return []
    words = read_words(AtTable(Notes(shape.node.where), reader.players), shape.trick)
    return [card for each in words if (card := getattr(each, "card", None)) is not None]
