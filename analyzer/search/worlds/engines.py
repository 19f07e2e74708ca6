"""The two ways to find what a card comes to over worlds: the plain walk, and the native core.

Both answer for a :class:`Case`, so that nothing behind them knows which one it asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.rules.actions import Action
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reference import ReferenceEngine
from analyzer.search.worlds.plain import PlainDecider
from analyzer.search.worlds.results import Criterion, Evaluation, Opponents, WorldOutcome
from analyzer.search.worlds.tree import InformationSet, WorldsState

if TYPE_CHECKING:
    from analyzer.core import _core

Told = Sequence[tuple[Sequence[int], int, int]]
"""Outcomes as the core tells them: tokens, the winner of an Ultimo or -1, the mask of who went Bagud."""


@dataclass(frozen=True, slots=True)
class Case:
    """Worlds the player to move cannot tell apart, as questions, with their weights."""

    player: int
    questions: tuple[Any, ...]
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


@dataclass(frozen=True, slots=True)
class PlainCase:
    """The plain :class:`Decider`; what it found of a card serves both of its measures."""

    case: Case
    known: dict[Action, dict[int, ReferenceEngine]] = field(default_factory=dict)

    def evaluation(self, move: Action, budget: Budget) -> Evaluation:
        """What the card comes to when the player plays for the average."""
        return self._of(Criterion.EXPECTED, move, budget)

    def least(self, move: Action, budget: Budget) -> tuple[int, int]:
        """The least tokens of any world when he plays for that, at their worst and at their best."""
        found = self._of(Criterion.WORST, move, budget)
        worst, best = (min(f.tokens[self.case.player] for f in v) for v in (found.worst, found.best))
        return worst, best

    def _of(self, aim: Criterion, move: Action, budget: Budget) -> Evaluation:
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
        from analyzer.search.worlds.native import card_of, core_of  # noqa: PLC0415

        if self._kept is None:
            case = self.case
            selfish = case.opponents is Opponents.SELFISH
            self._kept = core_of(
                case.questions, case.weights, selfish=selfish, table_mb=self.table_mb, cuts=self.cuts
            )
        if self._stopped:
            raise KeyboardInterrupt
        return card_of(self._kept, self.case.questions[0].spec, move, budget, least=aim is Criterion.WORST)


def _outcomes(told: Told) -> tuple[WorldOutcome, ...]:
    return tuple(WorldOutcome(tuple(tokens), None if won < 0 else won, lost) for tokens, won, lost in told)
