"""A trick that may still change: the cards on the table, the demand, and the naming of a Fool."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.play.naming import Naming
from analyzer.rules.play.table import (
    START,
    THREE,
    Course,
    Laid,
    Table,
    Trick,
    fool_on_top,
    is_excuse,
    strength,
    suit_led,
    winner,
)
from analyzer.rules.spec.bearing import Occurrences, Topic
from analyzer.rules.spec.game import Beat, GameSpec, TakeBack

# A trick that may still change: the cards on the table, the demand, and the naming of a led Fool.
#
# Until the next trick is led a card can still go back: if the Fool is demanded, and if a led Fool is
# named again and a card no longer obeys. Nothing is refused here for being against the rules: the replay of a
# line refuses it, and the settlement of a dispute notes it and goes on. Both use this trick, so
# that the same cards are on the table for both.
#
# Source: main rule text, "The fool"; semantics of the naming in :mod:`analyzer.rules.play.naming`.


class OpenTrick(Record, frozen=True):
    """A trick from its lead until the next one; each step gives the next value."""

    start: Table
    """The table before the trick, all its cards still in the hands."""
    lying: tuple[Laid, ...] = ()
    """Every card on the table in order of play; one may be there before its player's turn."""
    naming: Naming | None = None
    """The naming of the Fool that leads the trick."""
    demanded_of: int | None = None
    """The player who must play the Fool, because it was demanded and not played since."""

    @classmethod
    def from_cards(cls, start: Table, given: Iterable[Laid]) -> OpenTrick:
        """Return the trick with these cards on it already, in order of play."""
        trick = cls(start)
        for laid in given:
            trick = trick.laying(laid)
        return trick

    @property
    def take_back(self) -> tuple[int, ...]:
        """The players whose card on the table no longer obeys the name of the Fool."""
        return () if self.naming is None else self.naming.take_back

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The cards that stand, from the lead on, up to the first player who is left out."""
        found: list[Laid] = []
        for each in self.lying:
            turn = (self.start.lead + len(found)) % len(self.start.hands)
            if each.seat != turn or each.seat in self.take_back:
                break
            found.append(each)
        return tuple(found)

    @property
    def early(self) -> tuple[Laid, ...]:
        """The cards on the table before their players' turn."""
        return tuple(each for each in self.lying[len(self.laid) :] if each.seat not in self.take_back)

    @property
    def hands(self) -> tuple[frozenset[Card], ...]:
        """The cards held, by seat, without those on the table."""
        return tuple(
            hand - {each.card for each in self.lying if each.seat == seat}
            for seat, hand in enumerate(self.start.hands)
        )

    @property
    def table(self) -> Table:
        """The table with the cards that stand; after a complete trick its winner is to lead the next."""
        table = self.start
        for laid in self.laid:
            table, _ = table.laid_down(lay(laid.card, laid.names))
        return table

    @property
    def complete(self) -> bool:
        return len(self.laid) == len(self.start.hands)

    @property
    def trick(self) -> Trick:
        """The trick as it was played, once it is complete."""
        start = self.start
        return Trick(self.laid, winner(self.laid, start.spec, start.course, start.tricks_left))

    @property
    def fool_holder(self) -> int | None:
        """The player who held the Fool when the trick was led."""
        return next((seat for seat, hand in enumerate(self.start.hands) if FOOL in hand), None)

    def card_of(self, seat: int) -> Laid | None:
        """Return the card of a player that is on the table."""
        return next((each for each in self.lying if each.seat == seat), None)

    def after(self, event: Action) -> OpenTrick:
        """Return the trick after an event of a replay, including automatic effects such as a lost right.

        Raises: UsageError for an event that cannot have happened.
        """
        if event.kind is ActionKind.PLAY and event.card is not None:
            return self.laying(Laid(event.actor, event.card, event.suit))
        if event.kind is ActionKind.DEMAND:
            return self.demanding(())
        if event.kind is ActionKind.TAKE_BACK and self.naming is None:
            return self.without({event.actor})
        return self.saying(event) if event.kind in {ActionKind.VOID, ActionKind.CLAIM} else self

    def laying(self, laid: Laid) -> OpenTrick:
        """Return the trick with one more card; if the Fool leads, it replaces a card that goes back.

        Raises: UsageError for a card that cannot be played in a naming.
        """
        if self.naming is not None:
            return self.saying(Action(ActionKind.PLAY, laid.card, seat=laid.seat))
        trick = replace(
            self,
            lying=self._in_turn((*self.lying, laid)),
            demanded_of=None if laid.seat == self.demanded_of else self.demanded_of,
        )
        named = laid.card.is_fool and laid.names is not None
        if self.lying or not named or not self.start.spec.fool.naming:
            return trick
        led = Action(ActionKind.LEAD, FOOL, laid.names, laid.seat)
        return replace(trick, naming=Naming(self.start.spec, self.start.hands).after(led))

    def saying(self, action: Action) -> OpenTrick:
        """Return the trick after something said or played while the Fool is named.

        Raises: UsageError for an event that cannot have happened.
        """
        assert self.naming is not None
        naming = self.naming.after(action)
        return replace(self, naming=naming, lying=naming.laid)

    def without(self, seats: Collection[int]) -> OpenTrick:
        """Return the trick with the cards of some players back in their hands."""
        return replace(self, lying=tuple(each for each in self.lying if each.seat not in seats))

    def backs(self, whose: TakeBack) -> tuple[Laid, ...]:
        """Return the cards that go back if the Fool is demanded of its holder, the last one played first.

        A holder who has led it takes every card back too, because the suit may be named again.

        Source: clauses fool.demand, fool.demand-late.
        """
        seats = [each.seat for each in self.laid]
        if self.fool_holder not in seats:
            return tuple(each for each in self.early if each.seat == self.fool_holder)
        place = seats.index(self.fool_holder)
        if place and whose is TakeBack.HOLDER:
            return (self.laid[place],)
        return (*self.early, *reversed(self.laid[place:]))

    def demanding(self, backs: Collection[int]) -> OpenTrick:
        """Return the trick after a demand: some cards go back, and the holder of the Fool must play it."""
        return replace(self.without(backs), demanded_of=self.fool_holder)

    def _in_turn(self, lying: Iterable[Laid]) -> tuple[Laid, ...]:
        seats = len(self.start.hands)
        return tuple(sorted(lying, key=lambda each: (each.seat - self.start.lead) % seats))


# Topics while a trick is played: choices that a duty took away, cards compared, the Fool.


def in_trick(
    spec: GameSpec,
    laid: Sequence[Laid],
    hands: Sequence[Collection[Card]],
    tricks_left: int,
    course: Course = START,
) -> Occurrences:
    """Return the topics of a trick, complete or not; `hands` are those before it, by seat."""
    if not laid:
        return Occurrences()
    steps = frozenset({"led"}) if laid[0].card.is_fool else frozenset[str]()
    on_top = fool_on_top(laid[0], spec, course, tricks_left)
    topics = {*_won(spec, laid), *_against_the_order(spec, laid, course)}
    topics |= {Topic.FOOL_ON_TOP} if on_top else {*_fool(laid)}
    for place, each in enumerate(laid):
        if place:
            topics.update(_choice(spec, laid, place, frozenset(hands[each.seat])))
        held = frozenset(hands[each.seat])
        if tricks_left == spec.fool.banned_trick and any(card.is_fool for card in held):
            topics.add(Topic.FOOL_HELD_AT_BAN)
    return Occurrences(frozenset(topics), steps=steps)


def before_card(
    spec: GameSpec, laid: Sequence[Laid], hand: Collection[Card], tricks_left: int
) -> Occurrences:
    """Return the topics for the cards that a hand may play to a trick."""
    topics = set[Topic]()
    held = frozenset(hand)
    if laid:
        topics.update(_bound(spec, laid, held, led=suit_led(laid, spec)))
        topics.update([Topic.FOOL_LAID] if any(is_excuse(card, spec) for card in held) else [])
    topics.update([Topic.FOOL_LED] if laid and is_excuse(laid[0].card, spec) else [])
    if tricks_left == spec.fool.banned_trick and any(card.is_fool for card in held):
        topics.add(Topic.FOOL_HELD_AT_BAN)
    return Occurrences(frozenset(topics))


def _against_the_order(spec: GameSpec, laid: Sequence[Laid], course: Course) -> Iterator[Topic]:
    """Yield the cards that may win the trick under another rule than the strongest card."""
    rules = spec.tricks
    if rules is None:
        return
    if {each.card for each in laid} >= {*THREE}:
        yield Topic.THREE_TRUMPS
        if course.colour is not None:
            yield Topic.THREE_IN_COLOUR
    plain = not spec.is_trump(laid[0].card)
    if course.colour is not None and plain and any(spec.is_trump(each.card) for each in laid):
        yield Topic.SUIT_OVER_TRUMP
        if course.sides is not None and course.sides.of[laid[0].seat] != course.colour:
            yield Topic.OPPONENTS_SUIT


def _won(spec: GameSpec, laid: Sequence[Laid]) -> Iterator[Topic]:
    yield Topic.TRICK
    led = suit_led(laid, spec)
    best = max(laid, key=lambda each: strength(each.card, led, spec)).card
    others = [each.card for each in laid if each.card != best]
    if best.suit is not Suit.TRUMPS and any(card.suit is best.suit and not card.is_fool for card in others):
        yield Topic.RANKS


def _fool(laid: Sequence[Laid]) -> Iterator[Topic]:
    if any(each.card.is_fool for each in laid):
        yield Topic.FOOL_IN_TRICK
    if laid[0].card.is_fool:
        yield Topic.FOOL_LED


def _choice(spec: GameSpec, laid: Sequence[Laid], place: int, held: frozenset[Card]) -> Iterator[Topic]:
    """Yield the duties and freedoms of a player who does not lead."""
    led, card = suit_led(laid[:place], spec), laid[place].card
    if is_excuse(card, spec):
        suit = any(each.suit is led or spec.is_trump(each) for each in held if not is_excuse(each, spec))
        if suit:
            yield Topic.FOOL_LAID
        return
    yield from _bound(spec, laid[:place], held, led=led)


def _bound(
    spec: GameSpec, laid: Sequence[Laid], held: frozenset[Card], *, led: Suit | None
) -> Iterator[Topic]:
    """Yield the duties that took a choice away."""
    real = frozenset(each for each in held if not is_excuse(each, spec))
    trumps = frozenset(each for each in real if spec.is_trump(each))
    suit = trumps if led is Suit.TRUMPS else frozenset(each for each in real if each.suit is led)
    bound = suit or trumps
    if bound and bound != real:
        yield Topic.FOLLOW if suit else Topic.TRUMP
    most = max(strength(each.card, led, spec) for each in laid)
    over = {each for each in bound if strength(each, led, spec) > most}
    asked = spec.duty.beat is not Beat.TRUMPS or all(spec.is_trump(each) for each in bound)
    if asked and over and over != bound:
        yield Topic.BEAT
