"""The clauses of play as formulas: which card of a holding may be played, and which card wins a trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import z3

from analyzer.cards.card import DECK, FOOL, MONDO, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.proofs.smt import (
    Holding,
    Number,
    Truth,
    either_number,
    every,
    held,
    not_,
    some,
)
from analyzer.rules.spec.game import Beat, FoolKind, GameSpec, WinsBy

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
        found = strength(self.spec, Played.of(card), SUITS.index(led))
        assert isinstance(found, int)
        return found


def _equal(one: Number, other: int) -> Truth:
    return one == other


class Played(Record, frozen=True):
    """A card on the table by suit and height, each known or not; suits are numbered as in `Suit`."""

    suit: Number
    height: Number

    @classmethod
    def of(cls, card: Card) -> Played:
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
        other = Played.of(card)
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

    What a game has of its own about tricks is in :mod:`analyzer.proofs.clauses.tricks`.
    """
    mine = strength(spec, laid[place], led)
    others = [strength(spec, card, led) for at, card in enumerate(laid) if at != place]
    return every((mine > 0, *(mine > other for other in others)))


def nobody_wins(spec: GameSpec, laid: Sequence[Played], led: Number) -> Truth:
    """Whether no card but an excuse that was led could take the trick."""
    return every(strength(spec, card, led) == 0 for card in laid)
