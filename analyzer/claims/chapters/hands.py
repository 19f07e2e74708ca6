"""Hands of card points that claims are about, by sorts: under which contracts, with what beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, MONDO, PAGAT
from analyzer.claims.chapters.any_hand import AnySettledHand, HandCase, SettledHand
from analyzer.claims.claim import of_points
from analyzer.claims.declaration import Cases
from analyzer.frozenrecord import Record
from analyzer.messages import Message, say
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.hand import Declared, HandTold, Pool, Purchase, sides_of
from analyzer.rules.spec.kinds.contracts import ContractAim
from analyzer.rules.spec.ruleset import RuleSet

_KING: Final = BY_TEXT["hR"]
_SHOWN: Final = "13 trumps"


class ToldBeside(Record, frozen=True):
    """What a hand has beside its contract: in words, and every way to have it in a game that knows it."""

    words: Message
    ways: Callable[[RuleSet, HandTold], Iterator[HandCase]]


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
        return of_points(rules) and any(True for _ in self._contracts(rules))

    def hangs_on(self, rules: RuleSet) -> object:
        """All that they can hang on in a rule set."""
        return (self.hangs or scored_by)(rules)

    def asked(self, rules: RuleSet, rlimit: int) -> Iterator[AnySettledHand]:
        """All of them, contract by contract."""
        for told in self._contracts(rules):
            for beside in self.beside:
                for case in beside.ways(rules, told):
                    yield AnySettledHand(rules, rlimit, case, opening=self.opening)

    def _contracts(self, rules: RuleSet) -> Iterator[HandTold]:
        """Every contract as it is played alone and with a partner; one hand where a game has none.

        The declarer is A; his partner sits two seats on.
        """
        contracts = rules.game.contracts
        if not contracts and None in self.aims:
            yield HandTold()
        for each in contracts.values():
            if each.aim in self.aims:
                declarer = None if each.aim is ContractAim.FEWEST else 0
                yield HandTold(contract=each.name, declarer=declarer)
                if not each.alone:
                    yield HandTold(contract=each.name, declarer=declarer, partner=2)


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


def _nothing(_rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    yield HandCase(told)


def _pools(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    """No pool, one of each sort, and one of each; the amounts are for Z3 to choose."""
    plain, doubled = Pool(0), Pool(0, doubled=True)
    there: Iterable[tuple[Pool, ...]] = ((), (plain,), (doubled,), (doubled, plain))
    for pools in there if rules.game.pools is not None else ((),):
        yield HandCase(replace(told, pools=pools))


def _slam_bid(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    if rules.game.slam is not None:
        yield HandCase(replace(told, pools=(Pool(0),), announced={0: ("slam",)}))


def _shown(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    if rules.game.shown is not None:
        yield HandCase(replace(told, pools=(Pool(0),), announced={0: (_SHOWN,), 1: (_SHOWN,)}))


def _cards(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    if rules.game.payments is not None:
        yield HandCase(told, Trick((Laid(0, _KING), Laid(1, PAGAT)), 0))


def _declarations(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    if rules.game.declaring is not None:
        yield HandCase(replace(told, declared=declared()))


def _bought(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    contract = rules.game.contract(told.contract)
    if contract is not None and contract.buys and rules.game.purchase is not None:
        bought = (Purchase(MONDO, 1, None), Purchase(_KING, rules.table.players - 1, None))
        yield HandCase(replace(told, purchases=bought))


def _radl(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
    if rules.game.bonus_sheet is not None and told.declarer is not None:
        yield HandCase(replace(told, radli={told.declarer: 1}))


def _every_trick(rules: RuleSet, told: HandTold) -> Iterator[HandCase]:
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
