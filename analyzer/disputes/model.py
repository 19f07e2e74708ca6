"""A dispute, as a dispute file tells it: the facts, then what was said or done. No verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from analyzer.cards.card import Suit
from analyzer.errors import Where
from analyzer.messages import say
from analyzer.position.setting import Setting
from analyzer.rules.book import Account
from analyzer.rules.spec.ruleset import RuleSet

CANNOT_BE: Final = say("expected what can have happened")
"""What is said beside something that was told of a table and cannot be."""


@dataclass(frozen=True, slots=True)
class ExpectedVerdict:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """What every dispute says; seats are numbered in order of play."""

    rules: RuleSet = field(repr=False)
    kind: str
    players: tuple[str, ...]
    dealer: int | None = None
    sitting_out: str | None = None
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    expect: ExpectedVerdict | None = None
    file: str = field(default="<text>", compare=False)
    where: Where | None = field(default=None, compare=False)
    """Where its kind stands in the file."""
    read_by: Callable[[RuleSet], Dispute] | None = field(default=None, compare=False, repr=False)
    """Reads the file once more, by other rules; None where it is of no file."""
    fits: DisputeInDeals | None = field(default=None, repr=False)
    """Where not every hand is known, the deals that fit; the dispute is that in the first of them."""

    def under(self, rules: RuleSet) -> Dispute:
        """The same facts by other rules."""
        parts = {each.name: getattr(self, each.name) for each in fields(self)}
        ruled = (name for name, part in parts.items() if getattr(part, "rules", None) == self.rules)
        return replace(self, rules=rules, **{name: replace(parts[name], rules=rules) for name in ruled})


@dataclass(frozen=True, slots=True)
class DisputeInDeals:
    """The deals that a dispute may be of, each with the dispute as it is in it."""

    settings: tuple[Setting, ...]
    disputes: tuple[Dispute, ...]
    exact: bool
    """Whether they are all that fit."""
    fit: int | None
    """How many fit; None where that is not known."""


@dataclass(frozen=True, slots=True)
class ClaimedPayment:
    """A payment that was made or claimed."""

    payer: Account
    payee: Account
    amount: int
    where: Where | None = field(default=None, compare=False)
