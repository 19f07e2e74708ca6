"""Who can force what, what everyone is sure of, and the value of every card."""

from __future__ import annotations

from analyzer import api, report
from analyzer.api.answer import OfPosition, Settled
from analyzer.api.asked import SolveRequest, question_asked
from analyzer.api.readings import OneBudget, game_played, under_each_reading
from analyzer.api.requests import Means
from analyzer.frozenrecord import Record
from analyzer.position.ahead import Asked, bearing_ahead
from analyzer.position.asked import Asking
from analyzer.position.model import Position
from analyzer.search.engine.results import Solution, Values
from analyzer.search.engine.watch import Watch
from analyzer.search.solve.assemble import search
from analyzer.words.blocks import Said


class Solved(OfPosition, Record, frozen=True):
    """The answer of `solve`."""

    position: Position
    solution: Solution
    request: SolveRequest

    @property
    def settled(self) -> Settled:
        return Settled.YES if self.solution.complete else Settled.OPEN

    def view(self) -> report.view.solve.SolveAnswer:
        return report.view.solve.solve_view(
            self.position,
            self.solution,
            question_asked(self.position, self.request),
            with_cards=self.request.cards,
        )

    @property
    def says(self) -> Said:
        return report.text.solve.solution_said(self.position, self.solution)


def solve_known(
    position: Position, request: SolveRequest, means: Means, watch: Watch | None = None
) -> Solved | api.everydeal.SolvedInDeals:
    """The answer of :func:`solve`, in every deal that fits where not all is known of the cards."""
    if position.many:
        return api.everydeal.solved_in_deals(position, request, means)
    return solve(position, request, means, watch)


def solve(position: Position, request: SolveRequest, means: Means, watch: Watch | None = None) -> Solved:
    """The answer, with what is known where a limit was reached.

    Raises: UsageError for an unknown goal or player, or a position that cannot be searched.
    """
    budget = OneBudget(means)

    def ask(read: Position) -> Solved:
        left = budget.left()
        asked = api.asked.search_request(Asking.of(read), request, plain=left.engine is not None)
        found = search(read, asked, left.limits, left.engine, left.threads, watch)
        return Solved(read, budget.spent(left, found), request)

    def clauses_used(found: Solved) -> tuple[str, ...]:
        if position.pots is None:
            paid = found.solution.values.guarantee is not None
            return bearing_ahead(found.position, Asked.TOKENS if paid else Asked.PLAY)
        return bearing_ahead(position, _parts_bearing(request))

    found, grounds = under_each_reading(
        position, ask, Solved.view, clauses_used, same_game=game_played(position)
    )
    solution = found.solution
    knows = any(map(_has_result, (solution.values, *(card.values for card in solution.cards))))
    return Solved(position, budget.attach_grounds(grounds, solution, knows=knows), request)


def _has_result(values: Values) -> bool:
    """Whether anything was found."""
    return any((values.goals, values.points, values.tricks, values.margin is not None, values.guarantee,
                values.equilibria))  # fmt: skip


def _parts_bearing(request: SolveRequest) -> Asked:
    asked = Asked.TOKENS if request.with_tokens else Asked.PLAY
    return asked | Asked.PROPRIETY if request.goals and request.cards else asked
