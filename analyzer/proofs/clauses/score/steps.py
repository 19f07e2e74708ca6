"""The scoring of a hand as sums, way by way, and whether they are those of a book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand
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
from analyzer.proofs.clauses.score.payments import settle_last
from analyzer.proofs.clauses.score.radl import score_radl
from analyzer.proofs.clauses.score.tapp import score_stake, score_tapp
from analyzer.proofs.clauses.score.target import score_coefficients, score_target

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
