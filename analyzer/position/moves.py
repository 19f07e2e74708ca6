"""The legal moves of a position, and the clause that forbids each other card of the hand."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.card import Card
from analyzer.frozenrecord import Record
from analyzer.messages import Message
from analyzer.position.model import Position
from analyzer.position.replay.legality import illegal_card
from analyzer.pythonanswer import PythonAnswer
from analyzer.rules.actions import Action, ActionKind, lay


class Forbidden(Record, frozen=True):
    """A card of the hand that may not be played now, with the clause and the reason."""

    card: Card
    clause: str
    text: Message


@dataclass(frozen=True, slots=True)
class LegalMoves(PythonAnswer):
    """The legal moves of a position; `to_play` is the seat whose card is next."""

    position: Position
    to_play: int
    legal: tuple[Action, ...]
    forbidden: tuple[Forbidden, ...]

    @property
    def cards(self) -> tuple[Action, ...]:
        """The cards that may be played."""
        return tuple(each for each in self.legal if each.kind is ActionKind.PLAY)

    @property
    def demands(self) -> tuple[int, ...]:
        """The seats that may demand the Fool now."""
        return tuple(each.by for each in self.legal if each.kind is ActionKind.DEMAND)


def moves_in(position: Position) -> LegalMoves:
    """Return the legal moves, and the clause that forbids each other card of the hand.

    Raises: UsageError if some hands are not given.
    """
    legal, table = position.legal(), position.table
    allowed = {each.card for each in legal}
    forbidden = []
    for card in sorted(table.hands[table.holder] - allowed):
        refused = illegal_card(
            table, lay(card), position.players, seat=table.holder, demanded=position.demanded
        )
        if refused is not None:
            forbidden.append(Forbidden(card, refused.clause, refused.message))
    return LegalMoves(position, table.holder, legal, tuple(forbidden))
