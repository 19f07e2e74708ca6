"""What goes to whose pile when tricks are turned over, as formulas over the owner of each card.

A card belongs in the end to the side that won its trick, but for the Fool that goes home, and the card that
is given for it: which one is a choice, so that several owners may be possible.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from analyzer.cards.card import FOOL, Card
from analyzer.frozenrecord import Record
from analyzer.proofs.play import excuses
from analyzer.proofs.smt import Number, Truth, every, exactly, follows, not_, some, weighed
from analyzer.rules.spec.game import GameSpec


class SymbolicTrick(Record, frozen=True):
    """A trick that was turned over: by card the side that played it, who won it, and what came with it."""

    played: Mapping[Card, int]
    won: int
    tricks_left: int
    talon: Card | None = None
    by_fool: bool = False
    """Whether the Fool won it."""


class PileBefore(Record, frozen=True):
    """What lay in a side's pile before: tricks, known cards, those laid away, an unknown one of no worth."""

    tricks: int
    cards: frozenset[Card] = frozenset()
    laid_away: frozenset[Card] = frozenset()
    gives: bool = False
    owes_to: int | None = None


@dataclass(frozen=True)
class PileClauses:
    """The clauses of the piles for some tricks; `over` where the last one is the last of the hand."""

    spec: GameSpec
    tricks: Sequence[SymbolicTrick]
    before: Sequence[PileBefore]
    over: bool
    owner: dict[Card, z3.ArithRef] = field(init=False)
    """Of each card that is known the side that has it in the end."""
    given: dict[Card | None, Truth] = field(init=False)
    """Of each card whether it is given for the Fool; None is one that is not known."""

    def __post_init__(self) -> None:
        cards = {card for trick in self.tricks for card in trick.played}
        cards |= {trick.talon for trick in self.tricks if trick.talon is not None}
        cards |= {card for pile in self.before for card in pile.cards | pile.laid_away}
        object.__setattr__(self, "owner", {card: z3.Int(f"owner.{card}") for card in sorted(cards)})
        given: dict[Card | None, Truth] = {
            card: z3.Bool(f"given.{card}") for card in sorted(cards) if card != FOOL
        }
        object.__setattr__(self, "given", given | {None: z3.Bool("given.unknown")})

    @property
    def fool(self) -> tuple[int, int, int] | None:
        """Where the Fool went home: the trick (-1 for one before), its player's side, who won the trick."""
        game = self.spec
        if game.exchange is None or not excuses(self.spec, FOOL):
            return None
        for side, pile in enumerate(self.before):
            if pile.owes_to is not None:
                return -1, side, pile.owes_to
        for place, trick in enumerate(self.tricks):
            own, lost = trick.played.get(FOOL), trick.tricks_left <= self.spec.fool.lost_in_last
            if own is not None and not lost and own != trick.won:
                return place, own, trick.won
        return None

    @property
    def paid_in(self) -> int | None:
        """The trick with which a card is given for the Fool; None where there is none to give."""
        if self.fool is None:
            return None
        place, side, _ = self.fool
        later = range(max(place, 0), len(self.tricks))
        return next((each for each in later if self._can_pay(each, side)), None)

    def _can_pay(self, place: int, side: int) -> bool:
        """Whether a side has a trick by then, and a card that it may give."""
        own = self.before[side].tricks + sum(trick.won == side for trick in self.tricks[: place + 1])
        there, exchange = self._there(place, side), self.spec.exchange
        if exchange is not None and exchange.worthless and not (self.over and place == len(self.tricks) - 1):
            there = frozenset(card for card in there if self.spec.piles.worth(card) == 0)
        return own > 0 and (self.before[side].gives or bool(there))

    def _there(self, place: int, side: int) -> frozenset[Card]:
        """The cards that a side may give after a trick."""
        game, pile = self.spec, self.before[side]
        pays = game.exchange is not None and game.exchange.discard_pays
        cards = pile.cards | (pile.laid_away if pays else frozenset())
        for trick in self.tricks[: place + 1]:
            if trick.won == side:
                cards |= trick.played.keys() | ({trick.talon} if trick.talon is not None else set())
        return frozenset(cards) - {FOOL}

    def with_tricks(self) -> Truth:
        """Every card but the Fool goes with its trick, or stays where it lay, unless it is given."""
        return every(self._with_tricks())

    def _with_tricks(self) -> Iterator[Truth]:
        for card, side in self._starts():
            yield follows(not_(self.given[card]), self.owner[card] == side)

    def _starts(self) -> Iterator[tuple[Card, int]]:
        """Of each card but the Fool the side whose it is before anything is given."""
        for trick in self.tricks:
            for card in (*trick.played, *([trick.talon] if trick.talon is not None else [])):
                if card != FOOL:
                    yield card, trick.won
        for side, pile in enumerate(self.before):
            yield from ((card, side) for card in sorted(pile.cards | pile.laid_away) if card != FOOL)

    def one_is_given(self) -> Truth:
        """A Fool that goes home is paid for with one card of that pile, as soon as there is one."""
        if self.fool is None or self.paid_in is None:
            return every(not_(each) for each in self.given.values())
        _, side, to = self.fool
        there: Collection[Card] = self._there(self.paid_in, side)
        may: dict[Card | None, Truth] = {card: self.given[card] for card in sorted(there)}
        if self.before[side].gives:
            may[None] = self.given[None]
        others = (each for card, each in self.given.items() if card not in may)
        moved = (
            follows(each, self.owner[card] == to) for card, each in self.given.items() if card is not None
        )
        return every((exactly(may.values(), 1), *map(not_, others), *moved))

    def least(self) -> Truth:
        """The card given is one that counts least: an unknown one of no worth only where no known one is."""
        game = self.spec
        if self.fool is None or self.paid_in is None:
            return True
        _, side, _ = self.fool
        worth = {card: game.piles.worth(card) for card in self._there(self.paid_in, side)}
        unknown = self.before[side].gives
        most = 0 if unknown else min(worth.values())
        bad = [self.given[card] for card, value in sorted(worth.items()) if value > most]
        spare = self.given[None] if any(value == 0 for value in worth.values()) else False
        return not_(some((*bad, spare)))

    def fool_goes(self) -> Truth:
        """Where the Fool goes: home where it is paid for or still owed, else with the trick."""
        if FOOL not in self.owner:
            return True
        owner = self.owner[FOOL]
        if self.fool is not None:
            _, side, to = self.fool
            game = self.spec
            gives_up = game.exchange is not None and game.exchange.surrender
            lost = self.paid_in is None and self.over and bool(gives_up)
            return every([owner == (to if lost else side)])
        trick = next((trick for trick in self.tricks if FOOL in trick.played), None)
        if trick is not None:
            return every([owner == self._fool_with(trick)])
        return some(
            owner == side for side, pile in enumerate(self.before) if FOOL in pile.cards | pile.laid_away
        )

    def _fool_with(self, trick: SymbolicTrick) -> int:
        """The side that a Fool goes to which does not go home: to the other one where it is lost to that."""
        exchange, own = self.spec.exchange, trick.played[FOOL]
        lost = trick.tricks_left <= self.spec.fool.lost_in_last and excuses(self.spec, FOOL)
        changes = exchange is not None and exchange.changes_side is not None and len(self.before) == len("ab")
        return 1 - own if lost and changes and own == trick.won and not trick.by_fool else trick.won

    def units(self, side: int) -> Number:
        """What a side has gained by these tricks, in units."""
        game = self.spec
        of = game.piles.card_units
        had = sum(of(card) for card in self.before[side].cards | self.before[side].laid_away)
        won = game.piles.trick * sum(trick.won == side for trick in self.tricks)
        unknown = game.piles.each_card
        moved = 0 if self.fool is None else unknown * ((self.fool[2] == side) - (self.fool[1] == side))
        mine = weighed((self.owner[card] == side, of(card)) for card in self.owner)
        return mine + weighed([(self.given[None], moved)]) + won - had
