"""Settling a dispute of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from analyzer.position.dispute_model import (
    DeclarationsDispute,
    DiscardDispute,
    Dispute,
    FoolDemandDispute,
    FoolNamingDispute,
    IrregularityDispute,
    PlayDispute,
    SettlementDispute,
)
from analyzer.proofs.declared import settle_declared
from analyzer.proofs.discard import settle_discard
from analyzer.proofs.findings import Finding
from analyzer.proofs.irregular import settle_irregularity
from analyzer.proofs.naming import settle_naming
from analyzer.proofs.play import settle_play
from analyzer.proofs.settlement import settle_settlement
from analyzer.rules.ruleset import RuleSet

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


def under(dispute: Dispute, rules: RuleSet) -> Dispute:
    """The same facts under another rule set."""
    return replace(dispute, rules=rules)
