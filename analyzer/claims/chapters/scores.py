"""Claims about payments and score entries for hands of card points, by sorts of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, MONDO, PAGAT
from analyzer.claims.chapters.any_hand import AnySettledHand, HandCase, SettledHand
from analyzer.claims.claim import Condition, HowOften, Sentence, has_target, is_point_game
from analyzer.claims.declaration import Cases, Readings, declare
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.proofs.sheets import contract_made, rounded
from analyzer.proofs.smt import Number, Truth, every, not_, some
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import NOTHING_DONE, Declared, HandFacts, Pool, Purchase, sides_of
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet

# Hands of card points that claims are about, by sorts: under which contracts, with what beside them.


_KING: Final = BY_TEXT["hR"]
_SHOWN: Final = "13 trumps"


class ToldBeside(Record, frozen=True):
    """What a hand has beside its contract: in words, and every way to have it in a game that knows it."""

    words: Message
    ways: Callable[[RuleSet, HandFacts], Iterator[HandCase]]


@dataclass(frozen=True, slots=True)
class Hands(Cases[SettledHand]):
    """Hands of one sort: under which contracts, with what beside them."""

    beside: tuple[ToldBeside, ...]
    aims: frozenset[ContractAim | None] = frozenset((None, *ContractAim))
    """Of contracts with these aims; None is a hand without any."""
    opening: bool = False
    """Whether it is about what is paid before the first lead; else about the end."""
    hangs: Callable[[RuleSet], object] | None = None
    """All that they can hang on, where that is less than all that pays or writes."""

    def fits(self, rules: RuleSet) -> bool:
        """Whether a rule set is of a game of card points with such contracts."""
        return is_point_game(rules) and any(True for _ in self._contracts(rules))

    def dependencies(self, rules: RuleSet) -> object:
        """All that they can hang on in a rule set."""
        return (self.hangs or scored_by)(rules)

    def build_questions(self, rules: RuleSet, rlimit: int) -> Iterator[AnySettledHand]:
        """All of them, contract by contract."""
        for told in self._contracts(rules):
            for beside in self.beside:
                for case in beside.ways(rules, told):
                    yield AnySettledHand(rules, rlimit, case, opening=self.opening)

    def _contracts(self, rules: RuleSet) -> Iterator[HandFacts]:
        """Every contract as it is played alone and with a partner; one hand where a game has none.

        The declarer is A; his partner sits two seats on.
        """
        contracts = rules.game.contracts
        if not contracts and None in self.aims:
            yield HandFacts()
        for each in contracts.values():
            if each.aim in self.aims:
                declarer = None if each.aim is ContractAim.FEWEST else 0
                yield HandFacts(contract=each.name, declarer=declarer)
                if not each.alone:
                    yield HandFacts(contract=each.name, declarer=declarer, partner=2)


def scored_by(rules: RuleSet) -> object:
    """All that the payments and the sheet of a hand can hang on."""
    game = rules.game
    paid = (game.deviation, game.payments, game.nil, game.declaring, game.purchase, game.price_rest)
    return (
        *paid,
        game.stake,
        game.target,
        game.target_paid,
        game.coefficients,
        game.pools,
        game.shown,
        game.misery,
        game.difference_sheet,
        game.bonus_sheet,
        game.contracts,
    )


def written_by(rules: RuleSet) -> object:
    """All that can double what a contract alone writes, and for whom."""
    game = rules.game
    tapp = None if game.difference_sheet is None else game.difference_sheet.kontra_doubles_game
    return game.contracts, tapp, None if game.bonus_sheet is None else game.bonus_sheet.radl_for_side


def declared() -> dict[int, tuple[Declared, ...]]:
    """Two declarations of trumps that may have to be given back, and one that stays paid."""
    kings = Declared("declare.kings", 10)
    return {0: (Declared("declare.trumps", 15, returnable=True), kings),
            1: (Declared("declare.trumps", 10, returnable=True),)}  # fmt: skip


def _nothing(_rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    yield HandCase(told)


def _pools(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    """No pool, one of each sort, and one of each; the amounts are for Z3 to choose."""
    plain, doubled = Pool(0), Pool(0, doubled=True)
    there: Iterable[tuple[Pool, ...]] = ((), (plain,), (doubled,), (doubled, plain))
    for pools in there if rules.game.pools is not None else ((),):
        yield HandCase(replace(told, pools=pools))


def _slam_bid(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    if rules.game.slam is not None:
        yield HandCase(replace(told, pools=(Pool(0),), announced={0: ("slam",)}))


def _shown(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    if rules.game.shown is not None:
        yield HandCase(replace(told, pools=(Pool(0),), announced={0: (_SHOWN,), 1: (_SHOWN,)}))


def _cards(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    if rules.game.payments is not None:
        yield HandCase(told, Trick((Laid(0, _KING), Laid(1, PAGAT)), 0))


def _declarations(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    if rules.game.declaring is not None:
        yield HandCase(replace(told, declared=declared()))


def _bought(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    contract = rules.game.contract(told.contract)
    if contract is not None and contract.buys and rules.game.purchase is not None:
        bought = (Purchase(MONDO, 1, None), Purchase(_KING, rules.table.players - 1, None))
        yield HandCase(replace(told, purchases=bought))


def _radl(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    if rules.game.bonus_sheet is not None and told.declarer is not None:
        yield HandCase(replace(told, radli={told.declarer: 1}))


def _every_trick(rules: RuleSet, told: HandFacts) -> Iterator[HandCase]:
    for seats in AnySettledHand.sweepers(rules.game, sides_of(rules.game, told, told.partner)):
        yield HandCase(told, sweeper=seats[0])


PLAIN: Final = ToldBeside(say("nothing in addition to the contract"), _nothing)
POOLS: Final = ToldBeside(say("at most one pool of each sort with 1 to 10,000 in it"), _pools)
SLAM: Final = ToldBeside(say("a slam bid over a pool"), _slam_bid)
TRUMPS: Final = ToldBeside(say("13 trumps shown by two players over a pool"), _shown)
CARDS: Final = ToldBeside(say("the Pagat lost to a king in the last trick"), _cards)
DECLARED: Final = ToldBeside(say("trumps and kings declared by two players"), _declarations)
BOUGHT: Final = ToldBeside(say("two cards bought"), _bought)
RADL: Final = ToldBeside(say("a radl of the declarer"), _radl)
SWEPT: Final = ToldBeside(say("every trick won by one side, or by one player"), _every_trick)
_DECLARER: Final = frozenset((*ContractAim,)) - {ContractAim.FEWEST}


def _hands(words: Message, *beside: ToldBeside, **more: Any) -> Hands:
    ranges = (say("every contract, alone and with a partner"), say("all points and tricks"))
    return Hands(words, (*ranges, *(each.words for each in beside)), beside, **more)


ENDS: Final = _hands(say("every end of a hand"), POOLS, SLAM, TRUMPS, CARDS, DECLARED)
BEGINNINGS: Final = _hands(say("every beginning of a hand"), POOLS, BOUGHT, TRUMPS, DECLARED, opening=True)
WITH_DECLARER: Final = _hands(
    say("every end of a hand with a declarer"), PLAIN, RADL, SWEPT, aims=_DECLARER, hangs=written_by
)
WRITTEN: Final = _hands(say("every end of a hand that is written"), PLAIN, RADL, SWEPT)
COUNTED: Final = _hands(
    say("every end of a hand that is played for points"), PLAIN, SWEPT, aims=frozenset((ContractAim.POINTS,))
)
EACH_ALONE: Final = _hands(
    say("every end of a hand that everybody plays for himself"),
    PLAIN,
    SWEPT,
    aims=frozenset((ContractAim.FEWEST,)),
)


# Claims about what a hand of card points pays and writes: what must sum to what, and who has what of it.


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


def _has_sheet_deviation(rules: RuleSet) -> bool:
    deviation = rules.game.deviation
    return deviation is not None and deviation.to == "sheet"


def _on_one_side(rules: RuleSet) -> bool:
    return rules.game.on_a_sheet and not _has_sheet_deviation(rules)


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
    fits=has_target,
)  # fmt: skip
declare(
    "scores.sheet-balances", Sentence(HowOften.ALWAYS, SHEET_EMPTY), of=(ENDS,), kinds=("deviation",),
    fits=_has_sheet_deviation,
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
