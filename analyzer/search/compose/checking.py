"""A problem examined: is its key the only one, what else works later on, and which cards could be spared."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from msgspec import structs

from analyzer.cards.card import Card
from analyzer.errors import LimitReached
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action
from analyzer.search.compose.ending import EndingRequest
from analyzer.search.engine.default import default_engine
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import Limits
from analyzer.search.solve.assemble import candidates_after
from analyzer.search.solve.candidate import Candidate

MOST_DUALS: Final = 100
MOST_POSITIONS: Final = 20_000
"""So many positions behind the key are looked at for duals."""


class SameCards(Record, frozen=True):
    """A card, and the cards beside it in the hand that are the same."""

    move: Action
    equals: tuple[Card, ...] = ()


class Dual(Record, frozen=True):
    """A decision after the key at which several cards work and others do not."""

    after: tuple[tuple[int, Action], ...]
    """What was played before, by whom: the key first."""
    player: int
    choices: tuple[SameCards, ...]


@dataclass(frozen=True, slots=True)
class Examination(PythonAnswer):
    """What there is to say of a problem; what the limits left open is None, or not `complete`."""

    wins: bool
    """Whether the mover is of those whose goal it is; else he is to prevent it."""
    keys: tuple[SameCards, ...] = ()
    """Every first card that does it."""
    tries: tuple[SameCards, ...] = ()
    """Every other one."""
    duals: tuple[Dual, ...] = ()
    spare: tuple[tuple[Card, ...], ...] | None = None
    """A card of each hand, without which the same key alone does it; None where that cannot be tried."""
    reason: Message | None = None
    """Why not all of it was found, where a limit came first."""

    @property
    def sound(self) -> bool:
        """Whether one card alone does it, and another does not."""
        return len(self.keys) == 1 and not self.keys[0].equals and bool(self.tries)


def examine(position: Position, claim: ForcingClaim, limits: Limits) -> Examination:
    """What there is to say of a problem, as far as the limits last; at least its keys.

    Raises: LimitReached before the keys are known.
    """
    asked = EndingRequest(position, default_engine(position.spec), Budget.of(limits))
    examiner = _Examiner(asked, claim)
    found = examiner.first()
    try:
        found = replace(found, duals=tuple(examiner.duals(found)))
        return replace(found, spare=examiner.spare(found))
    except LimitReached as stopped:
        return replace(found, reason=stopped.reason)


@dataclass(slots=True)
class _Examiner:
    """A problem being examined."""

    asked: EndingRequest
    claim: ForcingClaim
    wins: bool = field(init=False)

    def __post_init__(self) -> None:
        self.wins = bool(self.claim.by >> self.asked.mover & 1)

    def first(self) -> Examination:
        """The first cards that do it, and the others."""
        does = [(self._does(self.asked, each), each) for each in self.asked.candidates()]
        keys, tries = (tuple(_choice(each) for good, each in does if good is way) for way in (True, False))
        return Examination(self.wins, keys, tries)

    def _does(self, asked: EndingRequest, candidate: Candidate) -> bool:
        claim = self.claim
        return asked.forces(candidate, claim.seat, claim.goal, claim.by) is self.wins

    def duals(self, found: Examination) -> Iterator[Dual]:
        """Every place behind the only key where a choice is left, those soonest reached first."""
        if not found.sound:
            return
        key, told = found.keys[0].move, 0
        first: tuple[tuple[int, Action], ...] = ((self.asked.mover, key),)
        waiting = deque([(first, self.asked.question.after(key)[0])])
        for _ in range(MOST_POSITIONS):
            if not waiting or told == MOST_DUALS:
                return
            done, question = waiting.popleft()
            if question.over:
                continue
            candidates = candidates_after(question, question.nothing)
            if self._solves(question):
                good = [each for each in candidates if self._does(self.asked, each)]
                if len(good) > 1 and len(good) < len(candidates):
                    told += 1
                    yield Dual(done, question.to_move, tuple(map(_choice, good)))
                    continue
                candidates = tuple(good[:1])
            waiting += [
                ((*done, (question.to_move, each.move)), each.question) for each in candidates if each.move
            ]

    def _solves(self, question: Hand) -> bool:
        """Whether the player to move is of those who are to solve it."""
        return bool(self.claim.by >> question.to_move & 1) is self.wins

    def spare(self, found: Examination) -> tuple[tuple[Card, ...], ...] | None:
        """A card of each hand that might be left out; where points are told of before, none is tried."""
        position = self.asked.position
        if not found.sound or position.pots is None or position.trick or position.tricks_left < 3:
            return None
        key = found.keys[0].move
        hands = (sorted(hand - {key.card}) for hand in position.hands)
        return tuple(cards for cards in product(*hands) if self._same_without(cards, key))

    def _same_without(self, cards: tuple[Card, ...], key: Action) -> bool:
        position = self.asked.position
        hands = tuple(hand - {card} for hand, card in zip(position.hands, cards, strict=True))
        asked = structs.replace(self.asked, position=replace(position, hands=hands, lines=()))
        candidates = asked.candidates()
        does = [each.move for each in candidates if self._does(asked, each) and not each.equals]
        return len(candidates) > 1 and does == [key] and sum(self._does(asked, e) for e in candidates) == 1


def _choice(candidate: Candidate) -> SameCards:
    assert candidate.move is not None
    return SameCards(candidate.move, candidate.equals)
