"""Tokens and pots in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from analyzer.messages import (
    Amount,
    Message,
    Name,
    Several,
    Verbatim,
    Word,
    alone,
    formed,
    listed,
    say,
    word_alone,
)
from analyzer.position.replay.due import LineSums
from analyzer.rules.book import Account, Nobody, PoolAccount, Pot, Pots
from analyzer.rules.score.amounts import points_text


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


def pots_said(change: Pots) -> Message:
    """What becomes of the pots: `king pot +60`, or that they stay as they are."""
    if change.king == change.pagat == 0:
        return say("pots unchanged")
    king, pagat = Amount(change.king), Amount(change.pagat)
    told = (say("king pot {amount}", amount=king), say("Pagat pot {amount}", amount=pagat))
    return alone(listed(each for each, amount in zip(told, (king, pagat), strict=True) if amount))


OWN_COUNT: Final = say("The count is each player's own: nobody pays it, and tokens need not sum to zero.")
