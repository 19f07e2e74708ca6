"""Reading what was played and said in a trick under dispute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from analyzer.cards.card import FOOL, Card
from analyzer.cards.notation import shown
from analyzer.disputes.model import DOES, FoolDemandDispute, FoolNamingDispute, TrickDispute
from analyzer.disputes.shape import EventShape
from analyzer.errors import UsageError, Where
from analyzer.position.files.deal import check_cards, piles, read_hands, tricks_left
from analyzer.position.files.page import Page
from analyzer.position.files.tree import entries, items
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.naming import Naming
from analyzer.yamltree.reading import Node

Kind = TypeVar("Kind", bound=TrickDispute)
_SAYS: Final = {"void": ActionKind.VOID, "holds": ActionKind.HOLDS}
_DOES: Final = {word: kind for kind, word in DOES.items()}
_ONE: Final = "expected one of leads, plays, says, claims, demands"


def read_trick_dispute(page: Page, about: Mapping[str, Any], kind: type[Kind]) -> Kind | None:
    """A dispute about a trick: the hands before it and what was done; None where hands are missing.

    In naming the Fool some of the hands may be untold, because much follows from what was said alone.
    """
    naming = kind is FoolNamingDispute
    hands = read_hands(page, page.get("hands"), absent=range(len(page.players)) if naming else ())
    tricks_left(page, hands, 0, 0)
    check_cards(page, piles(page, hands, (), None))
    events = tuple(_events(page))
    first = next((each.seat for each in events), None)
    lead = page.seat_at("lead") if page.get("lead") is not None else first
    if lead is None or any(hand is None for hand in hands) > naming:
        return None
    node = page.get("hands")
    if node is not None and all(hand is None for hand in hands):
        page.lack(node.where, "no hand is told", "expected at least one, so that the tricks left are known")
    cards = tuple(frozenset() if hand is None else hand.cards for hand in hands)
    readable = all(hand is None or hand.size == len(hand.placed) for hand in hands)
    if readable and not naming:
        _check_held(page, cards, events)
    if readable and naming:
        _check_naming(page, cards, lead, events)
    more: dict[str, Any] = {}
    if kind is FoolDemandDispute:
        demand = page.get("fool_demand")
        more["fool_demand"] = (
            page.rules.fool.demand_trick is not None if demand is None else demand.value is True
        )
    return kind(**about, hands=cards, lead=lead, events=events, **more)


def _events(page: Page) -> list[Action]:
    found = []
    for node in items(page.get("events")):
        for name, what in entries(node):
            where = what.key_where or what.where
            seat = page.seat(name, where)
            event = _event(page, seat or 0, what, where)
            if event is not None and seat is not None:
                found.append(event)
    return found


def _event(page: Page, seat: int, what: Node, where: Where) -> Action | None:
    """One thing done or said; what is none is a fault."""
    if not isinstance(what.value, dict):
        return None
    known = EventShape.model_fields
    texts = {key: node for key, node in entries(what) if key in known and isinstance(node.value, str)}
    names = texts.pop("names", None)
    suit = None if names is None else page.suit(str(names.value), names.where)
    if not texts and names is not None and len(what.value) == 1:
        return Action(ActionKind.CLAIM, None, suit, seat, where=where)
    if len(texts) != 1:
        page.fault(
            what.where, f"{len(texts)} things are done at once" if texts else "nothing is done or said", _ONE
        )
        return None
    ((key, node),) = texts.items()
    if key == "says":
        kind = _SAYS.get(str(node.value))
        return None if kind is None else Action(kind, seat=seat, where=where)
    if key in ("claims", "demands"):
        return Action(_DOES[key], None, suit, seat, where=where)
    return _card_event(page, Action(_DOES[key], None, suit, seat, where=where), node, names)


def _card_event(page: Page, event: Action, node: Node, names: Node | None) -> Action | None:
    """A card led or played, with the suit named by a led Fool."""
    read = page.cards(node)
    if read.size != 1:
        page.fault(node.where, f"{read.size} cards are played at once", "expected one card")
    if not read.placed:
        return None
    card = read.placed[0].card
    leads_fool = event.kind is ActionKind.LEAD and card is FOOL
    if names is not None and not leads_fool:
        page.fault(names.where, f"{card} names a suit", "only a led Fool names one")
    if names is None and leads_fool:
        page.lack(
            node.where, "the Fool is led and names no suit", "expected names: h beside it (fool.naming)"
        )
    return replace(event, card=card, suit=event.suit if leads_fool else None)


def _check_held(page: Page, hands: tuple[frozenset[Card], ...], events: tuple[Action, ...]) -> None:
    """A fault for every card that was not in the hand it was played from.

    A card may come twice from the same hand, because it may have been taken back in between.
    """
    for event in events:
        if event.card is not None and event.card not in hands[event.by] and event.where is not None:
            who = shown(page.players[event.by])
            page.lack(
                event.where,
                f"{who} plays {event.card}, which is not in the hand",
                f"expected a card of {who}'s",
            )


def _check_naming(
    page: Page, hands: tuple[frozenset[Card], ...], lead: int, events: tuple[Action, ...]
) -> None:
    """A fault for everything that is no part of naming the Fool, or cannot have happened."""
    naming = Naming(page.rules.game, hands)
    for number, event in enumerate(events):
        assert event.where is not None
        if event.kind is ActionKind.DEMAND or (event.kind is ActionKind.LEAD and event.card is not FOOL):
            page.fault(
                event.where,
                "this is no part of naming the Fool",
                "expected the Fool led, what was said, and cards",
            )
            continue
        if number == 0 and (event.kind is not ActionKind.LEAD or event.seat != lead):
            expected = f"expected {{{shown(page.players[lead])}: {{leads: fool, names: h}}}} first"
            page.lack(event.where, "the Fool is not led first", expected)
            return
        if event.kind is ActionKind.LEAD and event.suit is None:
            return
        try:
            naming = naming.after(event) if all(hands) else naming
        except UsageError as error:
            page.fault(event.where, str(error), "expected what can have happened")
    _check_told(page, hands, events)


def _check_told(page: Page, hands: tuple[frozenset[Card], ...], events: tuple[Action, ...]) -> None:
    """Where some hands are untold: a fault for every card that cannot have been in its player's hand."""
    if all(hands):
        return
    for event in events:
        if event.card is None or event.where is None or event.card in hands[event.by]:
            continue
        elsewhere = any(event.card in hand for hand in hands)
        if elsewhere or hands[event.by]:
            who = shown(page.players[event.by])
            expected = "expected a card nobody else holds" if elsewhere else f"expected a card of {who}'s"
            page.lack(event.where, f"{who} plays {event.card}, which cannot be {who}'s", expected)
