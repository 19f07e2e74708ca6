"""What a position is about: the question of its stipulation, else the goal whose value hangs on the play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from analyzer.cards.card import PAGAT
from analyzer.errors import LimitReached, TarokError
from analyzer.position.asked import Asked, Asking, stipulated
from analyzer.position.model import Position
from analyzer.rules.score.goals import Aim, Goal
from analyzer.search.compose.ending import EndingRequest
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import Limits

SEARCHED: Final = 8
"""With more tricks to go the cards alone say which goal is asked about."""
NODES: Final = 300_000
"""Positions that are looked at for it at most."""
_LESS: Final = (Aim.LAST_TRICK, Aim.BAGUD, Aim.LOST_ULTIMO, Aim.MOND_LOST)
"""Goals that a question is about only where no other is within reach."""


def about(position: Position) -> Asked | None:
    """Whose goal a position asks about, and which; None where it asks for the best card, or is over.

    Where its file asks nothing that can be read it is a goal that one of the first cards keeps and another
    lets go; else one that is neither certain nor impossible. In a long hand, and in one of which not every
    card is known, it is the Ultimo that a hand can have, or the contract.
    """
    if position.over:
        return None
    if position.stipulation:
        return stipulated(position, position.stipulation)
    if not position.complete or position.many or position.tricks_left > SEARCHED:
        return next(_of_the_cards(position), None)
    try:
        return _hanging(position)
    except LimitReached:
        return next(_of_the_cards(position), None)


def _hanging(position: Position) -> Asked | None:
    asked = EndingRequest(position, default_engine(position.spec), Budget.of(Limits(NODES)))
    candidates, groups = asked.candidates(), Asking.of(position).groups(None)
    everybody = sum(groups)
    open_at_all: list[Asked] = []
    for seat, goal in _worth_asking(position):
        if open_at_all and goal.aim in _LESS:
            break
        own = next(mask for mask in groups if mask >> seat & 1)
        by = everybody & ~own if goal == Goal.BAGUD else own
        forces = partial(asked.forces, seat=seat, goal=goal)
        if len({forces(each, by=by) for each in candidates}) > 1:
            return seat, goal
        possible = any(forces(each, by=everybody) for each in candidates)
        if possible and not all(forces(each, by=0) for each in candidates):
            open_at_all.append((seat, goal))
    return next(iter(open_at_all), None)


def _worth_asking(position: Position) -> Iterator[Asked]:
    """The goals of a position, the likelier question first: in Danish Tarok those of the player to move."""
    keys = Asking.of(position).keys(None, None)
    if position.pots is not None:
        ultimi = _ultimi(position)
        keys = tuple(key for key in keys if key in ultimi or key[1].aim in _LESS)
    mover = None if position.pots is None else position.table.to_move
    yield from sorted(keys, key=lambda key: (key[1].aim in _LESS, mover not in (None, key[0])))


def _ultimi(position: Position) -> list[Asked]:
    """The Ultimo that each hand can have, by its own name where it can only be one."""
    found = []
    for seat, hand in enumerate(position.hands):
        kings, pagat = any(card.is_king for card in hand), PAGAT in hand
        if kings or pagat:
            one = Goal.KING_ULTIMO if kings else Goal.PAGAT_ULTIMO
            found.append((seat, Goal.ULTIMO if kings and pagat else one))
    return found


def _of_the_cards(position: Position) -> Iterator[Asked]:
    """The contract of the declarer; in Danish Tarok the Ultimo of the next who can have one."""
    if position.pots is None:
        declarer = position.told.declarer
        try:
            if declarer is not None:
                yield declarer, Asking.about(position).goal(Goal(Aim.CONTRACT))
        except TarokError:  # the contract is not told, or hangs on what is not
            return
        return
    seats = len(position.hands)
    yield from sorted(_ultimi(position), key=lambda each: (each[0] - position.table.holder) % seats)
