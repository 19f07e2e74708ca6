"""The score of a hand in a game of card points: told in words, or recorded card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyzer.evenings.model import Evening, HandScore, LeftLying, PointHand, RecordedHand
from analyzer.evenings.pointhands import came_in_words, wrong_before
from analyzer.position.model import Position
from analyzer.position.replay.came_up import applied_in
from analyzer.position.replay.replay import replay
from analyzer.rules.book import NO_POTS, Book
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.hand import Bonus, HandOutcome, gathered
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.score.told import Pool
from analyzer.rules.spec.bearing import CameUp, Topic, bearing


def score_point_hand(evening: Evening, number: int, hand: PointHand, lying: LeftLying) -> HandScore:
    """The score of a hand that is told in words."""
    game, seats = evening.rules.game.points, len(evening.players)
    assert game is not None
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
    return HandScore(
        number=number,
        dealer=hand.dealer,
        out=None,
        transfers=book.transfers,
        scores=book.scores,
        amounts=book.sheet if game.on_a_sheet else book.tokens,
        lying=replace(lying, pools=found.pools, radli=dict(found.radli)),
        pots_change=NO_POTS,
        outcome=None if hand.passed_out else found.outcome,
        applied=tuple(dict.fromkeys(applied)),
        violations=tuple(each.violation for each in wrong_before(evening.rules, hand, evening.players)),
    )


def score_recorded_points(evening: Evening, number: int, hand: RecordedHand, lying: LeftLying) -> HandScore:
    """The score of a hand that is recorded, as it was played.

    Raises: IllegalMove, Invalid for a hand that cannot be played by these rules.
    """
    seats = tuple(evening.players.index(name) for name in hand.position.players)
    radli = {place: lying.radli[seat] for place, seat in enumerate(seats) if seat in lying.radli}
    told = replace(hand.position.told, pools=lying.pools, radli=radli)
    position = Position.of(hand.position.changed(rules=evening.rules, told=told, lines=(hand.line,)))
    played = replay(position, hand.line)
    came = played.counted
    assert came is not None
    return HandScore(
        number=number,
        dealer=hand.dealer,
        out=None,
        transfers=tuple(each.among(seats) for each in played.transfers),
        scores=tuple(each.among(seats) for each in came.scores),
        amounts=tuple(played.amounts[seats.index(seat)] for seat in range(len(seats))),
        lying=replace(lying, pools=came.pools, radli=_by_seat(came.radli, seats)),
        pots_change=NO_POTS,
        outcome=None if came.outcome is None else _outcome(came.outcome, seats),
        applied=applied_in(position, played),
        violations=played.violations,
        last_trick=seats[played.tricks[-1].winner or 0] if played.tricks else None,
    )


def _by_seat(told: Mapping[int, int], seats: Sequence[int]) -> dict[int, int]:
    return {seats[place]: number for place, number in told.items()}


def _outcome(outcome: HandOutcome, seats: Sequence[int]) -> HandOutcome:
    """An outcome by seats of the table."""

    def seat(place: int | None) -> int | None:
        return None if place is None else seats[place]

    bonuses = gathered(
        (name, Bonus(seats[each.by], each.value))
        for name, bonus in outcome.bonuses.items()
        for each in bonus.all
    )
    return replace(
        outcome,
        bonuses=bonuses,
        slam=seat(outcome.slam),
        nil=seat(outcome.nil),
        valat=seat(outcome.valat),
        partner=seat(outcome.partner),
    )


def lying_in(pools: Sequence[Pool]) -> int:
    """What lies in all pools together."""
    return sum(each.amount for each in pools)
