"""The score of a hand in a game of card points: told in words."""

from __future__ import annotations

from dataclasses import replace

from analyzer.evenings.model import Evening, HandScore, LeftLying, PointHand
from analyzer.evenings.pointhands import came_in_words, wrong_before
from analyzer.evenings.scored import scored
from analyzer.rules.book import Book
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.bearing import CameUp, Topic, bearing


def score_point_hand(evening: Evening, number: int, hand: PointHand, lying: LeftLying) -> HandScore:
    """The score of a hand that is told in words."""
    game, seats = evening.rules.game, len(evening.players)
    came, book = came_in_words(evening.rules, hand), Book(seats)
    came = replace(came, told=replace(came.told, pools=lying.pools, radli=lying.radli))
    found = open_hand(game, came, book)
    applied = list(found.applied)
    if not hand.passed_out:
        came = replace(came, told=replace(came.told, pools=found.pools))
        for trick in hand.report.early:
            applied += pay_trick(game, came.sides, trick, book)
        found = score_hand(game, came, book)
        applied += [*found.applied, *bearing(evening.rules, CameUp(frozenset({Topic.COUNT})))]
    applied += book.clauses
    return scored(
        evening,
        replace(lying, pools=found.pools, radli=dict(found.radli)),
        (*book.transfers, *book.scores),
        number=number,
        dealer=hand.dealer,
        outcome=None if hand.passed_out else found.outcome,
        applied=tuple(dict.fromkeys(applied)),
        violations=tuple(each.violation for each in wrong_before(evening.rules, hand, evening.players)),
    )
