"""The count where there are pots, as sums: what is paid for piles whose points may be known or not."""

from __future__ import annotations

import z3

from analyzer.proofs.clauses.score.accounts import Special, Sums, SymbolicHand
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, some
from analyzer.rules.spec.game import GameSpec


def rounded(spec: GameSpec, points: Number) -> Number:
    """Tokens for so many points: the difference from par, to the nearest multiple.

    Source: clause count.par.
    """
    over, step = points - spec.the_pots.count.par, spec.the_pots.count.rounding
    size = either_number(over >= 0, over, -over)
    twice = 2 * size + step
    # Z3 writes the division of whole numbers with one stroke.
    steps: Number = twice // (2 * step) if isinstance(points, int) else twice / z3.IntVal(2 * step)
    return either_number(over >= 0, steps * step, -(steps * step))


def settle_count(hand: SymbolicHand, sums: Sums) -> None:
    """What is paid for the piles: every other player settles with the next dealer, or each with nobody.

    Source: clauses count.par, count.next-dealer.
    """
    game, dealer = hand.game, hand.came.dealer
    if game.pots is None or dealer is None:
        return
    counted = is_counted(game, hand.special)
    next_dealer = game.table.deals_next(dealer, hand.came.seats)
    for seat, points in enumerate(hand.units):
        if points is None:
            continue
        if game.the_pots.count.own:
            sums.receives(counted, seat, rounded(game, points))
        elif seat != next_dealer:
            sums.from_each(counted, (next_dealer,), seat, rounded(game, points))


def is_counted(spec: GameSpec, special: Special) -> Truth:
    """Whether the piles are paid for at all.

    Source: clauses count.tout, count.nolo.
    """
    tout, nolo = some(special.tout), some(special.nolo)
    return every(
        (
            some((not_(tout), spec.the_pots.count.after_tout)),
            some((not_(nolo), spec.the_pots.count.after_nolo)),
        )
    )
