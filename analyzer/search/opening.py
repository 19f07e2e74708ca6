"""What a whole hand has paid before the first lead, which its tokens cover as well."""

from __future__ import annotations

from analyzer.position.model import Line, Position
from analyzer.search.spot import Paid


def opening(position: Position) -> Paid:
    """What was paid since the tokens of a position began: for a whole hand the deal and the
    declarations, for every other position nothing.
    """
    if not position.whole_hand:
        return Paid.nothing(len(position.players))
    from analyzer.position.replay import replay  # noqa: PLC0415

    dealt = replay(position, Line(name="the deal", moves=()))
    return Paid(dealt.tokens[: len(position.players)], dealt.pots_change)
