"""What single cards pay when they win a trick or are lost in it, as sums."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand
from analyzer.proofs.clauses.score.deviation import is_nil
from analyzer.proofs.smt import Truth, every, not_
from analyzer.rules.play.table import Trick
from analyzer.rules.spec.kinds.paying import CardPayment


def score_last_trick(hand: SymbolicHand, accounts: Sums) -> None:
    """What the cards of the last trick pay; one that wins may pay nothing where a player takes no trick.

    Source: clauses of the kinds card-payment, partner-cards, card-payers and nil.
    """
    rules, last = hand.game.payments, hand.came.last
    if rules is None or last is None:
        return
    unpaid = is_nil(hand) if hand.game.nil is not None and not hand.game.nil.ultimo_won else False
    pay_cards(hand, accounts, rules.last, last, wins=not_(unpaid))


def pay_cards(hand: SymbolicHand, accounts: Sums, each: CardPayment, trick: Trick, *, wins: Truth) -> None:
    """Pay for the cards of a trick: one that wins where `wins`, one that is lost in any case."""
    rules, of = hand.game.payments, hand.came.sides.of
    assert rules is not None
    for seat, card, _ in trick.laid:
        others = [
            other
            for other in range(hand.came.seats)
            if other != seat and (of[other] != of[seat] or not rules.opponents)
        ]
        won, own = seat == trick.winner, of[seat] == of[trick.winner]
        lost = not won and (rules.lost_to_partner or not own)
        if card in each.cards:
            accounts.from_each(every((wins, won)), others, seat, each.amount)
            accounts.from_each(lost, others, seat, -each.amount)
