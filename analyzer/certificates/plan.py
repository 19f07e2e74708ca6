"""Plans: what the players of a side do, in lines that a player can follow; read by the rules alone.

A plan has lines for each player who follows it. Each time such a player moves, the first line counts whose
events all hold and which has an allowed card; in it the first group with an allowed card, and any card of
that group is right. Where no line counts, any move is right. A led Fool, a demand for the Fool, and not
making it are cards like others: `fool=h`, `demand`, `no-demand`.

Source: clauses play.follow, play.winner, fool.lowest, fool.demand.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from analyzer.cards.card import Card, Suit
from analyzer.frozenrecord import Record
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.table import Laid, Table, strength

NO_DEMAND: Final = "no-demand"
"""The word for letting a card pass that was picked in place of the Fool."""


class PlanEventKind(Enum):
    """What a line of a plan may wait for, as it stands before the card is played."""

    VOID = "void"
    """A player has no card of a suit; the Fool is of none."""
    HAS = "has"
    GONE = "gone"
    """A card was played."""
    HELD = "held"
    """A card is still in a hand."""
    TAKES = "takes"
    """The card itself leads, follows or trumps, and beats all cards of the trick so far."""
    TO_LEAD = "to-lead"
    LAST = "last"
    """The player plays last."""
    LED = "led"
    """A suit was led, or named by a led Fool."""
    RUFFED = "ruffed"
    """A trump lies on a plain lead."""
    LEADER = "leader"
    """A player leads the trick."""
    WINNING = "winning"
    """A player has the best card so far; nobody while only the Fool or discards lie there."""
    IN_TRICK = "in-trick"
    """A card lies in the trick."""
    LEFT = "left"
    """So many tricks are left, the present one included."""


class PlanEvent(Record, frozen=True):
    """One thing that every player sees; `who` is a seat. What a kind does not speak of is None."""

    kind: PlanEventKind
    who: int | None = None
    suit: Suit | None = None
    card: Card | None = None
    tricks: int | None = None
    negated: bool = False

    def holds(self, table: Table, move: Action) -> bool:
        """Whether it holds before a move of the player to move."""
        return self._is_so(table, move) is not self.negated

    def _is_so(self, table: Table, move: Action) -> bool:
        match self.kind:
            case PlanEventKind.VOID:
                return not self._has(table)
            case PlanEventKind.HAS:
                return self._has(table)
            case PlanEventKind.GONE:
                return not self._held(table)
            case PlanEventKind.HELD:
                return self._held(table)
            case PlanEventKind.TAKES:
                return takes(table, move)
            case _:
                return self._of_the_trick(table)

    def _has(self, table: Table) -> bool:
        assert self.who is not None
        return any(card.suit is self.suit for card in table.hands[self.who])

    def _held(self, table: Table) -> bool:
        return any(self.card in hand for hand in table.hands)

    def _of_the_trick(self, table: Table) -> bool:
        match self.kind:
            case PlanEventKind.TO_LEAD:
                return not table.trick
            case PlanEventKind.LAST:
                return len(table.trick) == len(table.hands) - 1
            case PlanEventKind.LED:
                return bool(table.trick) and table.led is self.suit
            case PlanEventKind.RUFFED:
                return (
                    bool(table.trick)
                    and table.led is not Suit.TRUMPS
                    and any(laid.card.is_trump for laid in table.trick)
                )
            case PlanEventKind.LEADER:
                return table.lead == self.who
            case PlanEventKind.WINNING:
                return winning(table) == self.who
            case PlanEventKind.IN_TRICK:
                return any(laid.card == self.card for laid in table.trick)
            case _:
                return table.tricks_left == self.tricks


def winning(table: Table) -> int | None:
    """The seat that has the best card of the trick so far; None while nobody has one that can win."""
    best = max(table.trick, key=lambda laid: _strength(table, laid), default=None)
    return None if best is None or not _strength(table, best) else best.seat


def takes(table: Table, move: Action) -> bool:
    """Whether a card leads, follows or trumps, and beats all cards of the trick so far."""
    if move.card is None or move.card.is_fool:
        return False
    if not table.trick:
        return True
    own = strength(move.card, table.led, table.spec)
    return own > max(_strength(table, laid) for laid in table.trick)


def _strength(table: Table, laid: Laid) -> int:
    return strength(laid.card, table.led, table.spec)


class PlanLine(Record, frozen=True):
    """Events, and groups of cards in the words of a line of play; of a group any card is right."""

    when: tuple[PlanEvent, ...]
    first: tuple[tuple[str, ...], ...]

    def says(self, table: Table, moves: tuple[Action, ...]) -> tuple[Action, ...]:
        """The moves that are right by this line; none where it does not count."""
        open_ = {
            word_of(move): move for move in moves if all(event.holds(table, move) for event in self.when)
        }
        for group in self.first:
            if said := tuple(open_[word] for word in group if word in open_):
                return said
        return ()

    @property
    def words(self) -> tuple[str, ...]:
        """Every card of the line."""
        return tuple(word for group in self.first for word in group)


class Plan(Record, frozen=True):
    """What each player who follows it does, by seat."""

    lines: Mapping[int, tuple[PlanLine, ...]]

    def right(self, table: Table) -> tuple[Action, ...]:
        """The moves of the player to move that are right; all where no line counts."""
        moves = table.moves()
        for line in self.lines.get(table.to_move, ()):
            if said := line.says(table, moves):
                return said
        return moves

    @property
    def length(self) -> int:
        """How many lines it has."""
        return sum(map(len, self.lines.values()))

    @property
    def named(self) -> frozenset[str]:
        """The cards it speaks of, in its lines or their events."""
        lines = [line for each in self.lines.values() for line in each]
        events = {str(event.card) for line in lines for event in line.when if event.card is not None}
        return frozenset(events.union(*(line.words for line in lines)))


def word_of(move: Action) -> str:
    """A move as a plan writes it."""
    return NO_DEMAND if move.kind is ActionKind.ALLOW else str(move)
