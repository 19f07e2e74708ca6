"""The decisions of a trick as search sees them, with the table before and after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyzer.cards.card import FOOL
from analyzer.errors import Where
from analyzer.position.replay.model import Step
from analyzer.position.replay.trick import Demand, TrickPlay
from analyzer.position.setting import Taken
from analyzer.rules.actions import ALLOW, DEMAND, Action, lay
from analyzer.rules.book import Pots
from analyzer.rules.play.table import Table


@dataclass(frozen=True, slots=True)
class Before:
    """What every step of one trick has in common: its place, and what was paid and taken before it."""

    trick: int
    tokens: tuple[int, ...]
    pots: Pots
    taken: tuple[Taken | None, ...] | None

    def step(self, table: Table, move: Action, after: Table, where: Where | None) -> Step:
        """A decision of the player to move."""
        return Step(
            self.trick, table.to_move, table, move, after, self.tokens, self.pots, self.taken, where=where
        )


def steps_of(play: TrickPlay, before: Before) -> tuple[Step, ...]:
    """The decisions of a trick that stood, from the first card that did not lie there already."""
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
    """The card first picked, who let it pass, and the demand; only the demand if it came before a card."""
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
