"""Scoring against a target that depends on the Trull: with pools on the table, or by coefficients.

Source: clauses of the kinds trull-target, pagat-target, odd-half, target-won, target-lost and slam-payment;
coefficient-value, coefficient-shares, last-pagat, slam-bonus and handful-pays.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import PAGAT
from analyzer.rules.book import Amount, Sum
from analyzer.rules.score.hand import PASS, HandFacts, HandResult, Scoring, former_holder
from analyzer.rules.score.opening import double_pool, pay_shown_by_contract, shown_for_winners, take_pool
from analyzer.rules.score.sheets import pay_side
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.target import CoefficientScore, TargetPayments, TargetScore

_SLAM: Final = "slam"


def score_target(scoring: Scoring) -> None:
    """Settle the contract, the announcements, and the pools."""
    rule, came, played = scoring.game.target_paid, scoring.came, scoring.played
    if rule is None or played is None:
        return
    contract, declarer = played
    side, slam = came.sides.of[declarer], slam_of(came)
    made = slam is not None and came.sides.of[slam] == side
    bid = slam_bid(scoring.game, came.told)
    if made or (bid and came.whole):
        _slam(scoring, rule, declarer, made=made)
        return
    margin = _margin(scoring, declarer)
    if margin is None:
        return
    made = margin >= 0
    _pay(scoring, rule, _whole(scoring, margin), contract.value, made=made)
    pay_shown_by_contract(scoring, declarer, made=made)
    if made and rule.takes_pool:
        take_pool(scoring, rule.won, shared=rule.pool_shared)
    elif not made and rule.doubles_pool:
        double_pool(scoring, declarer, rule.lost)


def score_coefficients(scoring: Scoring) -> None:
    """Settle the contract by its coefficient, the Pagat in the last trick, trumps shown, and a slam."""
    rule, came, played = scoring.game.coefficients, scoring.came, scoring.played
    if rule is None or played is None:
        return
    contract, declarer = played
    margin = _margin(scoring, declarer)
    if margin is None:
        return
    made, own = margin >= 0, came.sides.of[declarer]
    way = 1 if made else -1
    _charge_defenders(
        scoring, rule, Sum((rule.base, _whole(scoring, margin)), contract.value, way=way), rule.value
    )
    pagat = came.deeds.pagat
    if pagat is not None:
        won = 1 if came.sides.of[pagat.winner] == own else -1
        _charge_defenders(scoring, rule, Sum((rule.pagat_value,), contract.value, way=won), rule.pagat)
    pay_shown_to_winners(scoring, made=made)
    scoring.outcome = replace(scoring.outcome, slam=slam_of(came))
    _charge_defenders(scoring, rule, _slam_bonus(scoring, rule, own), rule.slam)


def pay_shown_to_winners(scoring: Scoring, *, made: bool) -> None:
    """Pay the side that wins the contract for trumps that anybody showed, if they are paid."""
    rule = scoring.game.coefficients
    for clause, amount in shown_for_winners(scoring.game, scoring.came.told) if rule is not None else ():
        assert rule is not None
        _charge_defenders(scoring, rule, amount if made else -amount, clause)


def _slam_bonus(scoring: Scoring, rule: CoefficientScore, own: int) -> Amount:
    """Return every defender's payment for a slam; negative for a failed slam or one that the defence made."""
    came, leader = scoring.came, slam_of(scoring.came)
    announced = slam_bid(scoring.game, came.told)
    if leader is not None and came.sides.of[leader] == own:
        return rule.slam_announced if announced else rule.slam_unannounced
    failed = rule.slam_failed if announced and came.whole else 0
    return Sum((failed, rule.slam_defence if leader is not None else 0), way=-1)


def _charge_defenders(scoring: Scoring, rule: CoefficientScore, amount: Amount, clause: str) -> None:
    """Make every defender pay the declarer the same, who gives the partner the payment of one of them."""
    came, declarer = scoring.came, scoring.came.told.declarer
    assert declarer is not None
    scoring.book.charge_each(came.sides.others(came.sides.of[declarer]), declarer, amount, clause)
    if came.partner is not None:
        scoring.book.pay(declarer, came.partner, amount, rule.shares)


def _margin(scoring: Scoring, declarer: int) -> Fraction | None:
    """Return the surplus of the declarer's side over its target, noting what decided it; None if unknown."""
    rule, came = scoring.game.target, scoring.came
    assert rule is not None
    points = came.points(scoring.game, came.sides.of[declarer])
    target = target_of(scoring.game, rule, came, declarer)
    if points is None or target is None:
        return None
    _name_partner(scoring)
    margin = points - target
    word = "made" if margin >= 0 else "failed"
    scoring.outcome = replace(scoring.outcome, contract=word, margin=margin, target=Fraction(target))
    scoring.applied += [rule.target, rule.odd] if margin.denominator > 1 else [rule.target]
    return margin


def _whole(scoring: Scoring, margin: Fraction) -> int:
    """Return the whole points that a margin, or a deficit, is paid as."""
    rule = scoring.game.target
    return ceil(abs(margin)) if rule is not None and rule.odd_to_winner else floor(abs(margin))


def _name_partner(scoring: Scoring) -> None:
    """Note the clause if the partner is not the holder of the called card, or there is none."""
    rules, told = scoring.game.partner, scoring.came.told
    if rules is None or told.called is None:
        return
    if former_holder(told) is not None:
        scoring.applied += [rules.bought_clause] if rules.bought_clause else []
    elif told.called in told.talon_left and rules.away_clause:
        scoring.applied.append(rules.away_clause)


def slam_bid(game: GameSpec, told: HandFacts) -> bool:
    """Return True if a slam was bid, by announcement or in the auction.

    If a slam is above every other bid, none is bid over it; otherwise the last bid of a contract counts.
    """
    rule = game.slam
    if slam_announcer(told) is not None:
        return True
    said = [_SLAM in each.says.split() for each in told.bids if each.says not in (PASS, "hold")]
    return rule is not None and (any(said) if rule.above_all else said[-1:] == [True])


def slam_announcer(told: HandFacts) -> int | None:
    """Return the announcer of a slam, if allowed; None if nobody announced one."""
    said = (seat for seat, words in told.announced.items() if _SLAM in words)
    return next((seat for seat in said if told.declarer in (None, seat)), None)


def slam_decides(game: GameSpec, told: HandFacts) -> bool:
    """Return True if a slam was bid that is paid for instead of the contract."""
    return game.target_paid is not None and slam_bid(game, told)


def slam_of(came: HandResult) -> int | None:
    """Return the leader of the side that won every trick of a full hand; None if none did, or unknown."""
    if not came.whole or not came.tricks or None in came.tricks:
        return None
    won = {came.sides.of[seat] for seat, number in enumerate(came.tricks) if number}
    return came.sides.leader(won.pop(), came.told.declarer) if len(won) == 1 else None


def target_of(game: GameSpec, rule: TargetScore, came: HandResult, declarer: int) -> int | None:
    """Return the points that the declarer's side needs; None if its Trull is unknown."""
    side = came.sides.of[declarer]
    trull = came.told.trull
    if trull is None:
        if not came.cards:
            return None
        trull = len(game.trull & came.cards[side])
    return rule.by_trull[trull] + _pagat_shift(rule, came, side)


def _pagat_shift(rule: TargetScore, came: HandResult, side: int) -> int:
    """Return the shift of the target by the Pagat in the last trick."""
    last = came.last
    if last is None:
        return 0
    laid = next((each for each in last.laid if each.card is PAGAT), None)
    if laid is None:
        return 0
    won = came.sides.of[last.winner]
    to_partner = laid.seat != last.winner and came.sides.of[laid.seat] == won
    if to_partner and not rule.pagat_by_partner:
        return 0
    return -rule.pagat_shift if won == side else rule.pagat_shift


def _slam(scoring: Scoring, rule: TargetPayments, declarer: int, *, made: bool) -> None:
    """Pay for a slam instead of everything else."""
    scoring.applied.append(rule.slam)
    word = "made" if made else "failed"
    scoring.outcome = replace(scoring.outcome, contract=word, slam=declarer if made else None)
    amount = rule.slam_value if made else -rule.slam_value
    pay_side(scoring, declarer, amount, rule.slam, rule.slam, rule.shares)
    if made and rule.slam_takes_pool:
        take_pool(scoring, rule.slam, shared=rule.pool_shared)


def _pay(scoring: Scoring, rule: TargetPayments, over: int, price: int, *, made: bool) -> None:
    """Settle points beyond the target and the price of the bid with each opponent, and with the partner."""
    came, declarer = scoring.came, scoring.came.told.declarer
    assert declarer is not None
    clause, way = (rule.won, 1) if made else (rule.lost, -1)
    if came.partner is not None:
        scoring.applied.append(rule.shares)
    alone = 0 if rule.price_shared else price
    pay_side(scoring, declarer, Sum((over, price - alone), way=way), clause, clause, rule.shares)
    opponents = came.sides.others(came.sides.of[declarer])
    scoring.book.charge_each(opponents, declarer, way * alone, clause)
