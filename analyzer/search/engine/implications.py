"""What is known of who forces what in one state, and what follows from it without a search."""

from __future__ import annotations

from collections.abc import Iterator

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
        self._known: dict[tuple[int, Goal, int], bool] = {}

    def __len__(self) -> int:
        return len(self._known)

    def copy(self) -> Facts:
        """The same, to be learned on apart."""
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
        if holds:
            for implied in (goal, *IMPLIED[goal]):
                for larger in self._masks(containing=mask):
                    self._known[seat, implied, larger] = True
            self._refute(seat, goal, mask)
        else:
            for implying in (goal, *(other for other in LAST_TRICK_GOALS if goal in IMPLIED[other])):
                for smaller in self._masks(within=mask):
                    self._known[seat, implying, smaller] = False

    def _refute(self, seat: int, goal: Goal, mask: int) -> None:
        outside = ((1 << self._players) - 1) & ~mask
        excluded = list[tuple[int, Goal]]()
        if goal in LOST:
            excluded += [(seat, won) for won in WON]
        elif goal in WON:
            excluded += [(other, won) for other in range(self._players) if other != seat for won in WON]
            excluded += [(seat, lost) for lost in LOST]
        for other, never in excluded:
            for smaller in self._masks(within=outside):
                self._known[other, never, smaller] = False

    def _masks(self, containing: int = 0, within: int | None = None) -> Iterator[int]:
        allowed = (1 << self._players) - 1 if within is None else within
        return (
            mask for mask in range(allowed + 1) if mask & ~allowed == 0 and mask & containing == containing
        )
