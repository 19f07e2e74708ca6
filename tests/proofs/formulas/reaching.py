"""Whether a goal is reached once the cards are played, by the clauses: of the last trick, or of all of them.

What the piles come to, a card given for the Fool included, Z3 says.

Source: semantics of goals ("who can force what"); clauses play.*, fool.*, count.points, and those that say
what a contract needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, Protocol

from proofs.formulas.piles import PileBefore, PileClauses, SymbolicTrick

from analyzer.cards.card import FOOL, PAGAT, Card, Suit
from analyzer.errors import UsageError
from analyzer.frozenrecord import Record
from analyzer.messages import Verbatim, say
from analyzer.position.hand import Hand
from analyzer.proofs.accounts import Special, SymbolicLaid
from analyzer.proofs.play import Played
from analyzer.proofs.pots import achieved
from analyzer.proofs.smt import Number, SmtQuestion, Truth, every, not_, some, weighed
from analyzer.rules.score.deeds import KINGS, pagat_before
from analyzer.rules.score.goals import ENDINGS, Aim, Bound, Ending, Goal
from analyzer.rules.score.target import slam_decides
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.kinds.contracts import ContractAim


class Put(NamedTuple):
    """A card on the table: who laid it, and the suit that a Fool names."""

    seat: int
    card: Card
    suit: Suit | None


class TrickGone(Record, frozen=True):
    """A trick that was played: its cards in order, and who won it."""

    laid: tuple[Put, ...]
    winner: int


class HandOver(Protocol):
    """What says how a hand ended."""

    counts: ClassVar[bool]
    """Whether more than the last trick matters."""

    def reached(self, gone: tuple[TrickGone, ...], /) -> Truth:
        """Whether it is reached. Raises: UsageError for a goal that Z3 is not asked about; LimitReached."""


class LastTrickEnd(Record, frozen=True):
    """Whether a goal is reached that hangs on the last trick alone."""

    counts: ClassVar = False
    spec: GameSpec
    goal: Goal
    seat: int

    def reached(self, gone: tuple[TrickGone, ...]) -> Truth:
        last = gone[-1]
        cards = [Played.from_card(each.card) for each in sorted(last.laid, key=lambda each: each.seat)]
        trick = SymbolicLaid(cards, [seat == last.winner for seat in range(len(cards))])
        what = achieved(self.spec, trick, Special.none(len(cards)))
        prizes_won = what.king_ultimo[self.seat], what.pagat_ultimo[self.seat]
        reached = {
            Ending.LOSES_PRIZE: some((what.king_bagud[self.seat], what.pagat_bagud[self.seat])),
            Ending.WINS_PLAIN: every((last.winner == self.seat, not_(some(prizes_won)))),
            Ending.WINS_KING: prizes_won[0],
            Ending.WINS_PAGAT: prizes_won[1],
        }
        reached[Ending.LOSES_PLAIN] = not_(some(reached.values()))
        return some([reached[each] for each in ENDINGS[self.goal]])


@dataclass
class PilesEnd:
    """Whether a goal is reached that hangs on the piles, on who has tricks, or on the last trick."""

    counts: ClassVar = True

    start: Hand
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
            found = self._by_last(gone) if self.goal.way is None else None
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
        bid = known and slam_decides(self.start.game, self.start.told)
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

    def _by_last(self, gone: Sequence[TrickGone]) -> bool | None:
        """A goal that hangs on the last trick; None for another."""
        game, aim, last = self.start.game, self.goal.aim, gone[-1]
        by = {each.card: each.seat for each in last.laid}
        best = next(each.card for each in last.laid if each.seat == last.winner)
        won = last.winner in self.own
        prizes = KINGS | {PAGAT} if game.payments is None else game.payments.last.cards
        match aim:
            case Aim.LAST_TRICK:
                return won
            case Aim.ULTIMO:
                return won and best in prizes
            case Aim.KING_ULTIMO if game.bonus_sheet is not None:
                return won and self.start.told.called in by
            case Aim.KING_ULTIMO:
                return won and best in KINGS
            case Aim.PAGAT_ULTIMO if game.target is not None:
                return won and self._pagat_at_the_end(gone, by)
            case Aim.PAGAT_ULTIMO:
                return best == PAGAT and (last.winner == self.seat if game.bonus_sheet is not None else won)
            case Aim.LOST_ULTIMO:
                return self._lost(by, last.winner, prizes)
            case _:
                return None

    def _pagat_at_the_end(self, gone: Sequence[TrickGone], by: dict[Card, int]) -> bool:
        """Whether the Pagat lies in the last trick, or counts as lying there."""
        first = gone[-1].laid[0]
        if not (pagat_before(self.start.game) and first.card == FOOL and first.seat == gone[-1].winner):
            return PAGAT in by
        if len(gone) == 1:
            return self.start.told.pagat_before is not None
        return PAGAT in {each.card for each in gone[-2].laid}

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
        holds = not question.possible(("least",), not_(meant))
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
        half = game.stake or game.difference_sheet or game.bonus_sheet
        if self.goal.aim is Aim.HALF and half is not None:
            return units == half.half * unit
        if self.goal.aim is Aim.CONTRACT and game.bonus_sheet is not None:
            # A rest of thirds is dropped or made whole, whichever is nearer.
            return 2 * units >= unit * (2 * game.bonus_sheet.half + 1)
        if self.goal.aim is Aim.CONTRACT and half is not None:
            alone = game.difference_sheet is not None and tricks[self.seat] == sum(tricks)
            return True if alone else units > half.half * unit
        if game.target is not None and self.goal.aim in (Aim.CONTRACT, Aim.MARGIN):
            return self._on_target(clauses, units, gone)
        raise not_asked(self.goal)

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
            met.append(not_(every((held == number, not_(enough)))))
        return every(met)

    def _held(self, clauses: PileClauses, cards: frozenset[Card]) -> Number:
        """How many of some cards a side has in the end, those that lie apart among them."""
        apart = self.start.reckoning.apart.side_cards(self.side) & cards - clauses.owner.keys()
        found = weighed((clauses.owner[card] == self.side, 1) for card in cards & clauses.owner.keys())
        return found + len(apart)

    def _bounded(self, number: Number, unit: int) -> Truth:
        bound = self.goal.bound
        one, other = number * bound.denominator, bound.numerator * unit
        return one >= other if self.goal.way is Bound.LEAST else one <= other


def not_asked(goal: Goal) -> UsageError:
    """That Z3 is not asked about a goal."""
    return UsageError(say("Z3 is not asked about {goal}", goal=Verbatim(str(goal))))
