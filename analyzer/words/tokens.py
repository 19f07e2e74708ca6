"""Tokens and pots in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from analyzer.messages import (
    Amount,
    Message,
    Name,
    Put,
    Several,
    Verbatim,
    Word,
    alone,
    both,
    formed,
    listed,
    say,
    say_many,
    word_alone,
)
from analyzer.position.replay.due import LineSums
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Pots
from analyzer.rules.score.amounts import points_text

NOTHING_DUE: Final = say("Nothing is due.")


def sure_of(amounts: Sequence[int | None], sides: Iterable[Word]) -> Message:
    """What each side is sure of, in a sentence."""
    return say("Sure of: {amounts}.", amounts=amounts_said(amounts, sides))


def account_said(account: Account, players: Sequence[str]) -> Message:
    """A payer or payee."""
    if isinstance(account, Nobody):
        return say("nobody")
    if isinstance(account, PoolAccount):
        return say("pool {number}", number=account.place + 1)
    if isinstance(account, Pot):
        return say("the king pot") if account is Pot.KING else say("the Pagat pot")
    return word_alone(Name(players[account]))


def amounts_said(amounts: Sequence[int | None], names: Iterable[Word]) -> Message:
    """Amounts with whose they are: `A +40, B -75`; those that are not known are left out."""
    known = zip(names, amounts, strict=False)
    return alone(listed(formed("{p} {n}", p=name, n=Amount(n)) for name, n in known if n is not None))


def points_said(numbers: Sequence[Fraction | None], names: Iterable[Word]) -> Message:
    """Points or tricks with whose they are: `A+C 62.5, B+D 28.5`; those that are not known are left out."""
    known = ((name, n) for name, n in zip(names, numbers, strict=False) if n is not None)
    return alone(listed(formed("{p} {n}", p=name, n=Verbatim(points_text(n))) for name, n in known))


def sums_said(sums: LineSums, players: Sequence[str]) -> Message:
    """What everybody has of a line, and what becomes of the pots where there are any."""
    pots = () if sums.pots is None else (pots_said(sums.pots),)
    amounts = amounts_said(sums.tokens, map(Name, players))
    return alone(Several((*([amounts] if amounts else []), *pots), ";"))


def net_said(tokens: Sequence[int], pots: Pots | None, players: Sequence[str]) -> Message:
    """Who receives and who pays what in all, and what the pots gain, in a sentence of its own.

    Where each gains or loses by his own count, which nobody pays, the sums as they are.
    """
    gain = Pots(0, 0) if pots is None else pots
    if sum(tokens) + gain.king + gain.pagat:
        return formed("{amounts}.", amounts=amounts_said(tokens, map(Name, players)))
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
        parts += _of_the_pots(gain, players)
    if not parts:
        return NOTHING_DUE
    return formed("{parts}.", parts=Put(alone(Several(tuple(parts), ";")), "capital"))


def _of_the_pots(gain: Pots, players: Sequence[str]) -> Iterator[Message]:
    """What each pot gains or pays out."""
    for pot, amount in ((Pot.KING, gain.king), (Pot.PAGAT, gain.pagat)):
        account = account_said(pot, players)
        if amount > 0:
            yield say("{pot} gains {amount}", pot=account, amount=amount)
        elif amount < 0:
            yield say("{pot} pays {amount}", pot=account, amount=-amount)


def pots_said(change: Pots) -> Message:
    """What becomes of the pots: `king pot +60`, or that they stay as they are."""
    if change.king == change.pagat == 0:
        return say("pots unchanged")
    king, pagat = Amount(change.king), Amount(change.pagat)
    told = (say("king pot {amount}", amount=king), say("Pagat pot {amount}", amount=pagat))
    return alone(listed(each for each, amount in zip(told, (king, pagat), strict=True) if amount))


OWN_COUNT: Final = say("The count is each player's own: nobody pays it, and tokens need not sum to zero.")
