"""`moves`: what may be played in a position."""

from __future__ import annotations

from analyzer.cli.answering import show
from analyzer.cli.options import AnswerForm, MomentOptions, PositionFile, RuleOptions


def moves(file: PositionFile, *, moment: MomentOptions, rules: RuleOptions, form: AnswerForm) -> int:
    """What may be played now, and for each other card of the hand the clause that forbids it."""
    from analyzer.api.moves import moves as ask  # noqa: PLC0415 - help needs none of it
    from analyzer.api.requests import position_of  # noqa: PLC0415

    return show(ask(moment.in_every_deal(position_of(file, rules.named))), form)
