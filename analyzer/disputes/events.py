"""Reading what was played and said in a trick under dispute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from analyzer.cards.card import FOOL, Card
from analyzer.cards.notation import shown
from analyzer.disputes.model import (
    Deed,
    DeedKind,
    FoolDemandDispute,
    FoolNamingDispute,
    TrickDispute,
)
from analyzer.disputes.shape import EventShape
from analyzer.errors import UsageError, Where
from analyzer.position.files.deal import check_cards, piles, read_hands, tricks_left
from analyzer.position.files.page import Page
from analyzer.position.files.tree import entries, items
from analyzer.rules.play.naming import Naming, NamingEvent, NamingKind
from analyzer.yamltree.reading import Node

Kind = TypeVar("Kind", bound=TrickDispute)
_SAYS: Final = {"void": DeedKind.SAYS_VOID, "holds": DeedKind.SAYS_HOLDS}
_NAMING: Final = {
    DeedKind.LEADS: NamingKind.LEADS,
    DeedKind.PLAYS: NamingKind.PLAYS,
    DeedKind.SAYS_VOID: NamingKind.SAYS_VOID,
    DeedKind.SAYS_HOLDS: NamingKind.SAYS_HOLDS,
    DeedKind.CLAIMS: NamingKind.CLAIMS,
}
_ONE: Final = "expected one of leads, plays, says, claims, demands"


def read_trick_dispute(page: Page, about: Mapping[str, Any], kind: type[Kind]) -> Kind | None:
    """A dispute about a trick: the hands before it and what was done; None where hands are missing.

    In naming the Fool some of the hands may be untold, because much follows from what was said alone.
    """
    naming = kind is FoolNamingDispute
    hands = read_hands(page, page.get("hands"), absent=range(len(page.players)) if naming else ())
    tricks_left(page, hands, 0, 0)
    check_cards(page, piles(page, hands, (), None))
    deeds = tuple(_deeds(page))
    first = next((each.seat for each in deeds), None)
    lead = page.seat_at("lead") if page.get("lead") is not None else first
    if lead is None or any(hand is None for hand in hands) > naming:
        return None
    node = page.get("hands")
    if node is not None and all(hand is None for hand in hands):
        page.lack(node.where, "no hand is told", "expected at least one, so that the tricks left are known")
    cards = tuple(frozenset() if hand is None else hand.cards for hand in hands)
    readable = all(hand is None or hand.size == len(hand.placed) for hand in hands)
    if readable and not naming:
        _check_held(page, cards, deeds)
    more: dict[str, Any] = {}
    if naming:
        more["events"] = _naming_events(page, cards, lead, deeds) if readable else ()
    if kind is FoolDemandDispute:
        demand = page.get("fool_demand")
        more["fool_demand"] = (
            page.rules.fool.demand_trick is not None if demand is None else demand.value is True
        )
    return kind(**about, hands=cards, lead=lead, deeds=deeds, **more)


def _deeds(page: Page) -> list[Deed]:
    found = []
    for event in items(page.get("events")):
        for name, what in entries(event):
            where = what.key_where or what.where
            seat = page.seat(name, where)
            deed = _deed(page, seat or 0, what, where)
            if deed is not None and seat is not None:
                found.append(deed)
    return found


def _deed(page: Page, seat: int, what: Node, where: Where) -> Deed | None:
    """One thing done or said; what is none is a fault."""
    if not isinstance(what.value, dict):
        return None
    known = EventShape.model_fields
    texts = {key: node for key, node in entries(what) if key in known and isinstance(node.value, str)}
    names = texts.pop("names", None)
    suit = None if names is None else page.suit(str(names.value), names.where)
    if not texts and names is not None and len(what.value) == 1:
        return Deed(seat, DeedKind.CLAIMS, None, suit, where)
    if len(texts) != 1:
        page.fault(
            what.where, f"{len(texts)} things are done at once" if texts else "nothing is done or said", _ONE
        )
        return None
    ((key, node),) = texts.items()
    if key == "says":
        kind = _SAYS.get(str(node.value))
        return None if kind is None else Deed(seat, kind, None, None, where)
    if key in ("claims", "demands"):
        return Deed(seat, DeedKind(key), None, suit, where)
    return _card_deed(page, Deed(seat, DeedKind(key), None, suit, where), node, names)


def _card_deed(page: Page, deed: Deed, node: Node, names: Node | None) -> Deed | None:
    """A card led or played, with the suit named by a led Fool."""
    read = page.cards(node)
    if read.size != 1:
        page.fault(node.where, f"{read.size} cards are played at once", "expected one card")
    if not read.placed:
        return None
    card = read.placed[0].card
    leads_fool = deed.kind is DeedKind.LEADS and card is FOOL
    if names is not None and not leads_fool:
        page.fault(names.where, f"{card} names a suit", "only a led Fool names one")
    if names is None and leads_fool:
        page.lack(
            node.where, "the Fool is led and names no suit", "expected names: h beside it (fool.naming)"
        )
    return Deed(deed.seat, deed.kind, card, deed.suit if leads_fool else None, deed.where)


def _check_held(page: Page, hands: tuple[frozenset[Card], ...], deeds: tuple[Deed, ...]) -> None:
    """A fault for every card that was not in the hand it was played from.

    A card may come twice from the same hand, because it may have been taken back in between.
    """
    for deed in deeds:
        if deed.card is not None and deed.card not in hands[deed.seat] and deed.where is not None:
            who = shown(page.players[deed.seat])
            page.lack(
                deed.where,
                f"{who} plays {deed.card}, which is not in the hand",
                f"expected a card of {who}'s",
            )


def _naming_events(
    page: Page, hands: tuple[frozenset[Card], ...], lead: int, deeds: tuple[Deed, ...]
) -> tuple[NamingEvent, ...]:
    """The deeds as the protocol of naming takes them; one that cannot have happened is a fault."""
    naming = Naming(page.rules.game, hands)
    events = []
    for number, deed in enumerate(deeds):
        assert deed.where is not None
        if deed.kind not in _NAMING or (deed.kind is DeedKind.LEADS and deed.card is not FOOL):
            page.fault(
                deed.where,
                "this is no part of naming the Fool",
                "expected the Fool led, what was said, and cards",
            )
            continue
        if number == 0 and (deed.kind is not DeedKind.LEADS or deed.seat != lead):
            expected = f"expected {{{shown(page.players[lead])}: {{leads: fool, names: h}}}} first"
            page.lack(deed.where, "the Fool is not led first", expected)
            return ()
        if deed.kind is DeedKind.LEADS and deed.suit is None:
            return ()
        events.append(NamingEvent(deed.seat, _NAMING[deed.kind], deed.card, deed.suit))
        try:
            naming = naming.after(events[-1]) if all(hands) else naming
        except UsageError as error:
            page.fault(deed.where, str(error), "expected what can have happened")
    _check_told(page, hands, deeds)
    return tuple(events)


def _check_told(page: Page, hands: tuple[frozenset[Card], ...], deeds: tuple[Deed, ...]) -> None:
    """Where some hands are untold: a fault for every card that cannot have been in its player's hand."""
    if all(hands):
        return
    for deed in deeds:
        if deed.card is None or deed.where is None or deed.card in hands[deed.seat]:
            continue
        elsewhere = any(deed.card in hand for hand in hands)
        if elsewhere or hands[deed.seat]:
            who = shown(page.players[deed.seat])
            expected = "expected a card nobody else holds" if elsewhere else f"expected a card of {who}'s"
            page.lack(deed.where, f"{who} plays {deed.card}, which cannot be {who}'s", expected)
