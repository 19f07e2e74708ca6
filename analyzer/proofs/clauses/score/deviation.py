"""How points are held against the average, and the player who takes no trick, for Z3."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.proofs.clauses.score.accounts import (
    Sums,
    SymbolicHand,
    all_known,
    at_least_nothing,
    signed,
    size,
    whole,
)
from analyzer.proofs.smt import Number, Truth, every, not_, some


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
