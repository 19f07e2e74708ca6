"""What Z3 is asked does not hang on what it was asked before."""

from __future__ import annotations

from random import Random

import z3

from analyzer.proofs.smt import SmtQuestion

HANDS = range(6)
CARDS = range(12)


def dealt(hand: int, card: int) -> z3.BoolRef:
    return z3.Bool(f"dealt.{hand}.{card}")


def work_of_a_deal() -> int:
    """The units of work it takes to deal twelve cards so that no hand has two neighbours and sums differ."""
    question = SmtQuestion()
    sums = [z3.Sum([z3.If(dealt(hand, card), card, 0) for card in CARDS]) for hand in HANDS]
    question.given(*(z3.PbEq([(dealt(hand, card), 1) for hand in HANDS], 1) for card in CARDS))
    question.given(*(sums[hand] + 3 <= sums[hand + 1] for hand in HANDS[:-1]))
    assert question.possible()
    return question._spent()


def test_the_work_a_question_takes_does_not_hang_on_what_was_asked_before() -> None:
    alone = work_of_a_deal()
    # The same terms, made in another order: in a context shared with them Z3 would take them in that order.
    order = [(hand, card) for hand in HANDS for card in CARDS]
    Random(1).shuffle(order)
    kept = [z3.If(dealt(hand, card), card, 0) for hand, card in order]
    assert work_of_a_deal() == alone, f"{len(kept)} terms were made before"
