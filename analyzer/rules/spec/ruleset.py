"""A rule set as typed data: what `specs/NAME/rules.yaml` says, clause by clause and chapter by chapter.

The clauses are the source of truth; the chapters below are the same facts under typed names, so that
the engine reads like the rules. `analyzer.rules.spec.shipped` builds both from one file and nothing else
does. All amounts are tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from analyzer.cards.card import Card, Suit


class Standing(Enum):
    """How firmly a clause stands in its source."""

    STATED = "stated"
    SILENT = "silent"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a clause comes from: the source's file name and the heading of the section in it.

    `within` is a section above that heading, where the source has the heading more than once.
    """

    source: str
    heading: str
    within: str | None = None

    def __str__(self) -> str:
        above = "" if self.within is None else f"{self.within}: "
        return f"{self.source}, “{above}{self.heading}”"


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


@dataclass(frozen=True, slots=True)
class Option:
    """A named question that is answered otherwise at other tables: one clause, read in several ways.

    A reading is that clause as it then stands, behind it any others that go with it; all readings are of
    the same clauses. `default` is the reading that the rule set itself takes; `sources` are the titles of
    all sources that the readings cite, by file name.
    """

    clause: str
    default: str
    readings: Mapping[str, tuple[Clause, ...]]
    sources: Mapping[str, str]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses it is about, the one it is named for first."""
        return tuple(each.id for each in self.readings[self.default])


@dataclass(frozen=True, slots=True)
class TableRules:
    """Who sits at the table and what is dealt."""

    players: int
    hand_size: int
    skat_size: int
    deck: tuple[Card, ...]
    may_sit_out: bool
    """Whether one more player may sit at the table and sit each hand out in turn."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The duties of a player who does not lead."""

    follow_suit: bool
    trump_when_void: bool
    must_beat: bool


@dataclass(frozen=True, slots=True)
class FoolRules:
    """What is special about the Fool. Tricks are counted from the end: 1 is the last trick."""

    banned_trick: int | None
    demand_trick: int | None
    own_pile: bool
    last_trick_to_winner: bool


class FoolDiscard(Enum):
    """Whether the Fool may lie in the skat."""

    NEVER = "never"
    ANNOUNCED_TOUT = "announced-tout"
    DISPUTED = "disputed"


class TrumpsTold(Enum):
    """What a dealer who shows out of trumps must tell about trumps in the skat, if asked."""

    WHETHER = "whether"
    HOW_MANY = "how-many"


@dataclass(frozen=True, slots=True)
class DiscardRules:
    """What may lie in the skat."""

    never: frozenset[Card]
    """Cards that may never be discarded, whatever else the hand holds."""
    trumps_only_to_become_void: bool
    combinations_protected: bool
    """Whether cards of declarable combinations may be discarded only where it cannot be avoided."""
    fool: FoolDiscard
    trumps_told: TrumpsTold


@dataclass(frozen=True, slots=True)
class DeclarationRules:
    """What must be declared and what each opponent pays for it."""

    trumps_from: int
    trumps_amount: int
    trumps_step: int
    matadors_from: int
    matadors_amount: int
    matadors_step: int
    half: int
    full: int
    abundant: int


@dataclass(frozen=True, slots=True)
class PaymentRules:
    """What each opponent pays or is paid, unless the name says pot."""

    foundation: int
    dealing: int
    early_king: int
    early_king_pot: int
    early_pagat: int
    early_pagat_pot: int
    winning_pagat: int
    king_ultimo: int
    pagat_ultimo: int
    last_trick: int
    tout: int
    tout_takes_pots: bool
    nolo: int
    failed_tout: int
    failed_tout_doubles_pots: bool


@dataclass(frozen=True, slots=True)
class CountRules:
    """The count of card points after the last trick."""

    points: Mapping[str, int]
    """Card points by canonical text for single cards (`fool`, `T1`, `T21`) and by court face."""
    trick: int
    skat: int
    par: int
    rounding: int
    after_tout: bool
    after_nolo: bool

    def of(self, card: Card) -> int:
        """The card points of one card, without its share of a trick."""
        if card.suit in (None, Suit.TRUMPS):
            return self.points.get(str(card), 0)
        return self.points.get(card.face, 0)


class Category(Enum):
    """How grave an irregularity is."""

    SUPERFICIAL = "superficial"
    MINOR = "minor"
    MAJOR = "major"
    IRRECOVERABLE = "irrecoverable"


@dataclass(frozen=True, slots=True)
class FineRules:
    """Fines, into each pot, by category; and the category of every named irregularity."""

    fines: Mapping[Category, int]
    category: Mapping[str, Category]
    """By irregularity name, such as `lead-out-of-turn`."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One whole rule set: its clauses, and the same facts by chapter."""

    name: str
    title: str
    clauses: Mapping[str, Clause]
    table: TableRules
    play: PlayRules
    fool: FoolRules
    discard: DiscardRules
    declarations: DeclarationRules
    payments: PaymentRules
    count: CountRules
    fines: FineRules
    sources: Mapping[str, str]
    """Every cited source: file name to title."""
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
