"""What an ending can be composed for, whatever the game."""

from __future__ import annotations

import random
from typing import Protocol

from analyzer.messages import Message
from analyzer.position.asked import ForcingClaim
from analyzer.position.model import Position
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.compose.ending import EndingRequest, TurningPoint
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.reasons import Reason


class Want(Protocol):
    """A property by name: what it is called, what it is, which endings are looked at, and for what."""

    @property
    def title(self) -> Message: ...
    @property
    def meaning(self) -> Message: ...
    @property
    def least(self) -> int:
        """The fewest tricks an ending with the property has."""

    @property
    def plain(self) -> int:
        """Longer endings are audited by a fresh core: the plain search takes too long."""

    def words(self, rules: RuleSet) -> str:
        """What the endings hang on beside the name of the property, the number of tricks and the seed."""

    def draw(self, rng: random.Random, rules: RuleSet, tricks: int) -> Position | None:
        """A random ending; None where the draw is none. Raises: UsageError for a goal the game has not."""

    @property
    def find(self) -> Finder: ...
    def why(self, position: Position, claim: ForcingClaim, budget: Budget) -> Reason | None:
        """The plan of those who get their way; None where none was looked for, or the limits did not last."""


class Finder(Protocol):
    """What looks for the card that all turns on; None where an ending has not the property."""

    def __call__(self, asked: EndingRequest, /) -> TurningPoint | None: ...
