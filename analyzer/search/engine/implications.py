"""What is known of who forces what in one state, and what follows from it without a search."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.search.engine.results import Goal

IMPLIED = {
    Goal.KING_ULTIMO: (Goal.ULTIMO, Goal.LAST_TRICK),
    Goal.PAGAT_ULTIMO: (Goal.ULTIMO, Goal.LAST_TRICK),
    Goal.ULTIMO: (Goal.LAST_TRICK,),
    Goal.LAST_TRICK: (),
    Goal.BAGUD: (),
}
"""A goal reached, and the goals of the same player reached with it."""

WINS = (Goal.LAST_TRICK, Goal.ULTIMO, Goal.KING_ULTIMO, Goal.PAGAT_ULTIMO)
"""The goals that only the winner of the last trick reaches."""


class Facts:
    """Forced or not, by (seat, goal, mask), closed under what follows.

    * A larger set forces what a smaller one does: the newcomers can always play as they please.
    * Who forces a goal forces every goal that comes with it.
    * Where S forces one player to win the last trick, nobody outside S can bring about that another
      player wins it, nor that the same player loses an Ultimo card in it.
    """

    __slots__ = ("_known", "_players")

    def __init__(self, players: int) -> None:
        self._players = players
        self._known: dict[tuple[int, Goal, int], bool] = {}

    def get(self, seat: int, goal: Goal, mask: int) -> bool | None:
        """Whether the set forces the goal, where that is known."""
        return self._known.get((seat, goal, mask))

    def learn(self, seat: int, goal: Goal, mask: int, *, holds: bool) -> None:
        """Keep an answer with all that follows from it."""
        if holds:
            for implied in (goal, *IMPLIED[goal]):
                for larger in self._masks(containing=mask):
                    self._known[seat, implied, larger] = True
            self._refute(seat, goal, mask)
        else:
            for implying in (goal, *(other for other in Goal if goal in IMPLIED[other])):
                for smaller in self._masks(within=mask):
                    self._known[seat, implying, smaller] = False

    def _refute(self, seat: int, goal: Goal, mask: int) -> None:
        outside = ((1 << self._players) - 1) & ~mask
        excluded = [(other, win) for other in range(self._players) if other != seat for win in WINS]
        if goal is Goal.BAGUD:
            excluded = [(seat, win) for win in WINS]
        else:
            excluded.append((seat, Goal.BAGUD))
        for other, lost in excluded:
            for smaller in self._masks(within=outside):
                self._known[other, lost, smaller] = False

    def _masks(self, containing: int = 0, within: int | None = None) -> Iterator[int]:
        allowed = (1 << self._players) - 1 if within is None else within
        return (
            mask for mask in range(allowed + 1) if mask & ~allowed == 0 and mask & containing == containing
        )
