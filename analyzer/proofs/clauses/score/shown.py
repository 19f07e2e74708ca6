"""What is paid for trumps that a player shows before the play, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, signed
from analyzer.proofs.smt import Truth
from analyzer.rules.score.shown import trumps_said


def pay_shown_at_once(hand: SymbolicHand, accounts: Sums) -> None:
    """Who shows enough trumps is paid, but a declarer who is paid with the contract.

    Source: clauses of the kinds trump-announcement, announcement-pays and announcement-payers.
    """
    rule, told = hand.game.shown, hand.came.told
    if rule is None:
        return
    for seat in told.announced:
        others = hand.against(seat) if rule.by_opponents else _everybody_but(hand, seat)
        at_once = not (rule.with_contract and seat == told.declarer)
        accounts.from_each(_enough(hand, seat) and at_once, others, seat, rule.amount)


def pay_shown_by_contract(given: Truth, hand: SymbolicHand, accounts: Sums, made: Truth) -> None:
    """The declarer is paid for trumps he showed where the contract is made, and else pays for them.

    Source: clause of the kind announcement-pays.
    """
    rule, declarer = hand.game.shown, hand.came.told.declarer
    if rule is None or declarer is None or not rule.with_contract or not _enough(hand, declarer):
        return
    accounts.from_each(given, _everybody_but(hand, declarer), declarer, signed(made, rule.amount))


def _enough(hand: SymbolicHand, seat: int) -> bool:
    rule, number = hand.game.shown, trumps_said(hand.came.told.announced.get(seat, ()))
    return rule is not None and number is not None and number >= rule.number


def _everybody_but(hand: SymbolicHand, seat: int) -> list[int]:
    return [other for other in range(hand.came.seats) if other != seat]
