"""What is known of who forces what in one state, and what follows from it without a search."""

from __future__ import annotations

from functools import cache

from analyzer.rules.score.goals import ENDINGS, LAST_TRICK_GOALS, WINS, Goal

IMPLIED = {
    goal: tuple(other for other in LAST_TRICK_GOALS if other is not goal and ENDINGS[goal] in ENDINGS[other])
    for goal in LAST_TRICK_GOALS
}
"""A goal reached, and the goals of the same player reached with it."""

WON = tuple(goal for goal in LAST_TRICK_GOALS if ENDINGS[goal] in WINS)
"""The goals that only the winner of the last trick reaches."""

LOST = tuple(goal for goal in LAST_TRICK_GOALS if not ENDINGS[goal] & WINS)
"""The goals that the winner of the last trick does not reach."""


Key = tuple[int, Goal, int]
"""A seat, its goal and the set of players who are to force it."""


class Facts:
    """Forced or not, by (seat, goal, mask), closed under what follows.

    * A larger set forces what a smaller one does: the newcomers can always play as they please.
    * Who forces a goal forces every goal that comes with it.
    * Where S forces one player to win the last trick, nobody outside S can bring about that another
      player wins it, nor that the same player loses it; and the other way round for that player.
    """

    __slots__ = ("_known", "_players")

    def __init__(self, players: int) -> None:
        self._players = players
        self._known: dict[Key, bool] = {}

    def __len__(self) -> int:
        return len(self._known)

    def copy(self) -> Facts:
        """These facts once more, to be learned on apart."""
        other = Facts(self._players)
        other._known = dict(self._known)
        return other

    def get(self, seat: int, goal: Goal, mask: int) -> bool | None:
        """Whether the set forces the goal, where that is known."""
        return self._known.get((seat, goal, mask))

    def unknown(self, seat: int, goal: Goal) -> list[int]:
        """The sets of which nothing is known: the player alone first, then the smaller ones."""
        masks = (mask for mask in self._masks() if self.get(seat, goal, mask) is None)
        return sorted(masks, key=lambda mask: (mask != 1 << seat, mask.bit_count()))

    def sets(self, seat: int, goal: Goal, *, holds: bool) -> int:
        """Bit S is set where it is known that the players in mask S force the goal, or that they do not."""
        return sum(1 << mask for mask in self._masks() if self.get(seat, goal, mask) is holds)

    def gained(self, seat: int, goal: Goal, mask: int, *, holds: bool) -> int:
        """How many answers that are not known would be, by an answer and what follows from it."""
        after = self.copy()
        after.learn(seat, goal, mask, holds=holds)
        return len(after) - len(self)

    def learn(self, seat: int, goal: Goal, mask: int, *, holds: bool) -> None:
        """Keep an answer with all that follows from it."""
        self._known.update(_following(self._players, seat, goal, mask, holds))

    def _masks(self) -> range:
        return range(1 << self._players)


@cache
def _following(players: int, seat: int, goal: Goal, mask: int, holds: bool) -> dict[Key, bool]:  # noqa: FBT001
    """An answer, and all that follows from it."""
    if not holds:
        implying = (goal, *(other for other in LAST_TRICK_GOALS if goal in IMPLIED[other]))
        return {(seat, each, smaller): False for each in implying for smaller in _within(mask)}
    every = (1 << players) - 1
    larger = [each for each in range(every + 1) if each & mask == mask]
    found = {(seat, implied, each): True for implied in (goal, *IMPLIED[goal]) for each in larger}
    excluded = list[tuple[int, Goal]]()
    if goal in LOST:
        excluded += [(seat, won) for won in WON]
    elif goal in WON:
        excluded += [(other, won) for other in range(players) if other != seat for won in WON]
        excluded += [(seat, lost) for lost in LOST]
    outside = _within(every & ~mask)
    return found | {(other, never, each): False for other, never in excluded for each in outside}


def _within(mask: int) -> list[int]:
    return [each for each in range(mask + 1) if each & ~mask == 0]
