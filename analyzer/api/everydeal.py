"""A yes or no about a position of which not all is known: the answer in every deal that fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from analyzer import report
from analyzer.api.answer import OfPosition, Settled
from analyzer.api.asked import ForcedRequest, SolveRequest, question_asked
from analyzer.api.readings import SharedBudget, under_each_reading
from analyzer.api.requests import Means
from analyzer.errors import LimitReached, UsageError, check_whole
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import as_it_stands, fitting_deals
from analyzer.messages import say
from analyzer.position.ahead import bearing_in
from analyzer.position.asked import Asking, ForcingClaim, question_of
from analyzer.position.hand import Hand
from analyzer.position.model import Position
from analyzer.search.engine.engine import Budget
from analyzer.search.engine.results import CardValues, NamedGoal, Solution, Values
from analyzer.search.worlds.counted import CountedGoals, CountedRequest, counted_goals
from analyzer.search.worlds.everydeal import InEveryDeal, in_every_deal
from analyzer.words.blocks import Said

MOST_SAMPLE: Final = 100_000
"""Deals that may be asked about."""


class ForcedInDeals(OfPosition, Record, frozen=True):
    """The answer of `forced` about every deal that fits."""

    position: Position
    claimed: ForcingClaim
    """As it is in the first of the deals."""
    found: InEveryDeal
    unwritten: None = None

    @property
    def settled(self) -> Settled:
        if self.found.holds is None:
            return Settled.OPEN
        return Settled.YES if self.found.holds else Settled.NO

    def view(self) -> report.view.solve.ForcedAnswer:
        return report.view.solve.forced_deals_view(self.position, self.claimed, self.found)

    @property
    def says(self) -> Said:
        return report.text.everydeal.forced_said(self.position, self.claimed, self.found)


def forced_in_deals(position: Position, request: ForcedRequest, means: Means) -> ForcedInDeals:
    """The answer in every deal that fits, under every reading.

    Raises: UsageError for what may not be asked in one of them, and for a certificate, which is
    of one deal; InvalidFile where no deal fits.
    """
    if request.certificate is not None:
        told = say("a certificate is of one deal, and this position may be one of several")
        raise UsageError(told, say("expected a position whose cards are all told"))
    check_sample(request.sample, request.seed)

    goal, player = question_of(position, request.goal, request.player)

    def claim_of(deal: Position) -> ForcingClaim:
        return Asking.of(deal).claim(goal, player, request.by)

    def within(read: Position, budget: Budget) -> ForcedInDeals:
        fits = fitting_deals(read, request.sample, request.seed, budget.deadline)
        engine = means.engine_of(read.spec)
        found = in_every_deal(fits.deals, claim_of, engine, budget, exact=fits.exact, fit=fits.fit)
        return ForcedInDeals(read, claim_of(fits.deals[0]), found)

    shared = SharedBudget(Budget.of(means.limits))

    def ask(read: Position) -> ForcedInDeals:
        return shared.ask(lambda budget: within(read, budget), lambda each: each.found.stopped is None)

    def applied(answer: ForcedInDeals) -> tuple[str, ...]:
        return bearing_in(answer.found.deals)

    answer, grounds = under_each_reading(position, ask, ForcedInDeals.view, applied)
    shown = as_it_stands(position, answer.found.deals)
    return ForcedInDeals(shown, answer.claimed, replace(answer.found, grounds=grounds))


def decided_in_deals(position: Position, request: ForcedRequest, means: Means) -> ForcedInDeals:
    """The answer in every deal. Raises: LimitReached too, where a limit came before the answer."""
    answer = forced_in_deals(position, request, means)
    if answer.found.stopped is not None:
        raise LimitReached(answer.found.stopped, answer.found.nodes)
    return answer


def check_sample(sample: int | None, seed: int) -> None:
    """Raises: UsageError for a number of deals, or a seed, that cannot be."""
    if sample is not None:
        check_whole("sample", sample, 1, MOST_SAMPLE)
    check_whole("seed", seed, -(2**63), 2**63 - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionInDeals(Solution):
    """The answer of `solve` in Python over every deal that fits: goals and guarantee are those of all.

    A goal that is in hand in some deals alone has the status `varies`; `found` tells the deals one by one.
    """

    found: CountedGoals = field(repr=False)

    @classmethod
    def of(cls, position: Position, found: CountedGoals) -> SolutionInDeals:
        """What was found in the deals, with the cards that may be played in each of them."""
        first = found.deals[0]
        question = Hand.of(first)
        cards = [(move.card, move.suit) for move in found.cards if move.card is not None]
        return cls(
            nodes=found.nodes,
            seconds=found.seconds,
            unfinished=found.unfinished,
            reason=found.reason,
            grounds=found.grounds,
            to_play=first.table.to_move,
            tricks_left=first.tricks_left,
            sides=first.sides,
            declarer=question.declarer,
            contract=position.told.contract,
            to_come=question.to_come,
            on_a_sheet=question.on_a_sheet,
            values=Values(),
            cards=tuple(CardValues(card, names, (), Values()) for card, names in cards),
            found=found,
        )

    @property
    def goals(self) -> Mapping[str, Mapping[str, NamedGoal]]:
        """By player and goal who can force it in every deal, and who prevents it in every deal."""
        return {
            player: {
                goal: NamedGoal(
                    told["status"],
                    tuple(map(frozenset, told["forced_by"])),
                    tuple(map(frozenset, told["prevented_by"])),
                )
                for goal, told in goals.items()
            }
            for player, goals in self._told("goals").items()
        }

    @property
    def guarantee(self) -> Mapping[str, int]:
        """What each is sure of wherever the cards lie; empty where not asked for, or deals were drawn."""
        return self._told("guarantee")

    def _told(self, key: str) -> dict[str, Any]:
        """What the JSON has under a key, by player."""
        told: dict[str, Any] = self.to_dict().get(key) or {}
        return told


class SolvedInDeals(OfPosition, Record, frozen=True):
    """The answer of `solve` about every deal that fits."""

    position: Position
    found: CountedGoals
    request: SolveRequest

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.found.complete else Settled.OPEN

    def view(self) -> report.view.solve.SolveAnswer:
        return report.view.solve.solve_deals_view(
            self.position, self.found, question_asked(self.position, self.request)
        )

    @property
    def says(self) -> Said:
        return report.text.everydeal.counted_said(self.position, self.found)


def solved_in_deals(position: Position, request: SolveRequest, means: Means) -> SolvedInDeals:
    """Who can force what in every deal that fits, under every reading.

    Raises: UsageError for what may not be asked in one of them; InvalidFile where no deal fits.
    """
    check_sample(request.sample, request.seed)
    asked = CountedRequest(
        request.goal,
        request.player,
        goals=request.goals,
        tokens=request.with_tokens,
        cards=request.cards,
        numbers=request.numbers and request.goal is None,
    )

    def within(read: Position, budget: Budget) -> SolvedInDeals:
        fits = fitting_deals(read, request.sample, request.seed, budget.deadline)
        engine = means.engine_of(read.spec)
        found = counted_goals(fits.deals, asked, engine, budget, exact=fits.exact, fit=fits.fit)
        return SolvedInDeals(read, found, request)

    shared = SharedBudget(Budget.of(means.limits))

    def ask(read: Position) -> SolvedInDeals:
        return shared.ask(lambda budget: within(read, budget), lambda each: each.found.complete)

    def applied(answer: SolvedInDeals) -> tuple[str, ...]:
        return bearing_in(answer.found.deals)

    answer, grounds = under_each_reading(position, ask, SolvedInDeals.view, applied)
    shown = as_it_stands(position, answer.found.deals)
    return SolvedInDeals(shown, replace(answer.found, grounds=grounds), request)
