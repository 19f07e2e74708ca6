"""How many deals fit what a player knows, or hands known in part; which they are, or some by chance."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from msgspec import structs

from analyzer import report
from analyzer.api.answer import Answer, OfPosition, Settled
from analyzer.api.readings import under_each_reading
from analyzer.api.requests import seat_named
from analyzer.frozenrecord import Record
from analyzer.knowledge.deals import Deal, Deals, Moment
from analyzer.knowledge.deals import deals as fitting
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
from analyzer.position.ahead import bearing_in
from analyzer.position.model import Position
from analyzer.position.setting import Line
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Said


class DealsInHand(OfPosition, Record, frozen=True):
    """The answer of `deals` about half-known hands."""

    position: Position
    found: Fitting
    shown: tuple[Position, ...] | None
    seed: int | None = None
    """Of those shown, where they were drawn."""

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.deals.DealsAnswer:
        return report.view.deals.deals_in_hand_view(self.position, self.found, self.shown, self.seed)

    @property
    def says(self) -> Said:
        return report.text.deals.deals_in_hand_said(
            self.position, self.found, self.shown, drawn=self.seed is not None
        )


def deals_in_hand(
    position: Position, *, every: bool = False, number: int | None = None, seed: int = 0
) -> DealsInHand:
    """The deals that fit; all of them shown, or some that are drawn.

    Raises: InvalidFile where none fits; UsageError where all are to be shown and there are too many.
    """

    def ask(read: Position) -> DealsInHand:
        found = fitting_deals(read, seed=seed)
        shown = found.listed() if every else None if number is None else found.sample(number, seed)
        return DealsInHand(read, found, shown, None if number is None else seed)

    def applied(answer: DealsInHand) -> tuple[str, ...]:
        return bearing_in(answer.found.deals)

    answer, grounds = under_each_reading(position, ask, DealsInHand.view, applied)
    shown_as = as_it_stands(position, answer.found.deals)
    return structs.replace(answer, position=shown_as, found=replace(answer.found, grounds=grounds))


class DealsShown(Enum):
    """Which of the deals are shown beside their number."""

    NONE = "none"
    ALL = "all"
    SAMPLE = "sample"


class DealsRequest(Record, frozen=True, kw_only=True):
    """Whose knowledge, at which moment, and which deals are to be shown."""

    line: Line | str | None = None
    at: Moment | str | None = None
    seen_by: str | int | None = None
    shown: DealsShown = DealsShown.NONE
    number: int = 0
    """How many are drawn of a sample."""
    seed: int = 0


class FittingDeals(Answer, Record, frozen=True):
    """The answer of `deals`."""

    request: DealsRequest
    deals: Deals
    shown: tuple[Deal, ...] | None

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.deals.count else Settled.NO

    def view(self) -> report.view.deals.DealsAnswer:
        request = self.request
        return report.view.deals.deals_view(
            self.deals,
            self.shown,
            seed=request.seed if request.shown is DealsShown.SAMPLE else None,
            line=None if request.line is None else str(getattr(request.line, "name", request.line)),
            at=".".join(map(str, request.at)) if isinstance(request.at, tuple) else request.at,
            grounds=self.deals.grounds,
        )

    @property
    def about(self) -> RuleSet:
        return self.deals.evidence.rules

    @property
    def says(self) -> Said:
        drawn = self.request.shown is DealsShown.SAMPLE
        return report.text.deals.deals_said(self.deals, self.shown, drawn=drawn)


def _known(position: Position, request: DealsRequest) -> Deals:
    seat = None if request.seen_by is None else seat_named(position, request.seen_by)
    return fitting(position, line=request.line, at=request.at, seen_by=seat)


def deals(position: Position, request: DealsRequest) -> FittingDeals:
    """The deals that fit, with those that are to be shown.

    Raises: UsageError where nothing is unseen, or for an unknown line, player or moment.
    """

    def ask(read: Position) -> FittingDeals:
        found = _known(read, request)
        return FittingDeals(request, found, _shown(found, request))

    def applied(found: FittingDeals) -> tuple[str, ...]:
        return _applied(position.rules, found)

    found, grounds = under_each_reading(position, ask, FittingDeals.view, applied)
    return structs.replace(found, deals=replace(found.deals, grounds=grounds))


def _applied(rules: RuleSet, found: FittingDeals) -> tuple[str, ...]:
    """The clauses that the facts follow from, and with trumps declared the one that says what that tells."""
    facts = (*found.deals.evidence.facts, *found.deals.clash)
    clauses = tuple(fact.clause for fact in facts if fact.clause is not None)
    untold = rules.maybe("untold")
    declared = any(rules.clauses[each].kind == "trump-declaration" for each in clauses)
    return (*clauses, untold) if declared and untold is not None else clauses


def _shown(found: Deals, request: DealsRequest) -> tuple[Deal, ...] | None:
    if request.shown is DealsShown.NONE:
        return None
    if not found.count:
        return ()
    return found.listed() if request.shown is DealsShown.ALL else found.sample(request.number, request.seed)
