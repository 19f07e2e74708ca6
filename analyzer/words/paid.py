"""Tokens and pots in words, and what a hand comes to: who pays whom, what is written, how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from analyzer.messages import (
    Amount,
    AsPrinted,
    Decimal,
    Message,
    Name,
    Put,
    Several,
    Whose,
    Word,
    alone,
    both,
    formed,
    listed,
    marked,
    say,
    say_many,
    word_alone,
)
from analyzer.position.replay.turning import LineSums
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Pots, Score, Sum, Transfer
from analyzer.rules.score.goals import points_text
from analyzer.rules.score.hand import Outcome, Pool
from analyzer.rules.spec.called import contract_name_message
from analyzer.words.blocks import Phrase

NOTHING_DUE: Final = say("Nothing is due.")


def sure_of(amounts: Sequence[int | None], sides: Iterable[Word]) -> Message:
    """What each side is sure of, in a sentence."""
    return say("Guaranteed: {amounts}.", amounts=amounts_message(amounts, sides))


def account_message(account: Account, players: Sequence[str]) -> Message:
    """A payer or payee."""
    if isinstance(account, Nobody):
        return say("nobody")
    if isinstance(account, PoolAccount):
        return say("pool {number}", number=account.place + 1)
    if isinstance(account, Pot):
        return say("the king pot") if account is Pot.KING else say("the Pagat pot")
    if account == len(players):
        return say("the player sitting out")
    return word_alone(Name(players[account]))


def amounts_message(amounts: Sequence[int | None], names: Iterable[Word]) -> Message:
    """Amounts with whose they are: `A +40, B -75`; those that are not known are left out."""
    known = zip(names, amounts, strict=False)
    return alone(listed(formed("{p} {n}", p=name, n=Amount(n)) for name, n in known if n is not None))


def points_message(numbers: Sequence[Fraction | None], names: Iterable[Word]) -> Message:
    """Points or tricks with whose they are: `A+C 62.5, B+D 28.5`; those that are not known are left out."""
    known = ((name, n) for name, n in zip(names, numbers, strict=False) if n is not None)
    return alone(listed(formed("{p} {n}", p=name, n=Decimal(points_text(n))) for name, n in known))


def sums_message(sums: LineSums, players: Sequence[str]) -> Message:
    """What everybody has of a line, and what becomes of the pots where there are any."""
    pots = () if sums.pots is None else (pots_message(sums.pots),)
    amounts = amounts_message(sums.tokens, map(Name, players))
    return alone(Several((*([amounts] if amounts else []), *pots), ";"))


def net_message(tokens: Sequence[int], pots: Pots | None, players: Sequence[str]) -> Message:
    """Who receives and who pays what in all, and what the pots gain, in a sentence of its own.

    Where each gains or loses by his own count, which nobody pays, the sums as they are.
    """
    gain = Pots(0, 0) if pots is None else pots
    if sum(tokens) + gain.king + gain.pagat:
        return formed("{amounts}.", amounts=amounts_message(tokens, map(Name, players)))
    parts: list[Word] = []
    for amount in sorted(set(tokens) - {0}, reverse=True):
        who = [Name(player) for player, each in zip(players, tokens, strict=False) if each == amount]
        words: dict[str, Word] = {"players": both(who), "amount": abs(amount)}
        if amount > 0:
            told = say_many(
                "{players} receives {amount}", "{players} receive {amount} each", len(who), **words
            )
        else:
            told = say_many("{players} pays {amount}", "{players} pay {amount} each", len(who), **words)
        parts.append(told)
    if gain.king == gain.pagat > 0:
        parts.append(say("each pot gains {amount}", amount=gain.king))
    else:
        parts += _pot_parts(gain, players)
    if not parts:
        return NOTHING_DUE
    return formed("{parts}.", parts=Put(alone(Several(tuple(parts), ";")), "capital"))


def _pot_parts(gain: Pots, players: Sequence[str]) -> Iterator[Message]:
    """What each pot gains or pays out."""
    for pot, amount in ((Pot.KING, gain.king), (Pot.PAGAT, gain.pagat)):
        account = account_message(pot, players)
        if amount > 0:
            yield say("{pot} gains {amount}", pot=account, amount=amount)
        elif amount < 0:
            yield say("{pot} pays {amount}", pot=account, amount=-amount)


def pool_word(pool: Pool) -> Word:
    """What lies in a pool, and whether it is doubled."""
    return say("{amount} doubled", amount=pool.amount) if pool.doubled else pool.amount


def pots_held_message(pots: Pots) -> Message:
    """What lies in the pots."""
    return say("king pot {king}, Pagat pot {pagat}", king=pots.king, pagat=pots.pagat)


def pots_message(change: Pots) -> Message:
    """What becomes of the pots: `king pot +60`, or that they stay as they are."""
    if change.king == change.pagat == 0:
        return say("pots unchanged")
    king, pagat = Amount(change.king), Amount(change.pagat)
    told = (say("king pot {amount}", amount=king), say("Pagat pot {amount}", amount=pagat))
    return alone(listed(each for each, amount in zip(told, (king, pagat), strict=True) if amount))


OWN_COUNT: Final = say(
    "The count is each player's own: nobody pays it, and tokens do not have to sum to zero."
)


_CONTRACT = {
    "made": say("the contract is made"),
    "failed": say("the contract is lost"),
    "drawn": say("the contract is neither made nor lost"),
}


def payment_phrases(payments: Iterable[Transfer], players: Sequence[str]) -> Iterator[Phrase]:
    """Payments in the order they were made, those of one clause and one payer or payee together."""
    for clause, same in groupby(payments, key=lambda payment: payment.clause):
        yield from (Phrase(each, level=2, by=clause) for each in _sentences(list(same), players))


def score_phrases(scores: Iterable[Score], players: Sequence[str]) -> Iterator[Phrase]:
    """What is written for whom, that of one clause together."""
    for clause, same in groupby(scores, key=lambda each: each.clause):
        parts = []
        for made_of, alike in groupby(same, key=lambda each: each.made_of):
            amounts = (
                say("{amount} for {player}", amount=Amount(each.amount), player=Name(players[each.seat]))
                for each in alike
            )
            parts.append(_with_sum(alone(listed(amounts)), made_of))
        yield Phrase(alone(Several(tuple(parts), ";")), level=2, by=clause)


def _with_sum(told: Message, made_of: Sum | None) -> Message:
    """What is paid or written, with the sum that it comes from where there is one."""
    if made_of is None:
        return told
    parts: list[Word] = [Message(" + ".join(map(str, made_of.added)), {})]
    if made_of.times != 1:
        parts.append(say("times {number}", number=made_of.times))
    if made_of.doubled == 1:
        parts.append(say("doubled"))
    elif made_of.doubled:
        parts.append(say("doubled {number} {number:time/times}", number=made_of.doubled))
    if made_of.halved:
        parts.append(say("half of it"))
    return formed("{told}: {parts}", told=told, parts=listed(parts))


def outcome_parts(
    outcome: Outcome | None, players: Sequence[str], last: int | None = None
) -> Iterator[Message]:
    """What a hand came to, the grave things first; `last` is who won the last trick, where that is told."""
    if outcome is None:
        return
    if outcome.contract is not None:
        yield _CONTRACT[outcome.contract]
    if outcome.margin is not None:
        yield say("margin {points}", points=AsPrinted(points_text(outcome.margin)))
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
        (marked("last trick to {player}"), last if outcome.ultimo is None and outcome.tout is None else None),
    ]
    for text, seat in named:
        if seat is not None:
            yield Message(text, {"player": Name(players[seat])})
    if outcome.valat is not None:
        yield say("all tricks for {whose} side", whose=Whose(players[outcome.valat]))
    for name, each in ((name, each) for name, bonus in outcome.bonuses.items() for each in bonus.all):
        amount, player = Amount(each.value), Name(players[each.by])
        yield say(
            "{bonus} {amount} ({player})", bonus=contract_name_message(name), amount=amount, player=player
        )
    if outcome.bagud:
        yield say("Bagud for {players}", players=both(Name(players[seat]) for seat in outcome.bagud))


def _sentences(payments: list[Transfer], players: Sequence[str]) -> Iterator[Message]:
    """Who pays whom: one sentence for a payer with several payees, or for the same from several payers."""
    while payments:
        first = payments[0]
        if isinstance(first.payer, Nobody) or isinstance(first.payee, Nobody):
            yield _alone(first, players)
            payments = payments[1:]
            continue
        same_payer = _run(payments, lambda each: (each.payer, each.made_of), lambda each: each.payee)
        same_payee = _run(
            payments, lambda each: (each.payee, each.amount, each.made_of), lambda each: each.payer
        )
        if len(same_payee) > len(same_payer):
            payers = both(account_message(each.payer, players) for each in same_payee)
            payee = account_message(first.payee, players)
            told = say(
                "{payers} pay {amount} each to {payee}", payers=payers, amount=first.amount, payee=payee
            )
        else:
            told = _one_payer(first.payer, same_payer, players)
        yield _with_sum(told, first.made_of)
        payments = payments[max(len(same_payer), len(same_payee)) :]


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


def _alone(payment: Transfer, players: Sequence[str]) -> Message:
    """What somebody gains that nobody pays, or loses that nobody receives."""
    if isinstance(payment.payer, Nobody):
        who = account_message(payment.payee, players)
        return say("{player} gains {amount}, which nobody pays", player=who, amount=payment.amount)
    who = account_message(payment.payer, players)
    return say("{player} loses {amount}, which nobody receives", player=who, amount=payment.amount)


def _one_payer(payer: Account, paid: list[Transfer], players: Sequence[str]) -> Message:
    parts = (
        say("{amount} to {payee}", amount=each.amount, payee=account_message(each.payee, players))
        for each in paid
    )
    told = say("{payer} pays {payments}", payer=account_message(payer, players), payments=both(parts))
    return word_alone(Put(told, "capital")) if isinstance(payer, Pot | PoolAccount) else told
