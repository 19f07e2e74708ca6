"""The clauses of the count as formulas: what is paid for piles whose points may be known or not."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from analyzer.proofs.clauses.payments import Special, Sums
from analyzer.proofs.smt import Number, Truth, either_number, every, no, some
from analyzer.rules.spec.game import GameSpec


def rounded(spec: GameSpec, points: Number) -> Number:
    """Tokens for so many points: the difference from par, to the nearest multiple.

    Source: clause count.par.
    """
    over, step = points - spec.count.par, spec.count.rounding
    size = either_number(over >= 0, over, -over)
    twice = 2 * size + step
    # Z3 writes the division of whole numbers with one stroke.
    steps: Number = twice // (2 * step) if isinstance(points, int) else twice / z3.IntVal(2 * step)
    return either_number(over >= 0, steps * step, -(steps * step))


def settle_count(spec: GameSpec, points: Sequence[Number], next_dealer: Sequence[Truth], sums: Sums) -> Sums:
    """What is paid for the piles: every other player settles with the next dealer, or each with nobody.

    Source: clauses count.par, count.next-dealer.
    """
    for seat, taken in enumerate(points):
        if spec.count.own:
            sums.tokens[seat] = sums.tokens[seat] + rounded(spec, taken)
            continue
        due = either_number(next_dealer[seat], 0, rounded(spec, taken))
        sums.tokens[seat] = sums.tokens[seat] + due
        for other in range(len(points)):
            if other != seat:
                sums.tokens[other] = sums.tokens[other] - either_number(next_dealer[other], due, 0)
    return sums


def is_counted(spec: GameSpec, special: Special) -> Truth:
    """Whether the piles are paid for at all.

    Source: clauses count.tout, count.nolo.
    """
    tout, nolo = some(special.tout), some(special.nolo)
    return every(
        (
            some((no(tout), spec.count.after_tout)),
            some((no(nolo), spec.count.after_nolo)),
        )
    )
