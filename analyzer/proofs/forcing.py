"""The forced question of a short ending, put to Z3: a third opinion beside the two searches.

The game tree is written out from the clauses, one variable for each state of play: whether the players
of a set still bring the goal about from there. A state in which one of them moves holds where some move
leads to a state that holds, any other where all moves do. The engine's moves and the search are not
asked; which cards are legal, who wins a trick and what that achieves is read from the clauses here.

Source: semantics of goals ("who can force what"); clauses play.*, fool.*, naming.followable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import z3

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.errors import UsageError
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.proofs.clauses.play import SUITS, PlayClauses, Played, holds_suit, named, wins
from analyzer.proofs.clauses.score import payments as clauses
from analyzer.proofs.clauses.score.accounts import Special, SymbolicLaid
from analyzer.proofs.smt import RLIMIT, SmtQuestion, Truth, every, formula, no, some
from analyzer.rules.score.goals import ENDINGS, Ending, Goal

MOST_TRICKS: Final = 3


class Put(NamedTuple):
    """A card on the table: who laid it, and the suit it leads."""

    seat: int
    card: Card
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class SymbolicState:
    """Play between two decisions: `picked` waits for the others' word, of whom `asked` have spoken."""

    hands: tuple[frozenset[Card], ...]
    lead: int
    laid: tuple[Put, ...] = ()
    picked: Card | None = None
    asked: int = 0
    demanded: bool = False

    @property
    def holder(self) -> int:
        return (self.lead + len(self.laid)) % len(self.hands)

    @property
    def decides(self) -> int:
        return self.holder if self.picked is None else (self.holder + 1 + self.asked) % len(self.hands)


@dataclass(frozen=True, slots=True)
class Proved:
    """Z3's answer: whether the players of mask `by` force the goal, over how many states of play."""

    holds: bool
    states: int
    smt2: str


class Deciding(Protocol):
    """A state of play, as far as it is known whose decision is next."""

    @property
    def decides(self) -> int: ...


S = TypeVar("S", bound=Deciding)


class GameTree(ABC, Generic[S]):
    """The states of an ending, each with its variable."""

    def __init__(self, by: int, rlimit: int) -> None:
        self.by = by
        self.question = SmtQuestion(rlimit)
        self.known: dict[S, z3.BoolRef] = {}

    @abstractmethod
    def moves(self, state: S) -> Iterator[S | Truth]:
        """What a decision leads to: another state, or after the last card whether the goal is reached."""

    def holds(self, state: S) -> z3.BoolRef:
        """The variable of a state; everything behind it has been written out."""
        found = self.known.get(state)
        if found is None:
            found = self.known[state] = z3.Bool(f"state{len(self.known)}")
            after = [self._value(each) for each in self.moves(state)]
            mine = bool(self.by >> state.decides & 1)
            self.question.given(found == formula(some(after) if mine else every(after)))
        return found

    def _value(self, state: S | Truth) -> Truth:
        return state if isinstance(state, bool | z3.BoolRef) else self.holds(state)

    def proved(self, start: S) -> Proved:
        """Z3's word on a state. Raises: LimitReached where Z3 does not decide it."""
        root, question = self.holds(start), self.question
        question.name("not-forced", no(root))
        holds = not question.possible(("not-forced",))
        # What follows is one of two things, so that the other answer must be possible.
        assert question.possible((), root if holds else no(root))
        return Proved(holds, len(self.known), question.smt2(("not-forced",)))


class _Tree(GameTree[SymbolicState]):
    """The states of an ending whose last trick is all that matters."""

    def __init__(self, position: Position, goal: Goal, seat: int, by: int, rlimit: int) -> None:
        super().__init__(by, rlimit)
        self.spec = position.rules.game
        self.goal, self.seat = goal, seat
        self.play = PlayClauses(self.spec)
        self.demand = (self.spec.fool.demand_trick or 0) if position.fool_demand else 0

    def moves(self, state: SymbolicState) -> Iterator[SymbolicState | Truth]:
        if state.picked is not None:
            yield replace(state, picked=None, asked=0, demanded=True)
            if state.asked + 2 < len(state.hands):
                yield replace(state, asked=state.asked + 1)
            else:
                yield self._put(replace(state, picked=None, asked=0), state.picked, None)
            return
        hand = state.hands[state.holder]
        led = named(state.laid[0].suit or Suit.HEARTS) if state.laid else None
        table = {each.card: True for each in state.laid}
        mine = dict.fromkeys(hand, True)
        for card in sorted(hand):
            if state.demanded and card != FOOL:
                continue
            if self.play.may_play(mine, len(hand), led, card, table) is not True:
                continue
            yield from self._play(state, card)

    def _play(self, state: SymbolicState, card: Card) -> Iterator[SymbolicState | Truth]:
        hand = state.hands[state.holder]
        if card == FOOL and not state.laid:
            others = [cards for seat, cards in enumerate(state.hands) if seat != state.holder]
            held = [dict.fromkeys(cards, True) for cards in others]
            followed = [suit for suit in Suit if some(holds_suit(cards, suit) for cards in held) is True]
            plain = [suit for suit in followed if suit in self.spec.fool.names]
            for suit in plain or followed:
                yield self._put(state, card, suit)
        elif card != FOOL and FOOL in hand and len(hand) == self.demand:
            yield replace(state, picked=card)
        else:
            yield self._put(state, card, None)

    def _put(self, state: SymbolicState, card: Card, name: Suit | None) -> SymbolicState | Truth:
        """The state with the card on the table for good; with the last one whether the goal is reached."""
        seat = state.holder
        hands = tuple(hand - {card} if each == seat else hand for each, hand in enumerate(state.hands))
        laid = (*state.laid, Put(seat, card, name or card.suit))
        if len(laid) < len(hands):
            return SymbolicState(hands, state.lead, laid)
        winner = self._winner(laid)
        return SymbolicState(hands, winner) if any(hands) else self._reached(laid, winner)

    def _winner(self, laid: tuple[Put, ...]) -> int:
        cards = [Played.of(each.card) for each in laid]
        led = SUITS.index(laid[0].suit or Suit.HEARTS)
        won = [each.seat for place, each in enumerate(laid) if wins(self.spec, cards, led, place) is True]
        assert len(won) == 1, f"{laid} is won by {won}"
        return won[0]

    def _reached(self, laid: tuple[Put, ...], winner: int) -> Truth:
        cards = [Played.of(each.card) for each in sorted(laid, key=lambda each: each.seat)]
        trick = SymbolicLaid(cards, [seat == winner for seat in range(len(cards))])
        what = clauses.achieved(self.spec, trick, Special.none(len(cards)))
        prizes_won = what.king_ultimo[self.seat], what.pagat_ultimo[self.seat]
        reached = {
            Ending.LOSES_PRIZE: some((what.king_bagud[self.seat], what.pagat_bagud[self.seat])),
            Ending.WINS_PLAIN: every((winner == self.seat, no(some(prizes_won)))),
            Ending.WINS_KING: prizes_won[0],
            Ending.WINS_PAGAT: prizes_won[1],
        }
        reached[Ending.LOSES_PLAIN] = no(some(reached.values()))
        return some([reached[each] for each in ENDINGS[self.goal]])


def prove_forced(position: Position, goal: Goal, seat: int, by: int, rlimit: int = RLIMIT) -> Proved:
    """Whether the players of mask `by` force a seat's goal, decided by Z3 from the clauses.

    Raises: UsageError for an ending of more than three tricks, hands that are not told;
    LimitReached where Z3 does not decide it.
    """
    check_short(position)
    laid = tuple(Put(each.seat, each.card, each.suit) for each in position.trick)
    return _Tree(position, goal, seat, by, rlimit).proved(SymbolicState(position.hands, position.lead, laid))


def check_short(position: Position) -> None:
    """Raises: UsageError for hands that are not told, or an ending of more than three tricks."""
    if not position.complete or position.unseen is not None:
        raise UsageError(say("the proof needs every hand: some cards of this position are unseen"))
    if position.tricks_left > MOST_TRICKS:
        left = position.tricks_left
        raise UsageError(
            say(
                "{left} tricks are left; endings of up to {most} tricks can be proved",
                left=left,
                most=MOST_TRICKS,
            )
        )
