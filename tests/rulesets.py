"""The shipped rule sets by sort of game, and their forms: what tests of many rule sets are asked of."""

from __future__ import annotations

from functools import cache
from typing import Final

from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.rules.spec.variants import in_form

DANISH_RULES: Final = tuple(name for name in ruleset_names() if load_ruleset(name).game.pots is not None)
"""The rule sets of Danish Tarok."""
POINT_RULES: Final = tuple(name for name in ruleset_names() if name not in DANISH_RULES)
"""The rule sets of games of card points."""
FORMS: Final = tuple(
    (name, seats)
    for name in ruleset_names()
    for seats in load_ruleset(name).forms or (load_ruleset(name).table.players,)
)
"""Every rule set with every number of players it is played by."""


@cache
def rules_for(name: str, seats: int) -> RuleSet:
    """A shipped rule set as so many play it."""
    return in_form(load_ruleset(name), seats)
