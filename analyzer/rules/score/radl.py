"""Scoring on a sheet with bonuses of sides and of players, radli, and misere.

Source: clauses of the kinds game-value, flat-value, side-bonus, player-bonus, misere-value and radli.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.rules.book import Sum
from analyzer.rules.score.hand import Bonus, HandCame, Scoring, gathered
from analyzer.rules.score.told import contract_played
from analyzer.rules.spec.kinds.contracts import Contract, ContractAim
from analyzer.rules.spec.kinds.sheets import BonusSheet, SideBonus

COLOUR_VALAT: Final = "colour-valat"
KING_ULTIMO: Final = "king-ultimo"


def score_radl(scoring: Scoring) -> None:
    """Write the amounts of the contract and the bonuses, and keep the radli."""
    rule, contract = scoring.game.bonus_sheet, scoring.game.contract(scoring.came.told.contract)
    if rule is None or contract is None:
        return
    if contract.aim is ContractAim.FEWEST:
        _misere(scoring, rule, contract)
    elif scoring.came.told.declarer is not None:
        _declared(scoring, rule, contract, scoring.came.told.declarer)


def rounded(points: Fraction) -> int:
    """Return points with a rest of thirds rounded to the nearer whole number."""
    return floor(points + Fraction(1, 2))


def _declared(scoring: Scoring, rule: BonusSheet, contract: Contract, declarer: int) -> None:
    """Write the game with its bonuses; if the points are unknown, the bonuses that the play decides."""
    came = scoring.came
    played = contract_played(scoring.game, came.told) or contract
    counted = played.aim is ContractAim.POINTS
    amount = _game(scoring, rule, contract) if counted else _flat(scoring, played)
    if amount is None and not counted:
        return
    bonuses = list(_side_bonuses(came, rule, declarer, counted=amount is not None)) if counted else []
    side = came.sides.seats(came.sides.of[declarer])
    radl = came.told.radli.get(declarer, 0) > 0
    clause = rule.game if counted else rule.flat
    if any(each.bonus.name == "valat" for each in bonuses) and rule.valat_instead:
        amount = Sum(())
    for seat in side:
        radli = int(radl and (rule.radl_for_side or seat == declarer))
        scoring.book.write(seat, 0 if amount is None else replace(amount, doubled=radli), clause)
        for each in bonuses:
            worth = replace(each.amount, doubled=each.amount.doubled + radli)
            scoring.book.write(seat, worth, each.bonus.clause)
    scoring.applied += [rule.missed] * bool(bonuses or came.told.announced)
    told = gathered((each.bonus.name, Bonus(each.by, int(each.amount))) for each in bonuses)
    scoring.outcome = replace(scoring.outcome, bonuses=told, valat=_leader_of(came, came.deeds.valat))
    if counted:
        _personal(scoring, rule)
    if amount is not None:
        _keep_radli(scoring, rule, played, declarer)


def _game(scoring: Scoring, rule: BonusSheet, contract: Contract) -> Sum | None:
    """Return the value of contract and difference for the declarer; None if the points are unknown."""
    came = scoring.came
    assert came.told.declarer is not None
    points = came.points(scoring.game, came.sides.of[came.told.declarer])
    if points is None:
        return None
    over = rounded(points) - rule.half
    scoring.applied += [rule.rest] * (points.denominator > 1) + [rule.each] * (came.partner is not None)
    made = over > 0
    scoring.outcome = replace(scoring.outcome, contract="made" if made else "failed", margin=Fraction(over))
    step = rule.rounding
    return Sum((contract.value, ceil(Fraction(abs(over), step)) * step), way=1 if made else -1)


def _flat(scoring: Scoring, contract: Contract) -> Sum | None:
    """Return the value of a contract of tricks for the declarer; None if the tricks are unknown."""
    came = scoring.came
    assert came.told.declarer is not None
    side = came.sides.seats(came.sides.of[came.told.declarer])
    won = [came.tricks[seat] for seat in side] if came.tricks else [None]
    lost = [came.tricks[seat] for seat in range(came.seats) if seat not in side] if came.tricks else [None]
    wrong = won if contract.aim is ContractAim.NO_TRICK else lost
    if any(each for each in wrong):
        word = "failed"
    elif None in wrong or not came.whole:
        return None
    else:
        word = "made"
    scoring.outcome = replace(scoring.outcome, contract=word)
    return Sum((contract.value,), way=1 if word == "made" else -1)


class _Reckoned(NamedTuple):
    """A bonus, its value for the declarer's side, and the side that achieved or announced it."""

    bonus: SideBonus
    amount: Sum
    by: int


def _side_bonuses(came: HandCame, rule: BonusSheet, declarer: int, *, counted: bool) -> Iterator[_Reckoned]:
    """Yield the bonuses of the sides: each announcement is won or lost, an unannounced one counts once.

    If the piles are not `counted`, only the last trick can show a missed one.
    """
    own = came.sides.of[declarer]
    for bonus in rule.bonuses:
        done = getattr(came.deeds, bonus.name.replace("-", "_"))
        if done is None and not counted and not (bonus.name == KING_ULTIMO and came.last is not None):
            continue
        told = {
            came.sides.of[seat]: seat for seat, words in came.told.announced.items() if bonus.name in words
        }
        for side, seat in told.items():
            sign = 1 if side == own else -1
            if done == side:
                yield _Reckoned(bonus, Sum((bonus.value,), doubled=1, way=sign), seat)
            elif rule.missed_loses:
                yield _Reckoned(bonus, Sum((bonus.value,), doubled=1, way=-sign), seat)
        if done is not None and done not in told and not (told and rule.missed_loses):
            by = came.sides.leader(done, declarer)
            yield _Reckoned(bonus, Sum((bonus.value,), way=1 if done == own else -1), by)


def _personal(scoring: Scoring, rule: BonusSheet) -> None:
    """Write the Pagat in the last trick, and a Mond that was lost: for their players only."""
    came, pagat = scoring.came, scoring.came.deeds.pagat
    announced = [seat for seat, words in came.told.announced.items() if rule.pagat.name in words]
    bonuses = dict(scoring.outcome.bonuses)
    amounts: dict[int, Sum] = {}
    if pagat is not None:
        worth = Sum((rule.pagat.value,), doubled=int(pagat.by in announced))
        if pagat.by == pagat.winner:
            amounts[pagat.by] = worth
        elif pagat.by in announced or rule.pagat_beaten_loses:
            amounts[pagat.by] = -worth
        scoring.applied += [rule.beaten] * (pagat.by != pagat.winner and pagat.by not in announced)
    absent = [seat for seat in announced if pagat is None or pagat.by != seat]
    if absent and came.last is not None:
        scoring.applied.append(rule.absent)
        missed = Sum((rule.pagat.value,), doubled=1, way=-1)
        amounts |= dict.fromkeys(absent if rule.pagat_absent_loses else (), missed)
    for seat, amount in amounts.items():
        scoring.book.write(seat, amount, rule.pagat.clause)
    bonuses |= gathered((rule.pagat.name, Bonus(seat, int(amount))) for seat, amount in amounts.items())
    lost = came.deeds.mond_lost
    if lost is not None and (rule.mond_to_partner_lost or not came.deeds.mond_to_partner):
        scoring.book.write(lost, -rule.mond.value, rule.mond.clause)
        bonuses[rule.mond.name] = Bonus(lost, -rule.mond.value)
    scoring.outcome = replace(scoring.outcome, bonuses=bonuses)


def _misere(scoring: Scoring, rule: BonusSheet, contract: Contract) -> None:
    """Write each player's loss of points; if they are unknown, only what the play itself decides."""
    came = scoring.came
    counted = _each_loses(scoring, rule)
    if came.deeds.pagat is not None or came.deeds.mond_lost is not None:
        scoring.applied.append(rule.own)
    if rule.misere_bonuses:
        _personal(scoring, rule)
    if not counted:
        return
    if contract.brings_radl:
        scoring.radli = {seat: scoring.radli.get(seat, 0) + 1 for seat in range(came.seats)}
    scoring.applied.append(rule.radli_earned)


def _each_loses(scoring: Scoring, rule: BonusSheet) -> bool:
    """Write each loss, and the results of too many points or no trick; False if points are unknown."""
    came = scoring.came
    points = [came.points(scoring.game, came.sides.of[seat]) for seat in range(came.seats)]
    if None in points:
        return False
    counted = [rounded(each) for each in points if each is not None]
    over = [seat for seat, each in enumerate(counted) if each > rule.misere_over]
    trickless = [seat for seat, tricks in enumerate(came.tricks) if tricks == 0 and came.whole]
    for seat, each in enumerate(counted):
        if seat in trickless:
            scoring.book.write(seat, rule.misere_value, rule.misere)
        elif trickless and rule.trickless_alone:
            continue
        elif seat in over:
            scoring.book.write(seat, -rule.misere_value, rule.misere)
        elif not over:
            scoring.book.write(seat, -each, rule.misere)
    nil = trickless[0] if len(trickless) == 1 else None
    scoring.outcome = replace(scoring.outcome, nil=nil)
    scoring.applied += [rule.rest] * any(each is not None and each.denominator > 1 for each in points)
    return True


def _keep_radli(scoring: Scoring, rule: BonusSheet, played: Contract, declarer: int) -> None:
    """Remove the declarer's oldest radl after a win; some contracts give everybody one."""
    scoring.applied += [rule.radli] * (scoring.radli.get(declarer, 0) > 0)
    if scoring.outcome.contract == "made" and scoring.radli.get(declarer, 0):
        scoring.radli[declarer] -= 1
    if played.brings_radl:
        scoring.radli = {seat: scoring.radli.get(seat, 0) + 1 for seat in range(scoring.came.seats)}


def _leader_of(came: HandCame, side: int | None) -> int | None:
    return None if side is None else came.sides.leader(side, came.told.declarer)
