"""The ledger: every payment names payer, payee, amount and clause.

A payment takes from one account what it gives to another, so tokens and pots sum to zero by
construction; there is no other way to change either. Nobody has an account: where a rule set's count has each
player gain or lose by himself, that count is what the sum comes to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

COIN: Final = 5
"""The smallest token: all payments are multiples of it."""


class Pot(Enum):
    """The two pots."""

    KING = "king"
    PAGAT = "pagat"


class Nobody(Enum):
    """In place of an account: of tokens that are gained or lost, and that no other pays or receives."""

    NOBODY = "nobody"


NOBODY: Final = Nobody.NOBODY

Account = int | Pot | Nobody
"""A seat, in order of play from 0, with a player sitting out behind those who play; a pot; or nobody."""


@dataclass(frozen=True, slots=True)
class Pots:
    """What lies in the two pots, in tokens."""

    king: int
    pagat: int

    def __getitem__(self, pot: Pot) -> int:
        return self.king if pot is Pot.KING else self.pagat


@dataclass(frozen=True, slots=True)
class Payment:
    """`amount` tokens (more than zero) from payer to payee, because of the clause."""

    payer: Account
    payee: Account
    amount: int
    clause: str


def sums_to_zero(payments: Iterable[Payment]) -> bool:
    """Whether all that was gained was lost by another, so that tokens and pots sum to zero."""
    return all(NOBODY not in (each.payer, each.payee) for each in payments)


def unmatched(payments: Collection[Payment]) -> int:
    """What was gained less what was lost with nobody on the other side: what tokens and pots sum to."""
    signs = ((each.payer is NOBODY) - (each.payee is NOBODY) for each in payments)
    return sum(sign * each.amount for sign, each in zip(signs, payments, strict=True))


class Ledger:
    """Payments in the order they were made, starting from what the pots held."""

    __slots__ = ("_entries", "_king", "_pagat", "_start", "_tokens")

    def __init__(self, pots: Pots, seats: int) -> None:
        self._start = pots
        self._king = pots.king
        self._pagat = pots.pagat
        self._tokens = [0] * seats
        self._entries: list[Payment] = []

    def pay(self, payer: Account, payee: Account, amount: int, clause: str) -> None:
        """Enter one payment; nothing is entered for an amount of 0.

        Raises: ValueError for a negative amount or a pot asked for more than it holds.
        """
        if amount < 0:
            raise ValueError(f"a payment of {amount} tokens; the payer and payee change places instead")
        if amount == 0:
            return
        if isinstance(payer, Pot) and self.pots[payer] < amount:
            raise ValueError(f"the {payer.value} pot holds {self.pots[payer]} tokens, not {amount}")
        self._move(payer, -amount)
        self._move(payee, amount)
        self._entries.append(Payment(payer, payee, amount, clause))

    def _move(self, account: Account, amount: int) -> None:
        if account is Pot.KING:
            self._king += amount
        elif account is Pot.PAGAT:
            self._pagat += amount
        elif isinstance(account, int):
            self._tokens[account] += amount

    def each_pays(self, payers: Iterable[int], payee: Account, amount: int, clause: str) -> None:
        """Every payer pays `amount` to one payee."""
        for payer in payers:
            self.pay(payer, payee, amount, clause)

    def pays_each(self, payer: Account, payees: Iterable[int], amount: int, clause: str) -> None:
        """One payer pays `amount` to every payee."""
        for payee in payees:
            self.pay(payer, payee, amount, clause)

    @property
    def pots(self) -> Pots:
        """What the pots hold now."""
        return Pots(self._king, self._pagat)

    @property
    def pot_changes(self) -> Pots:
        """What the pots hold now less what they held at the start."""
        return Pots(self._king - self._start.king, self._pagat - self._start.pagat)

    @property
    def tokens(self) -> tuple[int, ...]:
        """What each seat has received less what it has paid, by seat."""
        return tuple(self._tokens)

    def __iter__(self) -> Iterator[Payment]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
