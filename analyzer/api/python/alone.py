"""The yes or no alone: what goes with it is worked out when it is read, with what the limits left."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from analyzer.answers.forced import claimed, decided, searched
from analyzer.answers.readings import game_played
from analyzer.answers.requests import ForcedRequest, Means, limits_left
from analyzer.errors import LimitReached
from analyzer.position.asked import ForcingClaim
from analyzer.position.bearing import bearing_ahead
from analyzer.position.model import Position
from analyzer.rules.spec.grounds import Grounds, open_options, silent_among
from analyzer.rules.spec.readings import explored
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.search.engine.reasons import BesideLater
from analyzer.search.engine.results import Forced, GoalAnswer
from analyzer.search.solve.force import forced_alone


def decided_alone(position: Position, asked: ForcingClaim, request: ForcedRequest, means: Means) -> Forced:
    """The yes or no under every reading that makes another game, and the rest when it is read.

    `asked` is what is claimed of the position by the request, all of whose cards are known. If two games
    are answered otherwise it is the whole answer.
    Raises: LimitReached where a limit came before the answer.
    """
    if means.together > 1 and position.pots is not None:
        # Its table serves what is read later as well.
        means = structs.replace(means, engine=means.engine_of(position.spec))
    if not open_options(position.rules):
        first = forced_alone(asked, means.limits, means.engine)
    else:

        def ask(rules: RuleSet) -> Forced:
            read = replace(position, rules=rules)
            return forced_alone(claimed(read, request), means.limits, means.engine)

        found = explored(position.rules, ask, game_played(position))
        if found.too_many or len({each.holds for each in found.possible}) != 1:
            return decided(position, request, means)
        first = found.first
    left = structs.replace(means, limits=limits_left(means.limits, first.nodes, first.seconds))
    return replace(first, beside=_beside(position, asked, request, left))


def _beside(
    position: Position, asked: ForcingClaim, request: ForcedRequest, means: Means
) -> BesideLater[GoalAnswer]:
    def told(*, line: bool, sets: bool) -> Forced:
        with suppress(LimitReached):
            return searched(position, asked, means, line=line, sets=sets)
        return Forced(holds=None, nodes=0, seconds=0.0)

    def grounds() -> Grounds:
        """Where the limits do not last to compare the readings it is the silent clauses."""
        with suppress(LimitReached):
            return decided(position, structs.replace(request, line=False), means).grounds
        return Grounds(silent_among(position.rules, bearing_ahead(position)))

    return BesideLater(
        lambda: told(line=True, sets=False).line, lambda: told(line=False, sets=True).answer, grounds
    )
