"""What is paid and counted while a line is replayed: the book, and the piles of a game with pots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from analyzer.position.replay.deal import deal_out, taken_at_start
from analyzer.position.replay.judging import BeforeLast, judge_deal, kept_fool
from analyzer.position.replay.model import DealPhase, End, JudgedLine
from analyzer.position.replay.steps import Before
from analyzer.position.replay.turning import Piles, points_of, put_in_piles, settle_at_the_end
from analyzer.position.setting import AtTheTable, Setting
from analyzer.rules.book import NO_POTS, Book, Pots, Transfer
from analyzer.rules.play.table import Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.piles import Moved
from analyzer.rules.verdicts import OpenQuestion


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """What a complete trick came to: payments, cards that changed piles, after the last one the end."""

    transfers: tuple[Transfer, ...]
    moved: tuple[Moved, ...]
    end: End | None = None


class Books(ABC):
    """What is paid and counted in one line; what a game counts, and when it pays, is said below."""

    def __init__(self, position: Setting, pots: Pots = NO_POTS) -> None:
        self._position = position
        self._before = pots
        self._book = Book(len(position.players) + (position.sitting_out is not None), pots)
        self._taken: Piles = None
        self._opening: tuple[Transfer, ...] = ()
        self._settlement: tuple[Transfer, ...] = ()
        self._asked: tuple[OpenQuestion, ...] = ()

    def open(self) -> JudgedLine:
        """Pay for what comes before the first lead of a whole hand; what was wrong with it."""
        if not self._position.whole_hand:
            return JudgedLine()
        judged = self._open()
        self._opening = self._book.transfers
        return judged

    def throw_in(self) -> End | None:
        """The end of a whole hand of which no card is played; None where it has to be."""
        return None

    def before(self, trick: int) -> Before:
        """What is paid and taken before the trick at a place."""
        return Before(trick, self._book.tokens, self._book.pots, self._taken)

    def turn(self, trick: Trick, tricks_left: int) -> TurnedOver:
        """Put a complete trick in the piles and pay for it; `tricks_left` counts it too."""
        paid = len(self._book.transfers)
        moved = self._pile(trick, tricks_left)
        if tricks_left > 1:
            self._pay(trick)
            return TurnedOver(self._book.transfers[paid:], moved)
        end = self._end(trick)
        self._settlement = self._book.transfers[paid:]
        return TurnedOver((), moved, end)

    def close(self) -> JudgedLine:
        """The questions that are left when the line is over."""
        return JudgedLine(open_questions=self._asked)

    def result(self) -> dict[str, Any]:
        """The fields of the replay that tell what was paid and counted."""
        return {
            "opening": self._opening,
            "settlement": self._settlement,
            "tokens": self._book.tokens,
            "pots_before": self._before,
            "pots_after": self._book.pots,
        }

    @abstractmethod
    def _open(self) -> JudgedLine: ...

    @abstractmethod
    def _pile(self, trick: Trick, tricks_left: int) -> tuple[Moved, ...]: ...

    @abstractmethod
    def _pay(self, trick: Trick) -> None: ...

    @abstractmethod
    def _end(self, trick: Trick) -> End: ...


class PotBooks(Books):
    """Tokens of players and pots, and the piles of each."""

    def __init__(self, position: Setting, table: AtTheTable) -> None:
        super().__init__(position, position.pots)
        self._table = table
        self._taken = taken_at_start(position)
        self._deal: DealPhase | None = None

    def result(self) -> dict[str, Any]:
        """The fields of the replay that tell what was paid and counted."""
        return {
            **super().result(),
            "deal": self._deal,
            "points": points_of(self._taken),
            "tricks_won": self._tricks_won(),
        }

    def _open(self) -> JudgedLine:
        self._deal = deal_out(self._position, self._book)
        return judge_deal(self._position, self._deal, self._table)

    def _pile(self, trick: Trick, tricks_left: int) -> tuple[Moved, ...]:
        self._taken = put_in_piles(self._position.spec, self._taken, trick, tricks_left)
        return ()

    def _pay(self, trick: Trick) -> None:
        pay_trick(self._position.spec, self._position.sides, trick, self._book)

    def _end(self, trick: Trick) -> End:
        before = BeforeLast(trick, self._book.tokens, self._book.pots, self._taken)
        settled = settle_at_the_end(self._position, self._taken, trick, self._book)
        self._asked = tuple(kept_fool(self._position, before, self._book))
        return End(settled.outcome)

    def _tricks_won(self) -> tuple[int | None, ...]:
        if self._taken is None:
            return tuple(None for _ in self._position.hands)
        return tuple(None if pile is None else pile.tricks for pile in self._taken)
