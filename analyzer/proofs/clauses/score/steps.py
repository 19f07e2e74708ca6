"""The scoring of a hand as sums, way by way, and whether they are those of a book."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import z3

from analyzer.proofs.clauses.score.accounts import NOTHING_SPECIAL, Special, Sums, SymbolicHand, SymbolicPool
from analyzer.proofs.clauses.score.cardpay import score_last_trick
from analyzer.proofs.clauses.score.count import settle_count
from analyzer.proofs.clauses.score.deviation import score_deviation, score_nil
from analyzer.proofs.clauses.score.opening import (
    pay_declared,
    pay_for_deal,
    pay_misery,
    pay_purchases,
    pay_shown_at_once,
    score_returned,
)
from analyzer.proofs.clauses.score.payments import laid_of, settle_last
from analyzer.proofs.clauses.score.radl import score_radl
from analyzer.proofs.clauses.score.tapp import score_stake, score_tapp
from analyzer.proofs.clauses.score.target import score_coefficients, score_target
from analyzer.proofs.smt import Number, SmtQuestion, Truth, not_, same, some
from analyzer.rules.book import Book, PoolAccount, Pot, Pots
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.score.payments import TOUT
from analyzer.rules.spec.game import GameSpec

Step = Callable[[SymbolicHand, Sums], None]

STEPS: Final[tuple[Step, ...]] = (
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


def hand_given(
    question: SmtQuestion, game: GameSpec, came: HandCame, pots: Pots | None = None
) -> SymbolicHand:
    """A hand with its amounts as variables that are given their values, so that Z3 has the sums to find."""

    def variable(name: str, value: int) -> Number:
        found = z3.Int(name)
        question.given(found == value)
        return found

    def each_of(name: str, values: Iterable[int | None]) -> list[Number | None]:
        return [
            None if each is None else variable(f"{name}.{place}", each) for place, each in enumerate(values)
        ]

    tricks = each_of("tricks", came.tricks or (None,) * came.seats)
    announced = [TOUT in came.told.announced.get(seat, ()) for seat in range(came.seats)]
    return SymbolicHand(
        game,
        came,
        units=each_of("units", came.units or (None,) * came.sides.count),
        tricks=tricks,
        trull=None if came.told.trull is None else variable("trull", came.told.trull),
        pools=[
            SymbolicPool(variable(f"pool.{place}", pool.amount), pool.doubled)
            for place, pool in enumerate(came.told.pools)
        ],
        pots=pots_given(question, pots or Pots(0, 0)),
        last=laid_of(game, came.last) if game.pots is not None and came.last is not None else None,
        special=Special.of(game, tricks, announced) if game.pots is not None else NOTHING_SPECIAL,
    )


def pots_given(question: SmtQuestion, pots: Pots) -> dict[Pot, Number]:
    """The pots as variables that are given their values."""
    found: dict[Pot, Number] = {pot: z3.Int(f"pot.{pot.value}") for pot in Pot}
    question.given(*(found[pot] == pots[pot] for pot in Pot))
    return found


def differs_from_book(sums: Sums, book: Book) -> Truth:
    """Whether the sums are not those of a book."""
    pairs = [
        *zip(sums.tokens, book.tokens, strict=True),
        *zip(sums.sheet, book.sheet, strict=True),
        *((sums.pots[pot], book.pots[pot]) for pot in Pot),
    ]
    return some(not_(one == other) for one, other in pairs)


def differs(accounts: Sums, scoring: Scoring) -> Truth:
    """Whether the sums are not those of a hand as it was scored."""
    book, before = scoring.book, scoring.came.told.pools
    grew = [book.balance(PoolAccount(place)) for place in range(len(accounts.pools))]
    radli = [scoring.radli.get(seat, 0) for seat in range(len(accounts.radli))]
    pairs = [*zip(accounts.pools, grew, strict=True), *zip(accounts.radli, radli, strict=True)]
    wrong = [differs_from_book(accounts, book), *(not_(one == other) for one, other in pairs)]
    left = [place for place, pool in enumerate(before) if not pool.amount or pool.amount + grew[place]]
    kept = list(scoring.pools)
    twice = dict(zip(left, (each.doubled for each in kept), strict=False))
    wrong += [not_(same(accounts.doubled[place], doubled)) for place, doubled in twice.items()]
    amounts = [before[place].amount + grew[place] for place in left] + [grew[-1]] * (grew[-1] > 0)
    wrong.append(amounts != [each.amount for each in kept])
    return some(wrong)
