"""A Tout that was announced: whether it binds its announcer, who may have kept the Fool all the same.

Source: main rule text, "The discard (the skat)"; "5. After the final trick" (failed announced Tout).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from analyzer.cards.card import FOOL, Card
from analyzer.messages import say
from analyzer.rules.spec.pots import When
from analyzer.rules.spec.ruleset import RuleSet

BINDS_NOBODY: Final = say(
    "a Tout announced with the Fool kept binds nobody, and the hand is settled like any other"
)
BINDS: Final = say("the dealer owes what an announced Tout costs that fails")


def fool_laid_away(skat: Collection[Card] | None, seen: Iterable[Collection[Card]]) -> bool:
    """Whether the Fool lies in the skat: where that is not told, it does if it is nowhere to be seen.

    Source: clauses payment.failed-tout, discard.fool.
    """
    return FOOL in skat if skat is not None else not any(FOOL in cards for cards in seen)


def kept_fool_clauses(rules: RuleSet) -> tuple[str, ...]:
    """The clauses that meet where a Tout fails which was announced with the Fool kept."""
    costs = (each.clause for each in rules.game.due(When.FAILED_TOUT))
    return (*costs, *(each.id for each in rules.discard.clauses if FOOL in each.cards))
