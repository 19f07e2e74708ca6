"""What the user asked, from words to values: goals, players, sets of players, each with a nearest guess."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from analyzer.errors import UsageError
from analyzer.position.model import Position
from analyzer.search.engine.results import Goal


def _unknown(what: str, word: str, known: Sequence[str]) -> UsageError:
    close = get_close_matches(word.casefold(), [name.casefold() for name in known], n=1, cutoff=0.5)
    near = [name for name in known if close and name.casefold() == close[0]]
    guess = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return UsageError(f"there is no {what} {word!r}; {guess}")


def goal_named(word: str) -> Goal:
    """The goal of that name; `last-trick` and `Last_Trick` are read as `last_trick`.

    Raises: UsageError with the nearest goal.
    """
    try:
        return Goal(word.casefold().replace("-", "_"))
    except ValueError:
        raise _unknown("goal", word, [goal.value for goal in Goal]) from None


def seat_named(position: Position, word: str) -> int:
    """The seat of a player, by exact name, else without regard to case.

    Raises: UsageError with the nearest player.
    """
    players = position.players
    if word in players:
        return players.index(word)
    folded = [name.casefold() for name in players]
    if folded.count(word.casefold()) == 1:
        return folded.index(word.casefold())
    raise _unknown("player", word, players)


def seats_named(position: Position, words: str) -> int:
    """The mask of a set of players written `A,B`; empty text is nobody.

    Raises: UsageError with the nearest player.
    """
    mask = 0
    for word in words.split(","):
        if word.strip():
            mask |= 1 << seat_named(position, word.strip())
    return mask
