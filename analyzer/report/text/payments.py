"""Payments as text: who pays whom how much, and by which clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from analyzer.layout import GLUE, visible, wrap
from analyzer.report.phrases.tokens import account_name
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Transfer

_INDENT = "  "
_DEEPER = "    "


def payment_lines(style: TextStyle, payments: Iterable[Transfer], players: Sequence[str]) -> list[str]:
    """Payments in the order they were made, those of one clause and one payer or payee together."""
    lines: list[str] = []
    for clause, same in groupby(payments, key=lambda payment: payment.clause):
        for text in _sentences(style, list(same), players):
            clause_words = style.paint(f"[{clause}]", "dim")
            gap = style.width - visible(_DEEPER + text) - visible(clause_words)
            whole = f"{text}{GLUE * max(1, gap - 1)} {clause_words}" if gap > 1 else f"{text} {clause_words}"
            lines += wrap(whole, style.width, _DEEPER, _DEEPER + _INDENT)
    return lines


def _sentences(style: TextStyle, payments: list[Transfer], players: Sequence[str]) -> list[str]:
    """Who pays whom: one sentence for a payer with several payees, or for the same from several payers."""
    texts = []
    waiting = payments
    while waiting:
        first = waiting[0]
        if isinstance(first.payer, Nobody) or isinstance(first.payee, Nobody):
            texts.append(_alone(style, first, players))
            waiting = waiting[1:]
            continue
        same_payer = _run(waiting, lambda each: each.payer, lambda each: each.payee)
        same_payee = _run(waiting, lambda each: (each.payee, each.amount), lambda each: each.payer)
        if len(same_payee) > len(same_payer):
            payers = style.both([account_name(style, each.payer, players) for each in same_payee])
            to, amount = account_name(style, waiting[0].payee, players), waiting[0].amount
            texts.append(
                style.t("{payers} pay {amount} each to {payee}", payers=payers, amount=amount, payee=to)
            )
        else:
            texts.append(_one_payer(style, waiting[0].payer, same_payer, players))
        waiting = waiting[max(len(same_payer), len(same_payee)) :]
    return texts


def _run(
    payments: list[Transfer], what: Callable[[Transfer], object], other: Callable[[Transfer], object]
) -> list[Transfer]:
    """The payments at the start that have the same thing in common as the first, and another apart."""
    first, seen = what(payments[0]), list[object]()
    found = []
    for each in payments:
        if what(each) != first or other(each) in seen:
            break
        seen.append(other(each))
        found.append(each)
    return found


def _alone(style: TextStyle, payment: Transfer, players: Sequence[str]) -> str:
    """What somebody gains that nobody pays, or loses that nobody receives."""
    if isinstance(payment.payer, Nobody):
        who = account_name(style, payment.payee, players)
        return style.t("{player} gains {amount}, which nobody pays", player=who, amount=payment.amount)
    who = account_name(style, payment.payer, players)
    return style.t("{player} loses {amount}, which nobody receives", player=who, amount=payment.amount)


def _one_payer(style: TextStyle, payer: Account, paid: list[Transfer], players: Sequence[str]) -> str:
    parts = [
        style.t("{amount} to {payee}", amount=each.amount, payee=account_name(style, each.payee, players))
        for each in paid
    ]
    who = account_name(style, payer, players)
    text = style.t("{payer} pays {payments}", payer=who, payments=style.both(parts))
    return text[:1].upper() + text[1:] if isinstance(payer, Pot | PoolAccount) else text
