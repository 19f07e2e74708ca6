"""A hand in which exactly one player takes no trick, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand
from analyzer.proofs.smt import Truth, every, no, some


def makes_nil(hand: SymbolicHand, seat: int) -> Truth:
    """Whether a seat alone is known to have won no trick, where that is paid for."""
    if hand.game.nil is None or not hand.tricks_known:
        return False
    others = (other for other in range(hand.came.seats) if other != seat)
    return every((hand.has_no_trick(seat), *(no(hand.has_no_trick(other)) for other in others)))


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
