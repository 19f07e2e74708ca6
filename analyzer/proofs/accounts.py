"""Each player's account, the sheet, the pools and the pots after a hand, as sums."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import z3
from msgspec import field

from analyzer.frozenrecord import Record
from analyzer.proofs.play import Played
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, number_of, some
from analyzer.rules.book import Pot
from analyzer.rules.play.table import Trick
from analyzer.rules.score.hand import HandResult
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import CardPayment

# What every player, the sheet, the pools and the pots have after a hand, as sums of conditions.
#
# The engine enters payments and scores in a book, one by one; here the same clauses are summed up account by
# account, from amounts that may be known or not. Names and order are those of :mod:`analyzer.rules.score`.


class SymbolicPool(Record, frozen=True):
    """What lies in a pool, and whether it was doubled once."""

    amount: Number
    doubled: bool


class SymbolicLaid(Record, frozen=True):
    """A complete trick: the card of each seat, and of each seat whether it wins."""

    cards: Sequence[Played]
    wins: Sequence[Truth]


class Special(Record, frozen=True):
    """Of each seat whether it made Tout, made Nolo, or failed in an announced Tout."""

    tout: Sequence[Truth]
    nolo: Sequence[Truth]
    failed: Sequence[Truth]

    @classmethod
    def none(cls, seats: int) -> Special:
        """Of so many seats none made any of these."""
        never = [False] * seats
        return cls(never, never, never)

    @classmethod
    def from_tricks(
        cls, game: GameSpec, tricks: Sequence[Number | None], announced: Sequence[Truth]
    ) -> Special:
        """From the tricks of each seat, the last one included; None is a seat that has won a trick.

        Source: clauses payment.tout, payment.nolo, payment.failed-tout.
        """
        tout = [False if each is None else each == game.table.hand_size for each in tricks]
        empty = [False if each is None else each == 0 for each in tricks]
        alone: Truth = number_of(empty) == 1
        nolo = [every((each, alone, not_(some(tout)))) for each in empty]
        failed = [every((said, not_(made))) for said, made in zip(announced, tout, strict=True)]
        return cls(tout, nolo, failed)


NOTHING_SPECIAL: Final = Special((), (), ())
"""Nobody made any of these."""


class SymbolicHand(Record, frozen=True):
    """What a hand came to: who sat there and what was said is known, the amounts may be known or not.

    `units` are by side, `tricks` by seat; None for what is not told.
    """

    game: GameSpec
    came: HandResult
    units: Sequence[Number | None]
    tricks: Sequence[Number | None]
    trull: Number | None = None
    pools: Sequence[SymbolicPool] = ()
    pots: Mapping[Pot, Number] = field(default_factory=lambda: dict.fromkeys(Pot, 0))
    """What lies in the pots before the hand."""
    last: SymbolicLaid | None = None
    """The last trick of a game with pots."""
    special: Special = NOTHING_SPECIAL

    @classmethod
    def from_facts(cls, game: GameSpec, came: HandResult) -> SymbolicHand:
        """A hand of which all amounts are those told."""
        pools = [SymbolicPool(each.amount, each.doubled) for each in came.told.pools]
        units, tricks = came.units or (None,) * came.sides.count, came.tricks or (None,) * came.seats
        return cls(game, came, units, tricks, came.told.trull, pools)

    def has_no_trick(self, seat: int) -> Truth:
        """Whether a seat is known to have won no trick."""
        tricks = self.tricks[seat]
        return False if tricks is None or not self.came.whole else is_nothing(tricks)

    @property
    def tricks_known(self) -> bool:
        """Whether it is known of every seat how many tricks it has won."""
        return self.came.whole and all_known(self.tricks)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats of the side that a seat is of."""
        return self.came.sides.seats(self.came.sides.of[seat])

    def against(self, seat: int) -> tuple[int, ...]:
        """The seats that are not of the side that a seat is of."""
        return self.came.sides.others(self.came.sides.of[seat])


@dataclass(slots=True)
class Sums:
    """Tokens by seat (received less paid), what is written by seat, what lies in pots, what pools grew by.

    A pool that is new lies behind those that were there.
    """

    tokens: list[Number]
    sheet: list[Number]
    pools: list[Number]
    doubled: list[Truth]
    """Of each pool whether it is now one that was doubled."""
    radli: list[Number]
    pots: dict[Pot, Number]
    founded: dict[Pot, Truth] = dataclasses.field(default_factory=dict)
    """Of each pot whether it was founded again."""

    @classmethod
    def from_pots(cls, seats: int, pots: Mapping[Pot, Number]) -> Sums:
        """Nothing paid yet by so many, from pots that hold so much."""
        return cls([0] * seats, [0] * seats, [0], [False], [0] * seats, dict(pots))

    @classmethod
    def opened(cls, hand: SymbolicHand) -> Sums:
        """Nothing paid and nothing written yet."""
        nothing: list[Number] = [0] * (hand.came.seats + hand.came.out)
        radli: list[Number] = [hand.came.told.radli.get(seat, 0) for seat in range(hand.came.seats)]
        places = len(hand.pools) + 1
        doubled: list[Truth] = [*(each.doubled for each in hand.pools), False]
        return cls(nothing, list(nothing), [0] * places, doubled, radli, dict(hand.pots))

    def receives(self, given: Truth, seat: int, amount: Number) -> None:
        """Where `given`, a seat receives an amount, or pays it where it is less than nothing."""
        self.tokens[seat] = self.tokens[seat] + either_number(given, amount, 0)

    def from_each(self, given: Truth, payers: Iterable[int], payee: int, amount: Number) -> None:
        """Where `given`, every payer pays an amount to one payee."""
        for payer in payers:
            self.receives(given, payer, -amount)
            self.receives(given, payee, amount)

    def into_pool(self, given: Truth, seat: int, place: int, amount: Number) -> None:
        """Where `given`, a seat puts an amount into a pool, or takes it out where it is less than nothing."""
        self.receives(given, seat, -amount)
        self.pools[place] = self.pools[place] + either_number(given, amount, 0)

    def into_pot(self, given: Truth, seat: int, pot: Pot, amount: Number) -> None:
        """Where `given`, a seat puts an amount into a pot, or takes it out where it is less than nothing."""
        due = either_number(given, amount, 0)
        self.tokens[seat] = self.tokens[seat] - due
        self.pots[pot] = self.pots[pot] + due

    def writes(self, given: Truth, seat: int, amount: Number) -> None:
        """Where `given`, an amount is written for a seat."""
        self.sheet[seat] = self.sheet[seat] + either_number(given, amount, 0)

    def pay_side(self, given: Truth, hand: SymbolicHand, each: Number) -> None:
        """Where `given`, every opponent pays the declarer, who gives his partner half, rounded to nothing."""
        declarer, partner = hand.came.told.declarer, hand.came.partner
        assert declarer is not None
        opponents = hand.against(declarer)
        self.from_each(given, opponents, declarer, each)
        if partner is not None:
            share = whole(size(each) * len(opponents), 2)
            self.from_each(given, (declarer,), partner, signed(at_least_nothing(each), share))


def is_nothing(amount: Number) -> Truth:
    """Whether an amount is 0."""
    return every((amount >= 0, amount <= 0))


def at_least_nothing(amount: Number) -> Truth:
    """Whether an amount is no less than 0."""
    return every((amount >= 0,))


def size(amount: Number) -> Number:
    """An amount without its sign."""
    return either_number(at_least_nothing(amount), amount, -amount)


def signed(plus: Truth, amount: Number) -> Number:
    """An amount, or as much less than nothing."""
    return either_number(plus, amount, -amount)


def whole(amount: Number, parts: int) -> Number:
    """How many whole ones an amount of parts makes, which is no less than 0."""
    return amount // parts if isinstance(amount, int) else amount / z3.IntVal(parts)


def round_up(amount: Number, parts: int) -> Number:
    """As many, where a part left over makes one more."""
    return whole(amount + (parts - 1), parts)


def all_known(amounts: Sequence[Number | None]) -> bool:
    """Whether every amount is told."""
    return all(each is not None for each in amounts)


def no_trick(hand: SymbolicHand, seats: Iterable[int]) -> Truth:
    """Whether some seats are known to have won no trick between them."""
    return every(hand.has_no_trick(seat) for seat in seats)


# How points are held against the average, and the player who takes no trick, for Z3.


def score_deviation(hand: SymbolicHand, accounts: Sums) -> None:
    """Everybody has, written or paid, what his side has above the average; a Nil takes its place.

    What is settled in common is each one's own deviation, as all deviations sum to nothing.

    Source: clauses of the kinds deviation, nil and partners-settle.
    """
    rule, of, unit = hand.game.deviation, hand.came.sides.of, hand.game.piles.unit
    units = [hand.units[of[seat]] for seat in range(hand.came.seats)]
    if rule is None or not all_known(units):
        return
    counted = not_(is_nil(hand))
    above: list[Number] = [_points(each, unit) - rule.par for each in units if each is not None]
    for seat, amount in enumerate(above):
        if rule.to == "sheet":
            accounts.writes(counted, seat, amount)
        elif rule.to == "in-common":
            accounts.receives(counted, seat, amount)
        elif rule.to == "other":
            accounts.from_each(counted, (1 - seat,), seat, amount)
    if rule.to == "one-opponent":
        _in_pairs(counted, accounts, above, halves=rule.halves)


def _points(units: Number, unit: int) -> Number:
    return units if unit == 1 else whole(units, unit)


def _in_pairs(given: Truth, accounts: Sums, above: Sequence[Number], *, halves: bool) -> None:
    """Each partner settles with the opponent behind him; of an odd number the first pair has more.

    Source: clause of the kind partners-settle.
    """
    for seat in range(0, len(above), 2):
        amount = above[seat]
        if halves:
            half = whole(size(amount) + (1 if seat == 0 else 0), 2)
            amount = signed(at_least_nothing(amount), half)
        accounts.from_each(given, (seat + 1,), seat, amount)


def makes_nil(hand: SymbolicHand, seat: int) -> Truth:
    """Whether a seat alone is known to have won no trick, where that is paid for."""
    if hand.game.nil is None or not hand.tricks_known:
        return False
    others = (other for other in range(hand.came.seats) if other != seat)
    return every((hand.has_no_trick(seat), *(not_(hand.has_no_trick(other)) for other in others)))


def is_nil(hand: SymbolicHand) -> Truth:
    """Whether there is such a player."""
    return some(makes_nil(hand, seat) for seat in range(hand.came.seats))


def score_nil(hand: SymbolicHand, accounts: Sums) -> None:
    """Everybody else pays the only player without a trick.

    Source: clauses of the kind nil.
    """
    rule = hand.game.nil
    for seat in range(hand.came.seats if rule is not None else 0):
        others = [other for other in range(hand.came.seats) if other != seat]
        assert rule is not None
        accounts.from_each(makes_nil(hand, seat), others, seat, rule.amount)


# What single cards pay when they win a trick or are lost in it, as sums.


def score_last_trick(hand: SymbolicHand, accounts: Sums) -> None:
    """What the cards of the last trick pay; one that wins may pay nothing where a player takes no trick.

    Source: clauses of the kinds card-payment, partner-cards, card-payers and nil.
    """
    rules, last = hand.game.payments, hand.came.last
    if rules is None or last is None:
        return
    unpaid = is_nil(hand) if hand.game.nil is not None and not hand.game.nil.ultimo_won else False
    pay_cards(hand, accounts, rules.last, last, wins=not_(unpaid))


def pay_cards(hand: SymbolicHand, accounts: Sums, each: CardPayment, trick: Trick, *, wins: Truth) -> None:
    """Pay for the cards of a trick: one that wins where `wins`, one that is lost in any case."""
    rules, of = hand.game.payments, hand.came.sides.of
    assert rules is not None
    for seat, card, _ in trick.laid:
        others = [
            other
            for other in range(hand.came.seats)
            if other != seat and (of[other] != of[seat] or not rules.opponents)
        ]
        won, own = seat == trick.winner, of[seat] == of[trick.winner]
        lost = not won and (rules.lost_to_partner or not own)
        if card in each.cards:
            accounts.from_each(every((wins, won)), others, seat, each.amount)
            accounts.from_each(lost, others, seat, -each.amount)
