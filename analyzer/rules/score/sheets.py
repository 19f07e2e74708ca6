"""Scoring on a sheet: by bonuses and radli, or by base and difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Final, NamedTuple

from msgspec.structs import replace

from analyzer.rules.book import Amount, Sum
from analyzer.rules.score.hand import Bonus, HandFacts, HandResult, Scoring, contract_played, gathered
from analyzer.rules.spec.kinds.contracts import BonusSheet, Contract, ContractAim, DifferenceSheet, SideBonus

# Scoring on a sheet with bonuses of sides and of players, radli, and misere.
#
# Source: clauses of the kinds game-value, flat-value, side-bonus, player-bonus, misere-value and radli.


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
    scoring.outcome = replace(
        scoring.outcome,
        bonuses=told,
        valat=(None if came.deeds.valat is None else came.sides.leader(came.deeds.valat, came.told.declarer)),
    )
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


def _side_bonuses(came: HandResult, rule: BonusSheet, declarer: int, *, counted: bool) -> Iterator[_Reckoned]:
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
    counted = _write_losses(scoring, rule)
    if came.deeds.pagat is not None or came.deeds.mond_lost is not None:
        scoring.applied.append(rule.own)
    if rule.misere_bonuses:
        _personal(scoring, rule)
    if not counted:
        return
    if contract.brings_radl:
        scoring.radli = {seat: scoring.radli.get(seat, 0) + 1 for seat in range(came.seats)}
    scoring.applied.append(rule.radli_earned)


def _write_losses(scoring: Scoring, rule: BonusSheet) -> bool:
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


# Scoring on a sheet: base and difference, the Pagat in the last trick, holdings, all tricks.
#
# Source: clauses of the kinds sheet-value, sheet-flow, pagat-bonus, personal-bonus and all-tricks.


PAGAT_BONUS: Final = "pagat"


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
        _difference_game(scoring, rule, contract, declarer)
    _pagat(scoring, rule, contract, declarer)
    _holder_personal(scoring, rule)


def _difference_game(scoring: Scoring, rule: DifferenceSheet, contract: Contract, declarer: int) -> None:
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


def is_kontra(told: HandFacts, declarer: int) -> bool:
    """Return True if an opponent said Kontra to a Pagat that the declarer announced.

    Source: clause of the kind kontra.
    """
    return PAGAT_BONUS in told.announced.get(declarer, ()) and bool(told.kontra - {declarer})


def _pagat(scoring: Scoring, rule: DifferenceSheet, contract: Contract, declarer: int) -> None:
    """Write the Pagat in the last trick, or announced and not there."""
    came, last = scoring.came, scoring.came.deeds.pagat
    announced = PAGAT_BONUS in came.told.announced.get(declarer, ())
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
            scoring.outcome, bonuses={**scoring.outcome.bonuses, PAGAT_BONUS: Bonus(by, int(amount))}
        )


def _holder_personal(scoring: Scoring, rule: DifferenceSheet) -> None:
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
    scoring.book.charge_each(opponents, declarer, each, clause)
    if came.partner is not None:
        all_of_it = each if isinstance(each, Sum) else Sum((abs(each),), way=1 if each > 0 else -1)
        share = replace(all_of_it, times=all_of_it.times * len(opponents), halved=True)
        scoring.book.pay(declarer, came.partner, share, sharing)
        if int(each) * len(opponents) % 2 and odd is not None:
            scoring.applied.append(odd)
