"""What is paid in tricks and for the last one where there are pots, as sums.

Cards, winner, pots and tricks may each be known or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.proofs.clauses.play import Played
from analyzer.proofs.clauses.score.accounts import Special, Sums, SymbolicHand, SymbolicLaid, is_nothing
from analyzer.proofs.smt import Number, Truth, every, not_, some
from analyzer.rules.book import Pot
from analyzer.rules.score.payments import founders, opponents
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.paying import Doubling, Entry, PlayStep, When


def is_one_of(card: Played, cards: Sequence[Card] | frozenset[Card]) -> Truth:
    """Whether a card is one of these."""
    return some(card.is_(each) for each in sorted(cards))


def settle_early(game: GameSpec, laid: SymbolicLaid, sums: Sums) -> None:
    """What is paid for a trick before the last.

    Source: clauses of the kind lost-early, and of the kind from-each those for a trick won early.
    """
    for seat, card in enumerate(laid.cards):
        for when, there in ((When.LOST_EARLY, not_(laid.wins[seat])), (When.WON_EARLY, laid.wins[seat])):
            for entry in game.due(when):
                _enter(game, sums, every((is_one_of(card, entry.cards), there)), seat, entry, sums.pots)


def _enter(
    game: GameSpec, sums: Sums, given: Truth, seat: int, entry: Entry, held: Mapping[Pot, Number]
) -> None:
    """Where `given`, an entry is paid for a seat; pots are taken and doubled by what they `held`."""
    amount = -entry.amount if entry.when.costs else entry.amount
    sums.from_each(given, opponents(seat, game.table.players), seat, amount)
    if entry.adds is not None:
        sums.into_pot(given, seat, *entry.adds)
    moved = [(pot, -held[pot]) for pot in entry.takes] + [(pot, held[pot]) for pot in entry.doubles]
    for pot, due in moved:
        sums.into_pot(given, seat, pot, due)


class Achieved(Record, frozen=True):
    """What the last trick came to, by seat."""

    ultimo: Mapping[str, Sequence[Truth]]
    """By clause who wins an Ultimo."""
    bagud: Mapping[str, Sequence[Truth]]
    """By clause who goes Bagud."""
    last_trick: Sequence[Truth]
    """Who is paid for the plain last trick."""
    spec: GameSpec

    def _of(self, pot: Pot, found: Mapping[str, Sequence[Truth]]) -> tuple[Truth, ...]:
        entries = [each for each in self.spec.the_pots.entries if each.clause in found]
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
    closed = over if spec.the_pots.failed_tout.ultimo else some((over, failed))
    unpaid = over if spec.the_pots.failed_tout.last_trick else some((over, failed))
    ultimo = {
        entry.clause: [
            every((is_one_of(card, entry.cards), laid.wins[seat], not_(closed)))
            for seat, card in enumerate(laid.cards)
        ]
        for entry in spec.due(When.ULTIMO)
    }
    bagud = {
        entry.clause: [
            every((is_one_of(card, entry.cards), not_(laid.wins[seat])))
            for seat, card in enumerate(laid.cards)
        ]
        for entry in spec.due(When.BAGUD)
    }
    lost = some(each for seats in bagud.values() for each in seats)
    prizes = frozenset(card for entry in spec.due(When.ULTIMO) for card in entry.cards)
    plain = [
        every((laid.wins[seat], not_(is_one_of(card, prizes)), not_(lost), not_(unpaid)))
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
            _enter(self.spec, self.sums, given, seat, entry, held)


def settle_last(hand: SymbolicHand, sums: Sums) -> None:
    """What is paid for the last trick where there are pots, the count aside, step by step.

    Source: clause payment.order; those of the steps are named there.
    """
    if hand.last is None:
        return
    what = achieved(hand.game, hand.last, hand.special)
    payers = founders(hand.game, sitting_out=hand.came.out)
    ending = _Ending(hand.game, hand.special, what, sums, payers)
    for step in hand.game.the_pots.order:
        STEPS[step](ending)


def _count_pot(ending: _Ending) -> None:
    ending.counted = dict(ending.sums.pots)


def _ultimo(ending: _Ending) -> None:
    """Tout, Nolo, an Ultimo with its pot, or the plain last trick; at most one of them is paid."""
    special, what, held = ending.special, ending.what, dict(ending.sums.pots)
    made = {When.TOUT: special.tout, When.NOLO: special.nolo, When.LAST_TRICK: what.last_trick}
    for entry in ending.spec.the_pots.entries:
        seats = what.ultimo[entry.clause] if entry.when is When.ULTIMO else made.get(entry.when)
        if seats is not None:
            ending.enter(seats, entry, held)


def _bagud(ending: _Ending) -> None:
    """Every Bagud, then a failed announced Tout."""
    held = ending.counted or dict(ending.sums.pots)
    for entry in ending.spec.due(When.BAGUD):
        ending.enter(ending.what.bagud[entry.clause], entry, held)
    if ending.spec.the_pots.failed_tout.doubling is Doubling.AS_IT_LIES:
        held = dict(ending.sums.pots)
    for entry in ending.spec.due(When.FAILED_TOUT):
        ending.enter(ending.special.failed, entry, held)


def _foundation(ending: _Ending) -> None:
    """Empty pots founded again, by the active players and one sitting out."""
    refill = ending.spec.the_pots.accounts.refill
    for pot in refill.pots:
        empty = ending.sums.founded[pot] = is_nothing(ending.sums.pots[pot])
        for seat in range(ending.payers):
            ending.sums.into_pot(empty, seat, pot, refill.amount)


STEPS: Final[Mapping[PlayStep, Callable[[_Ending], None]]] = {
    PlayStep.COUNT_POT: _count_pot,
    PlayStep.ULTIMO: _ultimo,
    PlayStep.BAGUD: _bagud,
    PlayStep.FOUNDATION: _foundation,
}
"""What is done in each step of the settlement of the last trick."""
