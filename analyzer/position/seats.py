"""Which seat is meant by a word for a player."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.errors import UsageError, meant
from analyzer.messages import quoted, say


def seat_named(players: Sequence[str], player: str | int) -> int:
    """The seat of a player: a seat itself, an exact name, or a name without regard to case.

    Raises: UsageError with the nearest player.
    """
    if isinstance(player, int) and not isinstance(player, bool) and player in range(len(players)):
        return player
    if isinstance(player, str):
        if player in players:
            return players.index(player)
        folded = [name.casefold() for name in players]
        if folded.count(player.casefold()) == 1:
            return folded.index(player.casefold())
    raise UsageError(say("there is no player {player}", player=quoted(player)), meant(str(player), players))
