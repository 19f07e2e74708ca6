"""What is counted, paid and written while a line of a game of card points is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from analyzer.position.points import reckoning_before
from analyzer.position.replay.books import TurnedOver
from analyzer.position.replay.model import (
    CountedLine,
    End,
    JudgedLine,
    Offence,
    TrickCounted,
    UnmetExpectation,
)
from analyzer.position.replay.pointexpectation import point_mismatches
from analyzer.position.replay.pointopening import came_before, judge_opening, told_before
from analyzer.position.replay.steps import Before
from analyzer.position.setting import Expected, Setting
from analyzer.rules.book import NO_POTS, Book
from analyzer.rules.play.table import Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.deeds import hand_came, held_at_start
from analyzer.rules.score.hand import HandCame, HandOutcome
from analyzer.rules.score.payments import Outcome
from analyzer.rules.score.steps import open_hand, score_hand


class PointBooks:
    """Piles by side, and the book of what is paid or written."""

    def __init__(self, position: Setting) -> None:
        self._position = position
        self._reckoning = reckoning_before(position)
        self._book = Book(len(position.players))
        self._tricks: list[Trick] = []
        self._turned: list[TrickCounted] = []
        self._settled_from = 0
        self._pools, self._radli = position.told.pools, position.told.radli
        self._outcome: HandOutcome | None = None
        self._applied: tuple[str, ...] = ()
        self._won = [number or 0 for number in self._reckoning.tricks]
        whole, hands = position.whole_hand, position.hands
        held = held_at_start(hands, self._reckoning.game.trull) if whole else {}
        self._held = held if position.told.held is None else position.told.held
        self._told, self._opened = told_before(position), 0

    def open(self) -> JudgedLine:
        """Pay for what comes before the first lead of a whole hand; what was wrong with it."""
        if not self._position.whole_hand:
            return JudgedLine()
        opened = open_hand(self._reckoning.game, came_before(self._position, self._told), self._book)
        self._pools, self._opened = opened.pools, len(self._book.transfers)
        self._applied += tuple(opened.applied)
        wrong = judge_opening(self._position)
        return JudgedLine(tuple(Offence(each.violation, each.seat) for each in wrong))

    def throw_in(self) -> End | None:
        """The end of a whole hand whose contract is paid without play; None where it has to be played."""
        game, told = self._reckoning.game, self._told
        if not (self._position.whole_hand and game.throws_in(told.contract)):
            return None
        came = replace(came_before(self._position, told), thrown_in=True)
        scored = self._settle(came)
        self._opened = self._settled_from = len(self._book.transfers)
        return End(scored=scored)

    def before(self, trick: int) -> Before:
        """What is paid before the trick at a place."""
        return Before(trick, self._book.tokens, NO_POTS, None)

    def turn(self, trick: Trick, tricks_left: int) -> TurnedOver:
        """Put a complete trick in the piles and pay for it; `tricks_left` counts it too."""
        paid, last = len(self._book.transfers), tricks_left == 1
        self._reckoning, moved = self._reckoning.turn(trick, tricks_left)
        self._tricks.append(trick)
        self._won[trick.winner] += 1
        if last:
            self._reckoning, given_up = self._reckoning.end()
            self._turned.append(TrickCounted((*moved, *given_up)))
            self._settled_from = paid
            return TurnedOver(end=End(scored=self._score()))
        self._applied += pay_trick(self._reckoning.game, self._reckoning.sides, trick, self._book)
        self._turned.append(TrickCounted(moved, self._book.transfers[paid:]))
        return TurnedOver()

    def close(self, outcome: Outcome | None) -> JudgedLine:  # noqa: ARG002 - such an outcome leaves none
        """The questions that are left when the line is over."""
        return JudgedLine()

    def mismatches(
        self, expected: Expected, players: Sequence[str], end: End, broken: Sequence[str]
    ) -> tuple[UnmetExpectation, ...]:
        """What the line was expected to come to and did not."""
        last = self._tricks[-1] if end.over and self._tricks else None
        return point_mismatches(expected, players, self.counted(), broken, last)

    def result(self) -> Mapping[str, Any]:
        """The fields of the replay that tell what was paid and counted."""
        return {
            "deal": None,
            "settlement": (),
            "tokens": self._book.tokens,
            "pots_before": NO_POTS,
            "pots_after": NO_POTS,
            "points": None,
            "tricks_won": tuple(self._won),
            "counted": self.counted(),
        }

    def counted(self) -> CountedLine:
        """What the line came to so far."""
        book, reckoning = self._book, self._reckoning
        unit, sides = reckoning.game.piles.unit, reckoning.sides
        return CountedLine(
            sides=sides,
            declarer=self._position.told.declarer,
            opening=book.transfers[: self._opened],
            turned=tuple(self._turned),
            settlement=book.transfers[self._settled_from :] if self._outcome is not None else (),
            scores=book.scores,
            points=tuple(Fraction(reckoning.units(side), unit) for side in range(sides.count)),
            tricks=tuple(self._won),
            tokens=book.tokens,
            sheet=book.sheet,
            pools=self._pools,
            radli=self._radli,
            outcome=self._outcome,
            applied=self._applied,
            paid=not reckoning.game.on_a_sheet,
        )

    def _score(self) -> HandOutcome:
        position = self._position
        came = hand_came(
            self._reckoning,
            replace(self._told, pools=self._pools),
            self._tricks,
            dealer=position.dealer,
            partner=position.partner,
            held=self._held,
        )
        return self._settle(came)

    def _settle(self, came: HandCame) -> HandOutcome:
        scoring = score_hand(self._reckoning.game, came, self._book)
        self._pools, self._radli, self._outcome = scoring.pools, scoring.radli, scoring.outcome
        self._applied += tuple(scoring.applied)
        return scoring.outcome
