"""What is paid into and out of pots: by which card, in which order, and for the piles.

Where something is entered because of a clause, the id of the clause comes with it.
"""

from __future__ import annotations

from enum import Enum

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.rules.book import Pot, Pots


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


class CountRules(Record, frozen=True):
    """What is paid for the piles after the last trick."""

    par: int
    rounding: int
    after_tout: bool
    after_nolo: bool
    own: bool
    """Whether each gains or loses by his own pile and nobody pays; else all settle with the next dealer."""
    clause: str
    """The clause by which the piles are paid for."""


class Entry(Record, frozen=True):
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


class FailedTout(Record, frozen=True):
    """What an announced Tout that fails does beside what it costs."""

    ultimo: bool
    """Whether an Ultimo can be won all the same."""
    last_trick: bool
    """Whether the plain last trick is paid."""
    doubling: Doubling


class IntoPots(Record, frozen=True):
    """An equal amount into each of some pots, and the clause that asks for it."""

    clause: str
    amount: int
    pots: tuple[Pot, ...]


class Accounts(Record, frozen=True):
    """What everybody pays into the pots beside the play: `start` and `refill` each, `dealing` the dealer."""

    start: IntoPots
    refill: IntoPots
    dealing: IntoPots


class Considerable(Record, frozen=True):
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


class PotRules(Record, frozen=True):
    """The pots of a game: what goes into them and out of them, and what is settled beside them."""

    entries: tuple[Entry, ...]
    """What single cards pay."""
    order: tuple[PlayStep, ...]
    """The settlement of the last trick, in the order of its steps."""
    failed_tout: FailedTout
    accounts: Accounts
    considerable: Considerable
    count: CountRules
