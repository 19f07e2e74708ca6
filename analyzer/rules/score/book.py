"""The book of a hand in a game of card points: what is paid, and what is written on a sheet.

A payment takes from one account what it gives to another, so that all accounts sum to zero; a sheet is
written for one player alone, and sums to what the clauses make of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PoolAccount:
    """A pool, by its place among the pools of the table."""

    place: int


Account = int | PoolAccount
"""A seat in order of play from 0, or a pool."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` (more than zero) from payer to payee, because of the clause."""

    payer: Account
    payee: Account
    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class Score:
    """What is written for one player, more than zero or less, because of the clause."""

    seat: int
    amount: int
    clause: str


class Book:
    """Transfers and scores in the order in which they were entered."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.transfers: list[Transfer] = []
        self.scores: list[Score] = []

    def pay(self, payer: Account, payee: Account, amount: int, clause: str) -> None:
        """Enter one payment; one of less than nothing goes the other way, one of nothing not at all."""
        if amount < 0:
            payer, payee, amount = payee, payer, -amount
        if amount:
            self.transfers.append(Transfer(payer, payee, amount, clause))

    def each_pays(self, payers: Iterable[int], payee: Account, amount: int, clause: str) -> None:
        """Every payer pays `amount` to one payee."""
        for payer in payers:
            self.pay(payer, payee, amount, clause)

    def score(self, seat: int, amount: int, clause: str) -> None:
        """Write an amount for one player; nothing is written for 0."""
        if amount:
            self.scores.append(Score(seat, amount, clause))

    @property
    def tokens(self) -> tuple[int, ...]:
        """What each seat has received less what it has paid."""
        found = [0] * self._seats
        for each in self.transfers:
            for account, amount in ((each.payer, -each.amount), (each.payee, each.amount)):
                if isinstance(account, int):
                    found[account] += amount
        return tuple(found)

    @property
    def sheet(self) -> tuple[int, ...]:
        """What is written for each seat."""
        found = [0] * self._seats
        for each in self.scores:
            found[each.seat] += each.amount
        return tuple(found)
