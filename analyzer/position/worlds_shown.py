"""What play shows of the hands: each inference from a card or a word at the table, with its clause.

Only what follows for certain is said. The Fool may be played to any trick, so playing it shows nothing;
nor does a demand that nobody made, for nobody has to make one. A card that did not follow the first name
of a led Fool shows that its player is void; whether he should have trumped it is certain only once nobody
can name the Fool anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.cards import FOOL, Card, Suit
from analyzer.position.replay_model import Event, EventKind, PlayedTrick
from analyzer.position.worlds_facts import Fact
from analyzer.position.worlds_sight import Sight
from analyzer.position.worlds_unseen import void_fact

NO_FOLLOW: Final = "{player} has no {suit}: {card} did not follow in trick {trick}"
THROWN_OFF: Final = "{player} has no trumps: {card} was thrown off in trick {trick}"
SAID_VOID: Final = "{player} has no {suit}, as was said in trick {trick}"
FOOL_SHOWS_NOTHING: Final = "{player} may still have {suit}: the Fool may be played to any trick, as in trick {trick}"
SEEN: Final = "{player} holds {card}, taken back in trick {trick}"
DEMANDED: Final = "{player} does not hold the Fool, which he demanded in trick {trick}"
HOLDS_FOOL: Final = "{player} holds the Fool: play was taken back to him in trick {trick}"
NOT_HIS: Final = "{player} does not hold the Fool: it was demanded, and he played {card} in trick {trick}"


@dataclass(frozen=True, slots=True)
class Shown:
    """What was seen of a trick: all of it, or what had happened by some moment of it."""

    trick: PlayedTrick
    events: tuple[Event, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Void:
    """A suit that a seat has shown to be without, by which card, if it was a card."""

    seat: int
    suit: Suit
    template: str
    card: Card | None
    clause: str


def shown_facts(sight: Sight, so_far: Sequence[Shown]) -> tuple[Fact, ...]:
    """Everything that was shown of hands other than the player's own, each thing where it was shown first."""
    found: dict[tuple[object, ...], Fact] = {}
    for shown in so_far:
        for void in voids(shown):
            if void.seat != sight.seen_by:
                fact = void_fact(sight, void.seat, void.suit, void.template, void.card, void.clause, None)
                found.setdefault(("void", void.seat, void.suit), _in_trick(fact, shown))
        for key, fact in _others(sight, shown):
            found.setdefault(key, fact)
    return tuple(found.values())


def shown_void(sight: Sight, so_far: Sequence[Shown], seat: int) -> bool:
    """Whether a seat has shown that it has no trumps."""
    del sight
    return any(void.seat == seat and void.suit is Suit.TRUMPS for each in so_far for void in voids(each))


def voids(shown: Shown) -> Iterator[_Void]:
    """The suits that players of a trick have shown to be without, in the order they did."""
    events = shown.events
    if not events:
        return
    first = events[0]
    led = first.suit if first.card == FOOL else None if first.card is None else first.card.suit
    by_name = first.card == FOOL
    seats = _after(shown.trick.lead, shown)
    open_name = by_name
    for event in events[1:]:
        if event.kind is EventKind.VOID and event.suit is not None:
            yield _Void(event.seat, event.suit, SAID_VOID, None, "naming.statement")
        elif event.kind in (EventKind.CLAIM, EventKind.NAMING):
            # Only who has seen both void may name anew.
            for seat in seats if first.suit is not None and open_name else ():
                yield _Void(seat, first.suit, SAID_VOID, None, event.clause or "naming.statement")
                if event.kind is EventKind.NAMING:
                    yield _Void(seat, Suit.TRUMPS, SAID_VOID, None, event.clause or "naming.both-void")
            led, open_name = event.suit, False
        elif event.kind is EventKind.PLAY and led is not None:
            yield from _void_by(event, led, certain=not open_name)
    if open_name and shown.whole and led is not None:
        for event in events[1:]:
            if event.kind is EventKind.PLAY:
                yield from _void_by(event, led, certain=True)


def _after(lead: int, shown: Shown) -> tuple[int, ...]:
    """The seats that play after the leader."""
    return tuple(sorted({laid.seat for laid in shown.trick.laid} - {lead}))


def _void_by(event: Event, led: Suit, *, certain: bool) -> Iterator[_Void]:
    """What a card shows that was laid to `led`; that no trump was held only where that is `certain`."""
    card = event.card
    if card is None or card.is_fool or card.suit is led:
        return
    yield _Void(event.seat, led, NO_FOLLOW, card, "play.follow")
    if certain and not card.is_trump:
        yield _Void(event.seat, Suit.TRUMPS, THROWN_OFF, card, "play.trump")


def _others(sight: Sight, shown: Shown) -> Iterator[tuple[tuple[object, ...], Fact]]:
    """What is shown beside voids: cards taken back, where the Fool is, and what the Fool does not show."""
    demanded, holder = False, None
    led = shown.events[0].suit or (shown.events[0].card.suit if shown.events[0].card else None) if shown.events else None
    for event in shown.events:
        words = {"player": sight.players[event.seat], "trick": shown.trick.number}
        if event.kind is EventKind.DEMAND:
            demanded = True
            yield from _about_fool(sight, event.seat, DEMANDED, words, holds=False)
        elif event.kind is EventKind.TAKE_BACK and event.card is not None:
            holder = event.seat if event.clause == "fool.demand" else holder
            yield from _seen_again(sight, event, words)
        elif event.kind is EventKind.PLAY and event.card == FOOL:
            if event is not shown.events[0] and led is not None and event.seat != sight.seen_by:
                text = words | {"suit": led}
                yield ("nothing", event.seat, shown.trick.number), Fact(FOOL_SHOWS_NOTHING, text, "fool.any-trick")
        elif event.kind is EventKind.PLAY and event.card is not None and demanded:
            yield from _about_fool(sight, event.seat, NOT_HIS, words | {"card": event.card}, holds=False)
    if holder is not None:
        words = {"player": sight.players[holder], "trick": shown.trick.number}
        yield from _about_fool(sight, holder, HOLDS_FOOL, words, holds=True)


def _about_fool(
    sight: Sight, seat: int, template: str, words: dict[str, str | int | Card], *, holds: bool
) -> Iterator[tuple[tuple[object, ...], Fact]]:
    """Who holds the Fool, or does not, while it is still unseen."""
    if FOOL in sight.cards and seat != sight.seen_by:
        fool = frozenset({FOOL})
        limits = sight.must(seat, fool) if holds else sight.must_not(seat, fool)
        yield ("fool", seat), Fact(template, dict(words), "fool.demand", limits)


def _seen_again(
    sight: Sight, event: Event, words: dict[str, str | int]
) -> Iterator[tuple[tuple[object, ...], Fact]]:
    """A card that went back into a hand and has not been played since."""
    if event.card is not None and event.card in sight.cards and event.seat != sight.seen_by:
        limits = sight.must(event.seat, frozenset({event.card}))
        fact = Fact(SEEN, {**words, "card": event.card}, event.clause, limits)
        yield ("seen", event.seat, event.card), fact


def _in_trick(fact: Fact, shown: Shown) -> Fact:
    return Fact(fact.template, {**fact.words, "trick": shown.trick.number}, fact.clause, fact.limits, fact.where)
