"""What may be played in a position, and by which clause every other card of the hand may not."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer import api, report
from analyzer.api.answer import Settled
from analyzer.api.readings import under_each_reading
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves, moves_in
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.play.came_up import before_card
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.grounds import STATED, Grounds


@dataclass(frozen=True, slots=True)
class Moves:
    """The answer of `moves`."""

    position: Position
    found: LegalMoves
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.moves.MovesAnswer:
        return report.view.moves.moves_view(self.position, self.found, self.grounds)

    def brief(self, style: TextStyle) -> list[str]:
        return report.text.moves.may_play(self.position, self.found, style)

    def text(self, style: TextStyle) -> str:
        return report.text.moves.moves_text(self.position, self.found, self.grounds, style)


def moves(position: Position) -> Moves | api.movesindeals.MovesInDeals:
    """What may be played now, and for each other card of the hand the clause that forbids it.

    Of every deal that fits where not all is known of the cards.
    """
    if position.many:
        return api.movesindeals.moves_in_deals(position)

    def ask(read: Position) -> Moves:
        return Moves(read, moves_in(read))

    def applied(answer: Moves) -> tuple[str, ...]:
        table = answer.position.table
        came = before_card(table.spec, table.trick, table.hands[table.holder], table.tricks_left)
        named = (each.clause for each in answer.found.forbidden)
        return (*named, *bearing(answer.position.rules, came))

    answer, grounds = under_each_reading(position, ask, Moves.view, applied)
    return Moves(position, answer.found, grounds)
