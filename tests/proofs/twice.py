"""Disputes settled by the engine, and whatever it finds held against what Z3 says from the clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from unittest.mock import patch

from proofs.opinions.deals import (
    opinion_on_asking,
    opinion_on_fines,
    opinion_on_irregularity,
    opinion_on_misdeal,
)
from proofs.opinions.declared import opinion_on_declarations
from proofs.opinions.payments import opinion_on_settlement
from proofs.opinions.piles import opinion_on_count, opinion_on_piles
from proofs.opinions.sessions import opinion_on_session
from proofs.opinions.tricks import opinion_on_play, opinion_on_trick
from proofs.opinions.words import (
    opinion_on_announcement,
    opinion_on_bid,
    opinion_on_call,
    opinion_on_purchase,
)

from analyzer.disputes import table
from analyzer.disputes.findings import Finding
from analyzer.disputes.readings import settle_under_readings
from analyzer.disputes.shape import Dispute
from analyzer.disputes.table import settle

OPINIONS: Final[Mapping[str, Callable[[Finding], None]]] = {
    "bid": opinion_on_bid,
    "purchase": opinion_on_purchase,
    "call": opinion_on_call,
    "asking": opinion_on_asking,
    "session": opinion_on_session,
    "misdeal": opinion_on_misdeal,
    "irregularity": opinion_on_irregularity,
    "announcement": opinion_on_announcement,
    "piles": opinion_on_piles,
    "count": opinion_on_count,
    "discard": opinion_on_fines,
    "declarations": opinion_on_declarations,
    "settlement": opinion_on_settlement,
    "trick": opinion_on_trick,
    "play": opinion_on_play,
    "fool-demand": opinion_on_play,
}
"""By kind what Z3 says of a finding; of discards here the fines alone."""


def settled_twice(dispute: Dispute) -> Finding:
    """The verdict on a dispute; what is found by each reading, and in each deal that fits, Z3 says too.

    Raises: Mismatch where the two differ, and whatever settling it raises.
    """
    opinion = OPINIONS.get(dispute.kind)
    if opinion is None:
        return settle(dispute)

    def under_readings(asked: Dispute, by_engine: Callable[[Any], Finding]) -> Finding:
        def held(each: Dispute) -> Finding:
            finding = by_engine(each)
            opinion(finding)
            return finding

        return settle_under_readings(asked, held)

    with patch.object(table, "settle_under_readings", under_readings):
        return settle(dispute)
