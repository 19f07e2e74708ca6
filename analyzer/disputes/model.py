"""A dispute, as a dispute file tells it: the facts, then what was said or done. No verdicts."""

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
"""What is said beside something that was told of a table and cannot be."""


class ExpectedVerdict(Record, frozen=True):
    """What must come out of a dispute; None where the file does not say."""

    verdict: str | None = None
    clauses: tuple[str, ...] | None = None
    """The clauses broken, or those that meet in an open question, in any order."""
    named: Suit | None = None
    winner: int | None = None
    remedy: tuple[str, ...] | None = None
    """What becomes of it, in any order."""
    tokens: Mapping[str, int] | None = None
    """What players gain, by name; one who is not named is not checked."""
    comes_to: Mapping[str, Any] = field(default_factory=dict)
    """What else comes of it, by key of the answer; of a mapping by name those named are checked."""


class Dispute(NotedRecord, frozen=True, kw_only=True):
    """What every dispute says; seats are numbered in order of play."""

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
    """Where its kind stands in the file."""
    read_by: Callable[[RuleSet], Dispute] | None = None
    """Reads the file once more, by other rules; None where it is of no file."""
    fits: DisputeInDeals | None = None
    """Where not every hand is known, the deals that fit; the dispute is that in the first of them."""

    def under(self, rules: RuleSet) -> Dispute:
        """A dispute of the same facts by other rules."""
        parts = structs.asdict(self).items()
        ruled = {name: part for name, part in parts if isinstance(part, Setting) and part.rules == self.rules}
        changed = {name: replace(part, rules=rules) for name, part in ruled.items()}
        return structs.replace(self, rules=rules, **changed)


class DisputeInDeals(Record, frozen=True):
    """The deals that a dispute may be of, each with the dispute as it is in it."""

    settings: tuple[Setting, ...]
    disputes: tuple[Dispute, ...]
    exact: bool
    """Whether they are all that fit."""
    fit: int | None
    """How many fit; None where that is not known."""


class Paid(Record, frozen=True):
    """What is paid because of what was wrong: payment by payment, and what all gain, one sitting out last."""

    payments: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots

    @classmethod
    def of(cls, book: Book) -> Paid:
        return cls(book.transfers, book.tokens, book.pot_changes)

    @classmethod
    def of_fines(cls, dispute: Dispute, fined: Iterable[tuple[int, Fine]]) -> Paid:
        """What fines come to, each with the seat that pays it."""
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
