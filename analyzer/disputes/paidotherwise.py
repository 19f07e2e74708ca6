"""Where payments that were made or claimed part from those that are owed, told by clause and never netted.

Who pays the rest of what two accounts owe one another has paid rightly. Where it is not the rest, everything
either of them owes the other is held against what was paid that way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from analyzer.disputes.model import ClaimedPayment
from analyzer.messages import ClauseId, Message, Name, listed, say
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Transfer
from analyzer.rules.verdicts import Violation

Pair = tuple[Account, Account]
"""Who pays, and whom."""
MOST_WEIGHED: Final = 12
"""Of so many payments between two accounts it is found which were made."""


def differences(
    right: Sequence[Transfer],
    claimed: Sequence[ClaimedPayment] | None,
    players: Sequence[str],
    not_owed: Callable[[Pair, int], str | None] | None = None,
) -> list[Violation]:
    """Where claimed payments part from the right ones, payer by payer.

    What is missing or wrong names the clause it is owed by. What is not owed at all names the clause that
    `not_owed` finds for the amount, else that of the order for a pot, and of the winner between players.
    """
    if claimed is None:
        return []
    owed, paid = _by_pair(right), _by_pair(claimed)
    found: list[Violation] = []
    for pair in sorted({*owed, *paid}, key=str):
        back = pair[1], pair[0]
        lacking = _sum(owed, pair) - _sum(paid, pair)
        if not lacking or lacking == _sum(owed, back) - _sum(paid, back):
            continue
        if pair in owed:
            found += _wrong(owed[pair], _sum(paid, pair), players)
            continue
        clause = None if back in owed or not_owed is None else not_owed(pair, _sum(paid, pair))
        text = _owes(pair, 0, _sum(paid, pair), players)
        found.append(Violation(clause or _clause_of(pair, right), (), text))
    return found


Paid = TypeVar("Paid", Transfer, ClaimedPayment)


def _by_pair(payments: Iterable[Paid]) -> dict[Pair, list[Paid]]:
    found: dict[Pair, list[Paid]] = {}
    for each in payments:
        found.setdefault((each.payer, each.payee), []).append(each)
    return found


def _sum(payments: Mapping[Pair, Sequence[Transfer | ClaimedPayment]], pair: Pair) -> int:
    return sum(each.amount for each in payments.get(pair, ()))


def _wrong(owed: Sequence[Transfer], made: int, players: Sequence[str]) -> Iterator[Violation]:
    """What is wrong with the amount paid for what one account owes another; by clause where that tells it."""
    pair, by_clause = (owed[0].payer, owed[0].payee), Counter[str]()
    for each in owed:
        by_clause[each.clause] += each.amount
    left = _unpaid(by_clause, made)
    if len(by_clause) == 1 or left is None:
        text = _owes(pair, sum(by_clause.values()), made, players, by_clause if len(by_clause) > 1 else {})
        yield Violation(next(iter(by_clause)), (), text)
        return
    for clause in left:
        payer, payee = (account_words(each, players) for each in pair)
        amount, words = by_clause[clause], ClauseId(clause)
        text = say(
            "{payer} owes {payee} {owed} by {clause}, and nothing of it was paid",
            payer=payer,
            payee=payee,
            owed=amount,
            clause=words,
        )
        yield Violation(clause, (), text)


def _unpaid(by_clause: Mapping[str, int], made: int) -> tuple[str, ...] | None:
    """The clauses that nothing was paid by, where just the others were paid in full; the fewest of them."""
    lacking = sum(by_clause.values()) - made
    if len(by_clause) > MOST_WEIGHED:
        return None
    sets = (each for size in range(1, len(by_clause) + 1) for each in combinations(by_clause, size))
    return next((each for each in sets if sum(by_clause[clause] for clause in each) == lacking), None)


def _owes(
    pair: Pair, owed: int, paid: int, players: Sequence[str], by_clause: Mapping[str, int] | None = None
) -> Message:
    payer, payee = (account_words(each, players) for each in pair)
    if not by_clause:
        return say(
            "{payer} owes {payee} {owed}, and {paid} was paid", payer=payer, payee=payee, owed=owed, paid=paid
        )
    parts = listed(
        say("{amount} by {clause}", amount=amount, clause=ClauseId(clause))
        for clause, amount in by_clause.items()
    )
    return say(
        "{payer} owes {payee} {owed} ({parts}), and {paid} was paid",
        payer=payer,
        payee=payee,
        owed=owed,
        parts=parts,
        paid=paid,
    )


def account_words(account: Account, players: Sequence[str]) -> Name | Message:
    """Who pays or is paid, in words."""
    if isinstance(account, Pot):
        return say("the king pot") if account is Pot.KING else say("the Pagat pot")
    if isinstance(account, Nobody):
        return say("nobody")
    if isinstance(account, PoolAccount):
        return say("pool {number}", number=account.place + 1)
    return Name(players[account]) if account < len(players) else say("the player sitting out")


def _clause_of(pair: Pair, right: Sequence[Transfer]) -> str:
    """The clause a payment between two accounts is owed by, else the one it would have to be owed by."""
    for payment in right:
        if {payment.payer, payment.payee} == set(pair):
            return payment.clause
    if any(isinstance(account, Pot) for account in pair):
        return "payment.order"
    return next((payment.clause for payment in right), "payment.last-trick")
