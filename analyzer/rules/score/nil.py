"""A hand in which exactly one player takes no trick.

Source: clauses of the kind nil.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.spec.game import GameSpec


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
