"""A rule set as typed data: what `specs/NAME/rules.yaml` says, clause by clause and chapter by chapter.

The clauses are the source of truth; the game compiled from them and the chapters below are the same facts
under typed names, so that the engine reads like the rules. `analyzer.rules.spec.shipped` builds both from one
file and nothing else does. All amounts are tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, NamedTuple

from analyzer.cards.card import Card, Suit
from analyzer.rules.spec.game import FoolRules, GameSpec, TableRules
from analyzer.rules.spec.pots import CountRules


class Standing(Enum):
    """How firmly a clause stands in its source."""

    STATED = "stated"
    SILENT = "silent"
    DISPUTED = "disputed"


class Source(NamedTuple):
    """What a source is: its title, and where they are known who wrote it, when, and its address."""

    title: str
    author: str | None = None
    date: str | None = None
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a clause comes from: the source's file name and the heading of the section in it.

    `within` is a section above that heading, where the source has the heading more than once.
    """

    source: str
    heading: str
    within: str | None = None

    def __str__(self) -> str:
        return f"{self.source}, {self.place}"

    @property
    def place(self) -> str:
        """Where in the source."""
        above = "" if self.within is None else f"{self.within}: "
        return f"“{above}{self.heading}”"


Parameter = int | bool | str | tuple[str, ...] | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: a stable id, its kind with parameters, one line in our own words, its sources.

    A `silent` clause is a default taken where the source says nothing, and a `disputed` one a rule its
    source calls unsettled; both carry `because`, and a disputed one its `readings`.
    `origin` is the rule set that words it, which may be one that this one extends. `by_seats` has the
    parameters for each number of seats, where they differ; `parameters` are then those of the number played.
    """

    id: str
    kind: str
    standing: Standing
    statement: str
    parameters: Mapping[str, Parameter]
    cites: tuple[Citation, ...]
    because: str | None = None
    readings: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    origin: str = ""
    by_seats: Mapping[int, Mapping[str, Parameter]] = field(default_factory=dict)


OPEN: Final = "open"
"""The name of a reading that is no reading: nobody says which of the others holds."""


def settled(clause: Clause) -> Clause:
    """A clause as it stands where its reading is chosen: what was disputed is then taken as stated."""
    if clause.standing is not Standing.DISPUTED:
        return clause
    return replace(clause, standing=Standing.STATED, because=None, readings=())


@dataclass(frozen=True, slots=True)
class NumberReading:
    """A clause that may be read by any of some numbers: as it stands with one of them, in which parameter."""

    clause: Clause
    parameter: str
    values: range

    def clause_of(self, number: int) -> Clause | None:
        """The clause with this number; None for one that it cannot have."""
        if number not in self.values:
            return None
        return replace(self.clause, parameters={**self.clause.parameters, self.parameter: number})


@dataclass(frozen=True, slots=True)
class Option:
    """A named question that is answered otherwise at other tables: one clause, read in several ways.

    A reading is that clause as it then stands, behind it any others that go with it; all readings are of
    the same clauses. `default` is the reading that the rule set itself takes; `sources` are
    all sources that the readings cite, by file name. Where the clause itself stands disputed, a reading that
    says something is settled all the same, the default too.
    """

    clause: str
    default: str
    readings: Mapping[str, tuple[Clause, ...]]
    sources: Mapping[str, Source]
    number: NumberReading | None = None
    """How it is read by a whole number, where any of some may be named."""

    def reading(self, word: str) -> tuple[Clause, ...] | None:
        """The clauses under a reading by its name, or by a number; None for a word that is no reading."""
        if word in self.readings:
            return self.readings[word]
        if self.number is None or not (word.isascii() and word.isdigit()) or word != str(int(word[:9])):
            return None
        mine = self.number.clause_of(int(word))
        return None if mine is None else (mine, *self.readings[self.default][1:])

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses it is about, the one it is named for first."""
        return tuple(each.id for each in self.readings[self.default])


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


@dataclass(frozen=True, slots=True)
class DiscardClause:
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


@dataclass(frozen=True, slots=True)
class DiscardRules:
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


@dataclass(frozen=True, slots=True)
class DeclarationRules:
    """What must be declared and what each opponent pays for it."""

    trumps_from: int
    trumps_amount: int
    trumps_step: int
    fool_is_a_trump: bool
    """Whether the Fool is counted among the trumps declared."""
    pagat_told: bool
    """Whether who declares trumps says whether the Pagat is among them."""
    matadors_from: int
    matadors_amount: int
    matadors_step: int
    half: int
    full: int
    abundant: int | None
    """None where four cards with the Fool are no more than the four."""
    shared: bool
    """Whether a card may serve several declarations; else it serves the first in the order above."""
    first: int
    """How many seats after the dealer declaring begins."""
    correctable_by: int | None
    """A number of trumps may be put right by so many; None where the rules set no bound."""
    fool_told: bool
    """Whether who declares trumps says whether the Fool is among them."""
    clauses: Mapping[str, str]
    """The clause of each kind of declaration."""


class Category(Enum):
    """How grave an irregularity is."""

    SUPERFICIAL = "superficial"
    MINOR = "minor"
    MAJOR = "major"
    IRRECOVERABLE = "irrecoverable"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """How grave an irregularity is, and what is done about it.

    It can be mended until the one moment and is fined until the other, where the source names them.
    """

    category: Category
    remedy: str
    mended_until: str | None
    fined_until: str | None


@dataclass(frozen=True, slots=True)
class FineRules:
    """Fines, into each pot, and whether play goes on, by category; and every named irregularity."""

    fines: Mapping[Category, int]
    goes_on: Mapping[Category, bool]
    irregularities: Mapping[str, Irregularity]
    """By name, such as `lead-out-of-turn`."""

    @property
    def category(self) -> Mapping[str, Category]:
        """The category of every irregularity, by name."""
        return {name: each.category for name, each in self.irregularities.items()}


@dataclass(frozen=True, slots=True)
class SessionRules:
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


@dataclass(frozen=True, slots=True)
class RuleSet:
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
        """The id of the one clause of a kind. Raises: KeyError where there is none."""
        clause = self.maybe(kind)
        if clause is None:
            raise KeyError(kind)
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
        return self.game.count
