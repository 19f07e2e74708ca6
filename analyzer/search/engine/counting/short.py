"""Which endings are short enough for the plain search, and of which the core answers everything."""

from __future__ import annotations

from typing import Final

from analyzer.cards.card import FOOL, PAGAT
from analyzer.position.bearing import Worth
from analyzer.position.hand import Hand
from analyzer.rules.score.deeds import pagat_before
from analyzer.rules.score.target import slam_bid

PAID_CARDS: Final = 21
"""So many cards in all hands and on the table are laid in every way, whatever is paid for them."""
PLAIN_TRICKS: Final = 4
"""So many tricks to go the plain search unfolds to the end."""
PAID_STATES: Final = 8_000_000
"""Cards that the search for payments lays in a longer ending where no other limit is set."""
PLAIN_STATES: Final = 60_000
"""States of a longer ending that the plain search unfolds where no other limit is set."""


def is_short(question: Hand) -> bool:
    """Whether every card can be laid to find what is paid."""
    return question.table.tricks_left * question.players <= PAID_CARDS


def is_plain(question: Hand) -> bool:
    """Whether the plain search comes to the end."""
    return question.table.tricks_left <= PLAIN_TRICKS


def paid_by_points(question: Hand) -> bool:
    """Whether what a side is paid hangs on its own card points or its margin alone, the more the better."""
    game = question.game
    if game.payments is not None or game.nil is not None:
        return False
    if game.target is not None:
        return by_margin(question)
    if game.difference_sheet is not None:
        return _no_bonus_left(question)
    together = question.sides.count == 2
    return game.stake is not None or (
        game.deviation is not None and (together or game.deviation.to == "sheet")
    )


def by_margin(question: Hand) -> bool:
    """Whether a known margin alone decides: a slam, which goes before it, is neither bid nor to be had."""
    if question.game.target is None or question.slam_possible or slam_bid(question.game, question.told):
        return False
    return Worth(question).margin and not _pagat_to_come(question)


def pagat_may_go_before(question: Hand) -> bool:
    """Whether a Fool may yet win the last trick, so that the Pagat counts in the one before it.

    The core knows the last trick alone.
    """
    if not (pagat_before(question.game) and question.game.fool.top_when_swept and question.slam_possible):
        return False
    table = question.table
    laid = {each.card for each in table.trick}
    led = bool(table.trick) and table.trick[0].card is FOOL
    to_come = PAGAT in laid.union(*table.hands) or question.told.pagat_before is not None
    return to_come and (led or any(FOOL in hand for hand in table.hands))


def _pagat_to_come(question: Hand) -> bool:
    """Whether the Pagat can still be paid for in the last trick."""
    rule, table = question.game.coefficients, question.table
    held = frozenset().union(*table.hands, {each.card for each in table.trick})
    return rule is not None and PAGAT in held


def _no_bonus_left(question: Hand) -> bool:
    """Whether the Pagat is gone, and more than one player has tricks."""
    table = question.table
    held = frozenset().union(*table.hands, {each.card for each in table.trick})
    with_tricks = sum(number > 0 for number in question.won)
    return (
        not question.to_come and PAGAT not in held and with_tricks > 1 and question.told.declarer is not None
    )
