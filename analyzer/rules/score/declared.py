"""What is paid for declarations: at once by the others, and given back where too little came of them.

Source: clauses of the kinds declaration-payers, declaring-order and declared-return.
"""

from __future__ import annotations

from itertools import combinations

from analyzer.rules.score.hand import Scoring
from analyzer.rules.sides import Sides
from analyzer.rules.spec.paying import Declaring


def pay_declared(scoring: Scoring) -> None:
    """Pay for everything declared, player by player in the order of declaring."""
    rules, came = scoring.game.declaring, scoring.came
    if rules is None:
        return
    first = (came.dealer or 0) + rules.first
    for step in range(came.seats):
        seat = (first + step) % came.seats
        declared = came.told.declared.get(seat, ())
        for each in declared:
            scoring.book.each_pays(payers(rules, came.sides, seat), seat, each.amount, each.clause)
            scoring.applied.append(rules.order)
            if len(came.sides.seats(came.sides.of[seat])) > 1:
                scoring.applied.append(rules.payers)
        if any(one.cards & other.cards for one, other in combinations(declared, 2)):
            scoring.applied.append(rules.shared)


def payers(rules: Declaring, sides: Sides, seat: int) -> tuple[int, ...]:
    """Who pays what a player declares."""
    if rules.opponents:
        return sides.others(sides.of[seat])
    return tuple(other for other in range(len(sides.of)) if other != seat)


def score_returned(scoring: Scoring) -> None:
    """Give back what was paid for trumps where their player's side has not more than it must."""
    rules, came = scoring.game.declaring, scoring.came
    if rules is None:
        return
    for seat, declared in came.told.declared.items():
        points = came.points(scoring.game, came.sides.of[seat])
        for each in declared if points is not None else ():
            if not each.returnable:
                continue
            scoring.applied.append(rules.returned)
            if points is not None and points <= rules.above:
                for payer in payers(rules, came.sides, seat):
                    scoring.book.pay(seat, payer, each.amount, rules.returned)
