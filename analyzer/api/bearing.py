"""On what of the rules an answer about the play from a position on can hang, in a game of either sort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.api.readings import bearing_ahead, game_played
from analyzer.position.ahead import Asked
from analyzer.position.model import Position
from analyzer.rules.spec.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class GameBearing:
    """On what of the rules the answers about play from a position on can hang."""

    position: Position
    bears: Callable[[RuleSet], object]

    def applied(self, read: Position) -> tuple[str, ...]:
        """The clauses that bear on what can still come up, for the position as it was read."""
        if self.position.scored:
            from analyzer.api.points.readings import point_bearing  # noqa: PLC0415 - few games need it

            return point_bearing(read, paid=False)
        return bearing_ahead(self.position, Asked.PLAY)


def game_bearing(position: Position) -> GameBearing:
    """What bears on the play from a position on, in a game of either sort."""
    if position.scored:
        from analyzer.api.points.readings import point_game_played  # noqa: PLC0415 - few games need it

        return GameBearing(position, point_game_played(position))
    return GameBearing(position, game_played(position))
