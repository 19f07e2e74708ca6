"""The forced question of a short ending, put to Z3: a third opinion beside the two searches.

The game tree is written out from the clauses, one variable for each state of play: whether the players
of a set still bring the goal about from there. A state in which one of them moves holds where some move
leads to a state that holds, any other where all moves do. The engine's moves and the search are not
asked; which cards are legal, who wins a trick and what that achieves is read from the clauses here.

Source: semantics of goals ("who can force what"); clauses play.*, fool.*, naming.followable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import z3
from msgspec.structs import replace
from proofs.formulas.reaching import HandOver, LastTrickEnd, PilesEnd, Put, TrickGone, not_asked

from analyzer.cards.card import FOOL, Card, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import say
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.proofs.play import (
    FOOL_SUIT,
    SUITS,
    Named,
    Past,
    PlayClauses,
    Played,
    excuses,
    named,
    suit_led,
    takes,
)
from analyzer.proofs.smt import RLIMIT, SmtQuestion, Truth, every, formula, not_, some
from analyzer.rules.play.table import Course, Table
from analyzer.rules.score.goals import Aim, Goal
from analyzer.rules.spec.game import FoolLed, GameSpec

MOST_TRICKS: Final = 3


def led_with(spec: GameSpec, cards: Sequence[Card], name: Suit | None = None) -> Named | None:
    """The suit that known cards on the table lead; None where whoever is next may play any card."""
    if not cards:
        return None
    called = FOOL_SUIT if name is None else SUITS.index(name)
    led = suit_led(spec, [Played.from_card(card) for card in cards], called)
    assert isinstance(led, int)
    return None if led == FOOL_SUIT else named(SUITS[led])


class SymbolicState(Record, frozen=True):
    """Play between two decisions: `picked` waits for the others' word, of whom `asked` have spoken."""

    hands: tuple[frozenset[Card], ...]
    lead: int
    course: Course
    laid: tuple[Put, ...] = ()
    gone: tuple[TrickGone, ...] = ()
    """The tricks since the position, where more than the last one matters."""
    picked: Card | None = None
    asked: int = 0
    demanded: bool = False

    @classmethod
    def of(cls, table: Table) -> SymbolicState:
        """The state of a table."""
        laid = tuple(Put(each.seat, each.card, each.names) for each in table.trick)
        picked = None if table.picked is None else table.picked.card
        hands, asked = table.hands, table.passed
        return cls(hands, table.lead, table.course, laid, (), picked, asked, table.demanded)

    @property
    def holder(self) -> int:
        return (self.lead + len(self.laid)) % len(self.hands)

    @property
    def decides(self) -> int:
        return self.holder if self.picked is None else (self.holder + 1 + self.asked) % len(self.hands)


class Proved(Record, frozen=True):
    """Z3's answer: whether the players of mask `by` force the goal, over how many states of play."""

    holds: bool
    states: int


class GameTree:
    """The states of an ending, each with its variable."""

    def __init__(self, table: Table, end: HandOver, by: int, rlimit: int) -> None:
        self.spec: GameSpec = table.spec
        self.end, self.by = end, by
        self.play = PlayClauses(self.spec)
        self.demand = (self.spec.fool.demand_trick or 0) if table.fool_demand else 0
        self.question = SmtQuestion(rlimit)
        self.known: dict[SymbolicState, z3.BoolRef] = {}

    def proved(self, start: SymbolicState) -> Proved:
        """Z3's word on a state. Raises: LimitReached where Z3 does not decide it."""
        root, question = self.holds(start), self.question
        question.name("not-forced", not_(root))
        holds = not question.possible(("not-forced",))
        # What follows is one of two things, so that the other answer must be possible.
        assert question.possible((), root if holds else not_(root))
        return Proved(holds, len(self.known))

    def holds(self, state: SymbolicState) -> z3.BoolRef:
        """The variable of a state; everything behind it has been written out."""
        found = self.known.get(state)
        if found is None:
            found = self.known[state] = z3.Bool(f"state{len(self.known)}")
            after = [self._value(each) for each in self.moves(state)]
            mine = bool(self.by >> state.decides & 1)
            self.question.given(found == formula(some(after) if mine else every(after)))
        return found

    def _value(self, state: SymbolicState | Truth) -> Truth:
        return state if isinstance(state, bool | z3.BoolRef) else self.holds(state)

    def moves(self, state: SymbolicState) -> Iterator[SymbolicState | Truth]:
        """What a decision leads to: another state, or after the last card whether the goal is reached."""
        if state.picked is not None:
            yield replace(state, picked=None, asked=0, demanded=True)
            if state.asked + 2 < len(state.hands):
                yield replace(state, asked=state.asked + 1)
            else:
                yield self._put(replace(state, picked=None, asked=0), state.picked, None)
            return
        hand = state.hands[state.holder]
        name = state.laid[0].suit if state.laid and state.laid[0].card == FOOL else None
        led = led_with(self.spec, [each.card for each in state.laid], name)
        table = {each.card: True for each in state.laid}
        mine = dict.fromkeys(hand, True)
        for card in sorted(hand):
            if state.demanded and card != FOOL:
                continue
            if self.play.may_play(mine, len(hand), led, card, table) is True:
                yield from self._play(state, card)

    def _play(self, state: SymbolicState, card: Card) -> Iterator[SymbolicState | Truth]:
        hand = state.hands[state.holder]
        if card != FOOL and FOOL in hand and len(hand) == self.demand:
            yield replace(state, picked=card)
            return
        for name in self._names(state, card):
            yield self._put(state, card, name)

    def _names(self, state: SymbolicState, card: Card) -> Sequence[Suit | None]:
        """The suits that a card may be named: none but of a Fool that is led, where its leader names it."""
        if state.laid or not excuses(self.spec, card) or self.spec.fool.led is not FoolLed.NAMES:
            return (None,)
        others = [hand for seat, hand in enumerate(state.hands) if seat != state.holder]
        held = {each.suit for hand in others for each in hand}
        followed = [suit for suit in Suit if suit in held]
        return [suit for suit in followed if suit in self.spec.fool.names] or followed

    def _put(self, state: SymbolicState, card: Card, name: Suit | None) -> SymbolicState | Truth:
        """The state with the card on the table for good; with the last one whether the goal is reached."""
        seat = state.holder
        hands = tuple(hand - {card} if each == seat else hand for each, hand in enumerate(state.hands))
        laid = (*state.laid, Put(seat, card, name))
        if len(laid) < len(hands):
            return replace(state, hands=hands, laid=laid, demanded=False)
        winner = self._winner(laid, state, len(hands[seat]) + 1)
        gone = (*state.gone, TrickGone(laid, winner))
        if not any(hands):
            return self.end.reached(gone)
        course = self._course(state.course, laid, winner)
        return SymbolicState(hands, winner, course, (), gone if self.end.counts else ())

    def _winner(self, laid: tuple[Put, ...], state: SymbolicState, left: int) -> int:
        cards, past = (
            [Played.from_card(each.card) for each in laid],
            Past.from_course(state.course, state.lead, left),
        )
        name = FOOL_SUIT if laid[0].suit is None else SUITS.index(laid[0].suit)
        places = range(len(laid))
        won = [laid[place].seat for place in places if takes(self.spec, cards, place, past, name) is True]
        assert len(won) == 1, f"{laid} is won by {won}"
        return won[0]

    def _course(self, course: Course, laid: tuple[Put, ...], winner: int) -> Course:
        """What a trick settles for those behind it: who swept, and whether trumps were led."""
        if course.sides is None:
            return course
        won = course.sides.of[winner]
        swept = won if course.first or course.swept == won else None
        trumps = self.play.suit(laid[0].card) is Suit.TRUMPS or laid[0].card == FOOL
        return replace(course, first=False, swept=swept, trump_led=course.trump_led or trumps)


def prove_forced(position: Position, goal: Goal, seat: int, by: int, rlimit: int = RLIMIT) -> Proved:
    """Whether the seats of mask `by` force a goal of a seat, or of its side, decided by Z3 from the clauses.

    Raises: UsageError for an ending of more than three tricks, hands that are not told, or a goal that Z3 is
    not asked about; LimitReached where Z3 does not decide it.
    """
    check_short(position)
    return prove_question(Hand.from_position(position), goal, seat, by, rlimit)


def prove_question(start: Hand, goal: Goal, seat: int, by: int, rlimit: int = RLIMIT) -> Proved:
    """What Z3 says of a goal in a state of a hand, however long it is. Raises: UsageError, LimitReached."""
    if goal.aim is Aim.MOND_LOST:
        raise not_asked(goal)
    pots = start.spec.pots is not None
    end: HandOver = LastTrickEnd(start.spec, goal, seat) if pots else PilesEnd(start, goal, seat, rlimit)
    return GameTree(start.table, end, by, rlimit).proved(SymbolicState.of(start.table))


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
