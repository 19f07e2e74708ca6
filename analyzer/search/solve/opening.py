"""What a whole hand has paid before the first lead, which its tokens cover as well."""

from __future__ import annotations

from analyzer.position.model import Position
from analyzer.position.replay.deal import deal_out
from analyzer.rules.ledger import Ledger
from analyzer.search.solve.candidate import Amounts


def opening(position: Position) -> Amounts:
    """What was paid since the tokens of a position began: for a whole hand the deal and the
    declarations, for every other position nothing.
    """
    if not position.whole_hand:
        return Amounts.nothing(len(position.players))
    ledger = Ledger(position.pots, len(position.players))
    deal_out(position, ledger)
    return Amounts(ledger.tokens, ledger.pot_changes)
