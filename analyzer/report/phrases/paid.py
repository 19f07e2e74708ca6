"""What a hand comes to, in lines: who pays whom, what is written and by which clause, how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from analyzer.layout import GLUE, recording, visible, wrap
from analyzer.messages import marked
from analyzer.report.phrases.tokens import account_name
from analyzer.report.style.called import called
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Score, Sum, Transfer
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.outcome import Outcome

_INDENT = "  "
_DEEPER = "    "
_CONTRACT = {
    "made": marked("the contract is made"),
    "failed": marked("the contract is lost"),
    "drawn": marked("the contract is neither made nor lost"),
}


def payment_lines(style: TextStyle, payments: Iterable[Transfer], players: Sequence[str]) -> list[str]:
    """Payments in the order they were made, those of one clause and one payer or payee together."""
    lines: list[str] = []
    for clause, same in groupby(payments, key=lambda payment: payment.clause):
        for text in _sentences(style, list(same), players):
            lines += with_clause(style, text, clause)
    return lines


def with_clause(style: TextStyle, text: str, clause: str) -> list[str]:
    """A text with the clause it follows from, which stands at the right where there is room."""
    if recording():
        return wrap(f"{text} ({style.clause(clause)})", style.width)
    told = style.paint(f"[{style.clause(clause)}]", "dim")
    gap = style.width - visible(_DEEPER + text) - visible(told)
    whole = f"{text}{GLUE * max(1, gap - 1)} {told}" if gap > 1 else f"{text} {told}"
    return wrap(whole, style.width, _DEEPER, _DEEPER + _INDENT)


def score_lines(style: TextStyle, scores: Iterable[Score], players: Sequence[str]) -> list[str]:
    """What is written for whom, that of one clause together."""
    lines: list[str] = []
    for clause, same in groupby(scores, key=lambda each: each.clause):
        parts = []
        for made_of, alike in groupby(same, key=lambda each: each.made_of):
            amounts = []
            for each in alike:
                amount, player = style.signed(each.amount), style.name(players[each.seat])
                amounts.append(style.t("{amount} for {player}", amount=amount, player=player))
            parts.append(_with_sum(style, ", ".join(amounts), made_of))
        lines += with_clause(style, "; ".join(parts), clause)
    return lines


def _with_sum(style: TextStyle, text: str, made_of: Sum | None) -> str:
    """What is paid or written, with the sum that it comes from where there is one."""
    if made_of is None:
        return text
    parts = [" + ".join(map(str, made_of.added))]
    if made_of.times != 1:
        parts.append(style.t("times {number}", number=made_of.times))
    if made_of.doubled == 1:
        parts.append(style.t("doubled"))
    elif made_of.doubled:
        parts.append(style.t("doubled {number} times", number=made_of.doubled))
    if made_of.halved:
        parts.append(style.t("half of it"))
    return f"{text}: {', '.join(parts)}"


def came_to(
    style: TextStyle, outcome: Outcome | None, players: Sequence[str], last: int | None = None
) -> Iterator[str]:
    """What a hand came to, the grave things first; `last` is who won the last trick, where that is told."""
    if outcome is None:
        return
    if outcome.contract is not None:
        yield style.t(_CONTRACT[outcome.contract])
    if outcome.margin is not None:
        yield style.t("margin {points}", points=points_text(outcome.margin).replace("-", style.minus))
    kinds = outcome.king_ultimo, outcome.pagat_ultimo
    named = [
        (marked("Tout for {player}"), outcome.tout),
        (marked("Nolo for {player}"), outcome.nolo),
        (marked("the Tout of {player} failed"), outcome.failed_tout),
        (marked("king Ultimo for {player}"), outcome.king_ultimo),
        (marked("Pagat Ultimo for {player}"), outcome.pagat_ultimo),
        (marked("Ultimo for {player}"), outcome.ultimo if kinds == (None, None) else None),
        (marked("slam for {player}"), outcome.slam),
        (marked("Nil for {player}"), outcome.nil),
        (marked("all tricks for {player}"), outcome.valat),
        (marked("last trick to {player}"), last if outcome.ultimo is None and outcome.tout is None else None),
    ]
    for text, seat in named:
        if seat is not None:
            yield style.t(text, player=style.strong(players[seat]))
    for name, each in ((name, each) for name, bonus in outcome.bonuses.items() for each in bonus.all):
        amount, player = style.signed(each.value), style.name(players[each.by])
        yield style.t("{bonus} {amount} ({player})", bonus=called(style, name), amount=amount, player=player)
    if outcome.bagud:
        behind = style.both([style.strong(players[seat]) for seat in outcome.bagud])
        yield style.t("Bagud for {players}", players=behind)


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
        same_payer = _run(waiting, lambda each: (each.payer, each.made_of), lambda each: each.payee)
        same_payee = _run(
            waiting, lambda each: (each.payee, each.amount, each.made_of), lambda each: each.payer
        )
        if len(same_payee) > len(same_payer):
            payers = style.both([account_name(style, each.payer, players) for each in same_payee])
            to, amount = account_name(style, waiting[0].payee, players), waiting[0].amount
            text = style.t("{payers} pay {amount} each to {payee}", payers=payers, amount=amount, payee=to)
        else:
            text = _one_payer(style, waiting[0].payer, same_payer, players)
        texts.append(_with_sum(style, text, waiting[0].made_of))
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
