"""The two ways to find what a card comes to over worlds: the plain walk, and the native core.

Both answer for a :class:`Case`, so that nothing behind them knows which one it asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from msgspec import field

from analyzer.core import fastest
from analyzer.frozenrecord import Record
from analyzer.position.hand import Hand
from analyzer.rules.actions import Action
from analyzer.rules.spec.game import GameSpec
from analyzer.search import worlds
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.native import SUITS, core_position
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.engine.solvers import account, bytes_of, core_rules, core_stakes, nodes_of, seconds_of
from analyzer.search.worlds.plain import InformationSet, PlainDecider, WorldsState
from analyzer.search.worlds.results import Criterion, Evaluation, Opponents, WorldOutcome

if TYPE_CHECKING:
    from analyzer.core import _core


else:
    _core = fastest()

EXCUSE = 7
"""The core's suit of the Fool."""

"""Outcomes as the core tells them: tokens, the winner of an Ultimo or -1, the mask of who went Bagud."""


def core_of(
    questions: Sequence[Hand], weights: Sequence[int], *, selfish: bool, table_mb: int, cuts: bool = True
) -> _core.Decider:
    """A decider for worlds that differ in the hands of others alone; without `cuts` it walks everything."""
    rules, stakes = core_rules(questions[0]), core_stakes(questions[0])
    worlds = [core_position(each) for each in questions]
    return _core.Decider(rules, stakes, worlds, list(weights), selfish, bytes_of(table_mb), cuts)


def card_of(
    core: _core.Decider, spec: GameSpec, move: Action, budget: Budget, *, least: bool
) -> tuple[Told, Told, int, int]:
    """What a card comes to: outcomes at their worst and at their best, and the value by the aim of both.

    Raises: LimitReached.
    """
    assert move.card is not None
    suit = EXCUSE if move.card.suit is None else SUITS.index(move.card.suit)
    named = -1 if move.suit is None else SUITS.index(move.suit)
    worst, best, lowest, highest, nodes, reason = core.card(
        suit, max(0, spec.height(move.card)), named, least, nodes_of(budget), seconds_of(budget)
    )
    account(budget, nodes, reason)
    return worst, best, lowest, highest


Told = Sequence[tuple[Sequence[int], int, int]]
"""Outcomes as the core tells them: tokens, the winner of an Ultimo or -1, the mask of who went Bagud."""


class Case(Record, frozen=True):
    """Worlds the player to move cannot tell apart, as questions, with their weights."""

    player: int
    questions: tuple[Hand, ...]
    """States of hands, of one game."""
    weights: tuple[int, ...]
    opponents: Opponents
    in_points: bool = False
    """Whether card points are played for, as it is not known what will be paid."""

    @property
    def infoset(self) -> InformationSet:
        """The decision as the player sees it."""
        nothing = (0,) * self.questions[0].players
        states = (WorldsState(w, q, nothing, self.in_points) for w, q in enumerate(self.questions))
        return InformationSet(self.player, tuple(states))


class Decider(Protocol):
    """What can value a card for all worlds of one case; every method raises LimitReached."""

    def evaluation(self, move: Action, budget: Budget) -> Evaluation:
        """What the card comes to when the player plays for the average."""
        ...

    def least(self, move: Action, budget: Budget) -> tuple[int, int]:
        """The least tokens of any world when he plays for that, at their worst and at their best."""
        ...


class PlainCase(Record, frozen=True):
    """The plain :class:`Decider`; what it found of a card serves both of its measures."""

    case: Case
    known: dict[Action, dict[int, ReferenceEngine]] = field(default_factory=dict)

    def evaluation(self, move: Action, budget: Budget) -> Evaluation:
        """What the card comes to when the player plays for the average."""
        return self._evaluate(Criterion.EXPECTED, move, budget)

    def least(self, move: Action, budget: Budget) -> tuple[int, int]:
        """The least tokens of any world when he plays for that, at their worst and at their best."""
        found = self._evaluate(Criterion.WORST, move, budget)
        worst, best = (min(f.tokens[self.case.player] for f in v) for v in (found.worst, found.best))
        return worst, best

    def _evaluate(self, aim: Criterion, move: Action, budget: Budget) -> Evaluation:
        weights = dict(enumerate(self.case.weights))
        known = self.known.setdefault(move, {})
        decider = PlainDecider(weights, self.case.opponents, aim, budget, known)
        return decider.evaluation(self.case.infoset, move)


@dataclass(slots=True)
class NativeCase:
    """The native :class:`Decider`; it remembers what it found between calls, and its calls take turns."""

    case: Case
    table_mb: int = 256
    cuts: bool = True
    """Off: nothing is pruned and no infoset kept; slow, to check what is."""
    _kept: _core.Decider | None = None
    _stopped: bool = False

    def evaluation(self, move: Action, budget: Budget) -> Evaluation:
        """What the card comes to when the player plays for the average."""
        worst, best, _, _ = self._card(Criterion.EXPECTED, move, budget)
        return Evaluation(_outcomes(worst), _outcomes(best))

    def least(self, move: Action, budget: Budget) -> tuple[int, int]:
        """The least tokens of any world when he plays for that, at their worst and at their best."""
        _, _, least, most = self._card(Criterion.WORST, move, budget)
        return least, most

    def stop(self) -> None:
        """End what is under way in another thread, and all to come, with KeyboardInterrupt."""
        self._stopped = True
        if self._kept is not None:
            self._kept.stop()

    def _card(self, aim: Criterion, move: Action, budget: Budget) -> tuple[Told, Told, int, int]:
        # Imported where it is used: the plain decider needs no compiled core.

        if self._kept is None:
            case = self.case
            selfish = case.opponents is Opponents.SELFISH
            self._kept = worlds.engines.core_of(
                case.questions, case.weights, selfish=selfish, table_mb=self.table_mb, cuts=self.cuts
            )
        if self._stopped:
            raise KeyboardInterrupt
        return worlds.engines.card_of(
            self._kept, self.case.questions[0].spec, move, budget, least=aim is Criterion.WORST
        )


def _outcomes(told: Told) -> tuple[WorldOutcome, ...]:
    return tuple(WorldOutcome(tuple(tokens), None if won < 0 else won, lost) for tokens, won, lost in told)
