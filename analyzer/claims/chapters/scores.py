"""Claims about what a hand of card points pays and writes: what must sum to what, and who has what of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from analyzer.claims.chapters.any_hand import SettledHand
from analyzer.claims.chapters.hands import BEGINNINGS, COUNTED, EACH_ALONE, ENDS, WITH_DECLARER, WRITTEN
from analyzer.claims.claim import Condition, HowOften, Sentence
from analyzer.claims.declaration import Readings, declare
from analyzer.messages import Message, say
from analyzer.proofs.sheets import contract_made, rounded
from analyzer.proofs.smt import Number, Truth, every, not_, some
from analyzer.rules.score.hand import NOTHING_DONE
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet


def _so(words: Message, holds: Callable[[SettledHand], Truth]) -> Condition[SettledHand]:
    return Condition(words, holds)


def _sum(amounts: Sequence[Number | None]) -> Number:
    return sum((each for each in amounts if each is not None), start=0)


def _equal(one: Number, other: Number) -> Truth:
    return every((one <= other, one >= other))


def _below_nothing(settled: SettledHand) -> Truth:
    before = [*(each.amount for each in settled.hand.pools), 0]
    return some(had + more < 0 for had, more in zip(before, settled.pools, strict=True))


def _doubled_again(settled: SettledHand) -> Truth:
    pools, (*grew, new) = settled.hand.pools, settled.pools
    again = [every((more > 0,)) for pool, more in zip(pools, grew, strict=True) if pool.doubled]
    same = [_equal(new, pool.amount) for pool in pools if pool.doubled]
    return some((*again, every((new > 0, not_(some(same))))))


def _ordinary(settled: SettledHand) -> Truth:
    made = contract_made(settled.hand)
    return made is not None and every((not_(made.slam), not settled.hand.came.told.announced))


def _paid_against(settled: SettledHand) -> Truth:
    made, declarer = contract_made(settled.hand), settled.hand.came.told.declarer
    if made is None or declarer is None:
        return False
    own = settled.tokens[declarer]
    return some((every((not_(made.made), own > 0)), every((made.made, own < 0))))


def _contract_alone(settled: SettledHand) -> Truth:
    came, told = settled.hand.came, settled.hand.came.told
    beside = (told.announced, told.kontra, told.held, came.held, came.last and came.last.laid)
    return not any(beside) and came.deeds == NOTHING_DONE


def _uneven(settled: SettledHand) -> Truth:
    sheet, sides = settled.sheet, settled.hand.came.sides
    groups = [[sheet[seat] for seat in sides.seats(side)] for side in range(sides.count)]
    differ = (not_(_equal(each, group[0])) for group in groups for each in group[1:])
    return some((*differ, every(some(not_(_equal(each, 0)) for each in group) for group in groups)))


def _declared(settled: SettledHand) -> Truth:
    told = settled.hand.came.told
    return told.declarer is not None and settled.hand.game.contract(told.contract) is not None


def _aim(settled: SettledHand) -> ContractAim | None:
    contract = settled.hand.game.contract(settled.hand.came.told.contract)
    return None if contract is None else contract.aim


def _none_over(settled: SettledHand) -> Truth:
    hand, rule = settled.hand, settled.hand.game.bonus_sheet
    assert rule is not None
    return every(each <= hand.game.piles.unit * rule.misere_over for each in hand.units if each is not None)


def _rounded_total(settled: SettledHand) -> Truth:
    piles = settled.hand.game.piles
    points = [rounded(each, piles.unit) for each in settled.hand.units if each is not None]
    return _equal(_sum(points) * piles.unit, piles.total)


def _radli_one_by_one(settled: SettledHand) -> Truth:
    had = settled.hand.came.told.radli
    more = [now - had.get(seat, 0) for seat, now in enumerate(settled.radli)]
    declarer = settled.hand.came.told.declarer
    others = [each for seat, each in enumerate(more) if seat != declarer]
    right = [_equal(each, others[0]) for each in others]
    right.append(some((_equal(others[0], 0), _equal(others[0], 1))))
    if declarer is not None:
        used = others[0] - more[declarer]
        right.append(every((used >= 0, used <= min(1, had.get(declarer, 0)))))
    return every(right)


BALANCED: Final = _so(
    say("the amounts that all players receive and the growth of the pools sum to zero"),
    lambda settled: _equal(_sum(settled.tokens) + _sum(settled.pools), 0),
)
BELOW_NOTHING: Final = _so(say("a pool is left with less than nothing"), _below_nothing)
DOUBLED_AGAIN: Final = _so(
    say(
        "a pool that was doubled before grows, or another pool is added with an amount "
        "different from that of a doubled one"
    ),
    _doubled_again,
)
ORDINARY: Final = _so(
    say("a contract is settled by its target, no slam being made or failed in and nothing announced"),
    _ordinary,
)
PAID_AGAINST: Final = _so(
    say("the declarer receives something for a contract he fails, or pays something for one he makes"),
    _paid_against,
)
SHEET_EMPTY: Final = _so(
    say("the amounts written for all players sum to zero"), lambda settled: _equal(_sum(settled.sheet), 0)
)
DECLARER: Final = _so(say("somebody plays a contract"), _declared)
CONTRACT_ALONE: Final = _so(
    say("nothing is announced, doubled, held or achieved in addition to the contract"), _contract_alone
)
UNEVEN: Final = _so(
    say("something is written for both sides, or not the same for everybody of a side"), _uneven
)
EACH_FOR_HIMSELF: Final = _so(
    say("everybody plays for himself"), lambda settled: _aim(settled) is ContractAim.FEWEST
)
FOR_POINTS: Final = _so(
    say("a contract is played for points"), lambda settled: _aim(settled) is ContractAim.POINTS
)
NONE_OVER: Final = _so(say("nobody has too many points"), _none_over)
ALL_WIN_TRICKS: Final = _so(
    say("everybody has won a trick"),
    lambda settled: every(every((each > 0,)) for each in settled.hand.tricks if each is not None),
)
NO_RADLI: Final = _so(
    say("nobody has a radl"), lambda settled: not any(settled.hand.came.told.radli.values())
)
ALL_POINTS_LOST: Final = _so(
    say("what all players lose is all points of the pack"),
    lambda settled: _equal(
        _sum(settled.sheet) * settled.hand.game.piles.unit, -settled.hand.game.piles.total
    ),
)
ROUNDED_TOTAL: Final = _so(
    say("the points of all, rests of thirds dropped or made whole, make the total"), _rounded_total
)
RADLI_ONE_BY_ONE: Final = _so(
    say("everybody is given one radl or nobody any, and at most one of the declarer's is used up"),
    _radli_one_by_one,
)

_PAID: Final = (
    "deviation", "partners-settle", "nil", "declared-return", "declaration-payers", "stake-value",
    "stake-flow", "odd-share", "trull-target", "target-won", "target-lost", "target-shares", "slam-payment",
    "pool-founding", "pool-dealing", "pool-choice", "announcement-pays", "purchase-price", "purchase-rest",
    "coefficient-value", "coefficient-shares", "slam-bonus", "handful-pays", "misery-pays",
)  # fmt: skip
_WRITTEN: Final = ("sheet-value", "sheet-flow", "game-value", "flat-value", "radli-doubles")


def _paid(rules: RuleSet) -> bool:
    return not rules.game.on_a_sheet


def _with_pools(rules: RuleSet) -> bool:
    return rules.game.pools is not None


def _with_target(rules: RuleSet) -> bool:
    return rules.game.target is not None


def _each_deviates(rules: RuleSet) -> bool:
    deviation = rules.game.deviation
    return deviation is not None and deviation.to == "sheet"


def _on_one_side(rules: RuleSet) -> bool:
    return rules.game.on_a_sheet and not _each_deviates(rules)


def _radli(rules: RuleSet) -> bool:
    return rules.game.bonus_sheet is not None


def _rounds(rules: RuleSet) -> bool:
    return rules.maybe("count-rest") is not None


declare(
    "points.two-sides-rounded", Sentence(HowOften.ALWAYS, ROUNDED_TOTAL, (FOR_POINTS,)), of=(COUNTED,),
    kinds=("count-cards", "count-rest"), fits=_rounds,
)  # fmt: skip
declare(
    "points.each-pile-rounded", Sentence(HowOften.ALWAYS, ROUNDED_TOTAL, (EACH_FOR_HIMSELF,)),
    of=(EACH_ALONE,), kinds=("count-cards", "count-rest", "misere-score"), fits=_rounds,
)  # fmt: skip
declare(
    "scores.payments-balance", Sentence(HowOften.ALWAYS, BALANCED), of=(BEGINNINGS, ENDS), kinds=_PAID,
    fits=_paid, readings=Readings.EVERY,
)  # fmt: skip
declare(
    "scores.no-pool-below-nothing", Sentence(HowOften.NEVER, BELOW_NOTHING), of=(BEGINNINGS, ENDS),
    kinds=("pool-founding", "pool-dealing", "pool-choice", "target-won", "target-lost", "slam-payment"),
    fits=_with_pools, readings=Readings.EVERY,
)  # fmt: skip
declare(
    "scores.pool-doubled-once", Sentence(HowOften.NEVER, DOUBLED_AGAIN), of=(ENDS,),
    kinds=("pool-choice", "target-lost"), fits=_with_pools,
)  # fmt: skip
declare(
    "scores.target-decides", Sentence(HowOften.NEVER, PAID_AGAINST, (ORDINARY,)), of=(ENDS,),
    kinds=("trull-target", "target-won", "target-lost", "odd-half", "target-shares", "coefficient-value"),
    fits=_with_target,
)  # fmt: skip
declare(
    "scores.sheet-balances", Sentence(HowOften.ALWAYS, SHEET_EMPTY), of=(ENDS,), kinds=("deviation",),
    fits=_each_deviates,
)  # fmt: skip
declare(
    "scores.one-side-writes", Sentence(HowOften.NEVER, UNEVEN, (DECLARER, CONTRACT_ALONE)),
    of=(WITH_DECLARER,), kinds=_WRITTEN, fits=_on_one_side, readings=Readings.EACH,
)  # fmt: skip
declare(
    "scores.sheet-comes-to-something", Sentence(HowOften.NEVER, SHEET_EMPTY, (DECLARER, CONTRACT_ALONE)),
    of=(WITH_DECLARER,), kinds=_WRITTEN, fits=_on_one_side, readings=Readings.EACH,
)  # fmt: skip
declare(
    "scores.misere-is-all-points",
    Sentence(HowOften.ALWAYS, ALL_POINTS_LOST, (EACH_FOR_HIMSELF, NO_RADLI, NONE_OVER, ALL_WIN_TRICKS)),
    of=(EACH_ALONE,), kinds=("misere-score", "count-rest"), fits=_radli,
)  # fmt: skip
declare(
    "scores.radli-go-one-by-one", Sentence(HowOften.ALWAYS, RADLI_ONE_BY_ONE), of=(WRITTEN,),
    kinds=("radli-doubles", "radli-earned"), fits=_radli,
)  # fmt: skip
