"""The clauses of payments as formulas: tokens of every seat and both pots after a trick.

Cards, winner, pots and tricks may each be known or not. The engine enters payments in a book; here the
same clauses are summed up account by account, so that the one is a check of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import z3

from analyzer.cards.card import Card
from analyzer.proofs.clauses.play import Played
from analyzer.proofs.smt import Number, SmtQuestion, Truth, either_number, every, no, number_of, some
from analyzer.rules.book import Book, Pot, Pots
from analyzer.rules.score.payments import founders
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.pots import Doubling, Entry, PlayStep, When


@dataclass(frozen=True, slots=True)
class SymbolicLaid:
    """A complete trick: the card of each seat, and of each seat whether it wins."""

    cards: Sequence[Played]
    wins: Sequence[Truth]


@dataclass(frozen=True, slots=True)
class Special:
    """Of each seat whether it made Tout, made Nolo, or failed in an announced Tout."""

    tout: Sequence[Truth]
    nolo: Sequence[Truth]
    failed: Sequence[Truth]

    @classmethod
    def none(cls, seats: int) -> Special:
        never = [False] * seats
        return cls(never, never, never)

    @classmethod
    def of(cls, spec: GameSpec, tricks: Sequence[Number | None], announced: Sequence[Truth]) -> Special:
        """From the tricks of each seat, the last one included; None is a seat that has won a trick.

        Source: clauses payment.tout, payment.nolo, payment.failed-tout.
        """
        tout = [False if each is None else each == spec.table.hand_size for each in tricks]
        empty = [False if each is None else each == 0 for each in tricks]
        alone: Truth = number_of(empty) == 1
        nolo = [every((each, alone, no(some(tout)))) for each in empty]
        failed = [every((said, no(made))) for said, made in zip(announced, tout, strict=True)]
        return cls(tout, nolo, failed)


@dataclass(slots=True)
class Sums:
    """Tokens by seat (received less paid) and what lies in each pot."""

    tokens: list[Number]
    pots: dict[Pot, Number]
    seats: int
    """How many play; accounts beyond them are of players who sit out."""
    founded: dict[Pot, Truth] = field(default_factory=dict)
    """Of each pot whether it was founded again."""

    def from_each(self, given: Truth, seat: int, amount: int) -> None:
        """Where `given`, the seat receives an amount (or pays it, if negative) from each other player."""
        for each in range(self.seats):
            due = amount * (self.seats - 1) if each == seat else -amount
            self.tokens[each] = self.tokens[each] + either_number(given, due, 0)

    def to_pot(self, given: Truth, seat: int, pot: Pot, amount: Number) -> None:
        """Where `given`, the seat puts an amount into a pot, or takes it out if negative."""
        due = either_number(given, amount, 0)
        self.tokens[seat] = self.tokens[seat] - due
        self.pots[pot] = self.pots[pot] + due

    def enter(self, given: Truth, seat: int, entry: Entry, held: Mapping[Pot, Number]) -> None:
        """Where `given`, an entry is paid for a seat; pots are taken and doubled by what they `held`."""
        amount = -entry.amount if entry.when.costs else entry.amount
        self.from_each(given, seat, amount)
        if entry.adds is not None:
            self.to_pot(given, seat, *entry.adds)
        moved = [(pot, -held[pot]) for pot in entry.takes] + [(pot, held[pot]) for pot in entry.doubles]
        for pot, due in moved:
            self.to_pot(given, seat, pot, due)


def is_one_of(card: Played, cards: Sequence[Card] | frozenset[Card]) -> Truth:
    """Whether a card is one of these."""
    return some(card.is_(each) for each in sorted(cards))


def pots_given(question: SmtQuestion, pots: Pots) -> dict[Pot, Number]:
    """The pots as variables that are given their values, so that Z3 has the sums to find."""
    found: dict[Pot, Number] = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
    question.given(*(found[pot] == pots[pot] for pot in Pot))
    return found


def differs(sums: Sums, book: Book) -> Truth:
    """Whether the sums are not those of a book."""
    tokens = [no(total == right) for total, right in zip(sums.tokens, book.tokens, strict=True)]
    return some((*tokens, *(no(sums.pots[pot] == book.pots[pot]) for pot in Pot)))


def start(pots: Mapping[Pot, Number], accounts: int, spec: GameSpec) -> Sums:
    """Nothing paid yet."""
    return Sums([0] * accounts, dict(pots), spec.table.players)


def settle_early(spec: GameSpec, laid: SymbolicLaid, sums: Sums) -> Sums:
    """What is paid for a trick before the last.

    Source: clauses of the kind lost-early, and of the kind from-each those for a trick won early.
    """
    for seat, card in enumerate(laid.cards):
        for when, there in ((When.LOST_EARLY, no(laid.wins[seat])), (When.WON_EARLY, laid.wins[seat])):
            for entry in spec.due(when):
                sums.enter(every((is_one_of(card, entry.cards), there)), seat, entry, sums.pots)
    return sums


@dataclass(frozen=True, slots=True)
class Achieved:
    """What the last trick came to, by seat."""

    ultimo: Mapping[str, Sequence[Truth]]
    """By clause who wins an Ultimo."""
    bagud: Mapping[str, Sequence[Truth]]
    """By clause who goes Bagud."""
    last_trick: Sequence[Truth]
    """Who is paid for the plain last trick."""
    spec: GameSpec

    def _of(self, pot: Pot, found: Mapping[str, Sequence[Truth]]) -> tuple[Truth, ...]:
        entries = [each for each in self.spec.entries if each.clause in found]
        by_clause = [found[each.clause] for each in entries if pot in (*each.takes, *each.doubles)]
        return tuple(some(each) for each in zip(*by_clause, strict=True))

    @property
    def king_ultimo(self) -> tuple[Truth, ...]:
        return self._of(Pot.KING, self.ultimo)

    @property
    def pagat_ultimo(self) -> tuple[Truth, ...]:
        return self._of(Pot.PAGAT, self.ultimo)

    @property
    def king_bagud(self) -> tuple[Truth, ...]:
        return self._of(Pot.KING, self.bagud)

    @property
    def pagat_bagud(self) -> tuple[Truth, ...]:
        return self._of(Pot.PAGAT, self.bagud)


def achieved(spec: GameSpec, laid: SymbolicLaid, special: Special) -> Achieved:
    """Who wins an Ultimo, goes Bagud, or is paid for the plain last trick.

    Source: clauses of the kinds ultimo, bagud, from-each and failed-tout.
    """
    over = some((*special.tout, *special.nolo))
    failed = some(special.failed)
    closed = over if spec.failed_tout.ultimo else some((over, failed))
    unpaid = over if spec.failed_tout.last_trick else some((over, failed))
    ultimo = {
        entry.clause: [
            every((is_one_of(card, entry.cards), laid.wins[seat], no(closed)))
            for seat, card in enumerate(laid.cards)
        ]
        for entry in spec.due(When.ULTIMO)
    }
    bagud = {
        entry.clause: [
            every((is_one_of(card, entry.cards), no(laid.wins[seat]))) for seat, card in enumerate(laid.cards)
        ]
        for entry in spec.due(When.BAGUD)
    }
    lost = some(each for seats in bagud.values() for each in seats)
    prizes = frozenset(card for entry in spec.due(When.ULTIMO) for card in entry.cards)
    plain = [
        every((laid.wins[seat], no(is_one_of(card, prizes)), no(lost), no(unpaid)))
        for seat, card in enumerate(laid.cards)
    ]
    return Achieved(ultimo, bagud, plain, spec)


@dataclass(slots=True)
class _Ending:
    """The settlement of a last trick between two of its steps."""

    spec: GameSpec
    special: Special
    what: Achieved
    sums: Sums
    payers: int
    counted: Mapping[Pot, Number] | None = None

    def enter(self, seats: Sequence[Truth], entry: Entry, held: Mapping[Pot, Number]) -> None:
        for seat, given in enumerate(seats):
            self.sums.enter(given, seat, entry, held)


def settle_last(
    spec: GameSpec, laid: SymbolicLaid, special: Special, sums: Sums, *, sitting_out: bool = False
) -> Sums:
    """What is paid for the last trick, the count aside, step by step.

    Source: clause payment.order; those of the steps are named there.
    """
    what = achieved(spec, laid, special)
    ending = _Ending(spec, special, what, sums, founders(spec, sitting_out=sitting_out))
    for step in spec.order:
        STEPS[step](ending)
    return sums


def _count_pot(ending: _Ending) -> None:
    ending.counted = dict(ending.sums.pots)


def _ultimo(ending: _Ending) -> None:
    """Tout, Nolo, an Ultimo with its pot, or the plain last trick; at most one of them is paid."""
    special, what, held = ending.special, ending.what, dict(ending.sums.pots)
    made = {When.TOUT: special.tout, When.NOLO: special.nolo, When.LAST_TRICK: what.last_trick}
    for entry in ending.spec.entries:
        seats = what.ultimo[entry.clause] if entry.when is When.ULTIMO else made.get(entry.when)
        if seats is not None:
            ending.enter(seats, entry, held)


def _bagud(ending: _Ending) -> None:
    """Every Bagud, then a failed announced Tout."""
    held = ending.counted or dict(ending.sums.pots)
    for entry in ending.spec.due(When.BAGUD):
        ending.enter(ending.what.bagud[entry.clause], entry, held)
    if ending.spec.failed_tout.doubling is Doubling.AS_IT_LIES:
        held = dict(ending.sums.pots)
    for entry in ending.spec.due(When.FAILED_TOUT):
        ending.enter(ending.special.failed, entry, held)


def _foundation(ending: _Ending) -> None:
    """Empty pots founded again, by the active players and one sitting out."""
    refill = ending.spec.accounts.refill
    for pot in refill.pots:
        empty = ending.sums.founded[pot] = is_zero(ending.sums.pots[pot])
        for seat in range(ending.payers):
            ending.sums.to_pot(empty, seat, pot, refill.amount)


STEPS: Final[Mapping[PlayStep, Callable[[_Ending], None]]] = {
    PlayStep.COUNT_POT: _count_pot,
    PlayStep.ULTIMO: _ultimo,
    PlayStep.BAGUD: _bagud,
    PlayStep.FOUNDATION: _foundation,
}
"""What is done in each step of the settlement of the last trick."""


def is_zero(amount: Number) -> Truth:
    """Whether nothing is left of an amount."""
    return every((amount >= 0, amount <= 0))
