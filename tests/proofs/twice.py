"""Disputes settled by the engine, and whatever it finds held against what Z3 says from the clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final
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

from analyzer.disputes.findings import Finding
from analyzer.disputes.model import Dispute
from analyzer.disputes.registry import KINDS, settle

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
    telling, opinion = KINDS[dispute.kind].by(dispute.rules), OPINIONS.get(dispute.kind)
    if opinion is None or telling is None:
        return settle(dispute)
    place, _, name = telling.settling.partition(":")
    module = import_module(f"analyzer.disputes.{place}")
    by_engine = getattr(module, name)

    def held(each: Dispute) -> Finding:
        finding: Finding = by_engine(each)
        opinion(finding)
        return finding

    with patch.object(module, name, held):
        return settle(dispute)
