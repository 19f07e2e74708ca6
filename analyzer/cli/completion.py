"""What a shell may complete a name with, asked through typer: players, goals, names of rules."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer import position
from analyzer.errors import TarokError
from analyzer.rules import score, spec

if TYPE_CHECKING:
    from analyzer.position.model import Position

COMPLETING: Final = "_TAROK_ANALYZE_COMPLETE"
"""The variable of the environment in which a shell says that it wants to know what may stand next."""


def words_being_typed(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The words of the command line that a shell completes; none where it completes nothing."""
    if not environ.get(COMPLETING):
        return []
    return (environ.get("_TYPER_COMPLETE_ARGS") or environ.get("COMP_WORDS", "")).split()[1:]


def players() -> list[str]:
    """The players of the first position that stands on the line; those of the usual names where none does."""
    position = _position()
    return ["A", "B", "C"] if position is None else list(position.players)


def goals() -> list[str]:
    """The goals of the game that the position is one of."""
    position = _position()
    if position is None or position.pots is not None:
        return [str(goal) for goal in score.goals.LAST_TRICK_GOALS]
    from analyzer.position.asked import Asking  # noqa: PLC0415 - likewise

    return [word.removesuffix("N") for word in Asking.about(position).words()]


def rulesets() -> list[str]:
    """The rule sets that are shipped."""
    return list(spec.shipped.ruleset_names())


def clauses() -> list[str]:
    """The clauses of the rule set that stands on the line."""
    names = [word for word in words_being_typed() if word.partition("+")[0] in rulesets()]
    return list(spec.shipped.load_ruleset(names[0]).clauses) if names else []


def _position() -> Position | None:
    """The position of the first file on the line that is one; None where there is none."""
    for word in words_being_typed():
        try:
            if Path(word).is_file():
                return position.reading.load(word)
        except (TarokError, OSError, ValueError):
            continue
    return None
