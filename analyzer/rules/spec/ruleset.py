"""A rule set as typed data: what `specs/NAME/rules.yaml` says, clause by clause and chapter by chapter.

The clauses are the source of truth; the game compiled from them and the chapters below are the same facts
under typed names, so that the engine reads like the rules. `analyzer.rules.spec.shipped` builds both from one
file and nothing else does. All amounts are tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from msgspec import field

from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, quoted, say
from analyzer.rules.spec.clause import Category, Clause, Option, Source
from analyzer.rules.spec.game import FoolRules, GameSpec, TableRules
from analyzer.rules.spec.kinds.paying import DeclarationRules
from analyzer.rules.spec.kinds.pots import CountRules


class FoolDiscard(Enum):
    """Whether the Fool may lie in the skat."""

    NEVER = "never"
    ANNOUNCED_TOUT = "announced-tout"


class TrumpsTold(Enum):
    """What a dealer who shows out of trumps must tell about trumps in the skat, if asked."""

    WHETHER = "whether"
    HOW_MANY = "how-many"


class UnavoidablePaid(Enum):
    """When a combination of which a card could not but be discarded is declared and paid all the same."""

    ALWAYS = "always"
    ABOVE_HAND = "above-hand"
    """Only with more cards of combinations than a hand can keep."""
    NEVER = "never"


class DiscardClause(Record, frozen=True):
    """A clause about what may lie in the skat: its cards, and for its kind what else it says of them.

    Of the kind `only-if-void` the cards go only where none of `suit` is kept, or of the suit and the Fool
    where `fool_counts`; `leans_on` are the clauses of its kind that it need not be told beside. Of the kind
    `never-or-alone` they go only without another card of `suit`, in the whole hand or among those kept, and
    `never` are cards that do not go at all.
    """

    id: str
    kind: str
    cards: frozenset[Card]
    suit: Suit | None = None
    fool_counts: bool = False
    leans_on: tuple[str, ...] = ()
    never: frozenset[Card] = frozenset()
    whole_hand: bool = True


class DiscardRules(Record, frozen=True):
    """What may lie in the skat."""

    clauses: tuple[DiscardClause, ...]
    never: frozenset[Card]
    """Cards that may never be discarded, whatever else the hand holds."""
    unavoidable: UnavoidablePaid
    """When combinations of which a card had to be discarded are declared and paid all the same."""
    combination_cards_named: bool
    """Whether the dealer names the cards of combinations that he discards."""
    fool: FoolDiscard
    trumps_told: TrumpsTold
    asked_at_first: bool
    """Whether the dealer is asked of them at his first chance to play a trump, or whenever he shows out."""

    def never_by(self, card: Card) -> str | None:
        """The clause by which a card may never be laid away, whatever else is held; None where it may."""
        stated = (each for each in self.clauses if card in each.never or each.kind == "never-discard")
        return next((each.id for each in stated if card in each.never | each.cards), None)


class Irregularity(Record, frozen=True):
    """How grave an irregularity is, and what is done about it.

    It can be mended until the one moment and is fined until the other, where the source names them.
    """

    category: Category
    remedy: str
    mended_until: str | None
    fined_until: str | None


class FineRules(Record, frozen=True):
    """Fines, into each pot, and whether play goes on, by category; and every named irregularity."""

    fines: Mapping[Category, int]
    goes_on: Mapping[Category, bool]
    irregularities: Mapping[str, Irregularity]
    """By name, such as `lead-out-of-turn`."""

    @property
    def category(self) -> Mapping[str, Category]:
        """The category of every irregularity, by name."""
        return {name: each.category for name, each in self.irregularities.items()}


class SessionRules(Record, frozen=True):
    """What goes on around the hands."""

    misdeal_without: Suit
    """Who was dealt no card of this suit may have the cards dealt again."""
    misdeal_fool_counts: bool
    same_dealer_again: bool
    joins_for: int
    """A fourth player lays one part in so many of each pot."""
    paid_at: str | None
    """On which side of the dealer, `right` or `left`, the pots show that he has paid; None if they do not."""
    pots_unasked: str | None
    """When nobody asks what lies in the pots: `play`, or `hand` for all of it; None where anybody may."""


class RuleSet(Record, frozen=True):
    """One whole rule set: its clauses, the game compiled from them, and the chapters around the play."""

    name: str
    title: str
    clauses: Mapping[str, Clause]
    game: GameSpec
    discard: DiscardRules
    declarations: DeclarationRules
    fines: FineRules
    session: SessionRules
    sources: Mapping[str, Source]
    """Every cited source by its file name."""
    forms: tuple[int, ...] = ()
    """The numbers of seats it may be played with, the usual one first; empty where it says none."""
    options: Mapping[str, Option] = field(default_factory=dict)
    variant: Mapping[str, str] = field(default_factory=dict)
    """The options that were chosen, each with its reading; the others are read as by default."""
    digest: str = ""
    """Of everything in the clauses that an answer can hang on: equal digests are equal rules."""

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    @property
    def identity(self) -> dict[str, Any]:
        """What tells an answer's reader by which rules it was found, as JSON."""
        return {"ruleset": self.name, "variant": dict(self.variant), "digest": self.digest}

    def __str__(self) -> str:
        """The name, and what was chosen: `danish+fool-in-skat=never`."""
        return "+".join((self.name, *(f"{option}={reading}" for option, reading in self.variant.items())))

    def the(self, kind: str) -> str:
        """The id of the one clause of a kind. Raises: UsageError where there is none."""
        clause = self.maybe(kind)
        if clause is None:
            raise UsageError(
                say(
                    "no clause of {rules} is of the kind {kind}", rules=Verbatim(self.name), kind=quoted(kind)
                )
            )
        return clause

    def maybe(self, kind: str) -> str | None:
        """The id of the one clause of a kind that a rule set may go without."""
        return next((clause.id for clause in self.clauses.values() if clause.kind == kind), None)

    @property
    def table(self) -> TableRules:
        return self.game.table

    @property
    def fool(self) -> FoolRules:
        return self.game.fool

    @property
    def count(self) -> CountRules:
        return self.game.the_pots.count
