"""What may be played in a position, and by which clause every other card of the hand may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.api.readings import game_played, under_each_reading
from analyzer.cards.card import Card
from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.replay.legality import illegal_card
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.actions import Action, ActionKind, lay
from analyzer.rules.play.came_up import before_card
from analyzer.rules.spec.bearing import bearing
from analyzer.rules.spec.grounds import STATED, Grounds

if TYPE_CHECKING:
    from analyzer.report.view.moves import MovesAnswer


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A card of the hand that may not be played now: by which clause, and why."""

    card: Card
    clause: str
    text: Message


@dataclass(frozen=True, slots=True)
class Moves:
    """The answer of `moves`; `to_play` is the seat whose card is next."""

    position: Position
    to_play: int
    legal: tuple[Action, ...]
    forbidden: tuple[Forbidden, ...]
    grounds: Grounds = STATED

    @property
    def settled(self) -> Settled:
        return Settled.YES

    @property
    def cards(self) -> tuple[Action, ...]:
        """The cards that may be played."""
        return tuple(each for each in self.legal if each.kind is ActionKind.PLAY)

    @property
    def demands(self) -> tuple[int, ...]:
        """Who may demand the Fool now."""
        return tuple(each.by for each in self.legal if each.kind is ActionKind.DEMAND)

    def view(self) -> MovesAnswer:
        from analyzer.report.view.moves import moves_view  # noqa: PLC0415 - where JSON is asked for

        return moves_view(self)

    def text(self, style: TextStyle) -> str:
        from analyzer.report.phrases.grounds import grounds_text  # noqa: PLC0415
        from analyzer.report.text.moves import moves_text  # noqa: PLC0415 - where text is asked for

        return moves_text(self, style) + grounds_text(self.position.rules, self.grounds, style)


def moves(position: Position) -> Moves:
    """What may be played now, and for each other card of the hand the clause that forbids it.

    Raises: UsageError where some hands are not told.
    """

    def applied(found: Moves) -> tuple[str, ...]:
        table = found.position.table
        came = before_card(table.spec, table.trick, table.hands[table.holder], table.tricks_left)
        named = (each.clause for each in found.forbidden)
        return (*named, *bearing(found.position.rules, came))

    found, grounds = under_each_reading(position, _asked, Moves.view, game_played(position), applied)
    return Moves(position, found.to_play, found.legal, found.forbidden, grounds)


def _asked(position: Position) -> Moves:
    legal = position.legal()
    table = position.table
    allowed = {each.card for each in legal}
    forbidden = []
    for card in sorted(table.hands[table.holder] - allowed):
        refused = illegal_card(
            table, lay(card), position.players, seat=table.holder, demanded=position.demanded
        )
        if refused is not None:
            forbidden.append(Forbidden(card, refused.clause, refused.message))
    return Moves(position, table.holder, legal, tuple(forbidden))
