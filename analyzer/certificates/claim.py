"""The claim of a certificate, and the states in which a checker decides it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from analyzer.cards.card import PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.rules.actions import ALLOW, DEMAND, Action
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.goals import ENDINGS, Goal, endings_with, goal_reached

# What a certificate claims, and when a state has decided it.
#
# Source: decision 2: goals are about the cards of the last trick, not about its payment.


class GoalClaim(Record, frozen=True):
    """That the players of a side bring a goal of one seat about, or that the others prevent it."""

    goal: Goal
    seat: int
    by: frozenset[int]
    """The seats that want the goal; all others do not."""
    holds: bool
    """Whether the claim is that they bring it about; else, that the others prevent it."""
    scored: bool = False
    """Whether it is of a game of card points."""

    def strategist(self, seat: int) -> bool:
        """Whether the seat is on the side that the claim says gets its way."""
        return (seat in self.by) == self.holds

    def suits(self, card: Card) -> bool:
        """Whether the goal's player can reach it with that card in the last trick."""
        return bool(endings_with(card) & ENDINGS[self.goal])

    def reached(self, last: Trick) -> bool:
        """Whether the goal was reached, by the last trick."""
        return goal_reached(last, self.goal, self.seat)

    def hopeless(self, table: Table) -> bool:
        """Whether the goal's player has no card left with which to reach it in the last trick.

        While that player holds cards, the last one is among them; the Fool never wins a trick.
        """
        held = table.hands[self.seat]
        last = held or {laid.card for laid in table.trick if laid.seat == self.seat}
        return not any(self.suits(card) for card in last)


# What is the same for play: the state of a hand without the names of its cards.
#
# In Danish Tarok, between two cards, nothing in the rules of play and nothing in a goal looks further than:
# which player holds or laid each card still in play, its suit, its order within the suit among the cards
# still in play, and whether it is an Ultimo card or the Fool. Two states that agree in these (with the same
# player to lead, the same order of the trick, the same suit named and the same demand under way) go on
# alike, card by card; the :func:`shape_of` a state writes just these down, and nothing else.
#
# Within one state, two cards are equal where swapping them gives the same shape: neighbours in their suit
# among the cards in play, both in the hand of the player to move, neither an Ultimo card.
#
# In a game of card points the past counts too: every card that counts, or that a rule knows by name, is
# marked by its rank, and what lies in the piles and was won stands behind the shape (:func:`view_with_past`).
#
# Source: clauses play.follow, play.trump, play.winner, fool.lowest, fool.second-to-last, fool.demand.


HELD: Final = "ABCDE"
"""By seat: a card in that hand."""
LAID: Final = "abcde"
"""By seat: that player's card in the present trick."""
PRIZE: Final = "*"
"""Behind a card: it is an Ultimo card."""

_ANSWERS: Final = {str(DEMAND): DEMAND, str(ALLOW): ALLOW}


Marks = Callable[[Card], str]
"""What stands behind the owner of a card that is not like any other of its suit; else nothing."""


def prize_mark(card: Card) -> str:
    """The mark of the cards with which the last trick can be won Ultimo: the kings and the Pagat."""
    return PRIZE if card.is_king or card == PAGAT else ""


class StateView(Record, frozen=True):
    """One state of play with the cards still in play, by suit from high to low, and whose they are."""

    table: Table
    suits: Mapping[Suit, list[tuple[Card, str]]]
    """With each card its owner: a letter of `HELD` or `LAID`."""
    fool: str
    """The owner of the Fool; `-` where it is out of play."""
    marks: Marks = prize_mark
    past: str = ""
    """What was played before, as far as it matters."""

    @classmethod
    def from_table(cls, table: Table, marks: Marks = prize_mark, past: str = "") -> StateView:
        """The view of a state."""
        owned = [(card, HELD[seat]) for seat, hand in enumerate(table.hands) for card in hand]
        owned += [(laid.card, LAID[laid.seat]) for laid in table.trick]
        owned.sort(key=lambda each: -table.spec.height(each[0]) if each[0].suit else 0)
        suits: dict[Suit, list[tuple[Card, str]]] = {suit: [] for suit in Suit}
        fool = "-"
        for card, owner in owned:
            if card.suit is None:
                fool = owner
            else:
                suits[card.suit].append((card, owner))
        return cls(table, suits, fool, marks, past)

    def shape(self) -> str:
        """The state as far as play can tell: `hearts.diamonds.spades.clubs.trumps.fool leader` and more.

        A suit is its cards in play from high to low, each as its owner, with `*` behind an Ultimo card, or
        the rank behind one that counts. Behind the leader stand `=s` for the suit a led Fool was named, `?`
        with the card picked in place of the Fool and how many let it pass, and `!` where the Fool was
        demanded.
        """
        table = self.table
        suits = ".".join(
            "".join(owner + self.marks(card) for card, owner in cards) for cards in self.suits.values()
        )
        text = f"{suits}.{self.fool} {HELD[table.lead]}"
        if table.trick and table.trick[0].names is not None:
            text += f"={table.trick[0].names}"
        if table.picked is not None:
            text += f"?{self.word(table.picked)}/{table.passed}"
        return (text + "!" if table.demanded else text) + self.past

    def word(self, move: Action) -> str:
        """A move in the words of a certificate: `T#2` is the second highest trump in play."""
        card = move.card
        if card is None or card.suit is None:
            return str(move)
        place = next(n for n, (each, _) in enumerate(self.suits[card.suit]) if each == card)
        return f"{card.suit}#{place + 1}"

    def move(self, word: str) -> Action | None:
        """The legal move that a certificate's word means; None where it means none."""
        moves = self.table.moves()
        if word in _ANSWERS:
            found = _ANSWERS[word]
            return found if found in moves else None
        return next((move for move in moves if move.card is not None and self.word(move) == word), None)

    def moves(self, alone: frozenset[str] = frozenset()) -> tuple[Action, ...]:
        """The legal moves, of equal cards the highest only; the cards of `alone` are equal to none."""
        return tuple(move for move in self.table.moves() if not self._has_equal_above(move, alone))

    def _has_equal_above(self, move: Action, alone: frozenset[str]) -> bool:
        card = move.card
        if card is None or card.suit is None or self.marks(card) or str(card) in alone:
            return False
        cards = self.suits[card.suit]
        place = next(n for n, (each, _) in enumerate(cards) if each == card)
        if place == 0:
            return False
        above, owner = cards[place - 1]
        return owner == cards[place][1] and not self.marks(above) and str(above) not in alone

    def places(self, named: frozenset[str]) -> str:
        """Where the cards of these words stand in the shape; those out of play stand nowhere."""
        return " ".join(
            f"{suit}{place}={card}"
            for suit, cards in self.suits.items()
            for place, (card, _) in enumerate(cards)
            if str(card) in named
        )


def view_with_past(question: Hand) -> StateView:
    """The view of a state of a game of card points: its past stands behind it."""

    def marks(card: Card) -> str:
        return str(card)[1:] if question.stands_out(card) else ""

    return StateView.from_table(question.table, marks, f" {_flat(question.past())}")


def _flat(value: object) -> str:
    """A value in few letters; two of one kind have the same ones only where they are the same."""
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, frozenset):
        return "{" + "".join(map(str, sorted(value))) + "}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_flat, value)) + ")"
    return "" if value is None else str(value)


def shape_of(table: Table) -> str:
    """What is the same for play in all states that have it; see the head of this module."""
    return StateView.from_table(table).shape()


# States as a checker plays them: by the rules alone, until they decide what is claimed.


class Playing(ABC):
    """One state of play, and what is claimed of it."""

    __slots__ = ()
    any_where_silent: ClassVar[bool]
    """Whether any card is right in a state of which a strategy says nothing."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """Hands and trick."""

    @abstractmethod
    def after(self, move: Action) -> Self:
        """The state after one of its moves."""

    @abstractmethod
    def decided(self) -> bool | None:
        """Whether the goal is reached, where the state has decided that."""

    @abstractmethod
    def view(self) -> StateView:
        """What is the same in states that go on alike."""


@dataclass(frozen=True, slots=True)
class TablePlaying(Playing):
    """A state whose goal is one of the last trick alone: nothing but the table matters."""

    any_where_silent = False
    claim: GoalClaim
    at: Table
    last: Trick | None = None
    """The last trick, once it is played."""

    @property
    def table(self) -> Table:
        return self.at

    def after(self, move: Action) -> TablePlaying:
        table, trick = self.at.after(move)
        return TablePlaying(self.claim, table, trick if table.over else None)

    def decided(self) -> bool | None:
        if self.last is not None:
            return self.claim.reached(self.last)
        return False if self.claim.hopeless(self.at) else None

    def view(self) -> StateView:
        return StateView.from_table(self.at)


@dataclass(frozen=True, slots=True)
class PilesPlaying(Playing):
    """A state of a game of card points, with its piles and what was won."""

    any_where_silent = True
    claim: GoalClaim
    question: Hand

    @property
    def table(self) -> Table:
        return self.question.table

    def after(self, move: Action) -> PilesPlaying:
        return PilesPlaying(self.claim, self.question.after(move)[0])

    def decided(self) -> bool | None:
        if not self.question.over:
            return None
        return self.question.reached(self.claim.goal, self.claim.seat)

    def view(self) -> StateView:
        return view_with_past(self.question)


def playing(claim: GoalClaim, position: Position) -> Playing:
    """The state that a claim is about. Raises: UsageError where the hands are not all known."""
    if position.pots is None:
        return PilesPlaying(claim, Hand.from_position(position))
    return TablePlaying(claim, position.table)
