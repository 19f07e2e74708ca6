"""What a position file tells: hands, trick, pots and piles, and what goes with them. Values only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec import field

from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError, Where, meant
from analyzer.frozenrecord import NotedRecord, Record, derived
from analyzer.messages import quoted, say
from analyzer.rules.actions import Action
from analyzer.rules.book import Pots
from analyzer.rules.play.course import Course
from analyzer.rules.play.table import Laid, Table
from analyzer.rules.score.deeds import fool_laid_away
from analyzer.rules.score.told import NOTHING_TOLD, HandTold, PileTold, Pool, course_of, partner_of, sides_of
from analyzer.rules.sides import Sides
from analyzer.rules.spec.game import GameSpec, nothing_laid_away, under_contract
from analyzer.rules.spec.ruleset import RuleSet

MADE: Final = "<made>"
"""In place of a file's name where a position was made in Python: it has no lines and columns to tell."""
FOUNDED: Final = Pots(60, 60)
"""The pots of three players just after the foundation."""


class World(Record, frozen=True):
    """A deal the player to move cannot tell from the others; `hands` by seat, all of them."""

    name: str
    weight: int
    hands: tuple[frozenset[Card], ...]
    skat: frozenset[Card] | None = None
    """Its skat, where another lies there than the position tells."""
    talon: frozenset[Card] | None = None
    """What nobody took of its talon, where that is something else."""
    dead: frozenset[Card] | None = None
    """Its dead hand, where that is another."""
    half_known: HalfKnown | None = None
    """What is not known of its hands."""


class Unseen(NotedRecord, frozen=True):
    """Cards one player cannot see: whose deal is unknown, and what is known about it."""

    NOTES: ClassVar[tuple[str, ...]] = ("places",)

    hidden_from: int
    sizes: Mapping[int, int]
    cards: frozenset[Card]
    void: Mapping[int, frozenset[Suit]]
    """Suits each seat has shown to be without."""
    skat: int = 0
    """How many of the cards lie in the skat."""
    in_skat: frozenset[Card] = frozenset()
    """Those of the cards that are known to lie in the skat."""
    played: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """Cards each seat has played to the tricks before this one, where they are told."""
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What each seat declared, in the words of the file; () for a pass."""
    discarded_trumps: bool | int | None = None
    """What the dealer answered about trumps in the skat: whether, or how many."""
    places: Mapping[tuple[str, int | None, str], Where] = field(default_factory=dict)
    """Where each thing stands in the file: its key, the seat it is about, and what it says."""


class Choice(Record, frozen=True):
    """A card of a hand of which only some are known that it may be."""

    seat: int
    cards: frozenset[Card]


class RecordWithGaps(Record, frozen=True):
    """Tricks that were written down, some cards of which are not known."""

    line: Line
    """Their words; a card that is not known is one to play without a card."""
    seats: tuple[int, ...]
    """Who laid each of the cards that are not known, in order."""
    tricks: tuple[tuple[int, str], ...]
    """Who led each, and its words."""


class HalfKnown(NotedRecord, frozen=True):
    """Hands of which not every card is known; what is known of them is in the hands of the setting."""

    NOTES: ClassVar[tuple[str, ...]] = ("with_hands", "where", "then")

    holes: Mapping[int, int]
    """By seat, how many cards of the hand may be any."""
    choices: tuple[Choice, ...]
    """Cards that are one of a few."""
    cards: frozenset[Card]
    """The cards of the pack that stand nowhere in the file."""
    with_hands: Callable[[Setting, tuple[frozenset[Card], ...]], Setting]
    """The setting with these hands, all told, and what follows of the piles."""
    where: Where | None = None
    """Where the first of the cards that are not known stands."""
    then: tuple[Callable[[Any], Any], ...] = ()
    """What is done in every deal before it is asked about, such as playing on to a moment."""
    recorded: RecordWithGaps | None = None
    """The tricks that were played, in place of the line that they are where all is known of them."""
    pots: tuple[Pots, ...] = ()
    """What may lie in the pots, where that is not the same in all deals."""

    def words(self, seat: int) -> list[str]:
        """The cards of a hand that are not known, as a file writes them: `c7|c4`, then `?` for each other."""
        each = ["|".join(map(str, sorted(one.cards))) for one in self.choices if one.seat == seat]
        return [*sorted(each), *["?"] * self.holes.get(seat, 0)]

    @property
    def sizes(self) -> Mapping[int, int]:
        """By seat, how many cards are not known."""
        found = dict(self.holes)
        for each in self.choices:
            found[each.seat] = found.get(each.seat, 0) + 1
        return found


NOTHING_UNKNOWN: Final = HalfKnown(
    {}, (), frozenset(), lambda setting, hands: setting.changed(hands=hands, half_known=None)
)
"""Of hands that are told, or hidden otherwise."""


class BonusExpected(Record, frozen=True):
    """A bonus that must come out; None for what is not told of it."""

    by: str | None = None
    value: int | None = None


class CountExpected(Record, frozen=True):
    """What a line of a game of card points must come to; what is not told is not in `Expected.given`."""

    contract: str | None = None
    margin: Fraction | None = None
    target: Fraction | None = None
    slam: str | None = None
    nil: str | None = None
    valat: str | None = None
    partner: str | None = None
    points: Mapping[str, Fraction] = field(default_factory=dict)
    sheet: Mapping[str, int] = field(default_factory=dict)
    radli: Mapping[str, int] = field(default_factory=dict)
    pools: tuple[Pool, ...] = ()
    bonuses: Mapping[str, BonusExpected] = field(default_factory=dict)


class Expected(Record, frozen=True):
    """What a line must come to. A field that the file does not mention is not in `given`."""

    given: frozenset[str]
    ultimo: str | None = None
    king_ultimo: str | None = None
    pagat_ultimo: str | None = None
    last_trick: str | None = None
    tout: str | None = None
    nolo: str | None = None
    bagud: tuple[str, ...] = ()
    tokens: Mapping[str, int] | None = None
    pots: Mapping[str, int] | None = None
    points: Mapping[str, int] | None = None
    tricks: Mapping[str, int] | None = None
    clauses: tuple[str, ...] = ()
    """What is against the rules in it, and does not end it."""
    counted: CountExpected | None = None
    """What must come of it in a game of card points beside these."""


NOW: Final = "now"
"""The name of a line that is made of what was done in a position."""

Moment = tuple[int, int]
"""A trick and the card in it, both from 1, that is about to be played."""


class AtTheTable(NotedRecord, frozen=True):
    """What the players did about a line: when breaches were found, what they agreed, counted and paid.

    `found` and `agreed` are by the moment of a breach, `12.2` or `deal`; one word for all of them stands in
    `found` under the empty text. `counted` and `paid` are by player's name.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("places",)
    UNHASHED: ClassVar[tuple[str, ...]] = ("found", "agreed", "counted", "paid")

    found: Mapping[str, str] = field(default_factory=dict)
    agreed: Mapping[str, str] = field(default_factory=dict)
    counted: Mapping[str, Fraction] = field(default_factory=dict)
    paid: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[tuple[str, str], Where] = field(default_factory=dict)
    """Where the file tells it, by key and moment or player."""

    def found_when(self, moment: str) -> str | None:
        """When the breaches of a moment were found, in the word of the file; None where it tells nothing."""
        return self.found.get(moment, self.found.get(""))


NOTHING_DONE: Final = AtTheTable()


class Line(NotedRecord, frozen=True):
    """Play to be replayed from the position, and what must come out."""

    NOTES: ClassVar[tuple[str, ...]] = ("where",)

    name: str
    moves: tuple[Action, ...]
    lead: int | None = None
    expect: Expected | None = None
    table: AtTheTable = NOTHING_DONE
    where: Where | None = None
    of: Line | None = None
    """The line that it is a variation of: `moves` are then those from the moment `at` of that on."""
    at: Moment | None = None


class History(Record, frozen=True):
    """How a position came to be: a line of the position it was played on from, and how far it is in it."""

    start: Setting
    line: Line
    at: Moment | None
    """None is the end of the line."""
    heard: int
    """How many words of the line come before."""

    def then(self, done: Action) -> History:
        """The history with one thing more done."""
        moves = (*self.line.moves[: self.heard], done)
        return History(self.start, Line(self.line.name, moves, self.line.lead), None, len(moves))


class Taken(Record, frozen=True):
    """What lies in a player's pile as far as it is told; None for what is not."""

    tricks: int | None
    points: Fraction | None
    """What they count; the cards laid away are not in it."""
    cards: frozenset[Card] = frozenset()
    """Those that are known to lie there."""


def _taken(pile: PileTold | None, unit: int) -> Taken | None:
    if pile is None:
        return None
    points = None if pile.units is None else Fraction(pile.units, unit)
    return Taken(pile.tricks, points, pile.cards)


TEXTS: Final = ("title", "source", "stipulation", "teaches")
"""What a file says about its position in words of its own."""


@dataclass(frozen=True)
class Setting:
    """A moment in a hand, as a position file tells it; seats are numbered in order of play.

    A hand that is hidden by `unseen` and not told is empty; then the position is not `complete`.
    `skat` is given for whole hands.
    """

    rules: RuleSet = dataclasses.field(repr=False)
    players: tuple[str, ...]
    hands: tuple[frozenset[Card], ...]
    lead: int
    trick: tuple[Laid, ...] = ()
    pots: Pots | None = None
    """What lies in the pots: just founded where that is not told, None in a game without."""
    dealer: int | None = None
    fool_demand: bool = True
    count: bool = False
    skat: frozenset[Card] | None = None
    announce: frozenset[str] = frozenset()
    """What the dealer announced: `tout`."""
    declarations: Mapping[int, tuple[str, ...]] | None = None
    """Declarations as they were said, by seat, in the words of the file; None: as the hands require."""
    sitting_out: str | None = None
    """The name of a fourth player at the table, who pays foundations only."""
    worlds: tuple[World, ...] = ()
    unseen: Unseen | None = None
    half_known: HalfKnown | None = None
    lines: tuple[Line, ...] = ()
    title: str | None = None
    source: str | None = None
    stipulation: str | None = None
    """What is asked of it, where that is told and not made from the cards."""
    teaches: str | None = None
    ruleset: str | None = dataclasses.field(default=None, compare=False)
    """The rule set as the file names it: a name or a path; None where the file names none."""
    file: str = dataclasses.field(default="<text>", compare=False)
    picked: Action | None = None
    """A card its holder picked in place of the Fool, while the others may still demand the Fool."""
    passed: int = 0
    """How many of the others have let the picked card pass."""
    told: HandTold = NOTHING_TOLD
    """Contract, talon, pools and piles, as far as the game has them."""
    demanded: bool = False
    """Whether the Fool was demanded of the player to move."""
    watcher: int | None = None
    """The seat from which the position is seen: what the others hold is unseen, though it is told."""
    past: History | None = dataclasses.field(default=None, compare=False, repr=False)
    """The play it came of, where it came of some: it tells what everybody has seen."""

    def __post_init__(self) -> None:
        """Found the pots that nothing is told of, where the game has any."""
        rules: object = self.rules  # a position that is made by hand may have anything here, and is told so
        if self.pots is None and isinstance(rules, RuleSet) and rules.game.pots is not None:
            object.__setattr__(self, "pots", FOUNDED)

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: a copy works out for itself what follows from them."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @derived
    def table(self) -> Table:
        """The state of play."""
        return Table(
            self.spec,
            self.hands,
            self.lead,
            self.trick,
            self.fool_demand,
            self.picked,
            self.passed,
            self.demanded,
            self.course,
        )

    @derived
    def piles(self) -> tuple[PileTold | None, ...] | None:
        """What is told of each pile, by seat, None for one of which nothing is; None where none is told."""
        piles = self.told.piles
        return tuple(map(piles.get, range(len(self.hands)))) if piles else None

    @derived
    def taken(self) -> tuple[Taken | None, ...] | None:
        """Tricks and points of each pile by seat; what is only known of a side stands at its first player."""
        unit, piles = self.spec.piles.unit, self.piles
        return None if piles is None else tuple(_taken(each, unit) for each in piles)

    @derived
    def spec(self) -> GameSpec:
        """The game that is played, under its contract where it has one."""
        return under_contract(self.rules.game, self.told.contract, self.told.called)

    @derived
    def partner(self) -> int | None:
        """Who holds, or held, the called card, where that is another than the declarer."""
        game = self.spec
        held = [
            hand | {each.card for each in self.trick if each.seat == seat}
            for seat, hand in enumerate(self.hands)
        ]
        return partner_of(game, self.told, held, self.skat, self.dealer)

    @derived
    def sides(self) -> Sides:
        """Who plays with whom."""
        return sides_of(self.spec, self.told, self.partner)

    @derived
    def course(self) -> Course:
        """What the tricks before have settled for this one."""
        return course_of(self.spec, self.told, self.sides, fresh=self.fresh)

    @derived
    def fresh(self) -> bool:
        """Whether no trick of the hand is won yet."""
        return self.tricks_left == self.rules.table.hand_size

    @derived
    def tricks_left(self) -> int:
        """Tricks still to be won, the present one included."""
        played, untold = {laid.seat for laid in self.trick}, self.untold
        return max(len(hand) + untold.get(seat, 0) + (seat in played) for seat, hand in enumerate(self.hands))

    @derived
    def untold(self) -> Mapping[int, int]:
        """By seat how many cards of the hand are not told; seats whose hands are known are left out."""
        hidden = {} if self.unseen is None else self.unseen.sizes
        found = {seat: size for seat, size in hidden.items() if size and not self.hands[seat]}
        return found if self.half_known is None else {**found, **self.half_known.sizes}

    @derived
    def complete(self) -> bool:
        """Whether every hand is told, so that the position can be played out."""
        return not self.untold

    @derived
    def whole_hand(self) -> bool:
        """Whether this is a whole hand from the deal on: then its tokens cover the deal as well."""
        nothing = self.told.passed_out or nothing_laid_away(self.rules.game, self.told.contract)
        return (self.skat is not None or nothing) and not self.trick and self.fresh

    @derived
    def tout_at_stake(self) -> int | None:
        """The dealer who laid the Fool away and announced Tout: it costs him something where it fails.

        Source: clause payment.failed-tout.
        """
        if "tout" not in self.announce:
            return None
        seen = (*self.hands, frozenset(laid.card for laid in self.trick))
        return self.dealer if fool_laid_away(self.skat, seen) else None

    @property
    def of_worlds(self) -> bool:
        """Whether it is one of several worlds, or was when it was written down and cards were played on."""
        return bool(self.worlds or (self.past is not None and self.past.start.worlds))

    @property
    def many(self) -> bool:
        """Whether it may be one of several deals: cards are not known, or it has worlds."""
        return self.half_known is not None or self.unseen is not None or bool(self.worlds)

    @property
    def of_unknown_cards(self) -> bool:
        """Whether its deals are those that fit the hands, not what one player knows or worlds by name."""
        unknown = (self.half_known, *(world.half_known for world in self.worlds))
        return any(each is not None for each in unknown) or bool(self.worlds and self.unseen)

    @property
    def hidden_from(self) -> int | None:
        """The seat from which cards are hidden; None where everything is seen."""
        return self.watcher if self.unseen is None else self.unseen.hidden_from

    def changed(self, **changes: Any) -> Setting:
        """The setting with some things otherwise, whether or not it then can be."""
        return Setting(**{field.name: getattr(self, field.name) for field in fields(self)} | changes)

    def seat(self, player: str | int) -> int:
        """The seat of a player: a seat itself, an exact name, or a name without regard to case.

        Raises: UsageError with the nearest player.
        """
        players = self.players
        if isinstance(player, int) and not isinstance(player, bool) and player in range(len(players)):
            return player
        if isinstance(player, str):
            if player in players:
                return players.index(player)
            folded = [name.casefold() for name in players]
            if folded.count(player.casefold()) == 1:
                return folded.index(player.casefold())
        raise UsageError(say("unknown player {player}", player=quoted(player)), meant(str(player), players))
