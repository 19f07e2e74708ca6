"""What is paid and counted while a line is replayed: the books of a game with pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.position.replay.deal import deal_out, taken_at_start
from analyzer.position.replay.expectation import NamedAmounts, mismatches
from analyzer.position.replay.judging import BeforeLast, given_up, judge_deal, kept_fool
from analyzer.position.replay.model import Abandoned, DealPhase, End, JudgedLine, UnmetExpectation
from analyzer.position.replay.steps import Before
from analyzer.position.replay.turning import points_of, put_in_piles, settle_at_the_end
from analyzer.position.setting import Expected, Setting
from analyzer.rules.book import Book, Transfer
from analyzer.rules.play.table import Trick
from analyzer.rules.score.payments import Outcome, settle_early
from analyzer.rules.verdicts import OpenQuestion


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """What a complete trick came to: what was paid for it, and after the last one the end of the line."""

    payments: tuple[Transfer, ...] = ()
    end: End | None = None


class Books(Protocol):
    """What is paid and counted in one line."""

    def open(self) -> JudgedLine:
        """Pay for the deal of a whole hand; what was wrong with it."""

    def throw_in(self) -> End | None:
        """The end of a whole hand of which no card is played; None where it has to be."""

    def before(self, trick: int) -> Before:
        """What is paid and taken before the trick at a place."""

    def turn(self, trick: Trick, tricks_left: int) -> TurnedOver:
        """Put a complete trick in the piles and pay for it; `tricks_left` counts it too."""

    def close(self, outcome: Outcome | None) -> JudgedLine:
        """The questions that are left when the line is over."""

    def mismatches(
        self, expected: Expected, players: Sequence[str], end: End, broken: Sequence[str]
    ) -> tuple[UnmetExpectation, ...]:
        """What the line was expected to come to and did not."""

    def result(self) -> Mapping[str, Any]:
        """The fields of the replay that tell what was paid and counted."""


class PotBooks:
    """Tokens of players and pots, and the piles of each."""

    def __init__(self, position: Setting) -> None:
        self._position = position
        seats = len(position.players) + (position.sitting_out is not None)
        self._book = Book(seats, position.pots)
        self._taken = taken_at_start(position)
        self._deal: DealPhase | None = None
        self._abandoned: Abandoned | None = None
        self._settlement: tuple[Transfer, ...] = ()
        self._asked: tuple[OpenQuestion, ...] = ()

    def open(self) -> JudgedLine:
        """Pay for the deal of a whole hand; what was wrong with it."""
        if not self._position.whole_hand:
            return JudgedLine()
        self._deal = deal_out(self._position, self._book)
        judged = judge_deal(self._position, self._deal)
        self._abandoned = given_up(self._position, self._deal, judged)
        return judged

    def throw_in(self) -> End | None:
        """None: every hand is played."""
        return None

    def before(self, trick: int) -> Before:
        """What is paid and taken before the trick at a place."""
        return Before(trick, self._book.tokens, self._book.pots, self._taken)

    def turn(self, trick: Trick, tricks_left: int) -> TurnedOver:
        """Put a complete trick in the piles and pay for it; `tricks_left` counts it too."""
        spec, paid = self._position.spec, len(self._book.transfers)
        self._taken = put_in_piles(spec, self._taken, trick, tricks_left)
        if tricks_left == 1:
            before = BeforeLast(trick, self._book.tokens, self._book.pots, self._taken)
            outcome = settle_at_the_end(self._position, self._taken, trick, self._book)
            self._asked = tuple(kept_fool(self._position, before, self._book))
            self._settlement = self._book.transfers[paid:]
            return TurnedOver(end=End(outcome))
        settle_early(spec, trick, self._book)
        return TurnedOver(self._book.transfers[paid:])

    def close(self, outcome: Outcome | None) -> JudgedLine:
        """The questions that are left when the line is over."""
        del outcome
        return JudgedLine(open_questions=self._asked)

    def mismatches(
        self, expected: Expected, players: Sequence[str], end: End, broken: Sequence[str]
    ) -> tuple[UnmetExpectation, ...]:
        """What the line was expected to come to and did not."""
        book = self._book
        points, tricks = points_of(self._taken), self._tricks_won()
        amounts = NamedAmounts(players, book.tokens, book.pot_changes, points, tricks)
        return mismatches(expected, players, end.outcome, amounts, broken)

    def result(self) -> Mapping[str, Any]:
        """The fields of the replay that tell what was paid and counted."""
        return {
            "deal": self._deal,
            "settlement": self._settlement,
            "tokens": self._book.tokens,
            "pots_before": self._position.pots,
            "pots_after": self._book.pots,
            "points": points_of(self._taken),
            "tricks_won": self._tricks_won(),
            "abandoned": self._abandoned,
        }

    def _tricks_won(self) -> tuple[int | None, ...]:
        if self._taken is None:
            return tuple(None for _ in self._position.hands)
        return tuple(None if pile is None else pile.tricks for pile in self._taken)
