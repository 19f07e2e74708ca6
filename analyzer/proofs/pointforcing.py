"""The forced question of a short ending of a game of card points, put to Z3.

The tree is written out as in :mod:`analyzer.proofs.forcing`; which cards are legal, who wins a trick and
where the cards of all tricks go is read from the clauses here. What the piles come to, a card given for the
Fool included, Z3 says of each end of the tree.

Source: semantics of goals ("who can force what"); clauses play.*, fool.*, count.points, and those that say
what a contract needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.cards.card import FOOL, PAGAT, Card, Suit
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.position.pilestate import PileState
from analyzer.proofs.clauses.piles import PileBefore, PileClauses, SymbolicTrick
from analyzer.proofs.clauses.play import FOOL_SUIT, SUITS, PlayClauses, Played, excuses
from analyzer.proofs.clauses.tricks import Past, led_with, takes
from analyzer.proofs.forcing import GameTree, Proved, Put, check_short
from analyzer.proofs.smt import RLIMIT, Number, SmtQuestion, Truth, every, no, weighed
from analyzer.rules.play.course import Course
from analyzer.rules.score.deeds import KINGS
from analyzer.rules.score.goals import Aim, Bound, Goal
from analyzer.rules.score.target import slam_bid
from analyzer.rules.spec.contractwords import ContractAim
from analyzer.rules.spec.game import FoolLed


@dataclass(frozen=True, slots=True)
class TrickGone:
    """A trick that was played: its cards in order, and who won it."""

    laid: tuple[Put, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class CountedState:
    """Play between two cards, with the tricks since the position."""

    hands: tuple[frozenset[Card], ...]
    lead: int
    course: Course
    laid: tuple[Put, ...] = ()
    gone: tuple[TrickGone, ...] = ()

    @property
    def decides(self) -> int:
        return (self.lead + len(self.laid)) % len(self.hands)


class _CountedTree(GameTree[CountedState]):
    """The states of an ending of a game of card points."""

    def __init__(self, start: PileState, goal: Goal, seat: int, by: int, rlimit: int) -> None:
        super().__init__(by, rlimit)
        self.start, self.spec, self.rlimit = start, start.spec, rlimit
        self.play = PlayClauses(self.spec)
        self.end = _End(start, goal, seat, rlimit)

    def moves(self, state: CountedState) -> Iterator[CountedState | Truth]:
        hand = state.hands[state.decides]
        name = state.laid[0].suit if state.laid and state.laid[0].card == FOOL else None
        led = led_with(self.spec, [each.card for each in state.laid], name)
        table = {each.card: True for each in state.laid}
        mine = dict.fromkeys(hand, True)
        for card in sorted(hand):
            if self.play.may_play(mine, len(hand), led, card, table) is True:
                for name in self._names(state, card):
                    yield self._put(state, card, name)

    def _names(self, state: CountedState, card: Card) -> Sequence[Suit | None]:
        """The suits that a card may be named: none but of a Fool that is led, where its leader names it."""
        if state.laid or not excuses(self.spec, card) or self.spec.fool.led is not FoolLed.NAMES:
            return (None,)
        others = [hand for seat, hand in enumerate(state.hands) if seat != state.decides]
        held = {each.suit for hand in others for each in hand}
        followed = [suit for suit in Suit if suit in held]
        return [suit for suit in followed if suit in self.spec.fool.names] or followed

    def _put(self, state: CountedState, card: Card, name: Suit | None) -> CountedState | Truth:
        seat = state.decides
        hands = tuple(hand - {card} if each == seat else hand for each, hand in enumerate(state.hands))
        laid = (*state.laid, Put(seat, card, name))
        if len(laid) < len(hands):
            return replace(state, hands=hands, laid=laid)
        left = len(hands[seat]) + 1
        winner = self._winner(laid, state.course, state.lead, left)
        gone = (*state.gone, TrickGone(laid, winner))
        if not any(hands):
            return self.end.reached(gone)
        return CountedState(hands, winner, self._course(state.course, laid, winner), (), gone)

    def _winner(self, laid: tuple[Put, ...], course: Course, lead: int, left: int) -> int:
        cards, past = [Played.of(each.card) for each in laid], Past.of(course, lead, left)
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


@dataclass
class _End:
    """Whether a goal is reached once all tricks are played."""

    start: PileState
    goal: Goal
    seat: int
    rlimit: int

    def __post_init__(self) -> None:
        self.side = self.start.sides.of[self.seat]
        self.own = frozenset(self.start.sides.seats(self.side))
        self._known: dict[object, bool] = {}

    def reached(self, gone: tuple[TrickGone, ...]) -> bool:
        """Raises: UsageError for a goal that Z3 is not asked about; LimitReached."""
        tricks = [*self.start.won]
        for each in gone:
            tricks[each.winner] += 1
        found = self._by_tricks(tricks) if self.goal.way is None else None
        if found is None:
            found = self._by_last(gone[-1]) if self.goal.way is None else None
        if found is not None:
            return found
        if self.goal.aim is Aim.TRICKS:
            return self.goal.met(Fraction(sum(tricks[seat] for seat in self.own)))
        # In which order the tricks came matters for a card that is given, so that they stand as they came.
        if gone not in self._known:
            self._known[gone] = self._counted(gone, tricks)
        return self._known[gone]

    def _by_tricks(self, tricks: Sequence[int]) -> bool | None:
        """A goal that hangs on who has tricks; None for another."""
        mine = sum(tricks[seat] for seat in self.own)
        theirs = sum(tricks) - mine
        aim, contract = self.goal.aim, self.goal.aim is Aim.CONTRACT
        known = None not in self.start.reckoning.tricks
        bid = self.start.game.target is not None and known and slam_bid(self.start.game, self.start.told)
        every_trick = bid or self.start.aim is ContractAim.EVERY_TRICK
        if aim in (Aim.SLAM, Aim.VALAT) or (contract and every_trick):
            return theirs == 0
        if contract and self.start.aim is ContractAim.NO_TRICK:
            return mine == 0
        if aim is Aim.ALL_TRICKS:
            return sum(tricks) == tricks[self.seat]
        if aim is Aim.NIL:
            without = [seat for seat, number in enumerate(tricks) if not number]
            return self.seat in without if self.start.game.nil is None else without == [self.seat]
        return None

    def _by_last(self, last: TrickGone) -> bool | None:
        """A goal that hangs on the last trick; None for another."""
        game, aim = self.start.game, self.goal.aim
        by = {each.card: each.seat for each in last.laid}
        best = next(each.card for each in last.laid if each.seat == last.winner)
        won = last.winner in self.own
        prizes = KINGS | {PAGAT} if game.payments is None else game.payments.last.cards
        match aim:
            case Aim.LAST_TRICK:
                return won
            case Aim.ULTIMO:
                return won and best in prizes
            case Aim.KING_ULTIMO if game.slovenian is not None:
                return won and self.start.told.called in by
            case Aim.KING_ULTIMO:
                return won and best in KINGS
            case Aim.PAGAT_ULTIMO if game.target is not None:
                return won and PAGAT in by
            case Aim.PAGAT_ULTIMO:
                return best == PAGAT and (last.winner == self.seat if game.slovenian is not None else won)
            case Aim.LOST_ULTIMO:
                return self._lost(by, last.winner, prizes)
            case _:
                return None

    def _lost(self, by: dict[Card, int], winner: int, prizes: frozenset[Card]) -> bool:
        rules = self.start.game.payments
        to_partner = rules is not None and rules.lost_to_partner
        mine = {seat for card, seat in by.items() if card in prizes and seat in self.own and seat != winner}
        return bool(mine) and (to_partner or winner not in self.own)

    def _counted(self, gone: tuple[TrickGone, ...], tricks: Sequence[int]) -> bool:
        """A goal that hangs on the piles, as Z3 says of them."""
        clauses, question = self._piles(gone), SmtQuestion(self.rlimit)
        question.given(clauses.with_tricks(), clauses.one_is_given(), clauses.fool_goes())
        question.name("least", clauses.least())
        meant = self._meant(clauses, gone, tricks)
        holds = not question.possible(("least",), no(meant))
        assert question.possible(("least",)), "the cards lie somewhere"
        assert holds or not question.possible(("least",), meant), "what is given counts the same"
        return holds

    def _piles(self, gone: tuple[TrickGone, ...]) -> PileClauses:
        sides, reckoning = self.start.sides, self.start.reckoning
        talon = [*reckoning.talon, *(None for _ in gone)]
        tricks = [
            SymbolicTrick(
                {one.card: sides.of[one.seat] for one in each.laid},
                sides.of[each.winner],
                len(gone) - place,
                talon[place],
            )
            for place, each in enumerate(gone)
        ]
        before = [
            PileBefore(p.tricks, p.cards, p.laid_away, p.gives, None if p.owed is None else p.owed.to)
            for p in reckoning.piles
        ]
        return PileClauses(self.start.spec, tricks, before, over=True)

    def _meant(self, clauses: PileClauses, gone: tuple[TrickGone, ...], tricks: Sequence[int]) -> Truth:
        """The goal as a formula over the owners of the cards."""
        game, unit = self.start.game, self.start.game.piles.unit
        units = clauses.units(self.side) + self.start.reckoning.units(self.side)
        if self.goal.aim in (Aim.KINGS, Aim.TRINITY):
            cards = KINGS if self.goal.aim is Aim.KINGS else game.trull
            return self._held(clauses, cards) == len(cards)
        if self.goal.aim is Aim.TRULL:
            return self._bounded(self._held(clauses, game.trull), 1)
        if self.goal.aim is Aim.POINTS:
            return self._bounded(units, unit)
        half = game.stake or game.tapp or game.slovenian
        if self.goal.aim is Aim.HALF and half is not None:
            return units == half.half * unit
        if self.goal.aim is Aim.CONTRACT and game.slovenian is not None:
            # A rest of thirds is dropped or made whole, whichever is nearer.
            return 2 * units >= unit * (2 * game.slovenian.half + 1)
        if self.goal.aim is Aim.CONTRACT and half is not None:
            alone = game.tapp is not None and tricks[self.seat] == sum(tricks)
            return True if alone else units > half.half * unit
        if game.target is not None and self.goal.aim in (Aim.CONTRACT, Aim.MARGIN):
            return self._on_target(clauses, units, gone)
        raise _not_asked(self.goal)

    def _on_target(self, clauses: PileClauses, units: Number, gone: tuple[TrickGone, ...]) -> Truth:
        """Whether a target that hangs on the Trull, and on the Pagat in the last trick, is met."""
        rule, unit = self.start.game.target, self.start.game.piles.unit
        assert rule is not None
        held, last = self._held(clauses, self.start.game.trull), gone[-1]
        pagat = next((each.seat for each in last.laid if each.card == PAGAT), None)
        shift = 0
        if pagat is not None:
            won = self.start.sides.of[last.winner]
            partner = pagat != last.winner and self.start.sides.of[pagat] == won
            if rule.pagat_by_partner or not partner:
                shift = -rule.pagat_shift if won == self.side else rule.pagat_shift
        wanted = (rule.by_trull[number] for number in range(len(self.start.game.trull) + 1))
        met = []
        for number, target in enumerate(wanted):
            over = units - unit * (target + shift)
            enough = over >= 0 if self.goal.way is None else self._bounded(over, unit)
            met.append(no(every((held == number, no(enough)))))
        return every(met)

    def _held(self, clauses: PileClauses, cards: frozenset[Card]) -> Number:
        """How many of some cards a side has in the end, those that lie apart among them."""
        apart = self.start.reckoning.apart.of(self.side) & cards - clauses.owner.keys()
        found = weighed((clauses.owner[card] == self.side, 1) for card in cards & clauses.owner.keys())
        return found + len(apart)

    def _bounded(self, number: Number, unit: int) -> Truth:
        bound = self.goal.bound
        one, other = number * bound.denominator, bound.numerator * unit
        return one >= other if self.goal.way is Bound.LEAST else one <= other


def _not_asked(goal: Goal) -> UsageError:
    return UsageError(say("Z3 is not asked about {goal}", goal=Verbatim(str(goal))))


def prove_counted(position: Position, goal: Goal, seat: int, by: int, rlimit: int = RLIMIT) -> Proved:
    """Whether the seats of mask `by` force a goal of a seat, or of its side, decided by Z3 from the clauses.

    Raises: UsageError for an ending of more than three tricks, hands that are not told, or a goal that Z3 is
    not asked about; LimitReached where Z3 does not decide it.
    """
    check_short(position)
    return prove_question(PileState.of(position), goal, seat, by, rlimit)


def prove_question(start: PileState, goal: Goal, seat: int, by: int, rlimit: int = RLIMIT) -> Proved:
    """The same of a state of a hand, however long it is. Raises: UsageError, LimitReached."""
    if goal.aim is Aim.MOND_LOST:
        raise _not_asked(goal)
    laid = tuple(Put(each.seat, each.card, each.names) for each in start.table.trick)
    tree = _CountedTree(start, goal, seat, by, rlimit)
    return tree.proved(CountedState(start.table.hands, start.table.lead, start.table.course, laid))
