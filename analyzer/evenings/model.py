"""An evening as its file tells it: the table, what lay there at first, and hand after hand. Values only.

Seats are those of the table, in order of play, whoever sits a hand out among them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from analyzer.cards.card import Card
from analyzer.errors import Where
from analyzer.frozenrecord import NotedRecord, Record
from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.setting import Line
from analyzer.rules.book import Pot, Pots, Score, Transfer, sums_to_zero
from analyzer.rules.conduct.irregularities import Moment
from analyzer.rules.score.deeds import HandReport
from analyzer.rules.score.hand import Outcome
from analyzer.rules.score.told import HandTold, Pool
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


class CardFate(Record, frozen=True):
    """A card in a trick before the last that something is paid for: whose it was, and whether it won."""

    card: Card
    by: int
    won: bool
    to: int | None = None
    """Who won the trick that it was lost in, where that is told."""


class LastTold(Record, frozen=True):
    """The last trick: who won it, with which card where that is told, and the cards lost in it by seat."""

    winner: int
    card: Card | None = None
    lost: Mapping[int, Card] = field(default_factory=dict)


class Fined(Record, frozen=True):
    """An irregularity of a player: what it is, how grave the players held it to be, when it was found."""

    by: int
    name: str
    category: Category | None = None
    """None where it is as grave as the rules have it."""
    found: Moment | None = None


class PotHand(Record, frozen=True):
    """A hand of a game with pots, told in words."""

    dealer: int
    where: Where
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What each player declared, in the words of the file."""
    during: tuple[CardFate, ...] = ()
    last: LastTold | None = None
    tout: int | None = None
    nolo: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    fines: tuple[Fined, ...] = ()
    given_up: bool = False
    """Whether it was given up for a fine, so that nothing is paid for its end."""
    failed_tout: bool = False
    """Whether the dealer laid the Fool away, announced a Tout and did not make it."""


class ContractHand(Record, frozen=True):
    """A hand of a game of card points, told in words."""

    dealer: int
    where: Where
    told: HandTold
    report: HandReport
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What each player declared, in the words of the file."""
    passed_out: bool = False
    """Whether everybody passed, so that no card was played."""


class Carried(Record, frozen=True):
    """What the file of a recorded hand says of things that an evening brings along, if anything."""

    pots: Mapping[Pot, int] = field(default_factory=dict)
    pools: tuple[Pool, ...] | None = None
    radli: Mapping[str, int] = field(default_factory=dict)
    """By player."""
    places: Mapping[str, Where] = field(default_factory=dict)
    """Where each of them stands, by its key: `king`, `pagat`, `pools`, `radli`."""


class RecordedHand(Record, frozen=True):
    """A hand that is recorded card by card in a file of its own."""

    dealer: int
    where: Where
    position: Position
    line: Line
    says: Carried = Carried()


class VoidHand(Record, frozen=True):
    """A deal of which nothing was played: a misdeal was called, or a clause has the cards dealt anew."""

    dealer: int
    where: Where
    reason: Message
    """Who called it, or why, in the words of the file."""


Hand = PotHand | ContractHand | RecordedHand | VoidHand


class Evening(NotedRecord, frozen=True):
    """The hands that a table played one after another, and what lay there before the first."""

    NOTES: ClassVar[tuple[str, ...]] = ("file", "read_by")
    UNSHOWN: ClassVar[tuple[str, ...]] = ("rules",)

    rules: RuleSet
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    pots: Pots | None = None
    """What lay in the pots; None where they are founded with the first hand."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    file: str = "<text>"
    read_by: Callable[[RuleSet], Evening] | None = None
    """Reads the file once more, by other rules; None where it is of no file."""

    def under(self, rules: RuleSet) -> Evening:
        """An evening of the same hands by other rules."""
        return replace(self, rules=rules)


class LeftLying(Record, frozen=True):
    """What lies on the table between two hands, and the radli that wait there; `radli` are by seat."""

    pots: Pots | None = None
    """None where the pots are not founded yet, or there are none."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)


class HandScore(Record, frozen=True):
    """What one hand of an evening came to; seats are those of the table."""

    number: int
    dealer: int
    out: int | None
    """Who sat out."""
    transfers: tuple[Transfer, ...]
    scores: tuple[Score, ...]
    amounts: tuple[int, ...]
    """What each seat has received less what it has paid; in a game that is scored, what is written for it."""
    lying: LeftLying
    """What lies there after the hand."""
    pots_change: Pots
    outcome: Outcome | None
    applied: tuple[str, ...]
    """The clauses it was settled by."""
    violations: tuple[Violation, ...] = ()
    """What was against the rules in a recorded hand that was played to its end all the same."""
    last_trick: int | None = None
    """Who won the last trick, where that is told."""
    void: Message | None = None
    """Why nothing was played, where the deal was void."""


class GameScore(Record, frozen=True):
    """The hands of one game, in which everybody deals once; numbers are those of the hands."""

    number: int
    first: int
    last: int
    complete: bool
    """Whether everybody has dealt."""
    sheet: tuple[int, ...]
    """The running totals in the end, by seat."""
    transfers: tuple[Transfer, ...]
    tokens: tuple[int, ...]


class EveningEnd(Record, frozen=True):
    """What is paid and received when the evening is over; seats are those of the table."""

    transfers: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    applied: tuple[str, ...] = ()
    uneven: int = 0
    """How much of the pots cannot be shared evenly, and goes out coin by coin."""
    hands_more: int | None = None
    """How many hands more are played after somebody wishes to end; None where no rule says."""


@dataclass(frozen=True, slots=True)
class EveningScore(OnGrounds):
    """The score of an evening, hand by hand, and what it comes to in the end."""

    evening: Evening
    hands: tuple[HandScore, ...]
    totals: tuple[int, ...]
    """By seat, before the end."""
    lying: LeftLying
    """What lies there before the end."""
    games: tuple[GameScore, ...]
    end: EveningEnd
    grounds: Grounds = dataclasses.field(default=STATED, compare=False, kw_only=True)

    @property
    def applied(self) -> tuple[str, ...]:
        """The clauses that the score was found by.

        Players are told in the order of play, so that nothing hangs on which way round it goes.
        """
        told = self.evening.rules.maybe("direction")
        found = (*(clause for each in self.hands for clause in each.applied), *self.end.applied)
        return tuple(clause for clause in found if clause != told)

    @property
    def sums_to_zero(self) -> bool:
        """Whether everything that was received was paid by another."""
        return all(sums_to_zero(each.transfers) for each in self.hands)
