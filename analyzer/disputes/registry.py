"""The kinds of dispute, and the only list of them: a new kind is one module and one line here.

A kind is what a file of it says, how that is read into facts, and how the facts are settled. Settling is
named and not imported, because it brings the prover. A kind may be told in one way in Danish Tarok, which
plays for pots, and in another in the games of card points.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.disputes.kinds import (
    announcement,
    asking,
    bid,
    call,
    count,
    declarations,
    discard,
    events,
    irregularity,
    misdeal,
    piles,
    pointcount,
    pointplay,
    pointsettlement,
    propriety,
    purchase,
    session,
    settlement,
    tricks,
    trickwon,
)
from analyzer.disputes.kinds.common import DisputeShape
from analyzer.disputes.model import CANNOT_BE, Dispute
from analyzer.disputes.readings import settle_under_readings
from analyzer.errors import Fault, InvalidFile, UsageError
from analyzer.messages import Message, say
from analyzer.position.files.reader import Reader
from analyzer.rules.spec.pointgame import PointGame
from analyzer.rules.spec.ruleset import RuleSet

if TYPE_CHECKING:
    from analyzer.disputes.findings import Finding


class HowTold(NamedTuple):
    """How a kind is told: its shape in a file, its reader, and `MODULE:FUNCTION` that settles it."""

    shape: type[DisputeShape]
    read: Callable[[Reader, Any], Dispute | None]
    settling: str
    played: Callable[[PointGame], bool] = lambda _: True
    """Whether a game of card points has what the dispute is about."""


class DisputeKind(NamedTuple):
    """One kind of dispute; where a way of telling it is None there are no such disputes in those games."""

    about: Message
    """What is settled, as the verdict names it."""
    pots: HowTold | None = None
    """As it is told in Danish Tarok."""
    points: HowTold | None = None
    """As it is told in games of card points."""

    def by(self, rules: RuleSet) -> HowTold | None:
        """How it is told by a rule set."""
        game = rules.game.points
        if game is None:
            return self.pots
        return self.points if self.points is not None and self.points.played(game) else None

    @property
    def shapes(self) -> tuple[type[DisputeShape], ...]:
        """What files of it may look like."""
        told = (self.pots, self.points)
        return tuple(dict.fromkeys(each.shape for each in told if each is not None))


_TRICK: Final = HowTold(trickwon.TrickWonShape, trickwon.read_trick_won, "trickwon:settle_trick_won")

KINDS: Final = {
    "discard": DisputeKind(
        say("the discard"),
        pots=HowTold(discard.DiscardShape, discard.read_discard, "discard:settle_discard"),
        points=HowTold(discard.PointDiscardShape, discard.read_point_discard, "discard:settle_discard"),
    ),
    "declarations": DisputeKind(
        say("the declarations"),
        pots=HowTold(
            declarations.DeclarationsShape, declarations.read_declarations, "declarations:settle_declared"
        ),
        points=HowTold(
            declarations.PointDeclarationsShape,
            declarations.read_point_declarations,
            "pointdeclarations:settle_point_declarations",
            lambda game: game.declaring is not None,
        ),
    ),
    "fool-naming": DisputeKind(
        say("naming the Fool"),
        pots=HowTold(tricks.FoolNamingShape, events.read_naming, "naming:settle_naming"),
    ),
    "fool-demand": DisputeKind(
        say("demanding the Fool"),
        pots=HowTold(tricks.FoolDemandShape, events.read_demand, "play:settle_play"),
    ),
    "play": DisputeKind(
        say("the play"),
        pots=HowTold(tricks.PlayShape, events.read_play, "play:settle_play"),
        points=HowTold(pointplay.PointPlayShape, pointplay.read_point_play, "play:settle_play"),
    ),
    "trick": DisputeKind(say("who won the trick"), pots=_TRICK, points=_TRICK),
    "piles": DisputeKind(
        say("what lies in whose pile"),
        points=HowTold(piles.PilesShape, piles.read_piles, "piles:settle_piles"),
    ),
    "purchase": DisputeKind(
        say("the purchase"),
        points=HowTold(
            purchase.PurchaseDisputeShape,
            purchase.read_purchase,
            "purchase:settle_purchase",
            played=lambda game: game.purchase is not None,
        ),
    ),
    "settlement": DisputeKind(
        say("the settlement"),
        pots=HowTold(settlement.SettlementShape, settlement.read_settlement, "settlement:settle_settlement"),
        points=HowTold(
            pointsettlement.PointSettlementShape,
            pointsettlement.read_point_settlement,
            "pointsettlement:settle_point_settlement",
        ),
    ),
    "announcement": DisputeKind(
        say("the announcement"),
        points=HowTold(
            announcement.AnnouncementShape,
            announcement.read_announcement,
            "announcement:settle_announcement",
            played=announcement.can_announce,
        ),
    ),
    "bid": DisputeKind(
        say("the auction"),
        points=HowTold(
            bid.BidShape, bid.read_bid, "bid:settle_bid", played=lambda game: game.auction is not None
        ),
    ),
    "call": DisputeKind(
        say("the called card"),
        points=HowTold(
            call.CallShape, call.read_call, "call:settle_call", played=lambda game: game.call is not None
        ),
    ),
    "count": DisputeKind(
        say("the count"),
        pots=HowTold(count.CountShape, count.read_count, "count:settle_disputed_count"),
        points=HowTold(
            pointcount.PointCountShape, pointcount.read_point_count, "pointcount:settle_point_count"
        ),
    ),
    "irregularity": DisputeKind(
        say("the irregularity"),
        pots=HowTold(
            irregularity.IrregularityShape, irregularity.read_irregularity, "irregularity:settle_irregularity"
        ),
    ),
    "misdeal": DisputeKind(
        say("the deal"),
        pots=HowTold(misdeal.MisdealShape, misdeal.read_misdeal, "misdeal:settle_misdeal"),
    ),
    "asking": DisputeKind(
        say("asking for trumps"),
        pots=HowTold(asking.AskingShape, asking.read_asking, "asking:settle_asking"),
    ),
    "propriety": DisputeKind(
        say("whether a card was proper"),
        pots=HowTold(propriety.ProprietyShape, propriety.read_propriety, "propriety:settle_propriety"),
    ),
    "session": DisputeKind(
        say("what goes on around the hands"),
        pots=HowTold(session.SessionShape, session.read_session, "session.settling:settle_session"),
    ),
}
"""By the word for the kind in a file."""


def settle(dispute: Dispute) -> Finding:
    """The verdict on a dispute, by Z3 and by the engine, under every reading of what no source settles.

    Raises: InvalidFile for what cannot have happened; LimitReached where Z3 does not decide it; Mismatch
    where the two differ.
    """
    telling = KINDS[dispute.kind].by(dispute.rules)
    assert telling is not None
    module, _, name = telling.settling.partition(":")
    try:
        return settle_under_readings(dispute, getattr(import_module(f"analyzer.disputes.{module}"), name))
    except UsageError as error:
        raise InvalidFile([Fault(error.message, error.expected or CANNOT_BE, dispute.where)]) from error
