"""The book of a hand: payments, and entries on a score sheet.

A payment takes from one account what it gives to another, and names its clause; so all accounts sum to
zero by construction, and there is no other way to change one. Nobody has an account too: if a rule set's
count lets each player gain or lose alone, the accounts of the players sum to that count. A sheet entry is
for one player alone, and the entries sum to whatever the clauses say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import ClassVar, Final

from msgspec.structs import replace

from analyzer.frozenrecord import Record, RecordWithMetadata

COIN: Final = 5
"""The smallest token: all payments of a game with pots are multiples of it."""


class Pot(Enum):
    """The two pots."""

    KING = "king"
    PAGAT = "pagat"


class Nobody(Enum):
    """The account for tokens that are gained or lost without another player paying or receiving them."""

    NOBODY = "nobody"


NOBODY: Final = Nobody.NOBODY


class PoolAccount(Record, frozen=True):
    """A pool, by its index among the pools of the table."""

    place: int


Account = int | Pot | PoolAccount | Nobody
"""A seat, in order of play from 0, a player sitting out after those who play; a pot; a pool; or nobody."""


class Pots(Record, frozen=True):
    """The contents of the two pots, in tokens."""

    king: int
    pagat: int

    def __getitem__(self, pot: Pot) -> int:
        return self.king if pot is Pot.KING else self.pagat

    def __sub__(self, before: Pots) -> Pots:
        return Pots(self.king - before.king, self.pagat - before.pagat)


class Sum(Record, frozen=True):
    """The calculation of an amount: its terms added up, times a factor, doubled repeatedly, and halved.

    The remainder of a half is dropped.
    """

    terms: tuple[int, ...]
    times: int = 1
    doubled: int = 0
    halved: bool = False
    way: int = 1
    """-1 for a loss."""

    def __int__(self) -> int:
        whole = sum(self.terms) * self.times << self.doubled
        return self.way * (whole // 2 if self.halved else whole)

    def __neg__(self) -> Sum:
        return replace(self, way=-self.way)

    @property
    def tells(self) -> bool:
        """True if it shows more than the amount alone."""
        return len(self.added) > 1 or (self.times, self.doubled, self.halved) != (1, 0, False)

    @property
    def added(self) -> tuple[int, ...]:
        """The terms that are not zero."""
        return tuple(each for each in self.terms if each)


Amount = int | Sum
"""An amount, or the sum that it comes from."""


def _reckoned(amount: Amount) -> Sum | None:
    return amount if isinstance(amount, Sum) and amount.tells else None


class Transfer(RecordWithMetadata, frozen=True):
    """A payment of `amount` (more than zero) from payer to payee, because of the clause."""

    NOTES: ClassVar[tuple[str, ...]] = ("made_of",)

    payer: Account
    payee: Account
    amount: int
    clause: str
    made_of: Sum | None = None
    """The calculation of the amount; None if there is nothing to calculate."""

    def among(self, seats: Sequence[int]) -> Transfer:
        """Return the payment with the seats renumbered."""
        payer, payee = (seats[each] if isinstance(each, int) else each for each in (self.payer, self.payee))
        return replace(self, payer=payer, payee=payee)


class Score(RecordWithMetadata, frozen=True):
    """An entry for one player, positive or negative, because of the clause."""

    NOTES: ClassVar[tuple[str, ...]] = ("made_of",)

    seat: int
    amount: int
    clause: str
    made_of: Sum | None = None
    """The calculation of the amount; None if there is nothing to calculate."""

    def among(self, seats: Sequence[int]) -> Score:
        """Return the entry with the seats renumbered."""
        return replace(self, seat=seats[self.seat])


def sums_to_zero(transfers: Iterable[Transfer]) -> bool:
    """Return True if everything gained was lost by another account."""
    return all(NOBODY not in (each.payer, each.payee) for each in transfers)


def unmatched(transfers: Iterable[Transfer]) -> int:
    """Return the gains less the losses that have nobody on the other side: the sum of all accounts."""
    return sum(each.amount * ((each.payer is NOBODY) - (each.payee is NOBODY)) for each in transfers)


class Book:
    """Transfers and scores in the order in which they were entered, starting from the pots before them."""

    __slots__ = ("_balance", "_scores", "_seats", "_start", "_transfers")

    def __init__(self, seats: int, pots: Pots | None = None) -> None:
        self._seats, self._start = seats, pots or Pots(0, 0)
        self._balance: dict[Account, int] = {pot: self._start[pot] for pot in Pot}
        self._transfers: list[Transfer] = []
        self._scores: list[Score] = []

    def pay(self, payer: Account, payee: Account, of: Amount, clause: str) -> None:
        """Enter one payment; a negative one goes the other way, and zero is not entered.

        Raises: ValueError for a pot asked for more than it holds.
        """
        amount, made_of = int(of), _reckoned(of)
        if amount < 0:
            payer, payee, amount, made_of = payee, payer, -amount, made_of and -made_of
        if amount == 0:
            return
        if isinstance(payer, Pot) and self.balance(payer) < amount:
            raise ValueError(f"the {payer.value} pot holds {self.balance(payer)} tokens, not {amount}")
        self._balance[payer] = self.balance(payer) - amount
        self._balance[payee] = self.balance(payee) + amount
        self._transfers.append(Transfer(payer, payee, amount, clause, made_of))

    def charge_each(self, payers: Iterable[int], payee: Account, amount: Amount, clause: str) -> None:
        """Enter a payment of `amount` from every payer to one payee."""
        for payer in payers:
            self.pay(payer, payee, amount, clause)

    def pays_each(self, payer: Account, payees: Iterable[int], amount: Amount, clause: str) -> None:
        """Enter a payment of `amount` from one payer to every payee."""
        for payee in payees:
            self.pay(payer, payee, amount, clause)

    def write(self, seat: int, amount: Amount, clause: str) -> None:
        """Write an amount for one player; 0 is not written."""
        if int(amount):
            self._scores.append(Score(seat, int(amount), clause, _reckoned(amount)))

    def enter(self, entry: Transfer | Score) -> None:
        """Enter a payment or score again that another book has."""
        if isinstance(entry, Score):
            self.write(entry.seat, entry.made_of or entry.amount, entry.clause)
        else:
            self.pay(entry.payer, entry.payee, entry.made_of or entry.amount, entry.clause)

    def balance(self, account: Account) -> int:
        """Return the receipts of an account less its payments; for a pot, plus its tokens at the start."""
        return self._balance.get(account, 0)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every payment, in order."""
        return tuple(self._transfers)

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every entry of the sheet, in order."""
        return tuple(self._scores)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of payments and entries, each once: payments first."""
        entries: tuple[Transfer | Score, ...] = (*self._transfers, *self._scores)
        return tuple(dict.fromkeys(each.clause for each in entries))

    @property
    def tokens(self) -> tuple[int, ...]:
        """The receipts of each seat less its payments."""
        return tuple(map(self.balance, range(self._seats)))

    @property
    def sheet(self) -> tuple[int, ...]:
        """The sum of the entries for each seat."""
        found = [0] * self._seats
        for each in self._scores:
            found[each.seat] += each.amount
        return tuple(found)

    @property
    def pots(self) -> Pots:
        """The pots now."""
        return Pots(self.balance(Pot.KING), self.balance(Pot.PAGAT))

    @property
    def pots_before(self) -> Pots:
        """The pots at the start."""
        return self._start

    @property
    def pot_changes(self) -> Pots:
        """The pots now less the pots at the start."""
        return self.pots - self._start
