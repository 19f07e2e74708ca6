"""Scoring on a sheet: base and difference, the Pagat in the last trick, holdings, all tricks.

Source: clauses of the kinds sheet-value, sheet-flow, pagat-bonus, personal-bonus and all-tricks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from analyzer.rules.book import Amount, Sum
from analyzer.rules.score.hand import Bonus, Scoring
from analyzer.rules.score.told import HandTold
from analyzer.rules.spec.kinds.contracts import Contract
from analyzer.rules.spec.kinds.sheets import DifferenceSheet

PAGAT: Final = "pagat"


def score_tapp(scoring: Scoring) -> None:
    """Write the declarer's win, each opponent's loss, and the bonuses."""
    rule, came, played = scoring.game.difference_sheet, scoring.came, scoring.played
    if rule is None or played is None:
        return
    contract, declarer = played
    if not contract.played:
        scoring.outcome = replace(scoring.outcome, contract="made")
        _write(scoring, [declarer], rule.thrown_in, rule.thrown_in_clause)
        return
    alone = came.deeds.all_tricks
    if alone is not None:
        scoring.outcome = replace(scoring.outcome, valat=alone)
        _write(scoring, [alone], Sum((rule.all_value,), contract.value), rule.all_tricks)
    else:
        _game(scoring, rule, contract, declarer)
    _pagat(scoring, rule, contract, declarer)
    _personal(scoring, rule)


def _game(scoring: Scoring, rule: DifferenceSheet, contract: Contract, declarer: int) -> None:
    came = scoring.came
    points = came.points(scoring.game, came.sides.of[declarer])
    if points is None:
        return
    over = points - rule.half
    made = over > 0
    doubled = int(rule.kontra_doubles_game and is_kontra(came.told, declarer))
    amount = Sum((rule.unit, rule.difference * int(abs(over))), contract.value, doubled)
    scoring.outcome = replace(scoring.outcome, contract="made" if made else "failed", margin=over)
    _write(scoring, [declarer] if made else _opponents(scoring, declarer), amount, rule.value)
    scoring.applied.append(rule.flow)


def is_kontra(told: HandTold, declarer: int) -> bool:
    """Return True if an opponent said Kontra to a Pagat that the declarer announced.

    Source: clause of the kind kontra.
    """
    return PAGAT in told.announced.get(declarer, ()) and bool(told.kontra - {declarer})


def _pagat(scoring: Scoring, rule: DifferenceSheet, contract: Contract, declarer: int) -> None:
    """Write the Pagat in the last trick, or announced and not there."""
    came, last = scoring.came, scoring.came.deeds.pagat
    announced = PAGAT in came.told.announced.get(declarer, ())
    if not announced and last is None:
        return
    doubled = int(announced) + int(is_kontra(came.told, declarer) and not rule.kontra_doubles_game)
    if announced:
        scoring.applied.append(rule.kontra)
    amount = Sum((rule.pagat_value,), contract.value, doubled)
    opponents = _opponents(scoring, declarer)
    if last is not None and last.by == last.winner:
        winners = [declarer] if last.by == declarer else opponents
    elif last is not None and declarer not in (last.by, last.winner):
        winners = opponents if announced else []
    elif last is not None and last.winner == declarer:
        winners = [declarer]
    else:
        winners = opponents if announced or last is not None else []
    if winners:
        _write(scoring, winners, amount, rule.pagat)
        by = winners[0]
        scoring.outcome = replace(
            scoring.outcome, bonuses={**scoring.outcome.bonuses, PAGAT: Bonus(by, int(amount))}
        )


def _personal(scoring: Scoring, rule: DifferenceSheet) -> None:
    for seat in sorted(scoring.came.held):
        brings = rule.personal_held.intersection(scoring.came.held[seat])
        if brings and seat not in scoring.came.told.passed:
            _write(scoring, [seat], rule.personal_value, rule.personal)


def _opponents(scoring: Scoring, declarer: int) -> list[int]:
    return list(scoring.came.sides.others(scoring.came.sides.of[declarer]))


def _write(scoring: Scoring, seats: Iterable[int], amount: Amount, clause: str) -> None:
    for seat in seats:
        scoring.book.write(seat, amount, clause)


def score_stake(scoring: Scoring) -> None:
    """Pay for the contract: each defender to the declarer, who shares with the partner.

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
    """Make every opponent of a declarer pay an amount, or be paid it if it is negative.

    The partner has half of it all, without an odd token, which falls on the declarer under the clause `odd`.
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
