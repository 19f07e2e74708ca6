"""What is paid for declarations: at once by the others, and given back where too little came of them.

Source: clauses of the kinds declaration-payers, declaring-order and declared-return.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.rules.score.book import Book
from analyzer.rules.score.hand import Scoring
from analyzer.rules.score.told import Declared
from analyzer.rules.sides import Sides
from analyzer.rules.spec.paying import Declaring


def pay_declared(
    rules: Declaring,
    sides: Sides,
    by_seat: Mapping[int, Sequence[Declared]],
    order: Sequence[int],
    book: Book,
) -> None:
    """Pay for everything declared, player by player in the order of declaring."""
    for seat in order:
        for each in by_seat.get(seat, ()):
            book.each_pays(payers(rules, sides, seat), seat, each.amount, each.clause)


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
