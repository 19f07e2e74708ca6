"""Any hand of card points that is settled, over all points, tricks and pools, and its canonical case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import z3
from msgspec.structs import replace

from analyzer.claims.claim import ClaimFinding, Witness, replayed, score
from analyzer.claims.declaration import AskedOfZ3
from analyzer.frozenrecord import Record
from analyzer.proofs.accounts import Sums, SymbolicHand, SymbolicPool
from analyzer.proofs.sheets import OPENING, STEPS
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, follows, not_, some
from analyzer.rules.actions import Sides
from analyzer.rules.book import Book
from analyzer.rules.facts.fact import Ground, HandFact
from analyzer.rules.facts.together import pile_range, together
from analyzer.rules.facts.told import of_scored_hand
from analyzer.rules.play.table import Trick
from analyzer.rules.score.deeds import HandReport, counts_all
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import NOTHING_DONE, Deeds, HandCame, HandTold, sides_of
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet

SEATS: Final = "ABCDE"
MOST_IN_POOL: Final = 10_000
NO_CARDS: Final = Trick((), 0)
"""A last trick without any card that brings something."""


class SettledHand(Record, frozen=True):
    """A hand that is paid for or written: what it came to, and what each account has of it."""

    hand: SymbolicHand
    tokens: Sequence[Number]
    """By seat, received less paid."""
    sheet: Sequence[Number]
    pools: Sequence[Number]
    """By how much each pool grew; a new one is the last."""
    radli: Sequence[Number]


class HandCase(Record, frozen=True):
    """What is known of a hand: what was said of it, and the cards of the last trick that bring something."""

    told: HandTold
    last: Trick = NO_CARDS
    sweeper: int | None = None
    """Who won every trick, where that is written for; alone, or with his side, as the game has it."""


class AnySettledHand(AskedOfZ3[SettledHand]):
    """A hand of which the amounts are for Z3: points by side, tricks by seat, the Trull, pools."""

    def __init__(self, rules: RuleSet, rlimit: int, case: HandCase, *, opening: bool = False) -> None:
        self.rules, self.game, self.told, self.opening = rules, rules.game, case.told, opening
        self.question = SmtQuestion(rlimit)
        sides = sides_of(rules.game, case.told, case.told.partner)
        seats = len(sides.of)
        self.came = HandCame(
            seats, sides, case.told, dealer=0, partner=case.told.partner, last=case.last, whole=True,
            deeds=self._deeds(case.sweeper, sides),
        )  # fmt: skip
        self.units = [z3.Int(f"units.{side}") for side in range(sides.count)]
        self.tricks = [z3.Int(f"tricks.{seat}") for seat in range(seats)]
        self.trull = z3.Int("trull")
        self.pools = [z3.Int(f"pool.{place}") for place in range(len(case.told.pools))]
        self._limit(case)
        doubled = (each.doubled for each in case.told.pools)
        pools = [SymbolicPool(*each) for each in zip(self.pools, doubled, strict=True)]
        hand = SymbolicHand(self.game, self.came, self.units, self.tricks, self.trull, pools)
        sums = Sums.opened(hand)
        for step in OPENING if opening else STEPS:
            step(hand, sums)
        self.case = SettledHand(hand, sums.tokens, sums.sheet, sums.pools, sums.radli)

    def _deeds(self, sweeper: int | None, sides: Sides) -> Deeds:
        if sweeper is None:
            return NOTHING_DONE
        return (
            Deeds(all_tricks=sweeper)
            if self.game.difference_sheet is not None
            else Deeds(valat=sides.of[sweeper])
        )

    def _limit(self, case: HandCase) -> None:
        """All points are in some pile, but where a hand lies dead or nobody counts; all tricks are won.

        A trick counts something for who won it, whatever cards are in it.
        """
        given, piles = self.question.given, self.game.piles
        total, trick = piles.total, piles.trick + self.came.seats * piles.each_card
        for side, units in enumerate(self.units):
            given(units >= trick * sum(self.tricks[seat] for seat in self.came.sides.seats(side)))
        given(*(each >= 0 for each in (*self.units, *self.tricks)))
        whole = counts_all(self.rules.game, self.told)
        given(sum(self.units) == total if whole else sum(self.units) <= total)
        given(sum(self.tricks) == self.rules.table.hand_size)
        if case.last.laid:
            given(self.tricks[case.last.winner] > 0)
        for seats in self.sweepers(self.game, self.came.sides):
            everything = sum(self.tricks[seat] for seat in seats) == self.rules.table.hand_size
            given(everything if case.sweeper in seats else not_(everything))
        given(self.trull >= 0, self.trull <= len(self.game.trull))
        given(*(every((each > 0, each <= MOST_IN_POOL)) for each in self.pools))

    @staticmethod
    def sweepers(game: GameSpec, sides: Sides) -> Iterator[tuple[int, ...]]:
        """Who may together win every trick, where that is written for."""
        if game.difference_sheet is not None:
            yield from ((seat,) for seat in range(len(sides.of)))
        elif game.bonus_sheet is not None:
            yield from map(sides.seats, range(sides.count))

    def decided(self, case: Truth, *, shows: bool) -> ClaimFinding:
        """What a case comes to where there is one of which all can be true together."""
        if case is False or not self.question.possible((), case):
            return ClaimFinding(true=not shows)
        self._count()
        while self.question.possible((), case):
            came = self._first(case)
            if together(*self._facts(came)) is None:
                return ClaimFinding(true=shows, witness=self.witness(case))
            amounts = zip((*self.units, *self.tricks), (*came.units, *came.tricks), strict=True)
            self.question.given(some(each != was for each, was in amounts))
        return ClaimFinding(true=not shows)

    def _facts(self, came: HandCame) -> tuple[Ground, list[HandFact]]:
        """What `score` takes to be told of such a hand."""
        sides, told = came.sides, came.told
        units = {sides.seats(side)[0]: each for side, each in enumerate(came.units) if each is not None}
        tricks = {seat: each for seat, each in enumerate(came.tricks) if each is not None}
        names = SEATS[: came.seats]
        return of_scored_hand(self.rules, names, told, HandReport(units, tricks), {}, came.dealer or 0)

    def _count(self) -> None:
        """Bound what a side has by what piles of so many tricks can count."""
        ground, sides = self._facts(self.came)[0], self.came.sides
        for side, units in enumerate(self.units):
            tricks = sum(self.tricks[seat] for seat in sides.seats(side))
            for number in range(self.rules.table.hand_size + 1):
                low, high = pile_range(ground, side, number)
                self.question.given(follows(tricks == number, every((units >= low, units <= high))))

    def witness(self, case: Truth) -> Witness:
        """The hand of a case with the least of everything; `score` is asked of one that is written down."""
        came, value = self._first(case), self.question.value
        tokens, sheet = (tuple(map(value, each)) for each in (self.case.tokens, self.case.sheet))
        found, book = self._in_words(came), Book(came.seats)
        (open_hand if self.opening else score_hand)(self.game, came, book)
        same = [(book.tokens, tokens), (book.sheet, sheet)]
        if (
            self.game.on_a_sheet and self.game.deviation is None
        ):  # what must come to nothing `score` holds to it
            same.append((score(self.rules, self._file(found)), sheet))
        replayed(all(one == other for one, other in same), f"{found}: {same}")
        return found | ({"sheet": by_seat(sheet)} if book.scores else {"tokens": by_seat(tokens)})

    def _first(self, case: Truth) -> HandCame:
        """What the hand of a case came to that has the least of everything."""
        fixed = [case]
        for each in (*self.pools, *self.units, *self.tricks, self.trull):
            low = self.question.least(each, 0, MOST_IN_POOL, (), *fixed)
            fixed.append(each == low)
        assert self.question.possible((), *fixed)
        value, told = self.question.value, self.told
        pools = tuple(
            replace(pool, amount=value(amount)) for pool, amount in zip(told.pools, self.pools, strict=True)
        )
        return replace(
            self.came,
            told=replace(told, pools=pools, trull=value(self.trull)),
            units=tuple(map(value, self.units)),
            tricks=tuple(map(value, self.tricks)),
        )

    def _in_words(self, came: HandCame) -> dict[str, object]:
        """A hand in words and numbers."""
        sides, told = came.sides, self.told
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
        last = came.last or NO_CARDS
        bonus = [str(each.card) for each in last.laid]
        found |= {"last_trick": bonus, "winner": SEATS[last.winner]} if bonus else {}
        said: dict[str, object] = {SEATS[seat]: list(words) for seat, words in told.announced.items()}
        found |= {"announced": said} if said else {}
        amounts = {SEATS[seat]: sum(one.amount for one in each) for seat, each in told.declared.items()}
        return found | ({"declared": amounts} if amounts else {})

    def _file(self, found: dict[str, object]) -> dict[str, object]:
        """The hand as the file of an evening of one hand."""
        contract, players = self.game.contract(self.told.contract), SEATS[: self.came.seats]
        hand = {key: each for key, each in found.items() if key in ("contract", "points", "tricks")}
        if self.told.declarer is not None:
            hand["declarer"] = SEATS[self.told.declarer]
            if contract is not None and not contract.alone:
                hand["partner"] = found.get("partner", hand["declarer"])
        lying = {key: each for key, each in found.items() if key == "radli"}
        return {"players": [*players], **lying, "hands": [{"dealer": SEATS[self.came.dealer or 0], **hand}]}


def by_seat(amounts: Sequence[int | None]) -> dict[str, int | None]:
    """Amounts by the letter of their seat."""
    return dict(zip(SEATS, amounts, strict=False))
