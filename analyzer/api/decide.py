"""One card for all the worlds a player cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer import report
from analyzer.api.answer import OfPosition, Settled
from analyzer.api.readings import OneBudget, game_played, under_each_reading
from analyzer.api.requests import Means
from analyzer.errors import UsageError, check_whole
from analyzer.frozenrecord import Record
from analyzer.knowledge.deals import deals
from analyzer.knowledge.fitting import as_it_stands, fitting_deals
from analyzer.messages import Verbatim, say
from analyzer.position.ahead import Asked, bearing_ahead
from analyzer.position.model import Position
from analyzer.search.engine.results import Limits
from analyzer.search.worlds.decide import MOST_WORLDS
from analyzer.search.worlds.decide import decide as search
from analyzer.search.worlds.growing import decide_growing
from analyzer.search.worlds.results import Decision, Opponents
from analyzer.words.blocks import Said

MOST_SAMPLE: Final = 10**9


class DecideRequest(Record, frozen=True, kw_only=True):
    """How the others play, and whether the worlds are drawn at random."""

    opponents: Opponents | str = Opponents.SELFISH
    sample: int | None = None
    seed: int = 0
    grown: Callable[[Decision], None] | None = None
    """Is told what is known over a part of the deals, where all of them take long."""


class Decided(OfPosition, Record, frozen=True):
    """The answer of `decide`."""

    position: Position
    decision: Decision

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.decision.complete else Settled.OPEN

    def view(self) -> report.view.decide.DecideAnswer:
        return report.view.decide.decide_view(self.position, self.decision)

    @property
    def says(self) -> Said:
        return report.text.decide.decision_said(self.position, self.decision)


def decide(position: Position, request: DecideRequest, means: Means) -> Decided:
    """What every card comes to, with what is known where a limit was reached.

    Raises: UsageError for an unknown way to play, or a position that cannot be decided so.
    """
    if request.sample is not None:
        check_whole("sample", request.sample, 1, MOST_SAMPLE)
    check_whole("seed", request.seed, -(2**63), 2**63 - 1)
    budget = OneBudget(means)

    def ask(read: Position) -> Decided:
        left = budget.left()
        return Decided(read, budget.spent(left, _searched(read, request, left)))

    def clauses_used(found: Decided) -> tuple[str, ...]:
        if position.pots is None:
            return bearing_ahead(found.position)
        return bearing_ahead(position, Asked.TOKENS | Asked.PROPRIETY | Asked.CHANCE)

    found, grounds = under_each_reading(
        position, ask, Decided.view, clauses_used, same_game=game_played(position)
    )
    if position.of_unknown_cards:
        position = as_it_stands(position, fitting_deals(position, request.sample, request.seed).deals)
    return Decided(position, budget.attach_grounds(grounds, found.decision, knows=bool(found.decision.cards)))


def _searched(position: Position, request: DecideRequest, means: Means) -> Decision:
    asked, half = _opponents(request.opponents), position.of_unknown_cards
    hidden = not half and position.hidden_from is not None and position.pots is not None

    def over(drawn: int | None, limits: Limits) -> Decision:
        return search(
            position,
            opponents=asked,
            sample=request.sample if drawn is None else drawn,
            seed=request.seed,
            threads=means.threads,
            limits=limits,
            plain=means.engine is not None,
        )

    number = (request.sample or min(deals(position).count, MOST_WORLDS)) if hidden else 0
    if half and position.pots is not None:
        number = request.sample or len(fitting_deals(position, MOST_WORLDS, one_player=True).deals)
    return decide_growing(over, means.limits, number, request.grown)


def _opponents(word: Opponents | str) -> Opponents:
    try:
        return Opponents(word)
    except ValueError:
        text = Verbatim(repr(word))
        raise UsageError(say("opponents play `selfish` or `against`, not {word}", word=text)) from None
