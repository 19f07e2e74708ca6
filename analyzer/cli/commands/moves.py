"""`moves`: what may be played in a position."""

from __future__ import annotations

from analyzer import answers
from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm, MomentOptions, PositionFile, RuleOptions


def moves(file: PositionFile, *, moment: MomentOptions, rules: RuleOptions, form: AnswerForm) -> int:
    """What may be played now, and for each other card of the hand the clause that forbids it."""
    return show(
        answers.moves.moves(moment.in_every_deal(answers.requests.position_of(file, rules.named))), form
    )
