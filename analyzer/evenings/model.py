"""An evening as its file gives it: the table, the tokens on it at first, and hand after hand. Values only.

Seats are those of the table in order of play; a player sitting out keeps a seat.
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
from analyzer.rules.score.hand import HandTold, Outcome, Pool
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation


class CardFate(Record, frozen=True):
    """A card that is paid for when lost in a trick before the last: its player, and whether it won."""

    card: Card
    by: int
    won: bool
    to: int | None = None
    """The winner of the trick that it was lost in, if the file gives it."""


class LastTold(Record, frozen=True):
    """The last trick: its winner, the winning card if the file gives it, and the cards lost in it by seat."""

    winner: int
    card: Card | None = None
    lost: Mapping[int, Card] = field(default_factory=dict)


class Fined(Record, frozen=True):
    """A player's irregularity: its name, its gravity as the players judged it, and when it was found."""

    by: int
    name: str
    category: Category | None = None
    """None if it is as grave as the rules say."""
    found: Moment | None = None


class PotHand(Record, frozen=True):
    """A hand of a game with pots, described in words."""

    dealer: int
    where: Where
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Each player's declarations, in the words of the file."""
    during: tuple[CardFate, ...] = ()
    last: LastTold | None = None
    tout: int | None = None
    nolo: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    fines: tuple[Fined, ...] = ()
    given_up: bool = False
    """True if it was given up for a fine, so that nothing is paid for its end."""
    failed_tout: bool = False
    """True if the dealer discarded the Fool, announced a Tout and failed to make it."""


class ContractHand(Record, frozen=True):
    """A hand of a game of card points, described in words."""

    dealer: int
    where: Where
    told: HandTold
    report: HandReport
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Each player's declarations, in the words of the file."""
    passed_out: bool = False
    """True if everybody passed, so that no card was played."""


class Carried(Record, frozen=True):
    """The values that an evening carries along and the file of a recorded hand states, if any."""

    pots: Mapping[Pot, int] = field(default_factory=dict)
    pools: tuple[Pool, ...] | None = None
    radli: Mapping[str, int] = field(default_factory=dict)
    """The number of radli by player."""
    places: Mapping[str, Where] = field(default_factory=dict)
    """Their places in the file, by key: `king`, `pagat`, `pools`, `radli`."""


class RecordedHand(Record, frozen=True):
    """A hand that is recorded card by card in a file of its own."""

    dealer: int
    where: Where
    position: Position
    line: Line
    says: Carried = Carried()


class VoidHand(Record, frozen=True):
    """A deal in which nothing was played: a misdeal was called, or a clause requires a redeal."""

    dealer: int
    where: Where
    reason: Message
    """The player who called it, or the reason, in the words of the file."""


Hand = PotHand | ContractHand | RecordedHand | VoidHand


class Evening(NotedRecord, frozen=True):
    """The hands that a table played one after another, and the pots, pools and radli before the first."""

    NOTES: ClassVar[tuple[str, ...]] = ("file", "read_by")
    UNSHOWN: ClassVar[tuple[str, ...]] = ("rules",)

    rules: RuleSet
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    pots: Pots | None = None
    """The contents of the pots; None if they are founded with the first hand."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)
    title: str | None = None
    source: str | None = None
    teaches: str | None = None
    file: str = "<text>"
    read_by: Callable[[RuleSet], Evening] | None = None
    """A function that reads the file again under other rules; None if it came from no file."""

    def under(self, rules: RuleSet) -> Evening:
        """Return an evening of the same hands under other rules."""
        return replace(self, rules=rules)


class LeftLying(Record, frozen=True):
    """The tokens on the table between two hands, and the radli that wait there; `radli` are by seat."""

    pots: Pots | None = None
    """None if the pots are not founded yet, or the game has none."""
    pools: tuple[Pool, ...] = ()
    radli: Mapping[int, int] = field(default_factory=dict)


class HandScore(Record, frozen=True):
    """The score of one hand of an evening; seats are those of the table."""

    number: int
    dealer: int
    out: int | None
    """The seat sitting out."""
    transfers: tuple[Transfer, ...]
    scores: tuple[Score, ...]
    amounts: tuple[int, ...]
    """Each seat's receipts less its payments; in a game with a score sheet, the entries for each seat."""
    lying: LeftLying
    """The tokens and radli on the table after the hand."""
    pots_change: Pots
    outcome: Outcome | None
    applied: tuple[str, ...]
    """The clauses that settled it."""
    violations: tuple[Violation, ...] = ()
    """The breaches in a recorded hand that was nevertheless played to its end."""
    last_trick: int | None = None
    """The winner of the last trick, if the file gives it."""
    void: Message | None = None
    """The reason that nothing was played, if the deal was void."""


class GameScore(Record, frozen=True):
    """The hands of one game, in which everybody deals once; numbers are those of the hands."""

    number: int
    first: int
    last: int
    complete: bool
    """True if everybody has dealt."""
    sheet: tuple[int, ...]
    """The final running totals, by seat."""
    transfers: tuple[Transfer, ...]
    tokens: tuple[int, ...]


class EveningEnd(Record, frozen=True):
    """The payments when the evening is over; seats are those of the table."""

    transfers: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    applied: tuple[str, ...] = ()
    uneven: int = 0
    """The part of the pots that cannot be shared evenly, and is handed out coin by coin."""
    hands_more: int | None = None
    """The number of hands played after somebody wishes to end; None if no rule says."""


@dataclass(frozen=True, slots=True)
class EveningScore(OnGrounds):
    """The score of an evening, hand by hand, and its settlement at the end."""

    evening: Evening
    hands: tuple[HandScore, ...]
    totals: tuple[int, ...]
    """The totals by seat, before the end."""
    lying: LeftLying
    """The tokens and radli on the table before the end."""
    games: tuple[GameScore, ...]
    end: EveningEnd
    grounds: Grounds = dataclasses.field(default=STATED, compare=False, kw_only=True)

    @property
    def applied(self) -> tuple[str, ...]:
        """The clauses that the score is based on.

        The clause for the direction of play is left out: players are listed in order of play, so nothing
        depends on it.
        """
        told = self.evening.rules.maybe("direction")
        found = (*(clause for each in self.hands for clause in each.applied), *self.end.applied)
        return tuple(clause for clause in found if clause != told)

    @property
    def sums_to_zero(self) -> bool:
        """True if every token received in the hands was paid by another player."""
        return all(sums_to_zero(each.transfers) for each in self.hands)
