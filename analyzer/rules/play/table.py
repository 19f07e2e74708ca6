"""The state of play between two cards, its legal actions, and their results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from analyzer.cards.card import FOOL, MONDO, PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.rules.actions import ALLOW, DEMAND, Action, ActionKind, Sides, lay
from analyzer.rules.spec.game import Beat, FoolKind, FoolLed, GameSpec, NamingStep, WinsBy
from analyzer.rules.verdicts import Violation

# Effects of earlier tricks on later ones, and wins against the usual order of cards.
#
# Most games have none: then a :class:`Course` is empty and every trick goes to its strongest card.


class Lying(Protocol):
    """A card on the table, and the player of the card."""

    @property
    def seat(self) -> int: ...
    @property
    def card(self) -> Card: ...


class Won(Protocol):
    """A complete trick, and the seat that wins it."""

    @property
    def laid(self) -> Sequence[Lying]: ...
    @property
    def winner(self) -> int: ...


class Course(Record, frozen=True):
    """The play so far, as far as later tricks depend on it."""

    sides: Sides | None = None
    first: bool = False
    """True if no trick was won yet."""
    swept: int | None = None
    """The side that has won every trick so far."""
    trump_led: bool = False
    """True if a trick was led with a trump."""
    colour: int | None = None
    """The side that plays for every trick with the suits led above the trumps."""

    def after(self, trick: Won) -> Course:
        """Return the course after one more trick."""
        if self == START:
            return self
        first = trick.laid[0].card
        trumps = first.is_trump or first.is_fool
        won = None if self.sides is None else self.sides.of[trick.winner]
        swept = won if self.first or self.swept == won else None
        return replace(self, first=False, swept=swept, trump_led=self.trump_led or trumps)


START: Final = Course()
"""A course without effects of earlier play."""
THREE: Final = (FOOL, MONDO, PAGAT)
"""Three trumps that, in one trick, may be won by the last of them."""


class WonBy(Enum):
    """The rule behind a win against the usual order of cards; the value is the kind of its clause."""

    TOP = "top-when-swept"
    COLOUR = "suit-beats-trumps"
    THREE = "three-trumps"


def find_special_winner(
    laid: Sequence[Lying], spec: GameSpec, course: Course, tricks_left: int
) -> tuple[int, WonBy] | None:
    """Return the winner of a trick under another rule than the strongest card; None if there is none.

    Source: clauses fool.top, play.three-trumps, play.colour-valat.
    """
    if spec.tricks is None and not spec.fool.top_when_swept:
        return None
    if fool_on_top(laid[0], spec, course, tricks_left):
        return laid[0].seat, WonBy.TOP
    if colour_beats(laid, spec, course):
        own = [each for each in laid if each.card.suit is laid[0].card.suit]
        return max(own, key=lambda each: spec.height(each.card)).seat, WonBy.COLOUR
    three = _three_trumps(laid, spec, course)
    return None if three is None else (three, WonBy.THREE)


def fool_on_top(first: Lying, spec: GameSpec, course: Course, tricks_left: int) -> bool:
    """Return True if the first card of a trick is a Fool that nothing beats.

    Source: clause fool.top.
    """
    led = spec.fool.top_when_swept and first.card is FOOL and tricks_left == 1
    return led and course.sides is not None and course.swept == course.sides.of[first.seat]


def colour_beats(laid: Sequence[Lying], spec: GameSpec, course: Course) -> bool:
    """Return True if the suit led to a trick beats trumps in it.

    Source: clause play.colour-valat.
    """
    rules = spec.tricks
    if rules is None or course.colour is None or laid[0].card.suit is None or laid[0].card.is_trump:
        return False
    if rules.colour_for_good and course.trump_led:
        return False
    own = course.sides is None or course.sides.of[laid[0].seat] == course.colour
    return own or rules.colour_anybody


def _three_trumps(laid: Sequence[Lying], spec: GameSpec, course: Course) -> int | None:
    """Return the winner of a trick with the Fool, the Mond and the Pagat in it; None for any other trick."""
    rules = spec.tricks
    if rules is None or not rules.three_win:
        return None
    if course.colour is not None and not rules.three_in_colour:
        return None
    places = [next((p for p, each in enumerate(laid) if each.card is card), None) for card in THREE]
    known = [place for place in places if place is not None]
    if len(known) < len(THREE):
        return None
    in_order = known == sorted(known)
    return laid[known[-1]].seat if in_order or rules.in_any_order else None


# The state of play between two cards, its legal actions, and their results.
#
# A :class:`Table` is a value: :meth:`Table.after` gives the next one. The moves here are those of
# **search**: a led Fool names a suit that somebody can follow, and at the trick of the demand every card
# other than the Fool that its holder picks is put to the two opponents in turn. The looser protocol of
# disputes and replays (naming in a void, revokes) is in :mod:`analyzer.rules.play.naming`.
#
# Source: main rule text, "Play", "The fool".


class Laid(NamedTuple):
    """A card on the table: its player, and for a led Fool the suit it names."""

    seat: int
    card: Card
    names: Suit | None = None

    @property
    def suit(self) -> Suit | None:
        """The suit the card leads, if it is the first of its trick."""
        return self.card.suit if self.names is None else self.names


class Trick(NamedTuple):
    """A complete trick, in order of play, and the seat that wins it."""

    laid: tuple[Laid, ...]
    winner: int


class State(Record, frozen=True):
    """The state that the legal cards depend on, in addition to the hand and the trick."""

    demanded: bool = False
    """True if the Fool has been demanded of the player."""


FREE: Final = State()
"""A state without further duties of the player."""


def is_excuse(card: Card, spec: GameSpec) -> bool:
    """Return True if a card is a Fool that excuses and wins nothing."""
    return card.is_fool and spec.fool.kind is FoolKind.EXCUSE


def suit_led(laid: Sequence[Laid], spec: GameSpec) -> Suit | None:
    """Return the suit that a trick is led with; None if nobody has led one yet.

    Source: clauses fool.naming, fool.led, fool.kind.
    """
    for each in laid:
        if each.names is not None:
            return each.names
        if not is_excuse(each.card, spec):
            return Suit.TRUMPS if each.card.is_fool else each.card.suit
        if spec.fool.led is FoolLed.NAMES:
            return None
    return None


def strength(card: Card, led: Suit | None, spec: GameSpec) -> int:
    """Return the strength of a card in its trick: 0 cannot win, and the stronger of two others wins.

    Source: clauses play.winner, fool.lowest.
    """
    if is_excuse(card, spec):
        return 0
    for place, way in enumerate(spec.winner):
        if spec.is_trump(card) if way is WinsBy.HIGHEST_TRUMP else card.suit is led:
            return 100 * (len(spec.winner) - place) + spec.height(card)
    return 0


def winner(laid: Sequence[Laid], spec: GameSpec, course: Course = START, tricks_left: int = 0) -> int:
    """Return the winner of a complete trick: the highest trump, otherwise the highest card of the suit led.

    `course` and `tricks_left` (including this one) are needed if a game has a rule of its own.

    The Fool never wins. In a trick in which nobody except a led Fool shows the named suit or a trump (a
    case the naming protocol exists to prevent), the highest card of the suit that the second player
    played wins, because that card names the Fool; under rules that do not say so nothing beats the Fool.

    Source: clauses play.winner, fool.lowest, naming.second-card-names.
    """
    told = find_special_winner(laid, spec, course, tricks_left)
    if told is not None:
        return told[0]
    led = suit_led(laid, spec)
    named_by_card = NamingStep.BOTH_PLAY_WITHOUT_TRUMPS in spec.fool.naming
    if named_by_card and not any(strength(each.card, led, spec) for each in laid):
        led = next(each.card.suit for each in laid if not each.card.is_fool)
    return max(laid, key=lambda each: strength(each.card, led, spec)).seat


def followable(spec: GameSpec, others: Iterable[Card]) -> tuple[Suit, ...]:
    """Return the suits that a Fool may name if the other players hold these cards.

    Source: clauses fool.naming, naming.followable.
    """
    held = {card.suit for card in others}
    return spec.fool.named_of(suit for suit in Suit if suit in held)


def followers(
    hand: Collection[Card], led: Suit, spec: GameSpec, table: Sequence[Card] = ()
) -> frozenset[Card]:
    """Return the cards that obey the suit led, without the Fool: follow, otherwise trump, otherwise any.

    `table` are the cards played so far, which a card may have to beat.

    Source: clauses play.follow, play.trump, play.no-beat.
    """
    real = frozenset(card for card in hand if not is_excuse(card, spec))
    trumps = frozenset(card for card in real if spec.is_trump(card))
    suit = trumps if led is Suit.TRUMPS else frozenset(card for card in real if card.suit is led)
    suit = suit if spec.duty.follow else frozenset()
    trumps = trumps if spec.duty.trump else frozenset()
    return beaters(suit or trumps or real, led, spec, table)


def beaters(cards: frozenset[Card], led: Suit, spec: GameSpec, table: Sequence[Card]) -> frozenset[Card]:
    """Return the cards obeying the suit led that beat the table, if a player must beat it and can.

    Source: clause play.no-beat.
    """
    if spec.duty.beat is Beat.NONE or not all(_must_beat(card, spec) for card in cards):
        return cards
    most = max((strength(card, led, spec) for card in table), default=0)
    return frozenset(card for card in cards if strength(card, led, spec) > most) or cards


def _must_beat(card: Card, spec: GameSpec) -> bool:
    return spec.duty.beat is Beat.ANY or spec.is_trump(card)


def leads(hand: Collection[Card], spec: GameSpec, table: Sequence[Card] = ()) -> frozenset[Card]:
    """Return the cards that a hand may lead, or play if no suit has been led yet, apart from a Fool's ban.

    If the suit of the called card is barred, a player with cards of that suit only may lead it.

    Source: clause play.lead-called.
    """
    cards = frozenset(hand)
    if spec.barred is None or table or len(cards) != spec.table.hand_size:
        return cards
    return (
        frozenset(each for each in cards if each == spec.barred or each.suit is not spec.barred.suit) or cards
    )


def playable(
    hand: Collection[Card], led: Suit | None, spec: GameSpec, table: Sequence[Card] = ()
) -> frozenset[Card]:
    """Return the cards a hand may play when `led` was led, or lead if it is None; apart from a demand.

    The hand is the one before its card to this trick, so its size is the number of tricks left; `table`
    are the cards played before it.

    Source: clauses play.follow, play.trump, play.no-beat, play.lead-called, fool.any-trick,
    fool.second-to-last.
    """
    obeying = followers(hand, led, spec, table) if led is not None else leads(hand, spec, table)
    if FOOL not in hand or spec.fool.kind is FoolKind.TRUMP:
        return obeying
    return obeying - {FOOL} if len(hand) == spec.fool.banned_trick else obeying | {FOOL}


def legal(
    hand: Collection[Card], trick: Sequence[Laid], spec: GameSpec, state: State = FREE
) -> frozenset[Card]:
    """Return the cards a hand may play to a trick, or lead if the trick is empty.

    Source: clauses play.follow, play.trump, play.no-beat, fool.any-trick, fool.second-to-last, fool.demand.
    """
    led = suit_led(trick, spec)
    cards = playable(hand, led, spec, [each.card for each in trick])
    return cards & {FOOL} if state.demanded else cards


class Table(Record, frozen=True):
    """Play between two cards; seats are numbered in order of play."""

    spec: GameSpec
    hands: tuple[frozenset[Card], ...]
    """Cards still held, by seat, without those in the current trick."""
    lead: int
    trick: tuple[Laid, ...] = ()
    fool_demand: bool = True
    """True if the Fool may be demanded at all in this game."""
    picked: Action | None = None
    """A card its holder picked instead of the Fool, while the opponents may still demand the Fool."""
    passed: int = 0
    """The number of opponents who have let the picked card pass."""
    demanded: bool = False
    """True if the player to move must now play the Fool."""
    course: Course = START
    """The effects of earlier tricks on this one."""

    @property
    def holder(self) -> int:
        """The seat whose card is next."""
        return (self.lead + len(self.trick)) % len(self.hands)

    @property
    def to_move(self) -> int:
        """The seat that decides next: the holder, or an opponent who may demand the holder's Fool."""
        if self.picked is None:
            return self.holder
        return (self.holder + 1 + self.passed) % len(self.hands)

    @property
    def tricks_left(self) -> int:
        """The number of tricks still to be won, including the current one; 0 when the hand is over."""
        return len(self.hands[self.holder])

    @property
    def over(self) -> bool:
        return self.tricks_left == 0

    @property
    def led(self) -> Suit | None:
        """The suit led to the current trick; None if the trick is still to be led."""
        return suit_led(self.trick, self.spec)

    def legal_cards(self) -> frozenset[Card]:
        """Return the cards the holder may play, apart from a demand.

        Source: clauses play.follow, play.trump, fool.any-trick, fool.second-to-last.
        """
        return legal(self.hands[self.holder], self.trick, self.spec)

    def nameable(self) -> tuple[Suit, ...]:
        """Return the suits a leader of the Fool may name: those that another player can follow.

        Source: clauses fool.naming, naming.followable.
        """
        others = (card for seat, hand in enumerate(self.hands) if seat != self.holder for card in hand)
        return followable(self.spec, others)

    def _fool_moves(self) -> tuple[Action, ...]:
        if self.trick or self.spec.fool.led is not FoolLed.NAMES:
            return (lay(FOOL),)
        return tuple(lay(FOOL, suit) for suit in self.nameable())

    def moves(self) -> tuple[Action, ...]:
        """Return the legal actions of the player to move, in canonical order; empty when the hand is over."""
        if self.over:
            return ()
        if self.picked is not None:
            return (DEMAND, ALLOW)
        if self.demanded:
            return self._fool_moves()
        legal = self.legal_cards()
        plays = tuple(lay(card) for card in sorted(legal) if not card.is_fool)
        return plays + self._fool_moves() if FOOL in legal else plays

    def demandable(self, card: Card) -> bool:
        """Return True if playing `card` now may be answered by a demand for the Fool.

        Source: clause fool.demand.
        """
        return (
            self.fool_demand
            and self.tricks_left == self.spec.fool.demand_trick
            and not card.is_fool
            and FOOL in self.hands[self.holder]
        )

    def after(self, move: Action) -> tuple[Table, Trick | None]:
        """Return the table after one of :meth:`moves`, and the trick it completed, if any."""
        if move.kind is ActionKind.DEMAND:
            return replace(self, picked=None, passed=0, demanded=True), None
        if move.kind is ActionKind.ALLOW:
            assert self.picked is not None
            if self.passed + 1 < self.spec.table.players - 1:
                return replace(self, passed=self.passed + 1), None
            return replace(self, picked=None, passed=0).laid_down(self.picked)
        assert move.card is not None
        if self.demandable(move.card):
            return replace(self, picked=move), None
        return self.laid_down(move)

    def laid_down(self, move: Action) -> tuple[Table, Trick | None]:
        """Return the table with the holder's card on it for good: no demand is asked for, no rule checked."""
        assert move.card is not None
        hands = tuple(
            hand - {move.card} if seat == self.holder else hand for seat, hand in enumerate(self.hands)
        )
        laid = (*self.trick, Laid(self.holder, move.card, move.suit))
        if len(laid) < len(hands):
            return replace(self, hands=hands, trick=laid, demanded=False), None
        trick = Trick(laid, winner(laid, self.spec, self.course, len(hands[self.holder]) + 1))
        course = self.course.after(trick)
        return replace(self, hands=hands, lead=trick.winner, trick=(), demanded=False, course=course), trick


# The legality of one card: the revoke judgement.
#
# Source: main rule text, "Play", "The fool".


class Revoke(NamedTuple):
    """An illegal play: the clause it breaks, the legal cards in canonical order, and the reason."""

    clause: str
    legal: tuple[Card, ...]
    text: Message


def judge_play(
    spec: GameSpec, hand: Collection[Card], led: Suit | None, card: Card, table: Sequence[Card] = ()
) -> Revoke | None:
    """Return the fault of a card played from this hand; None for a legal one. A demand is not judged here.

    `hand` are the cards held before the play, including `card`, so its size is the number of tricks
    left; `led` is the suit in force, None for the lead of a trick; `table` are the cards played before it.

    Source: clauses play.follow, play.trump, play.no-beat, play.lead-called, fool.second-to-last.
    """
    legal = playable(hand, led, spec, table)
    if card in legal:
        return None
    follow, trump, beat = spec.duty.clauses
    if led is None and not is_excuse(card, spec):
        clause = spec.called_lead
        text = say("{card} is of the called suit, which may not be led first", card=card)
    elif is_excuse(card, spec):
        clause = "fool.second-to-last"
        text = say("the Fool may not be played to the second-to-last trick")
    elif card in playable(hand, led, spec):
        clause = beat
        text = say("{card} does not beat the trick, and the player has a card that does", card=card)
    elif spec.duty.follow and any(_follows(other, led, spec) for other in hand):
        assert led is not None
        clause = follow
        text = say("{card} does not follow {suit}, which the player holds", card=card, suit=led)
    else:
        assert led is not None
        clause = trump
        text = say("{card} is not a trump; the player, void in {suit}, holds one", card=card, suit=led)
    return Revoke(clause, tuple(sorted(legal)), text)


def judge_name(spec: GameSpec, suit: Suit, others: Iterable[Card]) -> Violation | None:
    """Return the fault of a suit named for a led Fool, if another suit can be followed; otherwise None.

    `others` are the cards of the other players.

    Source: clause fool.naming.
    """
    if suit in spec.fool.names or not any(card.suit in spec.fool.names for card in others):
        return None
    text = say("{suit} may be named only where nobody else holds a card of another suit", suit=suit)
    return Violation("fool.naming", (FOOL,), text)


def _follows(card: Card, led: Suit | None, spec: GameSpec) -> bool:
    """Return True if a card is of the suit led: a Fool that is a trump belongs to the trumps."""
    return spec.is_trump(card) if led is Suit.TRUMPS else card.suit is led
