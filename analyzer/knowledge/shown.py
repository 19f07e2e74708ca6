"""What play shows of the hands: each inference from a card or a word at the table, with its clause.

Only what follows for certain is said. The Fool may be played to any trick, so playing it shows nothing;
nor does a demand that nobody made, for nobody has to make one. A card that did not follow the first name
of a led Fool shows that its player is void; whether he should have trumped it is certain only once nobody
can name the Fool anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.knowledge.facts import Fact
from analyzer.knowledge.sight import Sight
from analyzer.knowledge.unseen import void_fact
from analyzer.messages import Message, Name, Word, marked
from analyzer.position.replay.model import PlayedTrick
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.deal.combinations import SUIT_WORDS
from analyzer.rules.play.naming import Naming
from analyzer.rules.play.table import Table
from analyzer.rules.play.trick import OpenTrick

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


class ShownCards(Record, frozen=True):
    """What was seen of a trick: all of it, or what had happened by some moment of it."""

    number: int
    events: tuple[Action, ...]
    states: tuple[OpenTrick, ...]
    """The trick before each event, and as it is after the last."""
    whole: bool

    @classmethod
    def of(cls, start: Table, trick: PlayedTrick, events: tuple[Action, ...], *, whole: bool) -> ShownCards:
        """So many events of a trick that began at this table."""
        states = tuple(accumulate(events, OpenTrick.after, initial=OpenTrick(start)))
        return cls(trick.number, events, states, whole)

    @property
    def moments(self) -> Iterator[tuple[OpenTrick, Action]]:
        """Each event with the trick before it."""
        return zip(self.states, self.events, strict=False)

    @property
    def now(self) -> OpenTrick:
        """The trick as it is, each card that must go back in its hand."""
        trick = self.states[-1]
        return trick.without(trick.take_back)


class Void(Record, frozen=True):
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
        for void in voids(shown):
            if void.seat != sight.seen_by:
                words: dict[str, Word] = {"trick": shown.number}
                if void.card is not None:
                    words["card"] = void.card
                fact = void_fact(sight, void.seat, void.suit, void.template, words, void.clause, None)
                found.setdefault((void.seat, void.suit), fact)
        for key, fact in (*_about_the_fool(sight, shown), *_seen_again(sight, shown)):
            found.setdefault(key, fact)
    return tuple(found.values())


def shows_no_trumps(so_far: Sequence[ShownCards], seat: int) -> bool:
    """Whether a seat has shown that it has no trumps."""
    return any(void.seat == seat and void.suit is Suit.TRUMPS for each in so_far for void in voids(each))


def voids(shown: ShownCards) -> Iterator[Void]:
    """The suits that players of a trick have shown to be without, in the order they did."""
    to_the_name: list[tuple[Action, Suit]] = []
    for trick, event in shown.moments:
        naming = trick.naming
        if event.kind is ActionKind.PLAY and trick.lying:
            led = trick.lying[0].card.suit if naming is None else naming.named
            assert led is not None
            anew = naming is not None and led is naming.first
            yield from _void_by(event, led, certain=not anew)
            to_the_name += [(event, led)] if anew else []
        elif event.kind is ActionKind.VOID and event.suit is not None:
            yield Void(event.by, event.suit, SAID_VOID, None, "naming.statement")
        elif event.kind in {ActionKind.CLAIM, ActionKind.NAMING} and naming is not None:
            yield from _voids_of_a_name(naming, event)
    last = shown.states[-1].naming
    if shown.whole and last is not None and last.named is last.first:
        for event, led in to_the_name:
            yield from _void_by(event, led, certain=True)


def _voids_of_a_name(naming: Naming, event: Action) -> Iterator[Void]:
    """What a new name shows: nobody names anew while another than the leader holds the first suit.

    By a card nobody does while one of them has a trump.
    """
    assert naming.first is not None
    lacked = (naming.first, Suit.TRUMPS) if event.kind is ActionKind.NAMING else (naming.first,)
    for seat in range(len(naming.hands)):
        if seat != naming.leader:
            for suit in lacked:
                yield Void(seat, suit, SAID_VOID, None, event.clause or "naming.statement")


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
    for trick, event in shown.moments:
        if event.kind is ActionKind.DEMAND:
            yield from _fool(sight, shown, event.by, DEMANDED)
            # Play goes back to the turn of the holder; where no card goes back, none of those lying was his.
            answered = any(each.seat == trick.fool_holder for each in trick.lying)
            for each in () if answered else trick.lying:
                yield from _fool(sight, shown, each.seat, NOT_HIS, each.card)
        elif event.kind is ActionKind.TAKE_BACK and event.by == trick.demanded_of:
            yield from _fool(sight, shown, event.by, HOLDS_FOOL)
        elif event.kind is ActionKind.PLAY and event.card == FOOL:
            yield from _shows_nothing(sight, shown, trick, event)
        elif event.kind is ActionKind.PLAY and trick.demanded_of is not None:
            yield from _fool(sight, shown, event.by, NOT_HIS, event.card)


def _fool(
    sight: Sight, shown: ShownCards, seat: int, template: str, card: Card | None = None
) -> Iterator[tuple[object, Fact]]:
    """That a player holds the Fool, or does not, while it is still unseen."""
    if FOOL not in sight.cards or seat == sight.seen_by:
        return
    words: dict[str, Word] = {"player": Name(sight.players[seat]), "trick": shown.number}
    if card is not None:
        words["card"] = card
    limit = sight.must if template == HOLDS_FOOL else sight.must_not
    yield ("fool", seat), Fact(Message(template, words), "fool.demand", limit(seat, frozenset({FOOL})))


def _shows_nothing(
    sight: Sight, shown: ShownCards, trick: OpenTrick, event: Action
) -> Iterator[tuple[object, Fact]]:
    """That the Fool, played and not led, does not show its player void."""
    led = trick.lying[0].card.suit if trick.lying else None
    if event.by != sight.seen_by and led is not None:
        words: dict[str, Word] = {
            "player": Name(sight.players[event.by]),
            "suit": SUIT_WORDS[led],
            "trick": shown.number,
        }
        yield ("nothing", shown.number), Fact(Message(FOOL_SHOWS_NOTHING, words), "fool.any-trick")


def _seen_again(sight: Sight, shown: ShownCards) -> Iterator[tuple[object, Fact]]:
    """The cards that went back into a hand and have not been played since."""
    for event in shown.events:
        back = event.kind is ActionKind.TAKE_BACK and event.card is not None
        if back and event.card in sight.cards and event.by != sight.seen_by:
            card = event.card
            words: dict[str, Word] = {
                "player": Name(sight.players[event.by]), "card": card, "trick": shown.number
            }  # fmt: skip
            limits = sight.must(event.by, frozenset({card}))
            yield ("seen", card), Fact(Message(SEEN, words), event.clause, limits)
