"""What announcements bring as sums: paid at once, with the contract, or given back."""

from __future__ import annotations

from analyzer.proofs.clauses.score.accounts import Sums, SymbolicHand
from analyzer.proofs.clauses.score.declared import pay_declared, score_returned
from analyzer.proofs.clauses.score.shown import pay_misery, pay_shown_at_once, pay_shown_by_contract
from analyzer.proofs.clauses.score.target import contract_made, pay_shown_to_winners


def pay_announced(hand: SymbolicHand, accounts: Sums) -> None:
    """What was declared and shown, and what becomes of it in the end."""
    pay_declared(hand, accounts)
    pay_shown_at_once(hand, accounts)
    pay_misery(hand, accounts)
    score_returned(hand, accounts)
    settled = contract_made(hand)
    if settled is not None:
        pay_shown_by_contract(settled.ordinary, hand, accounts, settled.made)
        pay_shown_to_winners(hand, accounts, settled.made)
