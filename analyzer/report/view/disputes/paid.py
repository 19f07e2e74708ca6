"""What `check` answers about payments: settlements, and what an irregularity costs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.count import CountFinding
from analyzer.disputes.findings import Finding, Paid, PaidFinding
from analyzer.disputes.inplay.pilescounted import PilesCountedFinding, SideCounted
from analyzer.disputes.kinds.session import Event
from analyzer.disputes.misdeal import IrregularityFinding
from analyzer.disputes.owed import BookFinding
from analyzer.disputes.session.settling import SessionFinding
from analyzer.disputes.settlement import HandSettlementFinding, SettlementFinding
from analyzer.report.view.disputes.base import (
    CheckAnswer,
    OwedView,
    owed_view,
    player_name,
)
from analyzer.rules.book import sums_to_zero
from analyzer.rules.score.amounts import exact
from analyzer.rules.spec.clause import Category
from analyzer.views.base import (
    UNSET,
    Amounts,
    Count,
    Meta,
    NotZeroSum,
    Players,
    Points,
    PotsView,
    UnsetType,
    View,
    by_name,
    pots_view,
)
from analyzer.views.outcome import (
    OutcomeView,
    PoolView,
    ScoreView,
    Sheet,
    outcome_view,
    pool_views,
    written,
)


class PaidCheck(CheckAnswer, frozen=True, kw_only=True):
    """A verdict that tells what is paid or written; what a game lacks, or is not known, is absent.

    Where no source settles it each of the `readings` has sums of its own, and none stands here.
    """

    payments: Annotated[list[OwedView], Meta(description="To and from players, pots, pools.")] | UnsetType = (
        UNSET
    )
    tokens: Annotated[Amounts, Meta(description="In games that are paid.")] | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="What they gain.")] | UnsetType = UNSET
    sheet: Annotated[Sheet, Meta(description="In games that are scored.")] | UnsetType = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pools: Annotated[list[PoolView], Meta(description="As they lie afterwards.")] | UnsetType = UNSET
    radli: Annotated[dict[str, Count], Meta(description="As they are afterwards.")] | UnsetType = UNSET
    zero_sum: NotZeroSum = UNSET


class PaidRemedyView(View, frozen=True, kw_only=True):
    """What is right; empty where what was said is."""

    payments: list[OwedView] | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class PaymentDispute(PaidCheck, frozen=True, kw_only=True):
    """The answer to a dispute that is about what is paid."""

    remedy: PaidRemedyView


class SettlementCheck(PaymentDispute, frozen=True, kw_only=True):
    """What a trick, or the end of a hand, pays or writes."""

    kind: Literal["settlement"]
    winner: Annotated[str, Meta(description="Where a trick is settled.")] | UnsetType = UNSET
    outcome: Annotated[OutcomeView | None, Meta(description="Of a hand of card points.")] | UnsetType = UNSET


class SessionCheck(PaymentDispute, frozen=True, kw_only=True):
    """What follows from what happened around the hands."""

    kind: Literal["session"]
    event: Event
    sits_out: str | None
    deals_next: str | None
    founds: Annotated[Players, Meta(description="Who pays the foundation.")]
    answers_for: Annotated[
        str | None, Meta(description="Who sees to it that a pot is founded, and makes good what is missing.")
    ]


class IrregularityCheck(PaymentDispute, frozen=True, kw_only=True):
    """What an irregularity costs, and what becomes of the hand."""

    kind: Literal["irregularity"]
    category: Category
    agreed_by_players: bool
    play_goes_on: bool


def settlement_check(finding: SettlementFinding, common: dict[str, Any]) -> SettlementCheck:
    """The answer about a settlement."""
    return SettlementCheck(**common, **owed_keys(finding), winner=finding.dispute.players[finding.winner])


def session_check(finding: SessionFinding, common: dict[str, Any]) -> SessionCheck:
    """The answer about what goes on around the hands."""
    dispute = finding.dispute
    return SessionCheck(
        **common,
        **owed_keys(finding),
        event=finding.event,
        sits_out=player_name(dispute, finding.sits_out),
        deals_next=player_name(dispute, finding.deals_next),
        founds=[dispute.players[seat] for seat in finding.founds],
        answers_for=player_name(dispute, finding.answers_for),
    )


def irregularity_check(finding: IrregularityFinding, common: dict[str, Any]) -> IrregularityCheck:
    """The answer about an irregularity."""
    return IrregularityCheck(
        **common,
        **owed_keys(finding),
        category=finding.fine.category,
        agreed_by_players=finding.agreed,
        play_goes_on=finding.fine.play_goes_on,
    )


def paid_keys(finding: Finding, paid: Paid | PaidFinding | None) -> dict[str, Any]:
    """The keys about what is paid in tokens and into pots; none where that is not known, or not settled."""
    if paid is None or finding.sums_by_reading:
        return {}
    return {
        "payments": [owed_view(finding.dispute, each) for each in paid.payments],
        "tokens": by_name(paid.tokens, finding.everybody),
        "pots": pots_view(paid.pots),
    }


def owed_keys(finding: PaidFinding) -> dict[str, Any]:
    """The keys of a dispute that is about what is paid, with what was right."""
    told = paid_keys(finding, finding)
    return told | {
        "zero_sum": UNSET if sums_to_zero(finding.payments) else False,
        "remedy": PaidRemedyView(payments=told.get("payments", UNSET) if finding.violations else UNSET),
    }


def hand_check(finding: HandSettlementFinding, common: dict[str, Any]) -> SettlementCheck:
    """The answer about the settlement of a hand."""
    return SettlementCheck(**common, **book_keys(finding), outcome=came_view(finding))


def came_view(finding: BookFinding) -> OutcomeView | None:
    """What the hand came to; nobody asks here who won the last trick."""
    dispute = finding.dispute
    return outcome_view(dispute.rules.game, finding.outcome, dispute.players, last=None)


def book_keys(finding: BookFinding) -> dict[str, Any]:
    """The keys about what is paid or written; none where each reading has sums of its own."""
    if finding.sums_by_reading:
        return {"remedy": PaidRemedyView()}

    dispute, players = finding.dispute, finding.dispute.players
    payments = [owed_view(dispute, each) for each in finding.transfers]
    pools = None if finding.pools is None else pool_views(finding.pools)
    found: dict[str, Any] = {"payments": payments}
    if finding.sheet:
        found |= written(finding.sheet, finding.scores, players)
    else:
        found["tokens"] = by_name(finding.tokens, players)
    if pools is not None:
        found["pools"] = pools
    if finding.radli is not None:
        found["radli"] = by_name(finding.radli, players)
    wrong = bool(finding.violations)
    found["remedy"] = PaidRemedyView(
        payments=payments if wrong and payments else UNSET,
        sheet=found["sheet"] if wrong and finding.sheet else UNSET,
        pools=pools if wrong and pools is not None else UNSET,
    )
    return found


class SideCountedView(View, frozen=True, kw_only=True):
    """The pile of a side."""

    exact: Annotated[Points, Meta(description="What its cards count, with the rest.")] | UnsetType = UNSET
    points: Annotated[Points | None, Meta(description="What it is written down with; null where unknown.")]
    said: Annotated[Points, Meta(description="What it was said to count.")] | UnsetType = UNSET


class CountRemedyView(PaidRemedyView, frozen=True, kw_only=True):
    """What is right; empty where what was said is."""

    points: dict[str, Points] | UnsetType = UNSET


class CountCheck(PaymentDispute, frozen=True, kw_only=True):
    """What the piles count, and what is paid for them where that is settled at once."""

    kind: Literal["count"]
    points: Annotated[dict[str, Points], Meta(description="Of each, or each side, as far as known.")]
    counting: (
        Annotated[Players, Meta(description="Who settles a pile; nobody where there is no count.")]
        | UnsetType
    ) = UNSET
    next_dealer: str | UnsetType = UNSET
    piles: Annotated[dict[str, SideCountedView], Meta(description="By leader of a side.")] | UnsetType = UNSET
    total: Annotated[Points, Meta(description="What all cards of the pack count.")] | UnsetType = UNSET
    remedy: CountRemedyView


def count_check(finding: CountFinding, common: dict[str, Any]) -> CountCheck:
    """The answer about a count that is paid."""
    players = finding.dispute.players
    return CountCheck(
        **common,
        **owed_keys(finding),
        points=dict(by_name(finding.points, players)),
        counting=[players[seat] for seat in finding.counting],
        next_dealer=players[finding.next_dealer],
    )


def piles_counted_check(finding: PilesCountedFinding, common: dict[str, Any]) -> CountCheck:
    """The answer about a count of sides."""
    wrong = {
        each.leader: exact(each.points)
        for each in finding.sides
        if each.exact is not None and each.points is not None and each.said not in (None, each.points)
    }
    return CountCheck(
        **common,
        piles={each.leader: _side(each) for each in finding.sides},
        points={name: exact(points) for name, points in finding.counted.items()},
        total=exact(finding.total),
        remedy=CountRemedyView(points=wrong or UNSET),
    )


def _side(side: SideCounted) -> SideCountedView:
    return SideCountedView(
        exact=UNSET if side.exact is None else exact(side.exact),
        points=None if side.points is None else exact(side.points),
        said=UNSET if side.said is None else exact(side.said),
    )
