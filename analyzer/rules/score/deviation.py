"""How points are held against the average, and the player who takes no trick."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.spec.game import GameSpec


def score_deviation(scoring: Scoring) -> None:
    """Write or settle for each what his side has above or below the average; a Nil takes its place."""
    rule, came = scoring.game.deviation, scoring.came
    if rule is None or nil_seat(scoring.game, came) is not None:
        return
    above = _above(scoring, rule.par)
    if above is None:
        return
    scoring.applied.append(rule.clause)
    if rule.to == "sheet":
        for seat, amount in enumerate(above):
            scoring.book.write(seat, amount, rule.clause)
    elif rule.to == "in-common":
        _in_common(scoring, above, rule.clause)
    elif rule.to == "other":
        scoring.book.pay(1, 0, above[0], rule.clause)
        scoring.book.pay(0, 1, above[1], rule.clause)
    else:
        scoring.applied.append(rule.shared)
        _in_pairs(scoring, above, rule.clause, halves=rule.halves)


def _above(scoring: Scoring, par: int) -> list[int] | None:
    """What the side of each seat has above the average; None where not all of it is known."""
    came = scoring.came
    points = [came.points(scoring.game, came.sides.of[seat]) for seat in range(came.seats)]
    known = [int(each) - par for each in points if each is not None]
    return known if len(known) == came.seats else None


def _in_common(scoring: Scoring, above: Sequence[int], clause: str) -> None:
    """Who is below pays who is above, in order of play, until everybody has his own."""
    owed = {seat: amount for seat, amount in enumerate(above) if amount > 0}
    for payer, amount in enumerate(above):
        left = -amount
        for payee in [*owed] if left > 0 else []:
            paid = min(left, owed[payee])
            scoring.book.pay(payer, payee, paid, clause)
            owed[payee] -= paid
            left -= paid


def _in_pairs(scoring: Scoring, above: Sequence[int], clause: str, *, halves: bool) -> None:
    """Each partner settles with the opponent behind him; the first pair has the greater half."""
    for seat in range(0, scoring.came.seats, 2):
        amount = above[seat]
        if halves:
            sign = 1 if amount > 0 else -1
            amount = sign * ((abs(amount) + (seat == 0)) // 2)
        scoring.book.pay(seat + 1, seat, amount, clause)


def nil_seat(game: GameSpec, came: HandCame) -> int | None:
    """The only player without a trick, where that is paid for; None for none, or where it is not known."""
    if game.nil is None or not came.whole or None in came.tricks:
        return None
    without = [seat for seat, tricks in enumerate(came.tricks) if tricks == 0]
    return without[0] if len(without) == 1 else None


def score_nil(scoring: Scoring) -> None:
    """Everybody else pays the only player without a trick."""
    rule, seat = scoring.game.nil, nil_seat(scoring.game, scoring.came)
    if rule is None or seat is None:
        return
    scoring.outcome = replace(scoring.outcome, nil=seat)
    others = [other for other in range(scoring.came.seats) if other != seat]
    scoring.book.each_pays(others, seat, rule.amount, rule.clause)
