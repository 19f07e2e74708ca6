"""A rule set as typed data: the content of `specs/NAME/rules.yaml`, clause by clause and chapter by chapter.

The clauses are the source of truth; the game compiled from them and the chapters below are the same facts
under typed names, so that the engine reads like the rules. Only `analyzer.rules.spec.shipped` builds both,
from one file. All amounts are tokens.
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
from analyzer.rules.spec.kinds.paying import CountRules, DeclarationRules


class FoolDiscard(Enum):
    """The cases in which the Fool may be discarded."""

    NEVER = "never"
    ANNOUNCED_TOUT = "announced-tout"


class TrumpsTold(Enum):
    """The answer that a dealer who shows out of trumps must give about trumps in the skat, if asked."""

    WHETHER = "whether"
    HOW_MANY = "how-many"


class UnavoidablePaid(Enum):
    """The cases in which a combination with a card that had to be discarded is still declared and paid."""

    ALWAYS = "always"
    ABOVE_HAND = "above-hand"
    """Only with more cards of combinations than a hand can keep."""
    NEVER = "never"


class DiscardClause(Record, frozen=True):
    """A clause about the discard: its cards, and the further conditions of its kind.

    For the kind `only-if-void` the cards may go only if no card of `suit` is kept, or, if `fool_counts`, no
    card of the suit and no Fool; it is not reported if one of the clauses in `leans_on` is broken too. For
    the kind `never-or-alone` they may go only without another card of `suit`, in the full hand or among the
    cards kept; `never` are cards that may never go.
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
    """The rules of the discard."""

    clauses: tuple[DiscardClause, ...]
    never: frozenset[Card]
    """Cards that may never be discarded, whatever else the hand holds."""
    unavoidable: UnavoidablePaid
    """The cases in which combinations with a card that had to be discarded are still declared and paid."""
    combination_cards_named: bool
    """True if the dealer names the discarded cards of combinations."""
    fool: FoolDiscard
    trumps_told: TrumpsTold
    asked_at_first: bool
    """True if the dealer is asked at the first chance to play a trump, False if at any showing out."""

    def never_by(self, card: Card) -> str | None:
        """Return the clause that forbids a card's discard, whatever else is held; None if none does."""
        stated = (each for each in self.clauses if card in each.never or each.kind == "never-discard")
        return next((each.id for each in stated if card in each.never | each.cards), None)


class Irregularity(Record, frozen=True):
    """The gravity of an irregularity, and its remedy.

    It can be mended until the first moment and is fined until the second, if the source names them.
    """

    category: Category
    remedy: str
    mended_until: str | None
    fined_until: str | None


class FineRules(Record, frozen=True):
    """Fines into each pot, and if play goes on, by category; and every named irregularity."""

    fines: Mapping[Category, int]
    goes_on: Mapping[Category, bool]
    irregularities: Mapping[str, Irregularity]
    """Irregularities by name, such as `lead-out-of-turn`."""

    @property
    def category(self) -> Mapping[str, Category]:
        """The category of every irregularity, by name."""
        return {name: each.category for name, each in self.irregularities.items()}


class SessionRules(Record, frozen=True):
    """The rules around the hands."""

    misdeal_without: Suit
    """A player who was dealt no card of this suit may have the cards redealt."""
    misdeal_fool_counts: bool
    same_dealer_again: bool
    joins_for: int
    """The divisor of a joining fourth player's stake: they pay one part in this many of each pot."""
    paid_at: str | None
    """The side of the dealer, `right` or `left`, on which the pots show the payment; None if they do not."""
    pots_unasked: str | None
    """The time when nobody may ask about the pots: `play`, or the full `hand`; None if anybody may."""


class RuleSet(Record, frozen=True):
    """A complete rule set: its clauses, the game compiled from them, and the chapters around the play."""

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
    """The numbers of players it allows, the usual one first; empty if it gives none."""
    options: Mapping[str, Option] = field(default_factory=dict)
    variant: Mapping[str, str] = field(default_factory=dict)
    """The chosen options, each with its reading; the rest have their default reading."""
    digest: str = ""
    """The digest of everything that an answer can depend on: equal digests mean equal rules."""

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    @property
    def identity(self) -> dict[str, Any]:
        """The identity of the rules that an answer was found under, as JSON."""
        return {"ruleset": self.name, "variant": dict(self.variant), "digest": self.digest}

    def __str__(self) -> str:
        """Return the name and the choices: `danish+fool-in-skat=never`."""
        return "+".join((self.name, *(f"{option}={reading}" for option, reading in self.variant.items())))

    def the(self, kind: str) -> str:
        """Return the id of the only clause of a kind. Raises: UsageError if there is none."""
        clause = self.maybe(kind)
        if clause is None:
            raise UsageError(
                say(
                    "no clause of {rules} is of the kind {kind}", rules=Verbatim(self.name), kind=quoted(kind)
                )
            )
        return clause

    def maybe(self, kind: str) -> str | None:
        """Return the id of the only clause of a kind; None if the rule set has none."""
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
