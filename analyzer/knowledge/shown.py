"""What play shows of the hands: each inference from a card or a word at the table, with its clause.

Only what follows for certain is said. The Fool may be played to any trick, so playing it shows nothing;
nor does a demand that nobody made, for nobody has to make one. A card that did not follow the first name
of a led Fool shows that its player is void; whether he should have trumped it is certain only once nobody
can name the Fool anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.knowledge.facts import Fact
from analyzer.knowledge.sight import Sight
from analyzer.knowledge.unseen import void_fact
from analyzer.messages import Message, Name, Word, marked
from analyzer.position.replay.model import PlayedTrick
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.combinations import SUIT_WORDS

NO_FOLLOW: Final = marked("{player} has no {suit}: {card} did not follow in trick {trick}")
THROWN_OFF: Final = marked("{player} has no trumps: {card} was thrown off in trick {trick}")
SAID_VOID: Final = marked("{player} has no {suit}, as was said in trick {trick}")
FOOL_SHOWS_NOTHING: Final = marked(
    "the Fool that {player} played to {suit} in trick {trick} shows nothing: it may be played to any trick"
)
SEEN: Final = marked("{player} holds {card}, taken back in trick {trick}")
DEMANDED: Final = marked("{player} does not hold the Fool, which he demanded in trick {trick}")
HOLDS_FOOL: Final = marked("{player} holds the Fool: play was taken back to him in trick {trick}")
NOT_HIS: Final = marked(
    "{player} does not hold the Fool: it was demanded, and he played {card} in trick {trick}"
)


@dataclass(frozen=True, slots=True)
class ShownCards:
    """What was seen of a trick: all of it, or what had happened by some moment of it."""

    trick: PlayedTrick
    events: tuple[Action, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Void:
    """A suit that a seat has shown to be without, by which card, if it was a card."""

    seat: int
    suit: Suit
    template: str
    card: Card | None
    clause: str


def shown_facts(sight: Sight, so_far: Sequence[ShownCards]) -> tuple[Fact, ...]:
    """Everything that was shown of hands other than the player's own, each thing where it was shown first."""
    found: dict[object, Fact] = {}
    for shown in so_far:
        for void in voids(shown, len(sight.players)):
            if void.seat != sight.seen_by:
                words: dict[str, Word] = {"trick": shown.trick.number}
                if void.card is not None:
                    words["card"] = void.card
                fact = void_fact(sight, void.seat, void.suit, void.template, words, void.clause, None)
                found.setdefault((void.seat, void.suit), fact)
        for key, fact in (*_about_the_fool(sight, shown), *_seen_again(sight, shown)):
            found.setdefault(key, fact)
    return tuple(found.values())


def shows_no_trumps(so_far: Sequence[ShownCards], seat: int, seats: int) -> bool:
    """Whether a seat has shown that it has no trumps."""
    return any(
        void.seat == seat and void.suit is Suit.TRUMPS for each in so_far for void in voids(each, seats)
    )


def voids(shown: ShownCards, seats: int) -> Iterator[Void]:
    """The suits that players of a trick have shown to be without, in the order they did."""
    leads = [
        place
        for place, event in enumerate(shown.events)
        if event.kind is ActionKind.PLAY and event.by == shown.trick.lead
    ]
    # Where a demand takes back the lead, what had followed it is shown all the same.
    for start, end in pairwise([*leads, len(shown.events)]):
        lead, *events = shown.events[start:end]
        if lead.card is not None and lead.card.is_fool:
            yield from _voids_after_a_name(shown, lead, events, seats)
        elif lead.card is not None and lead.card.suit is not None:
            for event in events:
                if event.kind is ActionKind.PLAY:
                    yield from _void_by(event, lead.card.suit, certain=True)


def _voids_after_a_name(
    shown: ShownCards, lead: Action, events: Sequence[Action], seats: int
) -> Iterator[Void]:
    """What is shown in a trick that the Fool leads, while it may be named anew and after."""
    assert lead.suit is not None
    others = [seat for seat in range(seats) if seat != lead.seat]
    final, first, led = shown.trick.laid[0].names, lead.suit, lead.suit
    first_cards: list[Action] = []
    for event in events:
        if event.kind is ActionKind.VOID and event.suit is not None:
            yield Void(event.by, event.suit, SAID_VOID, None, "naming.statement")
        elif event.kind in {ActionKind.CLAIM, ActionKind.NAMING}:
            # Nobody names anew while one of them holds the first suit, or by a card while one has a trump.
            clause = event.clause or "naming.statement"
            lacked = (first, Suit.TRUMPS) if event.kind is ActionKind.NAMING else (first,)
            yield from (Void(seat, suit, SAID_VOID, None, clause) for seat in others for suit in lacked)
            # A name that nobody follows does not count.
            led = final if event.suit is final and final is not None else led
        elif event.kind is ActionKind.PLAY:
            yield from _void_by(event, led, certain=led is not first)
            first_cards += [event] if led is first else []
    if shown.whole and led is first:
        for event in first_cards:
            yield from _void_by(event, led, certain=True)


def _led(shown: ShownCards) -> Suit | None:
    """The suit first led to the trick, or first named for a led Fool; None before anything is laid."""
    first = next((event for event in shown.events if event.kind is ActionKind.PLAY), None)
    if first is None or first.card is None:
        return None
    return first.suit if first.card.is_fool else first.card.suit


def _void_by(event: Action, led: Suit, *, certain: bool) -> Iterator[Void]:
    """What a card shows that was laid to `led`; that no trump was held only where that is `certain`."""
    card = event.card
    if card is None or card.is_fool or card.suit is led:
        return
    yield Void(event.by, led, NO_FOLLOW, card, "play.follow")
    if certain and not card.is_trump:
        yield Void(event.by, Suit.TRUMPS, THROWN_OFF, card, "play.trump")


def _about_the_fool(sight: Sight, shown: ShownCards) -> Iterator[tuple[object, Fact]]:
    """What a trick shows of the Fool: who demanded it, who had to play it and did not, whose it is."""
    events, lying = shown.events, list[Action]()
    for place, event in enumerate(events):
        back = event.kind is ActionKind.TAKE_BACK and event.clause == "fool.demand"
        if event.kind is ActionKind.DEMAND:
            yield from _fool(sight, shown, event, DEMANDED, holds=False)
            answered = place + 1 < len(events) and events[place + 1].kind is ActionKind.TAKE_BACK
            # Play goes back to the turn of the holder; where no card goes back, none of those lying was his.
            for each in () if answered else lying:
                yield from _fool(sight, shown, each, NOT_HIS, holds=False)
        elif back and (place + 1 == len(events) or events[place + 1].kind is not ActionKind.TAKE_BACK):
            yield from _fool(sight, shown, event, HOLDS_FOOL, holds=True)
        elif event.kind is ActionKind.PLAY and event.card == FOOL:
            yield from _shows_nothing(sight, shown, event)
        elif event.kind is ActionKind.PLAY:
            lying.append(event)
            if any(each.kind is ActionKind.DEMAND for each in events[:place]):
                yield from _fool(sight, shown, event, NOT_HIS, holds=False)


def _fool(
    sight: Sight, shown: ShownCards, event: Action, template: str, *, holds: bool
) -> Iterator[tuple[object, Fact]]:
    """That the player of an event holds the Fool, or does not, while it is still unseen."""
    if FOOL not in sight.cards or event.by == sight.seen_by:
        return
    words: dict[str, Word] = {"player": Name(sight.players[event.by]), "trick": shown.trick.number}
    if event.card is not None and template == NOT_HIS:
        words["card"] = event.card
    limit = sight.must if holds else sight.must_not
    yield (
        ("fool", event.by),
        Fact(Message(template, words), "fool.demand", limit(event.by, frozenset({FOOL}))),
    )


def _shows_nothing(sight: Sight, shown: ShownCards, event: Action) -> Iterator[tuple[object, Fact]]:
    """That the Fool, played and not led, does not show its player void."""
    led = _led(shown)
    if event.by not in {sight.seen_by, shown.trick.lead} and led is not None:
        words: dict[str, Word] = {
            "player": Name(sight.players[event.by]),
            "suit": SUIT_WORDS[led],
            "trick": shown.trick.number,
        }
        yield ("nothing", shown.trick.number), Fact(Message(FOOL_SHOWS_NOTHING, words), "fool.any-trick")


def _seen_again(sight: Sight, shown: ShownCards) -> Iterator[tuple[object, Fact]]:
    """The cards that went back into a hand and have not been played since."""
    for event in shown.events:
        back = event.kind is ActionKind.TAKE_BACK and event.card is not None
        if back and event.card in sight.cards and event.by != sight.seen_by:
            card = event.card
            words: dict[str, Word] = {
                "player": Name(sight.players[event.by]), "card": card, "trick": shown.trick.number
            }  # fmt: skip
            limits = sight.must(event.by, frozenset({card}))
            yield ("seen", card), Fact(Message(SEEN, words), event.clause, limits)
