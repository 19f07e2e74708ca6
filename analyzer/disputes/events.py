"""Reading what was played and said in a trick under dispute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from analyzer.cards.card import FOOL, Card
from analyzer.disputes.model import (
    Deed,
    DeedKind,
    FoolNamingDispute,
    TrickDispute,
)
from analyzer.disputes.shape import EventShape, FoolDemandShape, TrickShape
from analyzer.errors import UsageError, Where
from analyzer.messages import Verbatim, Whose, say
from analyzer.position.files.cardlists import CardList
from analyzer.position.files.deal import check_cards, piles, read_hands, tricks_left
from analyzer.position.files.reader import Reader
from analyzer.rules.play.naming import Naming, NamingEvent, NamingKind
from analyzer.yamltree.placed import Text

Kind = TypeVar("Kind", bound=TrickDispute)
_SAYS: Final = {"void": DeedKind.SAYS_VOID, "holds": DeedKind.SAYS_HOLDS}
_NAMING: Final = {
    DeedKind.LEADS: NamingKind.LEADS,
    DeedKind.PLAYS: NamingKind.PLAYS,
    DeedKind.SAYS_VOID: NamingKind.SAYS_VOID,
    DeedKind.SAYS_HOLDS: NamingKind.SAYS_HOLDS,
    DeedKind.CLAIMS: NamingKind.CLAIMS,
}
_ONE: Final = say("expected one of leads, plays, says, claims, demands")


def read_trick_dispute(
    reader: Reader, shape: TrickShape, about: Mapping[str, Any], kind: type[Kind]
) -> Kind | None:
    """A dispute about a trick: the hands before it and what was done; None where hands are missing.

    In naming the Fool some of the hands may be untold, because much follows from what was said alone.
    """
    naming = kind is FoolNamingDispute
    where = shape.key_place("hands") if shape.has("hands") else None
    hands = read_hands(reader, shape.hands, None if naming else where)
    tricks_left(reader, hands, 0, 0)
    check_cards(reader, piles(reader, hands, (), None))
    deeds = tuple(_deeds(reader, shape))
    first = next((each.seat for each in deeds), None)
    lead = reader.seat_of(shape.lead) if shape.tells("lead") else first
    if lead is None or any(hand is None for hand in hands) > naming:
        return None
    if shape.has("hands") and all(hand is None for hand in hands):
        expected = say("expected at least one, so that the tricks left are known")
        reader.lack(shape.place("hands"), say("no hand is told"), expected)
    cards = tuple(frozenset() if hand is None else hand.cards for hand in hands)
    readable = all(hand is None or hand.size == len(hand.placed) for hand in hands)
    if readable and not naming:
        _check_held(reader, cards, deeds)
    more: dict[str, Any] = {}
    if naming:
        more["events"] = _naming_events(reader, cards, lead, deeds) if readable else ()
    if isinstance(shape, FoolDemandShape):
        usual = reader.rules.fool.demand_trick is not None
        more["fool_demand"] = usual if shape.fool_demand is None else shape.fool_demand
    return kind(**about, hands=cards, lead=lead, deeds=deeds, **more)


def _deeds(reader: Reader, shape: TrickShape) -> Iterator[Deed]:
    for event in shape.events:
        for name, what in event.items():
            seat = reader.seat(name, name.key_where)
            deed = _deed(reader, seat or 0, what, name.key_where)
            if deed is not None and seat is not None:
                yield deed


def _deed(reader: Reader, seat: int, what: EventShape, where: Where) -> Deed | None:
    """One thing done or said; what is none is a fault."""
    done = [key for key in ("leads", "plays", "says", "claims", "demands") if what.tells(key)]
    suit = None if what.names is None else reader.suit(what.names, what.names.where)
    if what.keys == ("names",) and what.names is not None:
        return Deed(seat, DeedKind.CLAIMS, None, suit, where)
    if len(done) != 1:
        message = (
            say("{number} things are done at once", number=len(done))
            if done
            else say("nothing is done or said")
        )
        reader.fault(what.node.where, message, _ONE)
        return None
    card = what.leads or what.plays
    if card is not None:
        return _card_deed(reader, Deed(seat, DeedKind(done[0]), None, suit, where), card, what.names)
    if what.says is not None:
        return Deed(seat, _SAYS[what.says], None, None, where)
    return Deed(seat, DeedKind(done[0]), None, suit, where) if what.has(done[0]) else None


def _card_deed(reader: Reader, deed: Deed, text: Text, names: Text | None) -> Deed | None:
    """A card led or played, with the suit named by a led Fool."""
    read = CardList.made(text, text.node, reader.notes)
    if read.size != 1:
        reader.fault(
            text.where, say("{number} cards are played at once", number=read.size), say("expected one card")
        )
    if not read.placed:
        return None
    card = read.placed[0].card
    leads_fool = deed.kind is DeedKind.LEADS and card is FOOL
    if names is not None and not leads_fool:
        reader.fault(names.where, say("{card} names a suit", card=card), say("only a led Fool names one"))
    if names is None and leads_fool:
        expected = say("expected names: h beside it (fool.naming)")
        reader.lack(text.where, say("the Fool is led and names no suit"), expected)
    return Deed(deed.seat, deed.kind, card, deed.suit if leads_fool else None, deed.where)


def _check_held(reader: Reader, hands: tuple[frozenset[Card], ...], deeds: tuple[Deed, ...]) -> None:
    """A fault for every card that was not in the hand it was played from.

    A card may come twice from the same hand, because it may have been taken back in between.
    """
    for deed in deeds:
        if deed.card is not None and deed.card not in hands[deed.seat] and deed.where is not None:
            who = reader.who(deed.seat)
            reader.lack(
                deed.where,
                say("{player} plays {card}, which is not in the hand", player=who, card=deed.card),
                say("expected a card of {whose}", whose=Whose(who)),
            )


def _naming_events(
    reader: Reader, hands: tuple[frozenset[Card], ...], lead: int, deeds: tuple[Deed, ...]
) -> tuple[NamingEvent, ...]:
    """The deeds as the protocol of naming takes them; one that cannot have happened is a fault."""
    naming = Naming(reader.rules, hands)
    events = []
    for number, deed in enumerate(deeds):
        assert deed.where is not None
        if deed.kind not in _NAMING or (deed.kind is DeedKind.LEADS and deed.card is not FOOL):
            reader.fault(
                deed.where,
                say("this is no part of naming the Fool"),
                say("expected the Fool led, what was said, and cards"),
            )
            continue
        if number == 0 and (deed.kind is not DeedKind.LEADS or deed.seat != lead):
            led = Verbatim(f"{{{reader.who(lead)}: {{leads: fool, names: h}}}}")
            expected = say("expected {event} first", event=led)
            reader.lack(deed.where, say("the Fool is not led first"), expected)
            return ()
        if deed.kind is DeedKind.LEADS and deed.suit is None:
            return ()
        events.append(NamingEvent(deed.seat, _NAMING[deed.kind], deed.card, deed.suit))
        try:
            naming = naming.after(events[-1]) if all(hands) else naming
        except UsageError as error:
            reader.fault(deed.where, error.message, say("expected what can have happened"))
    _check_told(reader, hands, deeds)
    return tuple(events)


def _check_told(reader: Reader, hands: tuple[frozenset[Card], ...], deeds: tuple[Deed, ...]) -> None:
    """Where some hands are untold: a fault for every card that cannot have been in its player's hand."""
    if all(hands):
        return
    for deed in deeds:
        if deed.card is None or deed.where is None or deed.card in hands[deed.seat]:
            continue
        elsewhere = any(deed.card in hand for hand in hands)
        if elsewhere or hands[deed.seat]:
            who = reader.who(deed.seat)
            own = say("expected a card of {whose}", whose=Whose(who))
            message = say(
                "{player} plays {card}, which cannot be {whose}",
                player=who,
                card=deed.card,
                whose=Whose(who),
            )
            expected = say("expected a card nobody else holds") if elsewhere else own
            reader.lack(deed.where, message, expected)
