"""Scoring on a sheet and against a target, way by way, as sums."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from analyzer.cards.card import PAGAT
from analyzer.proofs.accounts import (
    Sums,
    SymbolicHand,
    all_known,
    at_least_nothing,
    is_nothing,
    no_trick,
    round_up,
    score_deviation,
    score_last_trick,
    score_nil,
    signed,
    size,
    whole,
)
from analyzer.proofs.pots import (
    double_pool,
    pay_declared,
    pay_for_deal,
    pay_misery,
    pay_purchases,
    pay_shown_at_once,
    pay_shown_by_contract,
    score_returned,
    settle_count,
    settle_last,
    shown_for_winners,
    take_pool,
)
from analyzer.proofs.smt import Number, Truth, either_number, every, not_, some
from analyzer.rules.score.hand import HandFacts
from analyzer.rules.score.sheets import COLOUR_VALAT, KING_ULTIMO, PAGAT_BONUS
from analyzer.rules.score.target import slam_bid
from analyzer.rules.spec.kinds.contracts import BonusSheet, Contract, ContractAim, DifferenceSheet, SideBonus
from analyzer.rules.spec.kinds.target import TargetScore

# Scoring on a sheet with bonuses of sides and of players, radli, and misere, as sums.


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
        game = signed(made, round_up(size(over), rule.rounding) * rule.rounding + contract.value)
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


# Scoring on a sheet by base and difference, the Pagat in the last trick, hands held, all tricks, as sums.


def score_tapp(hand: SymbolicHand, accounts: Sums) -> None:
    """The declarer writes what he wins, each opponent what the declarer loses, and the bonuses.

    Source: clauses of the kinds sheet-value, sheet-flow, pagat-bonus, personal-bonus and all-tricks.
    """
    rule, told, came = hand.game.difference_sheet, hand.came.told, hand.came
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None or told.declarer is None:
        return
    if not contract.played:
        _write(accounts, True, (told.declarer,), rule.thrown_in)  # noqa: FBT003 - it always holds
        return
    alone = came.deeds.all_tricks
    if alone is not None:
        _write(accounts, True, (alone,), rule.all_value * contract.value)  # noqa: FBT003 - it always holds
    else:
        _game(hand, accounts, rule, contract, told.declarer)
    _pagat(hand, accounts, rule, contract, told.declarer)
    for seat, words in came.held.items():
        counts = bool(rule.personal_held & {*words}) and seat not in told.passed
        _write(accounts, counts, (seat,), rule.personal_value)


def _game(
    hand: SymbolicHand, accounts: Sums, rule: DifferenceSheet, contract: Contract, declarer: int
) -> None:
    """Base and difference for who wins the contract.

    Source: clauses of the kinds sheet-value, sheet-flow and kontra.
    """
    units, unit = hand.units[hand.came.sides.of[declarer]], hand.game.piles.unit
    if units is None:
        return
    over = units - unit * rule.half
    doubled = 2 if rule.kontra_doubles_game and _quadruples(hand.came.told, declarer) else 1
    amount = (whole(size(over), unit) * rule.difference + rule.unit) * (contract.value * doubled)
    made: Truth = over > 0
    _write(accounts, made, (declarer,), amount)
    _write(accounts, not_(made), hand.against(declarer), amount)


def _pagat(
    hand: SymbolicHand, accounts: Sums, rule: DifferenceSheet, contract: Contract, declarer: int
) -> None:
    """The Pagat in the last trick is worth something to who wins it, or defends against it.

    Source: clauses of the kinds pagat-bonus and kontra.
    """
    told, there = hand.came.told, hand.came.deeds.pagat
    announced = PAGAT_BONUS in told.announced.get(declarer, ())
    quadruple = _quadruples(told, declarer) and not rule.kontra_doubles_game
    amount = rule.pagat_value * contract.value * (1 + announced) * (1 + quadruple)
    declarers = there is not None and there.winner == declarer
    defended = announced or (there is not None and declarer in (there.by, there.winner))
    taken = there is not None and there.by == there.winner
    _write(accounts, declarers, (declarer,), amount)
    _write(accounts, not declarers and (defended or taken), hand.against(declarer), amount)


def _quadruples(told: HandFacts, declarer: int) -> bool:
    """Whether somebody else has answered the declarer's announcement."""
    return PAGAT_BONUS in told.announced.get(declarer, ()) and any(seat != declarer for seat in told.kontra)


def _write(accounts: Sums, given: Truth, seats: Iterable[int], amount: Number) -> None:
    for seat in seats:
        accounts.writes(given, seat, amount)


def score_stake(hand: SymbolicHand, accounts: Sums) -> None:
    """The defenders each pay for the contract, or are paid; half of the points pays nothing.

    Source: clauses of the kinds stake-value, stake-flow, odd-share and thrown-in.
    """
    rule, told = hand.game.stake, hand.came.told
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None or told.declarer is None:
        return
    if hand.came.thrown_in and contract.name in rule.thrown_in:
        accounts.pay_side(True, hand, rule.base * contract.value)  # noqa: FBT003 - a condition that always holds
        return
    units, unit = hand.units[hand.came.sides.of[told.declarer]], hand.game.piles.unit
    if units is None:
        return
    over = units - unit * rule.half
    each = (whole(size(over), unit) + rule.base) * contract.value
    due = either_number(is_nothing(over), 0, signed(over >= 0, each))
    accounts.pay_side(True, hand, due)  # noqa: FBT003 - a condition that always holds


# Scoring against a target that hangs on the Trull, as sums.


def score_target(hand: SymbolicHand, accounts: Sums) -> None:
    """A slam in place of everything else; or the contract, what was shown, and a pool.

    Source: clauses of the kinds trull-target, pagat-target, odd-half, target-won, target-lost and slam.
    """
    rule, told = hand.game.target_paid, hand.came.told
    contract = hand.game.contract(told.contract)
    if rule is None or contract is None or told.declarer is None:
        return
    swept, failed = _slam(hand, told.declarer)
    accounts.pay_side(swept, hand, rule.slam_value)
    accounts.pay_side(failed, hand, -rule.slam_value)
    if rule.slam_takes_pool:
        take_pool(swept, hand, accounts, shared=rule.pool_shared)
    settled = contract_made(hand)
    if settled is None:
        return
    ordinary, made = settled.ordinary, settled.made
    _pay(ordinary, hand, accounts, settled.margin, made)
    pay_shown_by_contract(ordinary, hand, accounts, made)
    if rule.takes_pool:
        take_pool(every((ordinary, made)), hand, accounts, shared=rule.pool_shared)
    if rule.doubles_pool:
        double_pool(every((ordinary, not_(made))), hand, accounts)


def score_coefficients(hand: SymbolicHand, accounts: Sums) -> None:
    """The contract by its coefficient, the Pagat in the last trick, trumps shown, and a slam.

    Source: clauses of the kinds coefficient-value, coefficient-shares, last-pagat and slam-bonus.
    """
    rule, told = hand.game.coefficients, hand.came.told
    contract, settled = hand.game.contract(told.contract), contract_made(hand)
    if rule is None or contract is None or told.declarer is None or settled is None:
        return
    over = whole_margin(hand, settled.margin)
    owed = signed(settled.made, (over + rule.base) * contract.value)
    pagat, side = hand.came.deeds.pagat, hand.side_of(told.declarer)
    if pagat is not None:
        worth = contract.value * rule.pagat_value
        owed = owed + (worth if pagat.winner in side else -worth)
    swept, failed = _slam(hand, told.declarer)
    bid = slam_bid(hand.game, told)
    owed = owed + either_number(swept, rule.slam_announced if bid else rule.slam_unannounced, 0)
    owed = owed - either_number(failed, rule.slam_failed, 0)
    owed = owed - either_number(
        _won_all(hand, hand.against(told.declarer), hand.side_of(told.declarer)), rule.slam_defence, 0
    )
    _charge_defenders(hand, accounts, owed)
    pay_shown_to_winners(hand, accounts, settled.made)


def pay_shown_to_winners(hand: SymbolicHand, accounts: Sums, made: Truth) -> None:
    """The side that wins the contract is paid for trumps that anybody showed.

    Source: clauses of the kinds handful and handful-pays.
    """
    _charge_defenders(hand, accounts, signed(made, shown_for_winners(hand)))


def _charge_defenders(hand: SymbolicHand, accounts: Sums, amount: Number) -> None:
    """Every defender pays the declarer as much, who gives his partner what one of them pays."""
    declarer = hand.came.told.declarer
    assert declarer is not None
    always = True
    accounts.from_each(always, hand.against(declarer), declarer, amount)
    if hand.came.partner is not None:
        accounts.from_each(always, (declarer,), hand.came.partner, amount)


def whole_margin(hand: SymbolicHand, margin: Number) -> Number:
    """The whole points that units beyond the target, or short of it, are paid as."""
    rule, unit = hand.game.target, hand.game.piles.unit
    up = rule is not None and rule.odd_to_winner
    return round_up(size(margin), unit) if up else whole(size(margin), unit)


class ContractEnd(NamedTuple):
    """Whether no slam is paid for in place of a contract, whether it is made, and by how many units."""

    ordinary: Truth
    slam: Truth
    """Whether a slam is made, or fails that was bid."""
    made: Truth
    margin: Number


def contract_made(hand: SymbolicHand) -> ContractEnd | None:
    """How a contract against a target ends; None where not enough is told.

    Source: clauses of the kinds trull-target, pagat-target and slam.
    """
    rule, told = hand.game.target, hand.came.told
    if rule is None or told.declarer is None or hand.game.contract(told.contract) is None:
        return None
    instead = hand.game.target_paid is not None
    slam = some(_slam(hand, told.declarer))
    ordinary = not_(every((instead, slam)))
    units, target = hand.units[hand.came.sides.of[told.declarer]], target_of(hand, rule, told.declarer)
    if units is None or target is None or ordinary is False:
        return None
    margin = units - hand.game.piles.unit * target
    return ContractEnd(ordinary, slam, at_least_nothing(margin), margin)


def _slam(hand: SymbolicHand, declarer: int) -> tuple[Truth, Truth]:
    """Whether a slam is made, and whether one fails that was bid."""
    swept = slam_made(hand, declarer)
    return swept, every((slam_bid(hand.game, hand.came.told), hand.came.whole, not_(swept)))


def slam_made(hand: SymbolicHand, declarer: int) -> Truth:
    """Whether the declarer's side is known to have won every trick."""
    return _won_all(hand, hand.side_of(declarer), hand.against(declarer))


def _won_all(hand: SymbolicHand, side: Collection[int], others: Collection[int]) -> Truth:
    """Whether a side is known to have won tricks, and the others none."""
    return every((hand.tricks_known, no_trick(hand, others), not_(no_trick(hand, side))))


def target_of(hand: SymbolicHand, rule: TargetScore, declarer: int) -> Number | None:
    """The points that the declarer's side needs; None where nobody knows the Trull it has.

    Source: clauses of the kinds trull-target and pagat-target.
    """
    trull, side = hand.trull, hand.came.sides.of[declarer]
    if trull is None:
        if not hand.came.cards:
            return None
        trull = len(hand.game.trull & hand.came.cards[side])
    needed: Number = rule.by_trull[0]
    for cards, target in sorted(rule.by_trull.items()):
        needed = either_number(trull >= cards, target, needed)
    return needed + _pagat_shift(hand, rule, side)


def _pagat_shift(hand: SymbolicHand, rule: TargetScore, side: int) -> int:
    """By how much the Pagat in the last trick moves the target.

    Source: clause of the kind pagat-target.
    """
    last, of = hand.came.last, hand.came.sides.of
    players = [] if last is None else [each.seat for each in last.laid if each.card == PAGAT]
    if last is None or not players:
        return 0
    won = last.winner == players[0]
    captured = of[last.winner] != of[players[0]]
    counts = won or captured or rule.pagat_by_partner
    return counts * rule.pagat_shift * (-1 if of[last.winner] == side else 1)


def _pay(given: Truth, hand: SymbolicHand, accounts: Sums, margin: Number, made: Truth) -> None:
    """The points beyond the target, or short of it, and the price of the bid, with each opponent."""
    rule, told = hand.game.target_paid, hand.came.told
    contract = hand.game.contract(told.contract)
    assert rule is not None
    assert contract is not None
    assert told.declarer is not None
    points = whole_margin(hand, margin)
    shared = contract.value if rule.price_shared else 0
    accounts.pay_side(given, hand, signed(made, points + shared))
    alone = signed(made, contract.value - shared)
    accounts.from_each(given, hand.against(told.declarer), told.declarer, alone)


# The scoring of a hand as sums, way by way, and whether they are those of a book.


Step = Callable[[SymbolicHand, Sums], None]

SCORING_FORMULAS: Final[tuple[Step, ...]] = (
    settle_last,
    settle_count,
    score_last_trick,
    score_nil,
    score_returned,
    score_deviation,
    score_stake,
    score_target,
    score_coefficients,
    score_tapp,
    score_radl,
)
"""What is scored at the end of a hand, in the order of :mod:`analyzer.rules.score.steps`."""

OPENING: Final[tuple[Step, ...]] = (pay_for_deal, pay_purchases, pay_declared, pay_shown_at_once, pay_misery)
"""What is paid before the first lead of a whole hand."""
