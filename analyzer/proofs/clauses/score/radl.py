"""Scoring on a sheet with bonuses of sides and of players, radli, and misere, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import (
    Sums,
    SymbolicHand,
    all_known,
    made_whole,
    no_trick,
    signed,
    size,
    whole,
)
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, some
from analyzer.rules.score.sheets import COLOUR_VALAT, KING_ULTIMO
from analyzer.rules.spec.kinds.contracts import BonusSheet, Contract, ContractAim, SideBonus

VALAT = "valat"


def score_radl(hand: SymbolicHand, accounts: Sums) -> None:
    """What the contract and the bonuses bring, and what becomes of the radli.

    Source: clauses of the kinds game-value, flat-value, side-bonus, player-bonus, misere-value and radli.
    """
    rule, told = hand.game.bonus_sheet, hand.came.told
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None:
        return
    if contract.aim is ContractAim.FEWEST:
        _misere(hand, accounts, rule)
    elif told.declarer is not None:
        colour = COLOUR_VALAT in told.announced.get(told.declarer, ()) and contract.aim is ContractAim.POINTS
        played = hand.game.contract(COLOUR_VALAT) if colour else contract
        assert played is not None
        _declared(hand, accounts, rule, contract, played)


def rounded(units: Number, unit: int) -> Number:
    """Points, of so many units each, to the nearest.

    Source: clause of the kind count-rest.
    """
    return whole(2 * units + unit, 2 * unit)


def _declared(
    hand: SymbolicHand, accounts: Sums, rule: BonusSheet, contract: Contract, played: Contract
) -> None:
    told = hand.came.told
    assert told.declarer is not None
    counted = played.aim is ContractAim.POINTS
    known: Truth = True
    if counted:
        units = hand.units[hand.came.sides.of[told.declarer]]
        known = units is not None
        over = rounded(0 if units is None else units, hand.game.piles.unit) - rule.half
        made: Truth = over > 0
        game = signed(made, made_whole(size(over), rule.rounding) * rule.rounding + contract.value)
        instead = rule.valat_instead and _bonus(hand, rule, told.declarer, VALAT)
        amount = (0 if units is None or instead else game) + _side_bonuses(hand, rule, told.declarer)
    else:
        known, made = _keeps(hand, played, told.declarer)
        amount = signed(made, played.value)
    doubled = told.radli.get(told.declarer, 0) > 0
    for seat in hand.side_of(told.declarer):
        twice = doubled and (rule.radl_for_side or seat == told.declarer)
        accounts.writes(some((known, counted)), seat, (2 if twice else 1) * amount)
    if counted:
        _personal(hand, accounts, rule)
    accounts.radli[told.declarer] = accounts.radli[told.declarer] - either_number(
        every((known, made, doubled)), 1, 0
    )
    _one_more(accounts, every((known, played.brings_radl)))


def _keeps(hand: SymbolicHand, played: Contract, declarer: int) -> tuple[Truth, Truth]:
    """Whether it is known of a contract about tricks if it is made, and whether it is.

    Source: clauses of the kind flat-value.
    """
    wrong = hand.side_of(declarer) if played.aim is ContractAim.NO_TRICK else hand.against(declarer)
    tricks = [hand.tricks[seat] for seat in wrong]
    if hand.came.whole and all_known(tricks):
        return True, no_trick(hand, wrong)
    return some(each > 0 for each in tricks if each is not None), False


def _side_bonuses(hand: SymbolicHand, rule: BonusSheet, declarer: int) -> int:
    """What all bonuses of the sides are worth to the declarer's.

    Source: clauses of the kinds side-bonuses and side-bonus.
    """
    return sum(_worth(hand, rule, declarer, each) for each in rule.bonuses)


def _decided(hand: SymbolicHand, declarer: int, bonus: SideBonus) -> bool:
    """Whether it is known if nobody brought a bonus about: by the piles, or of the last trick by itself."""
    in_last = bonus.name == KING_ULTIMO and hand.came.last is not None
    return in_last or hand.units[hand.came.sides.of[declarer]] is not None


def _bonus(hand: SymbolicHand, rule: BonusSheet, declarer: int, name: str) -> int:
    return sum(_worth(hand, rule, declarer, each) for each in rule.bonuses if each.name == name)


def _worth(hand: SymbolicHand, rule: BonusSheet, declarer: int, bonus: SideBonus) -> int:
    """What one bonus is worth: twice where it was announced, that much against who missed it."""
    of = hand.came.sides.of
    done = getattr(hand.came.deeds, bonus.name.replace("-", "_"))
    said = {of[seat] for seat, words in hand.came.told.announced.items() if bonus.name in words}
    worth = 0
    if done is None and not _decided(hand, declarer, bonus):
        return worth
    for side in {*of}:
        sign = 1 if side == of[declarer] else -1
        if side in said:
            missed = -2 if rule.missed_loses else 0
            worth += sign * (2 if done == side else missed) * bonus.value
        elif side == done and not (said and rule.missed_loses):
            worth += sign * bonus.value
    return worth


def _personal(hand: SymbolicHand, accounts: Sums, rule: BonusSheet) -> None:
    """The Pagat in the last trick, and a Mond that was lost.

    Source: clauses of the kinds player-pagat, pagat-absent, pagat-beaten and mond-lost.
    """
    deeds, told = hand.came.deeds, hand.came.told
    there = deeds.pagat
    for seat in range(hand.came.seats):
        said = rule.pagat.name in told.announced.get(seat, ())
        mine = there is not None and there.by == seat
        wins = mine and there is not None and there.winner == seat
        beaten = mine and not wins and (said or rule.pagat_beaten_loses)
        absent = said and not mine and rule.pagat_absent_loses and hand.came.last is not None
        accounts.writes(
            some((wins, beaten, absent)), seat, (1 if wins else -1) * (1 + said) * rule.pagat.value
        )
        lost = deeds.mond_lost == seat and (rule.mond_to_partner_lost or not deeds.mond_to_partner)
        accounts.writes(lost, seat, -rule.mond.value)


def _misere(hand: SymbolicHand, accounts: Sums, rule: BonusSheet) -> None:
    """Each loses his points, but for who has too many and who has no trick.

    Source: clauses of the kinds misere-score, misere-bonuses and count-rest.
    """
    seats, unit = range(hand.came.seats), hand.game.piles.unit
    units = [hand.units[hand.came.sides.of[seat]] for seat in seats]
    if rule.misere_bonuses:
        _personal(hand, accounts, rule)
    if not all_known(units):
        return
    points = [rounded(each, unit) for each in units if each is not None]
    over = [each > rule.misere_over for each in points]
    empty = [hand.has_no_trick(seat) for seat in seats]
    spared = every((some(empty), rule.trickless_alone))
    for seat in seats:
        accounts.writes(empty[seat], seat, rule.misere_value)
        deducted = every((not_(empty[seat]), not_(spared)))
        accounts.writes(every((deducted, over[seat])), seat, -rule.misere_value)
        accounts.writes(every((deducted, not_(some(over)))), seat, -points[seat])
    _one_more(accounts, brought=True)


def _one_more(accounts: Sums, brought: Truth) -> None:
    """Everybody has one radl more where a hand brought them.

    Source: clause of the kind radli-earned.
    """
    accounts.radli = [each + either_number(brought, 1, 0) for each in accounts.radli]
