"""What is paid for trumps that a player shows before the play, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand, signed
from analyzer.proofs.smt import Truth
from analyzer.rules.score.shown import NO_COURTS, NO_TRUMPS, trumps_said


def pay_shown_at_once(hand: SymbolicHand, accounts: Sums) -> None:
    """Who shows enough trumps is paid, but a declarer who is paid with the contract.

    Source: clauses of the kinds trump-announcement, announcement-pays and announcement-payers.
    """
    rule, told = hand.game.shown, hand.came.told
    if rule is None:
        return
    for seat in told.announced:
        others = hand.against(seat) if rule.by_opponents else _everybody_but(hand, seat)
        at_once = not (rule.to_winners or (rule.with_contract and seat == told.declarer))
        accounts.from_each(at_once, others, seat, _shown(hand, seat))


def pay_misery(hand: SymbolicHand, accounts: Sums) -> None:
    """Each of the others pays a player for having no trump, and for having no court.

    Source: clause of the kind misery-pays.
    """
    rule, told = hand.game.misery, hand.came.told
    if rule is None:
        return
    for seat, words in told.announced.items():
        for said in (NO_TRUMPS, NO_COURTS):
            accounts.from_each(said in words, _everybody_but(hand, seat), seat, rule.amount)


def pay_shown_by_contract(given: Truth, hand: SymbolicHand, accounts: Sums, made: Truth) -> None:
    """The declarer is paid for trumps he showed where the contract is made, and else pays for them.

    Source: clause of the kind announcement-pays.
    """
    rule, declarer = hand.game.shown, hand.came.told.declarer
    if rule is None or declarer is None or not rule.with_contract:
        return
    amount = signed(made, _shown(hand, declarer))
    accounts.from_each(given, _everybody_but(hand, declarer), declarer, amount)


def shown_for_winners(hand: SymbolicHand) -> int:
    """What the side that wins the contract is paid for all trumps that were shown.

    Source: clauses of the kinds handful and handful-pays.
    """
    rule = hand.game.shown
    if rule is None or not rule.to_winners:
        return 0
    return sum(_shown(hand, seat) for seat in hand.came.told.announced)


def _shown(hand: SymbolicHand, seat: int) -> int:
    """What the trumps bring that a seat shows."""
    rule, number = hand.game.shown, trumps_said(hand.came.told.announced.get(seat, ()))
    if rule is None or number is None:
        return 0
    for least, amount in sorted(rule.amounts.items(), reverse=True):
        if number == least or (number > least and not rule.exactly):
            return amount + (number - least) * rule.beyond
    return 0


def _everybody_but(hand: SymbolicHand, seat: int) -> list[int]:
    return [other for other in range(hand.came.seats) if other != seat]
