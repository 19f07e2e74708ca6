"""What may be played in a position, and by which clause every other card of the hand may not.

Of a half-known position: what may be played in every deal that fits, and what only in some.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from analyzer import api, report
from analyzer.api.answer import Settled
from analyzer.api.readings import under_each_reading
from analyzer.frozenrecord import Record
from analyzer.knowledge.fitting import Fitting, as_it_stands, fitting_deals
from analyzer.position.ahead import bearing_in
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves, moves_in
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import Action
from analyzer.rules.play.came_up import before_card
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.grounds import STATED, Grounds


class MovesInDeals(Record, frozen=True):
    """The answer of `moves` about every deal that fits."""

    position: Position
    deals: Fitting
    found: LegalMoves
    """What may be done in every deal, and what is forbidden in every one in which the card is held."""
    sometimes: tuple[tuple[Action, int], ...]
    """What may be done in so many of the deals."""
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.deals.MovesAnswer:
        return report.view.deals.moves_deals_view(
            self.position, self.deals, self.found, self.sometimes, self.grounds
        )

    def brief(self, style: TextStyle) -> list[str]:
        return report.text.moves.may_play_in_deals(self.deals, self.found, self.sometimes, style)

    def text(self, style: TextStyle) -> str:
        return report.text.moves.moves_deals_text(
            self.position, self.deals, self.found, self.sometimes, self.grounds, style
        )


def moves_in_deals(position: Position) -> MovesInDeals:
    """What may be played in the deals that fit. Raises: InvalidFile where none does."""

    def ask(read: Position) -> MovesInDeals:
        fits = fitting_deals(read)
        each = [moves_in(deal) for deal in fits.deals]
        found, sometimes = together(each)
        return MovesInDeals(read, fits, found, sometimes)

    def applied(answer: MovesInDeals) -> tuple[str, ...]:
        named = (each.clause for each in answer.found.forbidden)
        return (*named, *bearing_in(answer.deals.deals))

    answer, grounds = under_each_reading(position, ask, MovesInDeals.view, applied)
    return replace(answer, position=as_it_stands(position, answer.deals.deals), grounds=grounds)


def together(each: Sequence[LegalMoves]) -> tuple[LegalMoves, tuple[tuple[Action, int], ...]]:
    """What may be done in every one of several deals, and with the rest in how many of them."""
    first, number = each[0], dict[Action, int]()
    for moves in each:
        for move in moves.legal:
            number[move] = number.get(move, 0) + 1
    always = tuple(move for move in first.legal if number[move] == len(each))
    sometimes = tuple(
        (move, times) for move, times in sorted(number.items(), key=_order) if times < len(each)
    )
    may = {move.card for move in number}
    forbidden = {one.card: one for moves in each for one in moves.forbidden if one.card not in may}
    told = tuple(forbidden[card] for card in sorted(forbidden))
    return LegalMoves(first.position, first.to_play, always, told), sometimes


def _order(counted: tuple[Action, int]) -> tuple[int, str]:
    card = counted[0].card
    return (99 if card is None else card.index, str(counted[0]))


class Moves(Record, frozen=True):
    """The answer of `moves`."""

    position: Position
    found: LegalMoves
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> report.view.deals.MovesAnswer:
        return report.view.deals.moves_view(self.position, self.found, self.grounds)

    def brief(self, style: TextStyle) -> list[str]:
        return report.text.moves.may_play(self.position, self.found, style)

    def text(self, style: TextStyle) -> str:
        return report.text.moves.moves_text(self.position, self.found, self.grounds, style)


def moves(position: Position) -> Moves | api.moves.MovesInDeals:
    """What may be played now, and for each other card of the hand the clause that forbids it.

    Of every deal that fits where not all is known of the cards.
    """
    if position.many:
        return api.moves.moves_in_deals(position)

    def ask(read: Position) -> Moves:
        return Moves(read, moves_in(read))

    def applied(answer: Moves) -> tuple[str, ...]:
        table = answer.position.table
        came = before_card(table.spec, table.trick, table.hands[table.holder], table.tricks_left)
        named = (each.clause for each in answer.found.forbidden)
        return (*named, *bearing(answer.position.rules, came))

    answer, grounds = under_each_reading(position, ask, Moves.view, applied)
    return Moves(position, answer.found, grounds)
