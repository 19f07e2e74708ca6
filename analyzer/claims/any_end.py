"""Any end of a hand of card points, over all points, tricks and pools, and the canonical case of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import z3

from analyzer.cards.card import BY_TEXT, MONDO, PAGAT
from analyzer.claims.claim import ClaimFinding, Witness, game_of, never_so, proved_of_all, replayed
from analyzer.messages import say
from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, SymbolicPool
from analyzer.proofs.clauses.score.steps import OPENING, STEPS
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every
from analyzer.rules.book import Book
from analyzer.rules.play.table import Laid, Trick
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.hand import NOTHING_DONE, Deeds, HandCame, Scoring
from analyzer.rules.score.reported import counts_all
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.score.told import Declared, HandTold, Pool, Purchase, sides_of
from analyzer.rules.spec.contracts import Contract
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet

SEATS: Final = "ABCDE"
MOST_IN_POOL: Final = 10_000
KING: Final = BY_TEXT["hR"]
SHOWN: Final = "13 trumps"
AMOUNTS: Final = say(
    "all points and tricks, at most one pool of each sort with 1 to 10,000 in it, every contract, alone and "
    "with a partner"
)
READINGS: Final = say("{amounts}, every reading of each option", amounts=AMOUNTS)
NO_CARDS: Final = Trick((), 0)
"""A last trick without any card that brings something."""


@dataclass(frozen=True, slots=True)
class HandCase:
    """What is known of a hand: what was said of it, and the cards of the last trick that bring something."""

    told: HandTold
    last: Trick = NO_CARDS
    deeds: Deeds = NOTHING_DONE
    opening: bool = False
    """Whether it is about what is paid before the first lead; else about the end."""


def contracts_of(rules: RuleSet) -> Iterator[tuple[Contract | None, HandTold]]:
    """Every contract as it is played alone and with a partner; one hand where a game has none.

    The declarer is A; his partner sits two seats on.
    """
    contracts = game_of(rules).contracts
    if not contracts:
        yield None, HandTold()
    for each in contracts.values():
        declarer = None if each.aim is ContractAim.FEWEST else 0
        yield each, HandTold(contract=each.name, declarer=declarer)
        if not each.alone:
            yield each, HandTold(contract=each.name, declarer=declarer, partner=2)


def ends(rules: RuleSet) -> Iterator[HandCase]:
    """Ends of hands: every contract, alone and not, any sorts of pools, slams bid, cards that pay."""
    game = game_of(rules)
    for _, told in contracts_of(rules):
        for pools in _pools(game):
            yield HandCase(replace(told, pools=pools))
        if game.slam is not None:
            yield HandCase(replace(told, pools=(Pool(0),), announced={0: ("slam",)}))
        if game.shown is not None:
            yield HandCase(replace(told, pools=(Pool(0),), announced={0: (SHOWN,), 1: (SHOWN,)}))
        if game.payments is not None:
            yield HandCase(told, Trick((Laid(0, KING), Laid(1, PAGAT)), 0))
        if game.declaring is not None:
            yield HandCase(replace(told, declared=declared()))


def beginnings(rules: RuleSet) -> Iterator[HandCase]:
    """What is paid before the play: pools, cards bought, trumps shown, what is declared."""
    game = game_of(rules)
    for contract, told in contracts_of(rules):
        for pools in _pools(game):
            yield HandCase(replace(told, pools=pools), opening=True)
        if contract is not None and contract.buys and game.purchase is not None:
            bought = (Purchase(MONDO, 1, None), Purchase(KING, rules.table.players - 1, None))
            yield HandCase(replace(told, purchases=bought), opening=True)
        if game.shown is not None:
            yield HandCase(replace(told, announced={0: (SHOWN,), 1: (SHOWN,)}), opening=True)
        if game.declaring is not None:
            yield HandCase(replace(told, declared=declared()), opening=True)


def declared() -> dict[int, tuple[Declared, ...]]:
    """Two declarations of trumps that may have to be given back, and one that stays paid."""
    kings = Declared("declare.kings", 10)
    return {0: (Declared("declare.trumps", 15, returnable=True), kings),
            1: (Declared("declare.trumps", 10, returnable=True),)}  # fmt: skip


def _pools(game: GameSpec) -> list[tuple[Pool, ...]]:
    """No pool, one of each sort, and one of each; the amounts are for Z3 to choose."""
    if game.pools is None:
        return [()]
    plain, doubled = Pool(0), Pool(0, doubled=True)
    return [(), (plain,), (doubled,), (doubled, plain)]


class AnyEnd:
    """A hand of which the amounts are for Z3: points by side, tricks by seat, the Trull, pools."""

    def __init__(self, rules: RuleSet, rlimit: int, case: HandCase) -> None:
        self.rules, self.game, self.case = rules, game_of(rules), case
        self.question = SmtQuestion(rlimit)
        sides = sides_of(rules.game, case.told, case.told.partner)
        seats = len(sides.of)
        self.came = HandCame(
            seats,
            sides,
            case.told,
            dealer=0,
            partner=case.told.partner,
            last=case.last,
            deeds=case.deeds,
            whole=True,
        )
        self.units = [z3.Int(f"units.{side}") for side in range(sides.count)]
        self.tricks = [z3.Int(f"tricks.{seat}") for seat in range(seats)]
        self.trull = z3.Int("trull")
        self.pools = [z3.Int(f"pool.{place}") for place in range(len(case.told.pools))]
        self._limit()
        pools = [SymbolicPool(*each) for each in zip(self.pools, self._doubled, strict=True)]
        self.hand = SymbolicHand(self.game, self.came, self.units, self.tricks, self.trull, pools)
        self.accounts = Sums.opened(self.hand)
        for step in OPENING if case.opening else STEPS:
            step(self.hand, self.accounts)

    @property
    def _doubled(self) -> list[bool]:
        return [each.doubled for each in self.case.told.pools]

    def _limit(self) -> None:
        """All points are in some pile, but where a hand lies dead or nobody counts; all tricks are won.

        A trick counts something for who won it, whatever cards are in it.
        """
        given, piles, seats = self.question.given, self.game.piles, self.came.seats
        total, trick = piles.total, piles.trick + seats * piles.each_card
        for side, units in enumerate(self.units):
            given(units >= trick * sum(self.tricks[seat] for seat in self.came.sides.seats(side)))
        given(*(each >= 0 for each in (*self.units, *self.tricks)))
        whole = counts_all(self.rules.game, self.case.told)
        given(sum(self.units) == total if whole else sum(self.units) <= total)
        given(sum(self.tricks) == self.rules.table.hand_size)
        if self.case.last.laid:
            given(self.tricks[self.case.last.winner] > 0)
        if self.case.deeds.valat is not None:
            given(*(self.tricks[seat] == 0 for seat in self.came.sides.others(self.case.deeds.valat)))
        given(self.trull >= 0, self.trull <= len(self.game.trull))
        given(*(every((each > 0, each <= MOST_IN_POOL)) for each in self.pools))

    @property
    def wide(self) -> Number:
        """What all seats have received, and all pools have grown by."""
        return sum(self.accounts.tokens, start=0) + sum(self.accounts.pools, start=0)

    def proves(self, wrong: Truth) -> ClaimFinding:
        """Proved where no such hand can be, else refuted with the canonical one."""
        return never_so(self.question, wrong, self.witness)

    def witness(self, wrong: Truth) -> Witness:
        """The hand of a case with the least of everything, scored by the engine as well."""
        came = self.first(wrong)
        scoring = self.scored(came)
        sums = [tuple(map(self.question.value, each)) for each in (self.accounts.tokens, self.accounts.sheet)]
        book = scoring.book
        replayed([book.tokens, book.sheet] == sums, f"{sums} {book.tokens} {book.sheet}")
        paid = {"sheet": by_seat(book.sheet)} if book.scores else {"tokens": by_seat(book.tokens)}
        return {**self.told(came), **paid}

    def first(self, wrong: Truth) -> HandCame:
        """What the hand of a case came to that has the least of everything."""
        fixed = [wrong]
        for each in (*self.pools, *self.units, *self.tricks, self.trull):
            low = self.question.least(each, 0, MOST_IN_POOL, (), *fixed)
            fixed.append(each == low)
        assert self.question.possible((), *fixed)
        value, told = self.question.value, self.case.told
        pools = tuple(
            replace(pool, amount=value(amount)) for pool, amount in zip(told.pools, self.pools, strict=True)
        )
        return replace(
            self.came,
            told=replace(told, pools=pools, trull=value(self.trull)),
            units=tuple(map(value, self.units)),
            tricks=tuple(map(value, self.tricks)),
        )

    def scored(self, came: HandCame) -> Scoring:
        """The engine's scoring of a hand by the rule set asked."""
        score = open_hand if self.case.opening else score_hand
        return score(self.game, came, Book(came.seats))

    def told(self, came: HandCame) -> dict[str, object]:
        """A hand in words and numbers."""
        sides, told = came.sides, self.case.told
        leaders = [SEATS[sides.leader(side, told.declarer)] for side in range(sides.count)]
        points = [
            points_text(Fraction(each, self.game.piles.unit)) for each in came.units if each is not None
        ]
        found: dict[str, object] = {} if told.contract is None else {"contract": told.contract}
        found |= {} if came.partner is None else {"partner": SEATS[came.partner]}
        radli = [told.radli.get(seat, 0) for seat in range(came.seats)]
        found |= {"radli": by_seat(radli)} if told.radli else {}
        found |= {"points": dict(zip(leaders, points, strict=True)), "tricks": by_seat(came.tricks)}
        found |= {"pools": [each.amount for each in came.told.pools]} if told.pools else {}
        found |= {"trull": came.told.trull} if self.game.target is not None else {}
        bonus = [str(each.card) for each in self.case.last.laid]
        found |= {"last_trick": bonus, "winner": SEATS[self.case.last.winner]} if bonus else {}
        lost = self.case.deeds.mond_lost
        found |= {} if lost is None else {"mond_lost": SEATS[lost]}
        said: dict[str, object] = {SEATS[seat]: list(words) for seat, words in told.announced.items()}
        found |= {"announced": said} if said else {}
        found |= {"kontra": [SEATS[seat] for seat in sorted(told.kontra)]} if told.kontra else {}
        amounts = {SEATS[seat]: sum(one.amount for one in each) for seat, each in told.declared.items()}
        return found | ({"declared": amounts} if amounts else {})


def never(
    rules: RuleSet, rlimit: int, cases: Iterable[HandCase], wrong: Callable[[AnyEnd], Truth]
) -> ClaimFinding:
    """Proved where in none of the cases something is wrong, else refuted with the first that has it."""
    hands = (AnyEnd(rules, rlimit, case) for case in cases)
    return proved_of_all(hand.proves(wrong(hand)) for hand in hands)


def by_seat(amounts: Sequence[int | None]) -> dict[str, int | None]:
    """Amounts by the letter of their seat."""
    return dict(zip(SEATS, amounts, strict=False))
