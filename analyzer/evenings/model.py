"""An evening as its file gives it: the table, the tokens on it at first, and hand after hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import field
from msgspec.structs import replace

from analyzer import yamltree
from analyzer.cards.card import Card
from analyzer.errors import Where
from analyzer.frozenrecord import Record, RecordWithMetadata
from analyzer.messages import Message, say
from analyzer.position.files.cardlists import Said
from analyzer.position.files.handshape import CarriedKeys, ContractKeys, ResultKeys, SaidKeys
from analyzer.position.files.reader import Reader
from analyzer.position.files.shape import Amount, FileShape, Found, PlayerName
from analyzer.position.model import Position
from analyzer.position.setting import Line
from analyzer.rules.book import Pot, Pots, Score, Transfer, sums_to_zero
from analyzer.rules.irregularities import Moment
from analyzer.rules.score.deeds import HandReport
from analyzer.rules.score.hand import HandFacts, Outcome, Pool
from analyzer.rules.session import sitting_out
from analyzer.rules.spec.clause import Category
from analyzer.rules.spec.grounds import STATED, Grounds, OnGrounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Violation
from analyzer.yamltree.shapes import Field, Shape, Text

# An evening as its file gives it: the table, the tokens on it at first, and hand after hand. Values only.
#
# Seats are those of the table in order of play; a player sitting out keeps a seat.


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
    told: HandFacts
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


class Evening(RecordWithMetadata, frozen=True):
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

    def with_rules(self, rules: RuleSet) -> Evening:
        """Return an evening of the same hands under other rules."""
        return replace(self, rules=rules)


class CarriedOver(Record, frozen=True):
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
    lying: CarriedOver
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
    lying: CarriedOver
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


# Who plays a hand of an evening, and the reader of its file.


class HandSeats(Record, frozen=True):
    """The seats of the table in one hand: who deals, and who sits out, where somebody does."""

    reader: Reader
    dealer: int
    out: int | None

    @classmethod
    def from_dealer(cls, reader: Reader, dealer: int) -> HandSeats:
        """The seats of a hand of this dealer."""
        return cls(reader, dealer, sitting_out(reader.rules, dealer, len(reader.players)))

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play, in the order of the table."""
        return tuple(seat for seat in range(len(self.reader.players)) if seat != self.out)

    def seat(self, name: Text | None) -> int | None:
        """The seat of a player of the hand; who sits out, or is not at the table, is a fault."""
        return None if name is None else self.checked(self.reader.seat_of(name), name.where)

    def checked(self, seat: int | None, where: Where) -> int | None:
        """The seat, if it plays the hand; one that sits out is a fault."""
        if seat is None or seat != self.out:
            return seat
        expected = say(
            "{dealer} deals, and who sits opposite plays no card", dealer=self.reader.who(self.dealer)
        )
        self.reader.fault(where, say("{player} sits this hand out", player=self.reader.who(seat)), expected)
        return None


# The shape of a session file: the table, and one entry for each hand.
#
# Shape only: what the values mean together is checked in :mod:`analyzer.evenings.tally`.


SESSION_FORMAT: Final = "tarok-session/1"
MOST_HANDS: Final = 2000


class EveningPotsShape(Shape):
    """The tokens in the two pots."""

    king: Amount
    pagat: Amount


class FinedShape(Shape):
    """An irregularity that was fined in a hand."""

    irregularity: Text = Field(description="Its name in the rule set.", examples=["lead-out-of-turn"])
    by: PlayerName = Field(description="The player who committed it.")
    category: Literal["superficial", "minor", "major", "irrecoverable"] | None = Field(
        None, description="The gravity agreed by the players; by default as in the rule set."
    )
    found: Found | None = None


class PlayedHandShape(ContractKeys, SaidKeys, ResultKeys):
    """A hand, described in words or recorded in a file of its own."""

    file: Text | None = Field(None, description="A position file with the full hand, relative to this file.")
    line: Text | None = Field(
        None, description="The line of that file that was played; by default its only one."
    )
    dealer: PlayerName | None = Field(
        None, description="The dealer; after the first hand, by default the next in turn."
    )
    declarations: dict[Text, Said] | None = Field(
        None,
        description="Each player's declarations, in words.",
        examples=[{"Bent": ["11 trumps with pagat"], "Dora": "pass"}],
    )
    announced: dict[Text, Said] | None = Field(
        None, description="The announcements of each player; in Danish Tarok the dealer's tout."
    )
    announce: Said | None = Field(
        None,
        description="The dealer's announcement: tout, with the Fool discarded for it.",
        examples=[["tout"]],
    )
    misdeal: Text | None = Field(
        None, min_length=1, max_length=200,
        description="For a void deal: the player who called it, or the reason. Nothing was played, and "
        "nothing is paid.",
        examples=["Bent", "Petit sec"],
    )  # fmt: skip
    fines: list[FinedShape] | None = Field(
        None, description="The fined irregularities; a hand abandoned for one has no last trick.",
        examples=[[{"irregularity": "lead-out-of-turn", "by": "Bent"}]],
    )  # fmt: skip
    tout: PlayerName | None = Field(None, description="The player who won every trick; null for nobody.")
    nolo: PlayerName | None = Field(None, description="The only player who won no trick; null for nobody.")


class EveningShape(CarriedKeys, FileShape):
    """A session: the players in seating order, and the hands they played."""

    WHOLE_TABLE: ClassVar = True
    SCHEMA: ClassVar = {
        "title": "Tarok evening",
        "json_schema_extra": {
            "examples": [
                {
                    "format": SESSION_FORMAT,
                    "players": ["Anna", "Bent", "Carl", "Dora"],
                    "hands": [
                        {
                            "dealer": "Anna",
                            "during": [{"lost": "hR", "by": "Dora"}],
                            "last_trick": {"winner": "Bent", "with": "dR", "lost": {"Dora": "cR"}},
                            "points": {"Anna": 31, "Dora": 20},
                        }
                    ],
                }
            ]
        },
    }

    format: Literal["tarok-session/1"] = Field(description="The kind of this file, and its version.")
    players: Annotated[list[PlayerName], Field(min_length=2, max_length=6)] = Field(
        description="Everybody at the table, in order of play; the rules decide who sits a hand out."
    )
    pots: EveningPotsShape | None = Field(
        None, description="The pots before the first hand; by default founded now."
    )
    hands: Annotated[list[PlayedHandShape], Field(min_length=1, max_length=MOST_HANDS)] = Field(
        description="The hands in the order they were played."
    )


def session_schema() -> dict[str, Any]:
    """The JSON Schema of a session file."""
    return yamltree.schema.DIALECT | yamltree.schema.schema_of(EveningShape)
