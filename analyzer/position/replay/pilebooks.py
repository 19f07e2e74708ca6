"""What is counted, paid and written while a line is replayed, where piles are counted by their cards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from analyzer.position.beside import reckoning_before
from analyzer.position.replay.books import Books
from analyzer.position.replay.model import CountedLine, End, JudgedLine, Offence
from analyzer.position.replay.opening import came_before, judge_opening, told_before
from analyzer.position.setting import Setting
from analyzer.rules.play.table import Trick
from analyzer.rules.score.cardpay import pay_trick
from analyzer.rules.score.deeds import hand_came, held_at_start
from analyzer.rules.score.hand import HandCame
from analyzer.rules.score.outcome import Outcome
from analyzer.rules.score.piles import Moved
from analyzer.rules.score.steps import open_hand, score_hand


class PileBooks(Books):
    """Piles by side, and what is written."""

    def __init__(self, position: Setting) -> None:
        super().__init__(position)
        self._reckoning = reckoning_before(position)
        self._tricks: list[Trick] = []
        self._pools, self._radli = position.told.pools, position.told.radli
        self._applied: tuple[str, ...] = ()
        self._won = [number or 0 for number in self._reckoning.tricks]
        whole, hands = position.whole_hand, position.hands
        held = held_at_start(hands, self._reckoning.game.trull) if whole else {}
        self._held = held if position.told.held is None else position.told.held
        self._told = told_before(position)

    def throw_in(self) -> End | None:
        """The end of a whole hand whose contract is paid without play; None where it has to be played."""
        game, told = self._reckoning.game, self._told
        if not (self._position.whole_hand and game.throws_in(told.contract)):
            return None
        scored = self._settle(replace(came_before(self._position, told), thrown_in=True))
        self._opening = self._book.transfers
        return End(scored)

    def result(self) -> dict[str, Any]:
        """The fields of the replay that tell what was paid and counted."""
        return {
            **super().result(),
            "deal": None,
            "points": None,
            "tricks_won": tuple(self._won),
            "counted": self._counted(),
        }

    def _counted(self) -> CountedLine:
        """What the line came to so far."""
        reckoning = self._reckoning
        unit, sides = reckoning.game.piles.unit, reckoning.sides
        return CountedLine(
            sides=sides,
            declarer=self._position.told.declarer,
            scores=self._book.scores,
            points=tuple(Fraction(reckoning.units(side), unit) for side in range(sides.count)),
            tricks=tuple(self._won),
            sheet=self._book.sheet,
            pools=self._pools,
            radli=self._radli,
            applied=self._applied,
            paid=not reckoning.game.on_a_sheet,
        )

    def _open(self) -> JudgedLine:
        opened = open_hand(self._reckoning.game, came_before(self._position, self._told), self._book)
        self._pools = opened.pools
        self._applied += tuple(opened.applied)
        wrong = judge_opening(self._position)
        return JudgedLine(tuple(Offence(each.violation, each.seat) for each in wrong))

    def _pile(self, trick: Trick, tricks_left: int) -> tuple[Moved, ...]:
        self._reckoning, moved = self._reckoning.turn(trick, tricks_left)
        self._tricks.append(trick)
        self._won[trick.winner] += 1
        if tricks_left > 1:
            return moved
        self._reckoning, given_up = self._reckoning.end()
        return (*moved, *given_up)

    def _pay(self, trick: Trick) -> None:
        self._applied += pay_trick(self._reckoning.game, self._reckoning.sides, trick, self._book)

    def _end(self, trick: Trick) -> End:  # noqa: ARG002 - all tricks are scored, not the last alone
        position = self._position
        came = hand_came(
            self._reckoning,
            replace(self._told, pools=self._pools),
            self._tricks,
            dealer=position.dealer,
            partner=position.partner,
            held=self._held,
        )
        return End(self._settle(came))

    def _settle(self, came: HandCame) -> Outcome:
        scoring = score_hand(self._reckoning.game, came, self._book)
        self._pools, self._radli = scoring.pools, scoring.radli
        self._applied += tuple(scoring.applied)
        return scoring.outcome
