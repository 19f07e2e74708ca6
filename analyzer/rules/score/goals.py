"""The goals a search can be asked about: what one player must do in the last trick. The only list of them.

Source: decision 2: goals are about the cards of the last trick, not about its payment.
"""

from __future__ import annotations

from enum import Enum, IntFlag
from typing import Final

from analyzer.cards.card import PAGAT, Card
from analyzer.messages import Message, say
from analyzer.rules.play.table import Trick


class Ending(IntFlag):
    """What a player does in the last trick; the core numbers the bits in the same order."""

    LOSES_PLAIN = 1
    LOSES_PRIZE = 2
    WINS_PLAIN = 4
    WINS_KING = 8
    WINS_PAGAT = 16


WINS: Final = Ending.WINS_PLAIN | Ending.WINS_KING | Ending.WINS_PAGAT


class Goal(Enum):
    """A yes/no question about the end of play, asked of one player X."""

    ULTIMO = "ultimo"
    KING_ULTIMO = "king_ultimo"
    PAGAT_ULTIMO = "pagat_ultimo"
    LAST_TRICK = "last_trick"
    BAGUD = "bagud"

    @property
    def said(self) -> Message:
        """Its name at the table."""
        return _WORDS[self]


ENDINGS: Final = {
    Goal.ULTIMO: Ending.WINS_KING | Ending.WINS_PAGAT,
    Goal.KING_ULTIMO: Ending.WINS_KING,
    Goal.PAGAT_ULTIMO: Ending.WINS_PAGAT,
    Goal.LAST_TRICK: WINS,
    Goal.BAGUD: Ending.LOSES_PRIZE,
}
"""A goal is reached by any of these. What implies or excludes what follows from them."""

_WORDS: Final = {
    Goal.ULTIMO: say("Ultimo"),
    Goal.KING_ULTIMO: say("king Ultimo"),
    Goal.PAGAT_ULTIMO: say("Pagat Ultimo"),
    Goal.LAST_TRICK: say("last trick"),
    Goal.BAGUD: say("Bagud"),
}

GOAL_NAMES: Final = tuple(goal.value for goal in Goal)


def endings_with(card: Card) -> Ending:
    """What a player can do who lays that card to the last trick; the Fool never wins one."""
    if card.is_king:
        return Ending.LOSES_PRIZE | Ending.WINS_KING
    if card == PAGAT:
        return Ending.LOSES_PRIZE | Ending.WINS_PAGAT
    return Ending.LOSES_PLAIN if card.is_fool else Ending.LOSES_PLAIN | Ending.WINS_PLAIN


def goal_reached(last: Trick, goal: Goal, seat: int) -> bool:
    """Whether a last trick brings a goal about for a seat, whatever Tout and Nolo make of the payment."""
    own = next(laid.card for laid in last.laid if laid.seat == seat)
    won = WINS if last.winner == seat else ~WINS
    return bool(endings_with(own) & won & ENDINGS[goal])
