"""The winnings of each side: piles, tricks and points, trick by trick."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import FOOL, Card
from analyzer.frozenrecord import Record
from analyzer.rules.actions import Sides
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import HandFacts, PileFacts
from analyzer.rules.spec.game import FoolHome, GameSpec
from analyzer.rules.spec.kinds.bidding import DiscardOwner, ExchangeRules, PileRules
from analyzer.rules.spec.kinds.contracts import TalonLeft

TWO_SIDES: Final = 2


class Owed(Record, frozen=True):
    """A card owed for a Fool that went home: the side it is owed to, and the clause."""

    to: int
    clause: str


class SidePile(Record, frozen=True):
    """The pile of one side; `units` is its count, None if unknown.

    `cards` are those known to be in it, from tricks and talon; `laid_away` is a discard next to them. `gives`
    is True if it has an unknown worthless card, which can be given for the Fool.
    """

    tricks: int = 0
    units: int | None = 0
    cards: frozenset[Card] = frozenset()
    laid_away: frozenset[Card] = frozenset()
    gives: bool = False
    owed: Owed | None = None


class Moved(Record, frozen=True):
    """A card that did not go to the winner of its trick; None for an unknown card."""

    card: Card | None
    to: int
    """The side in whose pile it ends."""
    clause: str


class Turned(Record, frozen=True):
    """The piles after a trick was turned over, by side, and the cards that did not go to its winner."""

    piles: tuple[SidePile, ...]
    moved: tuple[Moved, ...] = ()


class Piling:
    """The way tricks go to piles in one game between these sides."""

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
        """Set the rules: in the `lost_in_last` last tricks a Fool goes with the trick, if it is an excuse.

        `given` is the card that is given for the Fool as soon as it is there, instead of the least one;
        if the Fool `stays` with its player, none is given.
        """
        self._rules, self._exchange, self._lost, self.sides = rules, exchange, lost_in_last, sides
        self._given, self._stays = given, stays

    def turn(self, piles: Sequence[SidePile], trick: Trick, tricks_left: int) -> Turned:
        """Return the piles after a trick; `tricks_left` includes this one."""
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
        """Return the other side, if a Fool of the last tricks goes to it although its own side wins them."""
        side, changes = self.sides.of[fool.seat], self._exchange is not None and self._exchange.changes_side
        if not changes or tricks_left > self._lost or self.sides.count != TWO_SIDES:
            return None
        own = side == self.sides.of[trick.winner] and fool.seat != trick.winner
        return 1 - side if own else None

    def end(self, piles: Sequence[SidePile]) -> Turned:
        """Return the piles after the last trick: cards still owed are paid, or the Fool is given up."""
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
        """Return the known cards of which one may be given."""
        free = {card for card in pile.cards if not card.is_fool}
        return free | pile.laid_away if self._exchange is not None and self._exchange.discard_pays else free

    def _enough(self, pile: SidePile) -> bool:
        """Return True if a side has a card that may be given before the hand is over."""
        if self._exchange is None or not self._exchange.worthless:
            return True
        return any(self._rules.worth(card) == 0 for card in self._free(pile))

    def _least(self, pile: SidePile) -> Card | None:
        """Return the card that its side misses least; None if an unknown one may be worth less."""
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
        more = units + sum(map(self._rules.card_units, cards))
        return replace(pile, cards=pile.cards | cards, units=_plus(pile.units, more))

    def _without(self, pile: SidePile, card: Card) -> SidePile:
        units = _plus(pile.units, -self._rules.card_units(card))
        return replace(pile, cards=pile.cards - {card}, laid_away=pile.laid_away - {card}, units=units)


def _plus(units: int | None, more: int) -> int | None:
    return None if units is None else units + more


class LaidApart(Record, frozen=True):
    """Cards in no trick: those discarded, by side, and the rest of the talon that nobody took."""

    discard: tuple[frozenset[Card], ...]
    talon: tuple[frozenset[Card], ...]
    known: bool
    """True if the place of all such cards is known, and the side they count for."""

    def side_cards(self, side: int) -> frozenset[Card]:
        """Return all of them that count for a side."""
        return self.discard[side] | self.talon[side]

    def units(self, game: GameSpec, side: int) -> int:
        """Return their count for a side, in units."""
        return self.discard_units(game, side) + sum(map(game.piles.card_units, self.talon[side]))

    def discard_units(self, game: GameSpec, side: int) -> int:
        """Return the count of the discarded cards for a side."""
        laid = self.discard[side]
        return (game.piles.discard if laid else 0) + sum(map(game.piles.card_units, laid))


class Reckoning(Record, frozen=True):
    """The piles after some tricks; `tricks` are by seat, None if unknown."""

    spec: GameSpec
    sides: Sides
    apart: LaidApart
    piles: tuple[SidePile, ...]
    tricks: tuple[int | None, ...]
    talon: tuple[Card, ...] = ()
    """Cards of the talon that still go to the winners of tricks, the next one first."""
    counted: bool = True
    """True if the piles are counted in full; otherwise only from the position on."""
    chosen: Card | None = None
    """The card that is given for the Fool, if its giver chose another than the least one."""
    before: tuple[int | None, ...] = ()
    """The earlier count of each pile from which its units are counted, if not all of them are given."""

    @property
    def game(self) -> GameSpec:
        """The special features of the game."""
        return self.spec

    def turn(self, trick: Trick, tricks_left: int) -> tuple[Reckoning, tuple[Moved, ...]]:
        """Return the piles after a trick, and the cards in it that did not go to its winner."""
        turned = self._piling.turn(self.piles, trick, tricks_left)
        piles, talon = list(turned.piles), self.talon
        if talon:
            won, first = self.sides.of[trick.winner], talon[0]
            units = piles[won].units
            more = None if units is None else units + self.game.piles.card_units(first)
            piles[won] = replace(piles[won], cards=piles[won].cards | {first}, units=more)
            talon = talon[1:]
        tricks = tuple(
            None if number is None else number + (seat == trick.winner)
            for seat, number in enumerate(self.tricks)
        )
        return replace(self, piles=tuple(piles), tricks=tricks, talon=talon), turned.moved

    def end(self) -> tuple[Reckoning, tuple[Moved, ...]]:
        """Return the piles when all tricks are played: a Fool for which nothing was given is given up."""
        turned = self._piling.end(self.piles)
        return replace(self, piles=turned.piles), turned.moved

    @property
    def _piling(self) -> Piling:
        game, fool = self.game, self.spec.fool
        stays = fool.home is FoolHome.STAYS
        return Piling(game.piles, game.exchange, fool.lost_in_last, self.sides, self.chosen, stays=stays)

    def units(self, side: int) -> int:
        """Return a side's units: in full, or from the position on if no more is known."""
        units = self.piles[side].units
        assert units is not None
        return units + (self.apart.units(self.game, side) if self.counted else 0)

    def cards(self, side: int) -> frozenset[Card]:
        """Return the cards that are known to be a side's."""
        return self.piles[side].cards | self.apart.side_cards(side) - self.given(side)

    def given(self, side: int) -> frozenset[Card]:
        """Return the discarded cards of a side that went to opponents for the Fool."""
        return self.apart.discard[side] - self.piles[side].laid_away if self._pays else frozenset()

    @property
    def discard_mixed(self) -> bool:
        """True if discarded cards are no longer together."""
        return any(self.given(side) for side in range(self.sides.count))

    @property
    def _pays(self) -> bool:
        return self.game.exchange is not None and self.game.exchange.discard_pays

    def current_facts(self, before: HandFacts) -> HandFacts:
        """Return the current facts about the piles, as a position gives them."""
        talon = self.talon if turns_talon(self.game, before) else before.talon_left
        piles: dict[int, PileFacts] = {}
        if any(number is not None for number in self.tricks):
            piles = {seat: self._pile(seat) for seat in range(len(self.sides.of))}
        return replace(before, piles=piles, talon_left=talon)

    def _stated_units(self, side: int) -> int | None:
        """Return the count of a side's pile; None if unknown."""
        before = self.before[side] if self.before else None if not self.counted else 0
        units = self.piles[side].units
        return None if before is None or units is None else before + units

    def _pile(self, seat: int) -> PileFacts:
        """Return a seat's pile; facts about its side are with the first of its seats."""
        side = self.sides.of[seat]
        if self.sides.seats(side)[0] != seat:
            return PileFacts(self.tricks[seat], 0 if self.counted else None, gives=self.game.exchange is None)
        pile = self.piles[side]
        to = None if pile.owed is None else self.sides.seats(pile.owed.to)[0]
        units, cards = self._stated_units(side), pile.cards if self.game.looks_into_piles else frozenset()
        if self.discard_mixed:
            cards |= pile.laid_away
            units = None if units is None else units + self.apart.discard_units(self.game, side)
        gives = pile.gives or self.game.exchange is None
        return PileFacts(self.tricks[seat], units, cards, gives, to is not None, to)


def reckoning_of(
    spec: GameSpec,
    told: HandFacts,
    sides: Sides,
    discard: Collection[Card] | None,
    dealer: int | None,
    *,
    fresh: bool,
) -> Reckoning:
    """Return the piles before the given play; `fresh` if no trick was won yet."""
    game = spec
    apart = apart_of(spec, told, sides, discard, dealer)
    talon = told.talon_left if turns_talon(game, told) else ()
    seats = len(sides.of)
    if told.piles or fresh:
        # Of a hand from the start on nobody can count a pile without the cards that lie apart.
        nothing = PileFacts(0, 0 if apart.known else None, gives=False) if fresh else PileFacts()
        each = [told.piles.get(seat, nothing) for seat in range(seats)]
        counted = all(pile.units is not None for pile in each)
        piles = tuple(
            _side_pile(game, sides, each, side, apart.discard[side], counted=counted)
            for side in range(sides.count)
        )
        tricks = tuple(pile.tricks for pile in each)
        before = () if counted else tuple(each[sides.seats(side)[0]].units for side in range(sides.count))
        return Reckoning(spec, sides, apart, piles, tricks, talon, counted, before=before)
    # Nothing is told of the past: every side has tricks, and can pay for the Fool.
    piles = tuple(SidePile(tricks=1, laid_away=laid, gives=True) for laid in apart.discard)
    return Reckoning(spec, sides, apart, piles, (None,) * seats, talon, counted=False)


def _side_pile(
    game: GameSpec,
    sides: Sides,
    each: Sequence[PileFacts],
    side: int,
    laid_away: frozenset[Card],
    *,
    counted: bool,
) -> SidePile:
    """Return the piles of a side's seats as one; it counts from zero if not all of them are counted."""
    own = [each[seat] for seat in sides.seats(side)]
    # Where nobody tells the tricks there are some.
    tricks = sum(1 if pile.tricks is None else pile.tricks for pile in own)
    to = next((pile.owes_to for pile in own if pile.owes_to is not None), None)
    cards = frozenset[Card]().union(*(pile.cards for pile in own))
    owed = None
    if to is not None and game.exchange is not None:
        owed, cards = Owed(sides.of[to], game.exchange.later or game.exchange.clause), cards | {FOOL}
    return SidePile(
        tricks=tricks,
        units=sum(pile.units or 0 for pile in own) if counted else 0,
        cards=cards,
        laid_away=laid_away,
        gives=tricks > 0 and any(pile.gives for pile in own),
        owed=owed,
    )


def turns_talon(game: GameSpec, told: HandFacts) -> bool:
    """Return True if a card of the talon goes to each of the first tricks.

    Source: clauses of the kind talon-left.
    """
    contract = game.contract(told.contract)
    return contract is not None and contract.left is TalonLeft.TRICKS


def apart_of(
    spec: GameSpec,
    told: HandFacts,
    sides: Sides,
    discard: Collection[Card] | None,
    dealer: int | None,
) -> LaidApart:
    """Return the cards in no trick, by the side they count for.

    Source: clauses of the kind discard-counts.
    """
    game = spec
    empty = (frozenset[Card](),) * sides.count
    laid, left = list(empty), list(empty)
    maker = told.declarer if game.declarer_takes else dealer
    owner = dealer if game.discard_for is DiscardOwner.DEALERS_SIDE else maker
    if discard and owner is not None:
        laid[sides.of[owner]] = frozenset(discard)
    rest = frozenset() if turns_talon(game, told) else frozenset(told.talon_left)
    to = talon_side(game, told, sides)
    if rest and to is not None:
        left[to] = rest
    placed = sum(map(len, (*laid, *left)))
    contract = game.contract(told.contract)
    away = (TalonLeft.NOBODY, TalonLeft.TRICKS)
    if contract is not None and contract.left in away and game.declarer_takes:
        # What counts for nobody, or comes with a trick, need not be known.
        placed += spec.table.skat_size - contract.takes
    complete = placed == spec.table.skat_size
    return LaidApart(tuple(laid), tuple(left), known=complete)


def talon_side(game: GameSpec, told: HandFacts, sides: Sides) -> int | None:
    """Return the side for which the rest of the talon counts; None for no side.

    Source: clauses of the kind talon-left.
    """
    contract = game.contract(told.contract)
    if told.declarer is None or contract is None:
        return None
    own = sides.of[told.declarer]
    if contract.left is TalonLeft.DECLARER:
        return own
    others = (side for side in range(sides.count) if side != own)
    return next(others, None) if contract.left is TalonLeft.OPPONENTS else None
