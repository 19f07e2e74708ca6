"""The piles of a game of card points: what each side has won, and where a played Fool ends.

A pile may be known card by card or only by what it counts; what follows from it is then as exact as what
is known. All amounts are units of :class:`PileRules`.

Source: clauses of the kinds count-cards, exchange, exchange-later, surrender, pile-at-trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.sides import Sides
from analyzer.rules.spec.kinds.piling import ExchangeRules, PileRules

TWO_SIDES: Final = 2


class Owed(Record, frozen=True):
    """A card owed for a Fool that went home: to which side, and the clause."""

    to: int
    clause: str


class SidePile(Record, frozen=True):
    """What lies in the pile of one side; `units` is what it counts, None where that is not known.

    `cards` are those that are known to lie there, of tricks and talon; `laid_away` a discard that lies
    beside them. `gives` says that an unknown card of no worth lies there, which can be given for the Fool.
    """

    tricks: int = 0
    units: int | None = 0
    cards: frozenset[Card] = frozenset()
    laid_away: frozenset[Card] = frozenset()
    gives: bool = False
    owed: Owed | None = None


class Moved(Record, frozen=True):
    """A card that went elsewhere than to the winner of its trick; None for one that is not known."""

    card: Card | None
    to: int
    """The side in whose pile it ends."""
    clause: str


class Turned(Record, frozen=True):
    """The piles after a trick was turned over, by side, and what went elsewhere than to its winner."""

    piles: tuple[SidePile, ...]
    moved: tuple[Moved, ...] = ()


class Piling:
    """How tricks go to piles in one game between these sides."""

    def __init__(
        self,
        rules: PileRules,
        exchange: ExchangeRules | None,
        lost_in_last: int,
        sides: Sides,
        given: Card | None = None,
        *,
        stays: bool = False,
    ) -> None:
        """In the `lost_in_last` last tricks a Fool goes with the trick, where it is an excuse at all.

        `given` is the card that is given for the Fool as soon as it lies there, in place of the least one;
        where the Fool `stays` with its player nothing is.
        """
        self._rules, self._exchange, self._lost, self.sides = rules, exchange, lost_in_last, sides
        self._given, self._stays = given, stays

    def turn(self, piles: Sequence[SidePile], trick: Trick, tricks_left: int) -> Turned:
        """The piles after a trick; `tricks_left` counts this one too."""
        won = self.sides.of[trick.winner]
        found = list(piles)
        moved: list[Moved] = []
        home = next((each for each in trick.laid if each.card.is_fool), None)
        cards = {each.card for each in trick.laid}
        goes_home = (
            home is not None
            and (self._stays or self._exchange is not None)
            and tricks_left > self._lost
            and self.sides.of[home.seat] != won
        )
        other = None if home is None else self._lost_to(home, trick, tricks_left)
        if goes_home and home is not None:
            cards.discard(home.card)
        if other is not None and home is not None and self._exchange is not None:
            cards.discard(home.card)
            found[other] = self._with(found[other], {home.card})
            moved.append(Moved(home.card, other, self._exchange.changes_side or ""))
        found[won] = self._with(replace(found[won], tricks=found[won].tricks + 1), cards, self._rules.trick)
        if goes_home and home is not None:
            side = self.sides.of[home.seat]
            found[side] = self._with(found[side], {home.card})
        if goes_home and home is not None and self._exchange is not None:
            moved.append(Moved(home.card, side, self._exchange.clause))
            clause = self._exchange.later or self._exchange.clause
            found[side] = replace(found[side], owed=Owed(won, clause))
        for side in range(self.sides.count):
            self._pay(found, side, moved)
        return Turned(tuple(found), tuple(moved))

    def _lost_to(self, fool: Laid, trick: Trick, tricks_left: int) -> int | None:
        """The other side, where a Fool of the last tricks goes to it although its own side wins them."""
        side, changes = self.sides.of[fool.seat], self._exchange is not None and self._exchange.changes_side
        if not changes or tricks_left > self._lost or self.sides.count != TWO_SIDES:
            return None
        own = side == self.sides.of[trick.winner] and fool.seat != trick.winner
        return 1 - side if own else None

    def end(self, piles: Sequence[SidePile]) -> Turned:
        """The piles after the last trick: what is still owed is paid, or the Fool is given up."""
        found, moved = list(piles), list[Moved]()
        for side in range(self.sides.count):
            self._pay(found, side, moved, over=True)
            pile = found[side]
            if pile.owed is None or self._exchange is None or self._exchange.surrender is None:
                continue
            fool = next((card for card in pile.cards if card.is_fool), None)
            if fool is not None:
                found[side] = replace(self._without(pile, fool), owed=None)
                found[pile.owed.to] = self._with(found[pile.owed.to], {fool})
                moved.append(Moved(fool, pile.owed.to, self._exchange.surrender))
        return Turned(tuple(found), tuple(moved))

    def _pay(self, piles: list[SidePile], side: int, moved: list[Moved], *, over: bool = False) -> None:
        """Give the card that a side owes, as soon as it has one to give."""
        pile = piles[side]
        if pile.owed is None or pile.tricks == 0:
            return
        given = self._least(pile)
        if not pile.gives and (given is None or not (over or self._enough(pile))):
            return
        clause = self._exchange.clause if self._exchange is not None else pile.owed.clause
        to = pile.owed.to
        if given is None:
            # An unknown card of no worth: a card more there, a card less here.
            share = self._rules.each_card
            piles[side] = replace(pile, units=_plus(pile.units, -share), owed=None)
            piles[to] = replace(piles[to], units=_plus(piles[to].units, share))
        else:
            piles[side] = replace(self._without(pile, given), owed=None)
            piles[to] = self._with(piles[to], {given})
        moved.append(Moved(given, to, clause))

    def _free(self, pile: SidePile) -> set[Card]:
        """The known cards of which one may be given."""
        free = {card for card in pile.cards if not card.is_fool}
        return free | pile.laid_away if self._exchange is not None and self._exchange.discard_pays else free

    def _enough(self, pile: SidePile) -> bool:
        """Whether a side has a card that may be given before the hand is over."""
        if self._exchange is None or not self._exchange.worthless:
            return True
        return any(self._rules.worth(card) == 0 for card in self._free(pile))

    def _least(self, pile: SidePile) -> Card | None:
        """The card that its side misses least; None where no known card is as little worth as an unknown."""
        free = self._free(pile)
        if self._given in free:
            return self._given
        least = min(
            free, key=lambda card: (self._rules.worth(card), card in pile.laid_away, card), default=None
        )
        if least is not None and pile.gives and self._rules.worth(least) > 0:
            return None
        return least

    def _with(self, pile: SidePile, cards: set[Card], units: int = 0) -> SidePile:
        more = units + sum(map(self._rules.of, cards))
        return replace(pile, cards=pile.cards | cards, units=_plus(pile.units, more))

    def _without(self, pile: SidePile, card: Card) -> SidePile:
        units = _plus(pile.units, -self._rules.of(card))
        return replace(pile, cards=pile.cards - {card}, laid_away=pile.laid_away - {card}, units=units)


def _plus(units: int | None, more: int) -> int | None:
    return None if units is None else units + more
