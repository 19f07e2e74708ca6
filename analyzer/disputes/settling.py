"""Settling a dispute of any kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from analyzer.disputes.declarations import settle_declared
from analyzer.disputes.discard import settle_discard
from analyzer.disputes.findings import Finding
from analyzer.disputes.irregularity import settle_irregularity
from analyzer.disputes.model import (
    DeclarationsDispute,
    DiscardDispute,
    Dispute,
    FoolDemandDispute,
    FoolNamingDispute,
    IrregularityDispute,
    PlayDispute,
    SettlementDispute,
)
from analyzer.disputes.naming import settle_naming
from analyzer.disputes.play import settle_play
from analyzer.disputes.settlement import settle_settlement

_SETTLERS: Final[dict[type[Dispute], Callable[[Any], Finding]]] = {
    DiscardDispute: settle_discard,
    DeclarationsDispute: settle_declared,
    FoolNamingDispute: settle_naming,
    FoolDemandDispute: settle_play,
    PlayDispute: settle_play,
    SettlementDispute: settle_settlement,
    IrregularityDispute: settle_irregularity,
}


def settle(dispute: Dispute) -> Finding:
    """The verdict on a dispute, by Z3 and by the engine.

    Raises: LimitReached where Z3 does not decide it; Mismatch where the two differ.
    """
    return _SETTLERS[type(dispute)](dispute)
