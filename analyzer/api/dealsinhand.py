"""The deals that fit hands of which some cards are not known: how many, which, or some of them at random."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer import report
from analyzer.api.answer import Settled
from analyzer.api.bearing import bearing_in
from analyzer.api.readings import under_each_reading
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
from analyzer.position.model import Position
from analyzer.report.style.textstyle import TextStyle


@dataclass(frozen=True, slots=True)
class DealsInHand:
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

    def brief(self, style: TextStyle) -> list[str]:
        return report.text.deals.fitting_lines(style, self.found)

    def text(self, style: TextStyle) -> str:
        return report.text.deals.deals_in_hand_text(
            self.position, self.found, self.shown, style, drawn=self.seed is not None
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
    return replace(answer, position=shown_as, found=replace(answer.found, grounds=grounds))
