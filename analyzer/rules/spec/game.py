"""A game, compiled: the one thing that engine, proofs and core are fed of play and payment.

:func:`analyzer.rules.spec.compiling.compile_game` makes it from the clauses of a rule set. It holds numbers,
cards and the words below; where something is told or entered because of a clause, the id of the clause comes
with it, so that no reader knows one by heart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from analyzer.cards.card import Card, Suit
from analyzer.rules.book import Pot, Pots

if TYPE_CHECKING:
    from analyzer.rules.spec.pointgame import PointGame

_ABOVE_TRUMPS: Final = 21
"""The height of a Fool that is a trump; the Mond has 20."""
_TOP_SPOT: Final = 9
"""The height of the highest spot card of a plain suit; the lowest has 0."""


class SidesRule(Enum):
    """Who plays with whom."""

    ALONE = "alone"
    PARTNERS = "partners"
    DECLARER = "declarer"


class FoolKind(Enum):
    """What the Fool is: an excuse that wins nothing, or the highest trump."""

    EXCUSE = "excuse"
    TRUMP = "trump"


class FoolLed(Enum):
    """What suit a led Fool leads: that of the next card, or one that its player names."""

    NEXT_CARD = "next-card"
    NAMES = "names"


class FoolHome(Enum):
    """Where a played Fool ends: with its player, there against another card, or with the trick."""

    STAYS = "stays"
    EXCHANGE = "exchange"
    NONE = "none"


class TakeBack(Enum):
    """Whose cards go back for a demand that comes late; all of them do where the Fool's holder had led."""

    ALL_AFTER_HOLDER = "all-after-holder"
    HOLDER = "holder"


class NamingStep(Enum):
    """How it comes that a led Fool is named, or left as it is; a rule set has a clause for each it knows."""

    LED = "led"
    BOTH_SAY_VOID = "both-say-void"
    SECOND_PLAYS_THIRD_CLAIMS = "second-plays-third-claims"
    BOTH_PLAY = "both-play"
    BOTH_PLAY_WITHOUT_TRUMPS = "both-play-without-trumps"


class Beat(Enum):
    """Which cards must beat the trick where their player has one that does."""

    NONE = "none"
    TRUMPS = "trumps"
    ANY = "any"


class PaymentWay(Enum):
    """How a card wins a trick: a game names its ways, the better one first."""

    HIGHEST_TRUMP = "highest-trump"
    HIGHEST_OF_SUIT_LED = "highest-of-suit-led"


class When(Enum):
    """What an entry of the payments is for."""

    LOST_EARLY = "lost-early"
    WON_EARLY = "won-early"
    ULTIMO = "ultimo"
    BAGUD = "bagud"
    LAST_TRICK = "last-trick"
    TOUT = "tout"
    NOLO = "nolo"
    FAILED_TOUT = "failed-tout"

    @property
    def costs(self) -> bool:
        """Whether the player pays the others, rather than they him."""
        return self in (When.LOST_EARLY, When.BAGUD, When.FAILED_TOUT)


class Direction(Enum):
    """Which way round play, deal and declarations go."""

    COUNTER_CLOCKWISE = "counter-clockwise"
    CLOCKWISE = "clockwise"


class Doubling(Enum):
    """What a failed Tout puts into a pot that it doubles."""

    COUNTED = "counted"
    """What was counted in it before the settlement."""
    AS_IT_LIES = "as-it-lies"
    """What lies in it when every Bagud has paid."""


class PlayStep(Enum):
    """A part of the settlement of the last trick."""

    COUNT_POT = "count-pot"
    ULTIMO = "ultimo"
    BAGUD = "bagud"
    FOUNDATION = "foundation"


@dataclass(frozen=True, slots=True)
class TableRules:
    """Who sits at the table and what is dealt."""

    players: int
    hand_size: int
    skat_size: int
    deck: tuple[Card, ...]
    may_sit_out: bool
    """Whether one more player may sit at the table and sit each hand out in turn."""
    founds: bool
    """Whether a player sitting out pays foundations."""
    first_lead: int
    """How many seats after the dealer the first lead is."""
    next_dealer: int
    """How many seats after the dealer the next one sits."""
    direction: Direction
    """Which way round the table the seats follow one another."""
    turned: frozenset[Suit]
    """The suits whose spot cards rank the other way than in the deck's own order."""

    def deals_next(self, dealer: int, at_table: int) -> int:
        """The seat that deals after a dealer, of so many at the table.

        Source: clause table.next-dealer.
        """
        return (dealer + self.next_dealer) % at_table

    def seated(self, seats: int) -> tuple[int, ...]:
        """So many seats as they sit, counter-clockwise from the first; turns go the way of :attr:`direction`.

        Source: clause play.direction.
        """
        around = range(1, seats)
        return (0, *(around if self.direction is Direction.COUNTER_CLOCKWISE else reversed(around)))


@dataclass(frozen=True, slots=True)
class Duty:
    """The duties of a player who does not lead."""

    follow: bool
    trump: bool
    beat: Beat
    clauses: tuple[str, str, str]
    """The clauses that say so: to follow suit, to trump, to beat."""


@dataclass(frozen=True, slots=True)
class FoolRules:
    """What is special about the Fool. Tricks are counted from the end: 1 is the last trick."""

    kind: FoolKind
    led: FoolLed
    home: FoolHome
    lost_in_last: int
    """In so many last tricks the Fool goes with the trick."""
    banned_trick: int | None
    demand_trick: int | None
    demand_back: TakeBack
    """Whose cards go back where the Fool is demanded after others have played behind its holder."""
    names: frozenset[Suit]
    """The suits that a led Fool may be named; another only where nobody can follow one of these."""
    naming: frozenset[NamingStep]
    """The steps of the naming that the rules know."""
    top_when_swept: bool = False
    """Whether a Fool led to the last trick is the highest trump of a side that has won every other trick."""

    @property
    def named(self) -> bool:
        """Whether who leads the Fool names a suit."""
        return self.led is FoolLed.NAMES

    def named_of(self, followed: Iterable[Suit]) -> tuple[Suit, ...]:
        """Of the suits that others can follow those that a leader of the Fool may name.

        Source: clauses fool.naming, naming.followable.
        """
        found = tuple(followed)
        return tuple(suit for suit in found if suit in self.names) or found


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
    own: bool
    """Whether each gains or loses by his own pile and nobody pays; else all settle with the next dealer."""
    clause: str
    """The clause by which the piles are paid for."""

    def of(self, card: Card) -> int:
        """The card points of one card, without its share of a trick."""
        plain = card.suit not in (None, Suit.TRUMPS)
        return self.points.get(str(card), self.points.get(card.face, 0) if plain else 0)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that is paid: each other player pays `amount`, or is paid it where it costs.

    `cards` are those it is paid for (empty: whatever card). `takes` are pots that the player takes as they
    are, `doubles` those into which he puts what was counted in them, `adds` what he puts into a pot besides.
    """

    clause: str
    when: When
    amount: int
    cards: frozenset[Card] = frozenset()
    takes: tuple[Pot, ...] = ()
    doubles: tuple[Pot, ...] = ()
    adds: tuple[Pot, int] | None = None


@dataclass(frozen=True, slots=True)
class FailedTout:
    """What an announced Tout that fails does beside what it costs."""

    ultimo: bool
    """Whether an Ultimo can be won all the same."""
    last_trick: bool
    """Whether the plain last trick is paid."""
    doubling: Doubling


@dataclass(frozen=True, slots=True)
class IntoPots:
    """The same amount into each of some pots, and the clause that asks for it."""

    clause: str
    amount: int
    pots: tuple[Pot, ...]


@dataclass(frozen=True, slots=True)
class Accounts:
    """What everybody pays into the pots beside the play: `start` and `refill` each, `dealing` the dealer."""

    start: IntoPots
    refill: IntoPots
    dealing: IntoPots


@dataclass(frozen=True, slots=True)
class Considerable:
    """By how much one pot must be the richer before it is proper to go for it."""

    half: bool
    """Whether by half of the poorer pot."""
    least: int
    """By so many tokens at least."""
    clause: str
    """The clause that says so."""

    def richer(self, pots: Pots) -> Pot | None:
        """The pot that is considerably the richer; None where neither is.

        Source: clauses proper.richer-pot, proper.considerable.
        """
        rich, poor = (Pot.KING, Pot.PAGAT) if pots.king > pots.pagat else (Pot.PAGAT, Pot.KING)
        more = pots[rich] - pots[poor]
        enough = more >= self.least and (not self.half or 2 * more >= pots[poor])
        return rich if more and enough else None


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game for one number of seats."""

    name: str
    table: TableRules
    sides: SidesRule
    duty: Duty
    winner: tuple[PaymentWay, ...]
    fool: FoolRules
    count: CountRules
    entries: tuple[Entry, ...]
    order: tuple[PlayStep, ...]
    """The settlement of the last trick, in the order of its steps."""
    failed_tout: FailedTout
    accounts: Accounts
    considerable: Considerable
    points: PointGame | None = None
    """What a game of card points adds; None for Danish Tarok."""

    def __hash__(self) -> int:
        # Little of it: a game is looked up for every question of a search, and there are few of one name.
        return hash((self.name, len(self.entries), self.fool.banned_trick, self.fool.demand_trick))

    def height(self, card: Card) -> int:
        """How high a card ranks in its suit: of two cards of a suit the higher one wins.

        Source: clause table.ranks.
        """
        if card.is_fool:
            return _ABOVE_TRUMPS if self.fool.kind is FoolKind.TRUMP else card.height
        turned = card.suit in self.table.turned and not card.is_court
        return _TOP_SPOT - card.height if turned else card.height

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump: the numbered ones, and a Fool that is the highest of them.

        Source: clause fool.kind.
        """
        return card.is_trump or (card.is_fool and self.fool.kind is FoolKind.TRUMP)

    def due(self, when: When, card: Card | None = None) -> tuple[Entry, ...]:
        """What is paid on an occasion, and for this card where one is given."""
        return tuple(
            each for each in self.entries if each.when is when and (card is None or card in each.cards)
        )

    def prize(self, card: Card) -> Pot | None:
        """The pot that a card plays for in the last trick; None for one that wins no Ultimo."""
        return next((pot for entry in self.due(When.ULTIMO, card) for pot in entry.takes), None)
