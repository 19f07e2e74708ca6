"""Scoring by a consolation and the points beyond half, times the factor of the contract.

Source: clauses of the kinds stake-value, stake-flow, odd-share and thrown-in.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.rules.book import Amount, Sum
from analyzer.rules.score.hand import Scoring


def score_stake(scoring: Scoring) -> None:
    """Pay for the contract: the defenders each, to the declarer, who shares with his partner.

    An odd token falls on the declarer. Exactly half of the points pays nothing; a contract whose cards are
    thrown in is paid as one that was made with no point beyond half.
    """
    rule, came, played = scoring.game.stake, scoring.came, scoring.played
    if rule is None or played is None:
        return
    contract, declarer = played
    if came.thrown_in and contract.name in rule.thrown_in:
        scoring.outcome = replace(scoring.outcome, contract="made")
        pay_side(scoring, declarer, Sum((rule.base,), contract.value), rule.thrown_in_clause, rule.flow)
        return
    points = came.points(scoring.game, came.sides.of[declarer])
    if points is None:
        return
    over = points - rule.half
    word = "drawn" if over == 0 else "made" if over > 0 else "failed"
    scoring.outcome = replace(scoring.outcome, contract=word, margin=over)
    scoring.applied += [rule.value, rule.flow]
    if over:
        amount = Sum((rule.base, int(abs(over))), contract.value, way=1 if over > 0 else -1)
        pay_side(scoring, declarer, amount, rule.value, rule.flow, rule.odd)


def pay_side(
    scoring: Scoring, declarer: int, each: Amount, clause: str, sharing: str, odd: str | None = None
) -> None:
    """Every opponent of a declarer pays him so much, or is paid where it is less than nothing.

    The partner has half of it all, an odd token aside, which falls on the declarer by the clause `odd`.
    """
    came = scoring.came
    opponents = came.sides.others(came.sides.of[declarer])
    scoring.book.each_pays(opponents, declarer, each, clause)
    if came.partner is not None:
        all_of_it = each if isinstance(each, Sum) else Sum((abs(each),), way=1 if each > 0 else -1)
        share = replace(all_of_it, times=all_of_it.times * len(opponents), halved=True)
        scoring.book.pay(declarer, came.partner, share, sharing)
        if int(each) * len(opponents) % 2 and odd is not None:
            scoring.applied.append(odd)
