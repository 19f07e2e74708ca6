"""The contents of a position file: hands, trick, pots, piles, and more. Values only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec import field

from analyzer.cards.card import Card, Suit
from analyzer.errors import UsageError, Where, meant
from analyzer.frozenrecord import Record, RecordWithMetadata, derived
from analyzer.messages import quoted, say
from analyzer.rules.actions import Action, Sides
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Course, Laid, Table
from analyzer.rules.score.deeds import fool_laid_away
from analyzer.rules.score.hand import (
    NOTHING_TOLD,
    HandFacts,
    PileFacts,
    Pool,
    course_of,
    partner_of,
    sides_of,
)
from analyzer.rules.spec.game import GameSpec, apply_contract, nothing_laid_away
from analyzer.rules.spec.ruleset import RuleSet

NO_FILE: Final = "<made>"
"""The file name of a position made in Python, which has no lines and columns."""
FOUNDED: Final = Pots(60, 60)
"""The pots of three players just after the foundation."""


class World(Record, frozen=True):
    """A deal that the player to move cannot tell from the rest; `hands` by seat, all of them."""

    name: str
    weight: int
    hands: tuple[frozenset[Card], ...]
    skat: frozenset[Card] | None = None
    """Its skat, if it differs from that of the position; otherwise None."""
    talon: frozenset[Card] | None = None
    """The rest of its talon that nobody took, if it differs; otherwise None."""
    dead: frozenset[Card] | None = None
    """Its dead hand, if it differs; otherwise None."""
    half_known: HalfKnown | None = None
    """The unknown cards of its hands."""


class Unseen(RecordWithMetadata, frozen=True):
    """Cards that one player cannot see: their deal is unknown, but some facts about it are known."""

    NOTES: ClassVar[tuple[str, ...]] = ("places",)

    hidden_from: int
    sizes: Mapping[int, int]
    cards: frozenset[Card]
    void: Mapping[int, frozenset[Suit]]
    """Suits that each seat has shown to be without."""
    skat: int = 0
    """The number of the cards that are in the skat."""
    in_skat: frozenset[Card] = frozenset()
    """Those of the cards that are known to be in the skat."""
    played: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    """Cards that each seat has played to earlier tricks, if given."""
    declared: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Each seat's declarations, in the words of the file; () for a pass."""
    discarded_trumps: bool | int | None = None
    """The dealer's answer about trumps in the skat: True or False, or their number."""
    places: Mapping[tuple[str, int | None, str], Where] = field(default_factory=dict)
    """The place of each fact in the file, by its key, the seat it is about, and its value."""


class Choice(Record, frozen=True):
    """A card of a hand that is known to be one of a few cards."""

    seat: int
    cards: frozenset[Card]


class RecordWithGaps(Record, frozen=True):
    """Recorded tricks in which some cards are not known."""

    line: Line
    """Their words; an unknown card is a play without a card."""
    seats: tuple[int, ...]
    """The seats that played the unknown cards, in order."""
    tricks: tuple[tuple[int, str], ...]
    """The leader of each trick, and its words."""


class HalfKnown(RecordWithMetadata, frozen=True):
    """Hands with some unknown cards; the known cards are in the hands of the setting."""

    NOTES: ClassVar[tuple[str, ...]] = ("with_hands", "where", "then")

    holes: Mapping[int, int]
    """The number of cards of the hand that may be any card, by seat."""
    choices: tuple[Choice, ...]
    """Cards that are one of a few."""
    cards: frozenset[Card]
    """The cards of the pack that appear nowhere in the file."""
    with_hands: Callable[[Setting, tuple[frozenset[Card], ...]], Setting]
    """A function that returns the setting with these full hands, and the piles that follow from them."""
    where: Where | None = None
    """The place of the first unknown card."""
    then: tuple[Callable[[Any], Any], ...] = ()
    """Functions applied to every deal before it is asked about, such as playing on to a moment."""
    recorded: RecordWithGaps | None = None
    """The tricks that were played; if all their cards are known, they are a line instead."""
    pots: tuple[Pots, ...] = ()
    """The possible contents of the pots, if they are not the same in all deals."""

    def words(self, seat: int) -> list[str]:
        """Return the unknown cards of a hand as a file writes them: `c7|c4`, then `?` for each other one."""
        each = ["|".join(map(str, sorted(one.cards))) for one in self.choices if one.seat == seat]
        return [*sorted(each), *["?"] * self.holes.get(seat, 0)]

    @property
    def sizes(self) -> Mapping[int, int]:
        """The number of unknown cards, by seat."""
        found = dict(self.holes)
        for each in self.choices:
            found[each.seat] = found.get(each.seat, 0) + 1
        return found


NOTHING_UNKNOWN: Final = HalfKnown(
    {}, (), frozenset(), lambda setting, hands: setting.changed(hands=hands, half_known=None)
)
"""The value for hands that are fully given, or hidden in another way."""


class BonusExpected(Record, frozen=True):
    """An expected bonus; None for parts that are not given."""

    by: str | None = None
    value: int | None = None


class CountExpected(Record, frozen=True):
    """The expected result of a line in a game of card points; `Expected.given` names the given parts."""

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
    """The expected result of a line. A field that the file does not mention is not in `given`."""

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
    """The clauses broken in it without ending it."""
    counted: CountExpected | None = None
    """Further expectations in a game of card points."""


NOW: Final = "now"
"""The name of a line that consists of the actions done in a position."""

Moment = tuple[int, int]
"""A trick and the card in it, both from 1, that is about to be played."""


class Aftermath(RecordWithMetadata, frozen=True):
    """The players' conduct during a line: when breaches were found, what they agreed, counted and paid.

    `found` and `agreed` are keyed by the moment of a breach, `12.2` or `deal`; in `found` one word for all of
    them is under the empty text. `counted` and `paid` are keyed by the player's name.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("places",)
    UNHASHED: ClassVar[tuple[str, ...]] = ("found", "agreed", "counted", "paid")

    found: Mapping[str, str] = field(default_factory=dict)
    agreed: Mapping[str, str] = field(default_factory=dict)
    counted: Mapping[str, Fraction] = field(default_factory=dict)
    paid: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[tuple[str, str], Where] = field(default_factory=dict)
    """The places in the file, by key and moment or player."""

    def discovery_word(self, moment: str) -> str | None:
        """Return when a moment's breaches were found, in the word of the file; None if it does not say."""
        return self.found.get(moment, self.found.get(""))


NOTHING_DONE: Final = Aftermath()


class Line(RecordWithMetadata, frozen=True):
    """Play to be replayed from the position, and its expected result."""

    NOTES: ClassVar[tuple[str, ...]] = ("where",)

    name: str
    moves: tuple[Action, ...]
    lead: int | None = None
    expect: Expected | None = None
    table: Aftermath = NOTHING_DONE
    where: Where | None = None
    of: Line | None = None
    """The line that this is a variation of; `moves` then replace its moves from the moment `at` on."""
    at: Moment | None = None


class History(Record, frozen=True):
    """The origin of a position: a line of the position it was played on from, and the moment in that line."""

    start: Setting
    line: Line
    at: Moment | None
    """None for the end of the line."""
    heard: int
    """The number of words of the line before it."""

    def then(self, done: Action) -> History:
        """Return the history with one more action."""
        moves = (*self.line.moves[: self.heard], done)
        return History(self.start, Line(self.line.name, moves, self.line.lead), None, len(moves))


class Taken(Record, frozen=True):
    """The contents of a player's pile as far as they are given; None for parts that are not."""

    tricks: int | None
    points: Fraction | None
    """Their card points, without the discarded cards."""
    cards: frozenset[Card] = frozenset()
    """The cards known to be in it."""


def _taken(pile: PileFacts | None, unit: int) -> Taken | None:
    if pile is None:
        return None
    points = None if pile.units is None else Fraction(pile.units, unit)
    return Taken(pile.tricks, points, pile.cards)


TEXTS: Final = ("title", "source", "stipulation", "teaches")
"""The keys of a file that describe its position in free text."""


@dataclass(frozen=True)
class Setting:
    """A moment in a hand, as a position file gives it; seats are numbered in order of play.

    A hand that `unseen` hides is empty if it is not given; then the position is not `complete`. `skat` is
    given for full hands.
    """

    rules: RuleSet = dataclasses.field(repr=False)
    players: tuple[str, ...]
    hands: tuple[frozenset[Card], ...]
    lead: int
    trick: tuple[Laid, ...] = ()
    pots: Pots | None = None
    """The contents of the pots: just founded if not given, None in a game without pots."""
    dealer: int | None = None
    fool_demand: bool = True
    count: bool = False
    skat: frozenset[Card] | None = None
    announce: frozenset[str] = frozenset()
    """The dealer's announcements: `tout`."""
    declarations: Mapping[int, tuple[str, ...]] | None = None
    """The declarations as they were made, by seat, in the words of the file; None: as the hands require."""
    sitting_out: str | None = None
    """The name of a fourth player at the table, who pays foundations only."""
    worlds: tuple[World, ...] = ()
    unseen: Unseen | None = None
    half_known: HalfKnown | None = None
    lines: tuple[Line, ...] = ()
    title: str | None = None
    source: str | None = None
    stipulation: str | None = None
    """The question about it, if given in words and not made from the cards."""
    teaches: str | None = None
    ruleset: str | None = dataclasses.field(default=None, compare=False)
    """The rule set as the file names it: a name or a path; None if the file names none."""
    file: str = dataclasses.field(default="<text>", compare=False)
    picked: Action | None = None
    """A card its holder picked instead of the Fool, while the opponents may still demand the Fool."""
    passed: int = 0
    """The number of opponents who have let the picked card pass."""
    told: HandFacts = NOTHING_TOLD
    """Contract, talon, pools and piles, as far as the game has them."""
    demanded: bool = False
    """True if the Fool was demanded of the player to move."""
    watcher: int | None = None
    """The seat from which the position is seen: other hands count as unseen, even if they are given."""
    past: History | None = dataclasses.field(default=None, compare=False, repr=False)
    """The play that led to it, if any: it shows what everybody has seen."""

    def __post_init__(self) -> None:
        """Found the pots if they are not given and the game has any."""
        rules: object = self.rules  # a position that is made by hand may have anything here, and is told so
        if self.pots is None and isinstance(rules, RuleSet) and rules.game.pots is not None:
            object.__setattr__(self, "pots", FOUNDED)

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields only: a copy computes everything derived from them again."""
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
    def piles(self) -> tuple[PileFacts | None, ...] | None:
        """The given facts about each pile, by seat, None for a pile without any; None if no pile has any."""
        piles = self.told.piles
        return tuple(map(piles.get, range(len(self.hands)))) if piles else None

    @derived
    def taken(self) -> tuple[Taken | None, ...] | None:
        """Tricks and points of each pile, by seat; values known only for a side are at its first player."""
        unit, piles = self.spec.piles.unit, self.piles
        return None if piles is None else tuple(_taken(each, unit) for each in piles)

    @derived
    def spec(self) -> GameSpec:
        """The game that is played, under its contract if it has one."""
        return apply_contract(self.rules.game, self.told.contract, self.told.called)

    @derived
    def partner(self) -> int | None:
        """The player who holds, or held, the called card; None if it is the declarer, or unknown."""
        game = self.spec
        held = [
            hand | {each.card for each in self.trick if each.seat == seat}
            for seat, hand in enumerate(self.hands)
        ]
        return partner_of(game, self.told, held, self.skat, self.dealer)

    @derived
    def sides(self) -> Sides:
        """The sides: which players play together."""
        return sides_of(self.spec, self.told, self.partner)

    @derived
    def course(self) -> Course:
        """The facts that earlier tricks have settled for this one."""
        return course_of(self.spec, self.told, self.sides, fresh=self.fresh)

    @derived
    def fresh(self) -> bool:
        """True if no trick of the hand has been won yet."""
        return self.tricks_left == self.rules.table.hand_size

    @derived
    def tricks_left(self) -> int:
        """The number of tricks still to be won, including the current one."""
        played, untold = {laid.seat for laid in self.trick}, self.untold
        return max(len(hand) + untold.get(seat, 0) + (seat in played) for seat, hand in enumerate(self.hands))

    @derived
    def untold(self) -> Mapping[int, int]:
        """The number of cards of each hand that are not given, by seat; fully known hands are left out."""
        hidden = {} if self.unseen is None else self.unseen.sizes
        found = {seat: size for seat, size in hidden.items() if size and not self.hands[seat]}
        return found if self.half_known is None else {**found, **self.half_known.sizes}

    @derived
    def complete(self) -> bool:
        """True if every hand is given, so that the position can be played out."""
        return not self.untold

    @derived
    def whole_hand(self) -> bool:
        """True for a full hand from the deal on: then its tokens include the deal."""
        nothing = self.told.passed_out or nothing_laid_away(self.rules.game, self.told.contract)
        return (self.skat is not None or nothing) and not self.trick and self.fresh

    @derived
    def tout_at_stake(self) -> int | None:
        """The dealer who discarded the Fool and announced a Tout, and pays if it fails; otherwise None.

        Source: clause payment.failed-tout.
        """
        if "tout" not in self.announce:
            return None
        seen = (*self.hands, frozenset(laid.card for laid in self.trick))
        return self.dealer if fool_laid_away(self.skat, seen) else None

    @property
    def has_worlds(self) -> bool:
        """True if it is one of several worlds, or was when it was written down and cards were played on."""
        return bool(self.worlds or (self.past is not None and self.past.start.worlds))

    @property
    def many(self) -> bool:
        """True if it may be one of several deals: cards are not known, or it has worlds."""
        return self.half_known is not None or self.unseen is not None or bool(self.worlds)

    @property
    def has_unknown_cards(self) -> bool:
        """True if its deals are those that fit the hands, not one player's knowledge or named worlds."""
        unknown = (self.half_known, *(world.half_known for world in self.worlds))
        return any(each is not None for each in unknown) or bool(self.worlds and self.unseen)

    @property
    def hidden_from(self) -> int | None:
        """The seat from which cards are hidden; None if everything is visible."""
        return self.watcher if self.unseen is None else self.unseen.hidden_from

    def changed(self, **changes: Any) -> Setting:
        """Return the setting with changes, even if it is then impossible."""
        return Setting(**{field.name: getattr(self, field.name) for field in fields(self)} | changes)

    def seat(self, player: str | int) -> int:
        """Return the seat of a player: a seat itself, an exact name, or a name in any case.

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
