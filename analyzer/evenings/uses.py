"""Which keys of an evening each game has a use for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from analyzer.position.files.came import CAME_KEYS
from analyzer.position.files.uses import KEYS, KeyUse
from analyzer.rules.spec.game import GameSpec
from analyzer.rules.spec.ruleset import RuleSet

_SAID: Final = (
    "contract", "declarer", "called", "partner", "bids", "purchase", "kontra", "passed", "held",
    "declarations", "announced", "announce",
)  # fmt: skip
_POTS: Final = KeyUse(lambda _, game: game.has_pots, ("danish",))


def _also_danish(use: KeyUse) -> KeyUse:
    """A key of what came of a hand that Danish Tarok has too."""

    def uses(rules: RuleSet, game: GameSpec) -> bool:
        return game.has_pots or use.uses(rules, game)

    return KeyUse(uses, ("danish", *use.games))


HAND_KEYS: Final[Mapping[str, KeyUse]] = {
    **{key: KEYS[key] for key in _SAID},
    **CAME_KEYS,
    **{key: _also_danish(CAME_KEYS[key]) for key in ("during", "last_trick")},
    **dict.fromkeys(("tout", "nolo", "fines", "misdeal"), _POTS),
}
"""The keys of a hand that not every game has a use for."""

SESSION_KEYS: Final[Mapping[str, KeyUse]] = {key: KEYS[key] for key in ("pots", "pools", "radli")}
"""The same of a whole evening."""
