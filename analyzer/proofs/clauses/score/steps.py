"""The scoring of a hand of card points as sums, way by way, and whether they are those of a book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import z3

from analyzer.proofs.clauses.score.accounts import AccountSums, SymbolicHand, SymbolicPool
from analyzer.proofs.clauses.score.cardpay import score_last_trick
from analyzer.proofs.clauses.score.declared import pay_declared, score_returned
from analyzer.proofs.clauses.score.deviation import score_deviation
from analyzer.proofs.clauses.score.nil import score_nil
from analyzer.proofs.clauses.score.pools import pay_for_deal
from analyzer.proofs.clauses.score.purchase import pay_purchases
from analyzer.proofs.clauses.score.radl import score_radl
from analyzer.proofs.clauses.score.shown import pay_shown_at_once
from analyzer.proofs.clauses.score.stake import score_stake
from analyzer.proofs.clauses.score.tapp import score_tapp
from analyzer.proofs.clauses.score.target import score_target
from analyzer.proofs.smt import Number, SmtQuestion, Truth, no, same, some
from analyzer.rules.book import PoolAccount
from analyzer.rules.score.hand import HandCame, Scoring
from analyzer.rules.spec.game import GameSpec

Step = Callable[[SymbolicHand, AccountSums], None]

STEPS: Final[tuple[Step, ...]] = (
    score_last_trick,
    score_nil,
    score_returned,
    score_deviation,
    score_stake,
    score_target,
    score_tapp,
    score_radl,
)
"""What is scored at the end of a hand, in the order of :mod:`analyzer.rules.score.steps`."""

OPENING: Final[tuple[Step, ...]] = (pay_for_deal, pay_purchases, pay_declared, pay_shown_at_once)
"""What is paid before the first lead of a whole hand."""


def hand_given(question: SmtQuestion, game: GameSpec, came: HandCame) -> SymbolicHand:
    """A hand with its amounts as variables that are given their values, so that Z3 has the sums to find."""

    def variable(name: str, value: int | None) -> Number | None:
        if value is None:
            return None
        found = z3.Int(name)
        question.given(found == value)
        return found

    units, tricks = came.units or (None,) * came.sides.count, came.tricks or (None,) * came.seats
    pools = []
    for place, pool in enumerate(came.told.pools):
        amount = variable(f"pool.{place}", pool.amount)
        assert amount is not None
        pools.append(SymbolicPool(amount, pool.doubled))
    return SymbolicHand(
        game,
        came,
        [variable(f"units.{side}", each) for side, each in enumerate(units)],
        [variable(f"tricks.{seat}", each) for seat, each in enumerate(tricks)],
        variable("trull", came.told.trull),
        pools,
    )


def differs(accounts: AccountSums, scoring: Scoring) -> Truth:
    """Whether the sums are not those of a hand as it was scored."""
    book, before = scoring.book, scoring.came.told.pools
    grew = [book.balance(PoolAccount(place)) for place in range(len(accounts.pools))]
    pairs = [
        *zip(accounts.tokens, book.tokens, strict=True),
        *zip(accounts.sheet, book.sheet, strict=True),
        *zip(accounts.pools, grew, strict=True),
        *zip(accounts.radli, [scoring.radli.get(seat, 0) for seat in range(len(book.tokens))], strict=True),
    ]
    wrong = [no(one == other) for one, other in pairs]
    left = [place for place, pool in enumerate(before) if not pool.amount or pool.amount + grew[place]]
    kept = list(scoring.pools)
    twice = dict(zip(left, (each.doubled for each in kept), strict=False))
    wrong += [no(same(accounts.doubled[place], doubled)) for place, doubled in twice.items()]
    amounts = [before[place].amount + grew[place] for place in left] + [grew[-1]] * (grew[-1] > 0)
    wrong.append(amounts != [each.amount for each in kept])
    return some(wrong)
