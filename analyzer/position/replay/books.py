"""Payments, score entries and counts while a line is replayed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from analyzer.cards.card import FOOL
from analyzer.errors import Where
from analyzer.frozenrecord import Record
from analyzer.position import replay
from analyzer.position.beside import reckoning_before
from analyzer.position.replay.judging import judge_deal, kept_fool
from analyzer.position.replay.model import DealPhase, End, JudgedLine, Offence, Step
from analyzer.position.replay.trick import Demand, TrickPlay
from analyzer.position.replay.turning import deal_out, settle_at_the_end
from analyzer.position.setting import AtTheTable, Setting
from analyzer.rules.actions import ALLOW, DEMAND, Action, lay
from analyzer.rules.book import Book, Pots, Transfer
from analyzer.rules.play.table import Table, Trick
from analyzer.rules.score.deeds import held_at_start
from analyzer.rules.score.hand import Outcome, Scoring
from analyzer.rules.score.payments import pay_trick
from analyzer.rules.score.reckoning import Moved, Reckoning
from analyzer.rules.score.steps import open_hand, score_hand
from analyzer.rules.verdicts import OpenQuestion


class TurnedOver(Record, frozen=True):
    """The results of a complete trick: payments, cards that changed piles, and after the last one the end."""

    transfers: tuple[Transfer, ...]
    moved: tuple[Moved, ...]
    end: End | None = None


class Books:
    """The book and the piles of one line."""

    def __init__(self, position: Setting, table: AtTheTable) -> None:
        self._position, self._table, self._game = position, table, position.spec
        self._book = Book(len(position.players) + (position.sitting_out is not None), position.pots)
        self._reckoning = reckoning_before(position)
        self._won = [number or 0 for number in self._reckoning.tricks]
        self._tricks = list[Trick]()
        self._told, self._radli = position.told, position.told.radli
        if position.whole_hand and position.told.held is None:
            self._told = replace(self._told, held=held_at_start(position.hands, self._game.trull))
        self._applied: tuple[str, ...] = ()
        self._deal: DealPhase | None = None
        self._opening: tuple[Transfer, ...] = ()
        self._settlement: tuple[Transfer, ...] = ()
        self._asked: tuple[OpenQuestion, ...] = ()

    def open(self) -> JudgedLine:
        """Pay for the time before the first lead of a full hand; return its breaches."""
        position = self._position
        if not position.whole_hand:
            return JudgedLine()
        if self._game.pots is not None:
            self._deal = deal_out(position, self._book)
            judged = judge_deal(position, self._deal, self._table)
        else:
            # Auction, purchase and call are imported where there are any.

            before = replay.opening.told_before(position)
            opened = open_hand(self._game, replay.opening.came_before(position, before), self._book)
            self._told = replace(before, held=self._told.held, pools=opened.pools)
            self._applied += tuple(opened.applied)
            wrong, void = replay.opening.judge_opening(position), self._game.void_deal
            found, agreed = self._table.found_when("deal"), self._table.agreed.get("deal")
            judged = JudgedLine(
                tuple(
                    Offence(
                        each.violation,
                        each.seat,
                        found=found,
                        agreed=agreed,
                        voids=void is not None and each.violation.clause == void.clause,
                    )
                    for each in wrong
                )
            )
        self._opening = self._book.transfers
        return judged

    def throw_in(self) -> End | None:
        """Return the end of a full hand whose contract is paid without play; None if it has to be played."""
        if not (self._position.whole_hand and self._game.throws_in(self._told.contract)):
            return None

        came = replace(replay.opening.came_before(self._position, self._told), thrown_in=True)
        end = End(self._settled(score_hand(self._game, came, self._book)))
        self._opening = self._book.transfers
        return end

    def before(self, trick: int) -> Before:
        """Return the payments and piles before the trick with an index."""
        return Before(trick, self._book.tokens, self._book.pots, self._reckoning)

    def turn(self, trick: Trick, tricks_left: int) -> TurnedOver:
        """Put a complete trick in the piles and pay for it; `tricks_left` includes it."""
        paid = len(self._book.transfers)
        self._reckoning, moved = self._reckoning.turn(trick, tricks_left)
        self._tricks.append(trick)
        self._won[trick.winner] += 1
        if tricks_left > 1:
            self._applied += pay_trick(self._game, self._reckoning.sides, trick, self._book)
            return TurnedOver(self._book.transfers[paid:], moved)
        self._reckoning, given_up = self._reckoning.end()
        tokens, pots = self._book.tokens, self._book.pots
        scoring = settle_at_the_end(self._position, self._told, self._reckoning, self._tricks, self._book)
        self._asked = tuple(
            kept_fool(self._position, self._told, self._reckoning, self._tricks, (tokens, pots), self._book)
        )
        end = End(self._settled(scoring))
        self._settlement = self._book.transfers[paid:]
        return TurnedOver((), (*moved, *given_up), end)

    def _settled(self, scoring: Scoring) -> Outcome:
        self._told, self._radli = replace(self._told, pools=scoring.pools), scoring.radli
        self._applied += tuple(scoring.applied)
        return scoring.outcome

    def close(self) -> JudgedLine:
        """Return the questions that are left when the line is over."""
        return JudgedLine(open_questions=self._asked)

    def result(self) -> dict[str, Any]:
        """Return the fields of the replay about payments, score entries and counts."""
        reckoning, book, pots = self._reckoning, self._book, self._game.pots is not None
        unit, sides = self._game.piles.unit, reckoning.sides
        points = tuple(Fraction(reckoning.units(side), unit) for side in range(sides.count))
        return {
            "deal": self._deal,
            "opening": self._opening,
            "settlement": self._settlement,
            "tokens": book.tokens,
            "pots_before": book.pots_before if pots else None,
            "pots_after": book.pots if pots else None,
            "sides": sides,
            "declarer": self._told.declarer,
            "points": points if reckoning.counted or not pots else None,
            "tricks_won": reckoning.tricks if pots else tuple(self._won),
            "scores": book.scores,
            "sheet": book.sheet if self._game.on_a_sheet else None,
            "pools": self._told.pools,
            "radli": self._radli,
            "applied": self._applied,
        }


class Before(Record, frozen=True):
    """The common part of every step of a trick: its index, and the payments and piles before it."""

    trick: int
    tokens: tuple[int, ...]
    pots: Pots
    reckoning: Reckoning

    def step(self, table: Table, move: Action, after: Table, where: Where | None) -> Step:
        """Return a decision of the player to move."""
        seat, book = table.to_move, (self.tokens, self.pots, self.reckoning)
        return Step(self.trick, seat, table, move, after, *book, where=where)


def steps_of(play: TrickPlay, before: Before) -> tuple[Step, ...]:
    """Return the decisions of a trick that stood, from the first card that was not on the table before."""
    return tuple(_steps(play, before))


def _steps(play: TrickPlay, before: Before) -> Iterator[Step]:
    table = play.start
    for place, laid in enumerate(play.trick.laid):
        move, where = lay(laid.card, laid.names), play.places.get(laid.seat)
        if place < play.given:
            table, _ = table.laid_down(move)
            continue
        if play.demand is not None and laid.card == FOOL:
            yield from _demanded(table, play.demand, before)
            table = replace(table, demanded=True)
        after, _ = table.after(move)
        step = before.step(table, move, after, where)
        yield replace(step, named_by=play.named_by) if move.suit is not None else step
        table = after
        while table.picked is not None:
            after, _ = table.after(ALLOW)
            yield before.step(table, ALLOW, after, None)
            table = after
    pending = play.demand is not None and not any(laid.card == FOOL for laid in play.trick.laid)
    if play.demand is not None and pending and table.holder == play.trick.fool_holder:
        yield from _demanded(table, play.demand, before)


def _demanded(table: Table, demand: Demand, before: Before) -> Iterator[Step]:
    """Yield the card first picked, the passes, and the demand; only the demand if it came before a card."""
    if demand.picked is None:
        step = before.step(table, DEMAND, replace(table, demanded=True), demand.where)
        yield replace(step, seat=demand.by)
        return
    pick = lay(demand.picked.card, demand.picked.names)
    picked, _ = table.after(pick)
    yield before.step(table, pick, picked, None)
    while picked.to_move != demand.by:
        after, _ = picked.after(ALLOW)
        yield before.step(picked, ALLOW, after, None)
        picked = after
    yield before.step(picked, DEMAND, picked.after(DEMAND)[0], demand.where)
