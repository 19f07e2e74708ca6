"""The clauses of play as formulas: the cards that may be played, and the winner of a trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations
from typing import Final

import z3

from analyzer.cards.card import DECK, FOOL, MONDO, PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.proofs.smt import (
    Holding,
    Number,
    Truth,
    either,
    either_number,
    every,
    held,
    not_,
    some,
)
from analyzer.rules.play.table import Course
from analyzer.rules.spec.game import Beat, FoolKind, FoolLed, GameSpec, NamingStep, WinsBy
from analyzer.rules.spec.kinds.bidding import ColourEnds, ColourLeads, ThreeTrumps, TrickRules

# The clauses of play as formulas: which card of a holding may be played, and which card wins a trick.


Named = Mapping[Suit, Truth]
"""Which suit is led, or in force: for each suit whether it is the one."""

SUITS: Final = tuple(Suit)
FOOL_SUIT: Final = len(SUITS)
"""The number that stands for no suit where suits are numbers."""
FOOL_INDEX: Final = FOOL.index
OF_SUIT: Final = {suit: tuple(card for card in DECK if card.suit is suit) for suit in Suit}


EMPTY: Final[Holding] = {}
"""Nothing lies on the table yet."""


def named(suit: Suit) -> dict[Suit, Truth]:
    """A suit that is known to be the one led."""
    return {each: each is suit for each in Suit}


def holds_suit(holding: Holding, suit: Suit) -> Truth:
    """Whether a card of the suit is held, a Fool aside."""
    return some(held(holding, OF_SUIT[suit]))


def excuses(spec: GameSpec, card: Card) -> bool:
    """Whether a card is a Fool that excuses; another Fool is a trump.

    Source: clause fool.kind.
    """
    return card == FOOL and spec.fool.kind is FoolKind.EXCUSE


@dataclass(frozen=True, slots=True)
class PlayClauses:
    """What the clauses ask of a player."""

    spec: GameSpec
    _known: dict[tuple[object, ...], tuple[Truth, object]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def may_play(
        self,
        holding: Holding,
        tricks_left: Number,
        led: Named | None,
        card: Card,
        table: Holding = EMPTY,
    ) -> Truth:
        """Whether a card may be played from a holding to a trick; `led` is None for the lead of it.

        `table` says of each card whether it was laid before.

        Source: clauses play.follow, play.trump, play.no-beat, play.lead-called, fool.any-trick,
        fool.second-to-last, fool.kind.
        """
        mine = holding.get(card, False)
        if excuses(self.spec, card):
            return every((mine, not_(_equal(tricks_left, self.spec.fool.banned_trick or 0))))
        if led is None:
            return every((mine, not_(self._barred(holding, tricks_left, card, table))))
        follows_led = self._followers(holding, led, self.suit(card))
        if self.spec.duty.beat is Beat.NONE:
            return every((mine, follows_led))
        real = {other: there for other, there in holding.items() if not excuses(self.spec, other)}
        return every((mine, follows_led, *self.beaters(real, led, card, table)))

    def _barred(self, holding: Holding, tricks_left: Number, card: Card, table: Holding) -> Truth:
        """Whether a card is of the called suit at the first lead, and there is a card that is not.

        Source: clause play.lead-called.
        """
        called = self.spec.barred
        if called is None or card == called or card.suit is not called.suit:
            return False
        others = (there for each, there in holding.items() if each == called or each.suit is not called.suit)
        first = _equal(tricks_left, self.spec.table.hand_size)
        return every((first, some(others), not_(some(table.values()))))

    def suit(self, card: Card) -> Suit | None:
        """The suit a card is of in play: a Fool that does not excuse is a trump."""
        return card.suit if card != FOOL or excuses(self.spec, card) else Suit.TRUMPS

    def holds(self, holding: Holding, suit: Suit) -> Truth:
        """Whether a card is held that is of the suit in play."""
        own = holds_suit(holding, suit)
        return some((own, holding.get(FOOL, False))) if self.suit(FOOL) is suit else own

    def _followers(self, holding: Holding, led: Named, suit: Suit | None) -> Truth:
        """:meth:`followers` for any card of a suit: all of them obey, or none."""
        key = (id(holding), id(led), suit)
        if key not in self._known:
            able = {each: self.holds(holding, each) for each in Suit}
            self._known[key] = every(self.followers(able, led, suit)), (holding, led)
        return self._known[key][0]

    def followers(self, able: Named, led: Named, card: Suit | None) -> Iterator[Truth]:
        """What makes a card of a suit obey the suit led, by which suits its holder could follow."""
        for suit, is_led in led.items():
            if self.spec.duty.follow and card is not suit:
                yield not_(every((is_led, able[suit])))
            if self.spec.duty.trump and card is not Suit.TRUMPS:
                void = not_(able[suit]) if self.spec.duty.follow else True
                may_not = every((is_led, void, able[Suit.TRUMPS]))
                yield True if card is suit and self.spec.duty.follow else not_(may_not)

    def beaters(self, real: Holding, led: Named, card: Card, table: Holding) -> Iterator[Truth]:
        """Under each suit led, that the card beats the table, or need not, or no card that obeys it does."""
        trump = self.suit(card) is Suit.TRUMPS
        if self.spec.duty.beat is Beat.NONE or (self.spec.duty.beat is Beat.TRUMPS and not trump):
            return
        for suit, is_led in led.items():
            able = self._able(real, suit, table)
            yield not_(every((is_led, able, not_(self._is_above(card, suit, table)))))

    def _able(self, real: Holding, led: Suit, table: Holding) -> Truth:
        """Whether a card that obeys the suit led beats the table; the same for every card of the holding."""
        key = (led, *((card, id(there)) for holding in (real, table) for card, there in holding.items()))
        if key not in self._known:
            suits, obeys = {suit: self.holds(real, suit) for suit in Suit}, named(led)
            able = some(
                every(
                    (there, self._is_above(each, led, table), *self.followers(suits, obeys, self.suit(each)))
                )
                for each, there in real.items()
            )
            # The holdings are kept, so that no other formula comes to bear the identity of one of theirs.
            self._known[key] = able, (dict(real), table)
        return self._known[key][0]

    def _is_above(self, card: Card, led: Suit, table: Holding) -> Truth:
        """Whether a card would win over all that lie on the table."""
        mine = self._strength(card, led)
        return every(
            (mine > 0, *(not_(there) for each, there in table.items() if self._strength(each, led) >= mine))
        )

    def _strength(self, card: Card, led: Suit) -> int:
        found = strength(self.spec, Played.from_card(card), SUITS.index(led))
        assert isinstance(found, int)
        return found


def _equal(one: Number, other: int) -> Truth:
    return one == other


class Played(Record, frozen=True):
    """A card on the table by suit and height, each known or not; suits are numbered as in `Suit`."""

    suit: Number
    height: Number

    @classmethod
    def from_card(cls, card: Card) -> Played:
        return cls(FOOL_SUIT if card.suit is None else SUITS.index(card.suit), card.height)

    @classmethod
    def unknown(cls, name: str) -> Played:
        """A card that may be any of the deck, once :attr:`is_card` is given."""
        return cls(z3.Int(f"{name}.suit"), z3.Int(f"{name}.height"))

    @property
    def is_card(self) -> Truth:
        """Whether the numbers are those of a card of the whole pack."""
        return self.is_among(DECK)

    def is_among(self, deck: Sequence[Card]) -> Truth:
        """Whether the numbers are those of a card of a deck, of which each suit is without gaps."""
        cards = [self.is_(card) for card in deck if card == FOOL]
        for place, suit in enumerate(SUITS):
            heights = [card.height for card in deck if card.suit is suit]
            assert len(heights) == max(heights) - min(heights) + 1
            cards.append(
                every((self.suit == place, self.height >= min(heights), self.height <= max(heights)))
            )
        return some(cards)

    def is_(self, card: Card) -> Truth:
        """Whether it is this card."""
        other = Played.from_card(card)
        return every((self.suit == other.suit, self.height == other.height))

    @property
    def index(self) -> Number:
        """Its place in the deck in canonical order, 0 to 77."""
        place: Number = FOOL_INDEX
        for suit, of_suit in OF_SUIT.items():
            last = of_suit[0].index + of_suit[0].height
            place = either_number(self.suit == SUITS.index(suit), last - self.height, place)
        return place

    def differs(self, other: Played) -> Truth:
        return not_(every((self.suit == other.suit, self.height == other.height)))

    def read(self, suit: int, height: int) -> Card:
        """The card of two numbers."""
        of = None if suit == FOOL_SUIT else SUITS[suit]
        return next(card for card in DECK if card.suit is of and card.height == height)


def strength(spec: GameSpec, card: Played, led: Number) -> Number:
    """How strong a card is in its trick: 0 cannot win, and of two others the stronger one wins.

    Source: clauses play.winner, fool.lowest, fool.kind.
    """
    excuse = excuses(spec, FOOL)
    numbered = card.suit == SUITS.index(Suit.TRUMPS)
    ways = {
        WinsBy.HIGHEST_TRUMP: numbered if excuse else some((numbered, card.is_(FOOL))),
        WinsBy.HIGHEST_OF_SUIT_LED: card.suit == led,
    }
    height = height_of(spec, card)
    worth: Number = 0
    for place, way in enumerate(reversed(spec.winner)):
        worth = either_number(ways[way], height + 1 + 100 * place, worth)
    return either_number(card.is_(FOOL), 0, worth) if excuse else worth


def height_of(spec: GameSpec, card: Played) -> Number:
    """How high a card ranks in its suit; a Fool that is a trump ranks above the Mond.

    Source: clauses table.ranks, fool.kind.
    """
    height = card.height
    if not excuses(spec, FOOL):
        height = either_number(card.is_(FOOL), MONDO.height + 1, height)
    for suit in sorted(spec.table.turned, key=SUITS.index):
        spots = [each.height for each in OF_SUIT[suit] if not each.is_court]
        is_spot = every((card.suit == SUITS.index(suit), card.height <= max(spots)))
        height = either_number(is_spot, max(spots) + min(spots) - card.height, height)
    return height


def wins(spec: GameSpec, laid: Sequence[Played], led: Number, place: int) -> Truth:
    """Whether a card is the strongest of its trick; none is where nobody shows the suit led or a trump.

    What a game has of its own about tricks is in :mod:`analyzer.proofs.play`.
    """
    mine = strength(spec, laid[place], led)
    others = [strength(spec, card, led) for at, card in enumerate(laid) if at != place]
    return every((mine > 0, *(mine > other for other in others)))


def nobody_wins(spec: GameSpec, laid: Sequence[Played], led: Number) -> Truth:
    """Whether no card but an excuse that was led could take the trick."""
    return every(strength(spec, card, led) == 0 for card in laid)


# Who wins a trick, as a formula over its cards and what the tricks before settled.
#
# Most tricks go to the strongest card, of which :mod:`analyzer.proofs.play` tells. Some have more:
# the Fool on top for a side that swept, a suit led that beats trumps, three trumps in one trick.


TRUMPS: Final = SUITS.index(Suit.TRUMPS)
THREE: Final = (FOOL, MONDO, PAGAT)
"""The cards of which the last wins where all three fall to one trick, in this order."""


class Past(Record, frozen=True):
    """What the tricks before settle for one; each of it may be known or not."""

    last: Truth = False
    """Whether it is the last trick of the hand."""
    leader_swept: Truth = False
    """Whether the leader's side has won every trick before."""
    colour: Truth = False
    """Whether a side plays for every trick, with the suits led above the trumps."""
    own_lead: Truth = True
    """Whether the leader is of that side."""
    trump_led: Truth = False
    """Whether a trick before was led with a trump."""

    @classmethod
    def unknown(cls) -> Past:
        """Anything that may have been before a trick."""
        return cls(*(z3.Bool(name) for name in cls.__struct_fields__))

    @classmethod
    def from_course(cls, course: Course, leader: int, tricks_left: int) -> Past:
        """What is known before a trick that a seat leads, with so many to go, this one included."""
        side = None if course.sides is None else course.sides.of[leader]
        return cls(
            last=tricks_left == 1,
            leader_swept=side is not None and course.swept == side,
            colour=course.colour is not None,
            own_lead=side is None or course.colour == side,
            trump_led=course.trump_led,
        )


USUAL: Final = Past()
"""A trick to which nothing before it matters."""


def any_cards(deck: Iterable[Card], laid: Sequence[Played]) -> Iterator[Truth]:
    """That unknown cards are of a deck, and no two of them the same."""
    known = tuple(deck)
    yield from (card.is_among(known) for card in laid)
    yield from (one.differs(other) for one, other in combinations(laid, 2))


def suit_led(spec: GameSpec, laid: Sequence[Played], name: Number = FOOL_SUIT) -> Number:
    """The number of the suit that a trick is led with; that of no suit where nobody has led one yet.

    `name` is the suit that the leader of a Fool names, in a game where he does.

    Source: clauses fool.naming, fool.led, fool.kind.
    """
    if not excuses(spec, FOOL):
        return either_number(laid[0].is_(FOOL), TRUMPS, laid[0].suit)
    if spec.fool.led is FoolLed.NAMES:
        return either_number(laid[0].is_(FOOL), name, laid[0].suit)
    led: Number = FOOL_SUIT
    for card in reversed(laid):
        led = either_number(card.is_(FOOL), led, card.suit)
    return led


def takes(
    spec: GameSpec, laid: Sequence[Played], place: int, past: Past = USUAL, name: Number = FOOL_SUIT
) -> Truth:
    """Whether the card at a place wins the trick, in order of play, by all that the game says of tricks.

    Source: clauses play.winner, fool.top, play.colour-valat, play.three-trumps, naming.second-card-names.
    """
    rules = spec.tricks
    swept = every((spec.fool.top_when_swept, laid[0].is_(FOOL), past.last, past.leader_swept))
    usual = _strongest(spec, laid, place, name)
    if rules is not None:
        usual = either(three_trumps(rules, laid, past), laid[place].is_(PAGAT), usual)
        usual = either(colour_beats(rules, laid, past), _best_of_colour(spec, laid, place), usual)
    return either(swept, place == 0, usual)


def _strongest(spec: GameSpec, laid: Sequence[Played], place: int, name: Number) -> Truth:
    """The usual winner; where no card could beat a led Fool, the one that the naming says, or the Fool."""
    led = suit_led(spec, laid, name)
    nobody = nobody_wins(spec, laid, led)
    if NamingStep.BOTH_PLAY_WITHOUT_TRUMPS not in spec.fool.naming:
        return either(nobody, place == 0, wins(spec, laid, led, place))
    second = laid[-1].suit
    for card in reversed(laid[:-1]):
        second = either_number(card.is_(FOOL), second, card.suit)
    return wins(spec, laid, either_number(nobody, second, led), place)


def colour_beats(rules: TrickRules, laid: Sequence[Played], past: Past) -> Truth:
    """Whether the suit led beats trumps in the trick.

    Source: clauses play.colour-valat, play.colour-valat-leads.
    """
    plain = every((laid[0].suit != TRUMPS, laid[0].suit != FOOL_SUIT))
    over = past.trump_led if rules.colour_ends is ColourEnds.FOR_GOOD else False
    whose = True if rules.colour_leads is ColourLeads.ANYBODY else past.own_lead
    return every((past.colour, plain, not_(over), whose))


def _best_of_colour(spec: GameSpec, laid: Sequence[Played], place: int) -> Truth:
    """Whether a card is the highest of those of the suit of the first one."""
    first, mine = laid[0].suit, laid[place]
    lower = (
        some((other.suit != first, height_of(spec, other) < height_of(spec, mine)))
        for at, other in enumerate(laid)
        if at != place
    )
    return every((mine.suit == first, *lower))


def three_trumps(rules: TrickRules, laid: Sequence[Played], past: Past) -> Truth:
    """Whether the Pagat wins because the Fool and the Mond lie in the trick too.

    Source: clauses play.three-trumps, play.three-trumps-in-colour-valat.
    """
    if rules.three_trumps is ThreeTrumps.NONE:
        return False
    orders = permutations(THREE) if rules.three_trumps is ThreeTrumps.ANY_ORDER else (THREE,)
    fall = some(_in_order(laid, cards) for cards in orders)
    return every((fall, rules.three_in_colour or not_(past.colour)))


def _in_order(laid: Sequence[Played], cards: Sequence[Card]) -> Truth:
    """Whether the cards lie in the trick, each behind the one before."""
    places = [[card.is_(each) for card in laid] for each in cards]
    there = every(some(each) for each in places)
    behind = (
        not_(every((one, other)))
        for before, after in pairwise(places)
        for at, one in enumerate(before)
        for other in after[:at]
    )
    return every((there, *behind))
