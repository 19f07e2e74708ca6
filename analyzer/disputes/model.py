"""A dispute as its file gives it: the facts, then the statements and actions. No verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from msgspec import field, structs

from analyzer.cards.card import Suit
from analyzer.errors import Where
from analyzer.frozenrecord import NotedRecord, Record
from analyzer.messages import say
from analyzer.position.setting import Setting
from analyzer.rules.book import Account, Book, Pots, Transfer
from analyzer.rules.conduct.irregularities import Fine, settle_fine
from analyzer.rules.spec.ruleset import RuleSet

CANNOT_BE: Final = say("expected what can have happened")
"""The expectation in an error about something that cannot have happened at a table."""


class ExpectedVerdict(Record, frozen=True):
    """The expected result of a dispute; None for parts that the file does not give."""

    verdict: str | None = None
    clauses: tuple[str, ...] | None = None
    """The broken clauses, or those in conflict in an open question, in any order."""
    named: Suit | None = None
    winner: int | None = None
    remedy: tuple[str, ...] | None = None
    """The expected remedies, in any order."""
    tokens: Mapping[str, int] | None = None
    """The players' gains, by name; a player who is not named is not checked."""
    comes_to: Mapping[str, Any] = field(default_factory=dict)
    """Further expected values, by key of the answer; in a mapping by name only those named are checked."""


class Dispute(NotedRecord, frozen=True, kw_only=True):
    """The common facts of every dispute; seats are numbered in order of play."""

    NOTES: ClassVar[tuple[str, ...]] = ("file", "where", "read_by")
    UNSHOWN: ClassVar[tuple[str, ...]] = ("rules", "fits")

    rules: RuleSet
    kind: str
    players: tuple[str, ...]
    dealer: int | None = None
    sitting_out: str | None = None
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    expect: ExpectedVerdict | None = None
    file: str = "<text>"
    where: Where | None = None
    """The place of its kind in the file."""
    read_by: Callable[[RuleSet], Dispute] | None = None
    """A function that reads the file again under other rules; None if it came from no file."""
    fits: DisputeInDeals | None = None
    """The deals that fit, if not every hand is known; the dispute is then the one in the first deal."""

    def under(self, rules: RuleSet) -> Dispute:
        """Return a dispute of the same facts under other rules."""
        parts = structs.asdict(self).items()
        ruled = {name: part for name, part in parts if isinstance(part, Setting) and part.rules == self.rules}
        changed = {name: replace(part, rules=rules) for name, part in ruled.items()}
        return structs.replace(self, rules=rules, **changed)


class DisputeInDeals(Record, frozen=True):
    """The deals that fit a dispute, each with the dispute in that deal."""

    settings: tuple[Setting, ...]
    disputes: tuple[Dispute, ...]
    exact: bool
    """True if these are all the deals that fit."""
    fit: int | None
    """The number of deals that fit; None if it is unknown."""


class Paid(Record, frozen=True):
    """The payments for what was wrong, one by one, and everybody's gain, a player sitting out last."""

    payments: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots

    @classmethod
    def of(cls, book: Book) -> Paid:
        return cls(book.transfers, book.tokens, book.pot_changes)

    @classmethod
    def of_fines(cls, dispute: Dispute, fined: Iterable[tuple[int, Fine]]) -> Paid:
        """Return the payments for fines, each given with the seat that pays it."""
        book = Book(len(dispute.players) + (dispute.sitting_out is not None))
        for seat, fine in fined:
            settle_fine(fine, seat, book)
        return cls.of(book)


class ClaimedPayment(NotedRecord, frozen=True):
    """A payment that was made or claimed."""

    NOTES: ClassVar[tuple[str, ...]] = ("where",)

    payer: Account
    payee: Account
    amount: int
    where: Where | None = None
