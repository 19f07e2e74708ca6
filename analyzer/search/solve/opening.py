"""The state that a position describes, in any game, and what a whole hand has paid before its first lead."""

from __future__ import annotations

from analyzer.position.question import Amounts, HandQuestion
from analyzer.position.replay.deal import deal_out
from analyzer.position.setting import Setting
from analyzer.rules.book import Book
from analyzer.search.engine.question import Question


def question_of(position: Setting) -> HandQuestion:
    """The state itself. Raises: UsageError where the hands are not all known."""
    if position.scored:
        from analyzer.position.pointquestion import PointQuestion  # noqa: PLC0415 - few games need it

        return PointQuestion.of(position)
    return Question.of(position)


def opening(position: Setting) -> Amounts:
    """What was paid since the amounts of a position began, by account.

    For a whole hand it is that of the deal and of what is declared and bid, for every other position nothing.
    """
    if position.scored:
        from analyzer.position.pointquestion import opened  # noqa: PLC0415 - likewise

        return opened(position)[1]
    seats = len(position.players)
    book = Book(seats + (position.sitting_out is not None), position.pots)
    if position.whole_hand:
        deal_out(position, book)
    return (*book.tokens, book.pot_changes.king, book.pot_changes.pagat)
