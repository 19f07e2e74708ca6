"""What a pot holds that the coins of the game cannot make."""

from __future__ import annotations

from analyzer.messages import Message, say
from analyzer.rules.book import COIN, Pots


def odd_pots_said(pots: Pots) -> list[Message]:
    """Told of each such amount, since all that is ever paid into a pot is whole coins."""
    odd = sorted({amount for amount in (pots.king, pots.pagat) if amount % COIN})
    return [say("coins of {coin} do not make {amount}", coin=COIN, amount=amount) for amount in odd]
