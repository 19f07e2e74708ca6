"""The kinds of dispute, and the only list of them: a new kind is one module and one line here.

A kind is what a file of it says, how that is read into facts, and how the facts are settled. Settling is
named and not imported, because it brings the prover.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.disputes.kinds import (
    asking,
    count,
    declarations,
    discard,
    events,
    irregularity,
    misdeal,
    propriety,
    session,
    settlement,
    tricks,
)
from analyzer.disputes.kinds.common import DisputeShape
from analyzer.disputes.model import Dispute
from analyzer.disputes.readings import settle_under_readings
from analyzer.messages import Message, say
from analyzer.position.files.reader import Reader

if TYPE_CHECKING:
    from analyzer.disputes.findings import Finding


class DisputeKind(NamedTuple):
    """One kind of dispute: its shape in a file, its reader, and `MODULE:FUNCTION` that settles it."""

    shape: type[DisputeShape]
    read: Callable[[Reader, Any], Dispute | None]
    settling: str
    about: Message
    """What is settled, as the verdict names it."""


KINDS: Final = {
    "discard": DisputeKind(
        discard.DiscardShape, discard.read_discard, "discard:settle_discard", say("the discard")
    ),
    "declarations": DisputeKind(
        declarations.DeclarationsShape,
        declarations.read_declarations,
        "declarations:settle_declared",
        say("the declarations"),
    ),
    "fool-naming": DisputeKind(
        tricks.FoolNamingShape, events.read_naming, "naming:settle_naming", say("naming the Fool")
    ),
    "fool-demand": DisputeKind(
        tricks.FoolDemandShape, events.read_demand, "play:settle_play", say("demanding the Fool")
    ),
    "play": DisputeKind(tricks.PlayShape, events.read_play, "play:settle_play", say("the play")),
    "settlement": DisputeKind(
        settlement.SettlementShape,
        settlement.read_settlement,
        "settlement:settle_settlement",
        say("the settlement"),
    ),
    "count": DisputeKind(count.CountShape, count.read_count, "count:settle_disputed_count", say("the count")),
    "irregularity": DisputeKind(
        irregularity.IrregularityShape,
        irregularity.read_irregularity,
        "irregularity:settle_irregularity",
        say("the irregularity"),
    ),
    "misdeal": DisputeKind(
        misdeal.MisdealShape, misdeal.read_misdeal, "misdeal:settle_misdeal", say("the deal")
    ),
    "asking": DisputeKind(
        asking.AskingShape, asking.read_asking, "asking:settle_asking", say("asking for trumps")
    ),
    "propriety": DisputeKind(
        propriety.ProprietyShape,
        propriety.read_propriety,
        "propriety:settle_propriety",
        say("whether a card was proper"),
    ),
    "session": DisputeKind(
        session.SessionShape,
        session.read_session,
        "session.settling:settle_session",
        say("what goes on around the hands"),
    ),
}
"""By the word for the kind in a file."""


def settle(dispute: Dispute) -> Finding:
    """The verdict on a dispute, by Z3 and by the engine, under every reading of what no source settles.

    Raises: LimitReached where Z3 does not decide it; Mismatch where the two differ.
    """
    module, _, name = KINDS[dispute.kind].settling.partition(":")
    return settle_under_readings(dispute, getattr(import_module(f"analyzer.disputes.{module}"), name))
