"""What `check` answers about payments: settlements, and what an irregularity costs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.count import CountFinding
from analyzer.disputes.findings import PaidFinding
from analyzer.disputes.irregularity import IrregularityFinding
from analyzer.disputes.kinds.session import Event
from analyzer.disputes.owed import BookFinding
from analyzer.disputes.session.settling import SessionFinding
from analyzer.disputes.settlement import HandSettlementFinding, SettlementFinding
from analyzer.report.view.base import (
    UNSET,
    Amounts,
    Count,
    Meta,
    NotZeroSum,
    Players,
    PotsView,
    UnsetType,
    View,
    by_name,
    pots_view,
)
from analyzer.report.view.disputes.base import (
    CheckAnswer,
    OwedView,
    owed_view,
    player_name,
)
from analyzer.report.view.outcome import OutcomeView, outcome_view
from analyzer.report.view.payments import PoolView, ScoreView, Sheet, pool_views, written
from analyzer.rules.book import sums_to_zero
from analyzer.rules.spec.ruleset import Category


class PaidRemedyView(View, frozen=True, kw_only=True):
    """The right payments; empty where those claimed were right."""

    payments: list[OwedView] | UnsetType = UNSET


class PaidCheck(CheckAnswer, frozen=True, kw_only=True):
    """What is owed."""

    payments: list[OwedView]
    tokens: Amounts
    pots: Annotated[PotsView, Meta(description="What they gain.")]
    zero_sum: NotZeroSum = UNSET
    remedy: PaidRemedyView


class SettlementCheck(PaidCheck, frozen=True, kw_only=True):
    """What a trick pays."""

    kind: Literal["settlement"]
    winner: str


class CountCheck(PaidCheck, frozen=True, kw_only=True):
    """What is paid for the piles."""

    kind: Literal["count"]
    points: Annotated[
        dict[str, int], Meta(description="By player, those told, the Fool in the pile where it belongs.")
    ]
    counting: Annotated[Players, Meta(description="Who settles a pile; nobody where there is no count.")]
    next_dealer: str


class SessionCheck(PaidCheck, frozen=True, kw_only=True):
    """What follows from what happened around the hands; payments are those of the first reading."""

    kind: Literal["session"]
    event: Event
    sits_out: str | None
    deals_next: str | None
    founds: Annotated[Players, Meta(description="Who pays the foundation.")]
    answers_for: Annotated[
        str | None, Meta(description="Who sees to it that a pot is founded, and makes good what is missing.")
    ]


class IrregularityCheck(PaidCheck, frozen=True, kw_only=True):
    """What an irregularity costs, and what becomes of the hand."""

    kind: Literal["irregularity"]
    category: Category
    agreed_by_players: bool
    play_goes_on: bool


def settlement_check(finding: SettlementFinding, common: dict[str, Any]) -> SettlementCheck:
    """The answer about a settlement."""
    return SettlementCheck(**common, **_paid(finding), winner=finding.dispute.players[finding.winner])


def count_check(finding: CountFinding, common: dict[str, Any]) -> CountCheck:
    """The answer about a count."""
    players = finding.dispute.players
    return CountCheck(
        **common,
        **_paid(finding),
        points=by_name(finding.points, players),
        counting=[players[seat] for seat in finding.counting],
        next_dealer=players[finding.next_dealer],
    )


def session_check(finding: SessionFinding, common: dict[str, Any]) -> SessionCheck:
    """The answer about what goes on around the hands."""
    dispute = finding.dispute
    return SessionCheck(
        **common,
        **_paid(finding),
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
        **_paid(finding),
        category=finding.fine.category,
        agreed_by_players=finding.agreed,
        play_goes_on=finding.fine.play_goes_on,
    )


def _paid(finding: PaidFinding) -> dict[str, Any]:
    dispute = finding.dispute
    payments = [owed_view(dispute, each) for each in finding.payments]
    return {
        "payments": payments,
        "tokens": by_name(finding.tokens, finding.everybody),
        "pots": pots_view(finding.pots),
        "zero_sum": UNSET if sums_to_zero(finding.payments) else False,
        "remedy": PaidRemedyView(payments=payments if finding.violations else UNSET),
    }


class BookRemedyView(View, frozen=True, kw_only=True):
    """What is right; empty where what was said is."""

    payments: list[OwedView] | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class BookCheck(CheckAnswer, frozen=True, kw_only=True):
    """What is paid or written in a game of card points."""

    payments: Annotated[list[OwedView], Meta(description="From and to players and pools.")]
    tokens: Annotated[Amounts, Meta(description="In games that are paid.")] | UnsetType = UNSET
    sheet: (
        Annotated[dict[str, int], Meta(description="What is written, in games that are scored.")] | UnsetType
    ) = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pools: Annotated[list[PoolView], Meta(description="As they lie afterwards.")] | UnsetType = UNSET
    radli: Annotated[dict[str, Count], Meta(description="As they are afterwards.")] | UnsetType = UNSET
    remedy: BookRemedyView


class PointSettlementCheck(BookCheck, frozen=True, kw_only=True):
    """What a hand of card points pays or writes."""

    kind: Literal["settlement"]
    outcome: OutcomeView | None


def hand_check(finding: HandSettlementFinding, common: dict[str, Any]) -> PointSettlementCheck:
    """The answer about a settlement in a game of card points."""
    return PointSettlementCheck(**common, **book_keys(finding), outcome=came_view(finding))


def came_view(finding: BookFinding) -> OutcomeView | None:
    """What the hand came to; nobody asks here who won the last trick."""
    dispute = finding.dispute
    return outcome_view(dispute.rules.game, finding.outcome, dispute.players, last=None)


def book_keys(finding: BookFinding) -> dict[str, Any]:
    """The keys about what is paid or written."""
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
    found["remedy"] = BookRemedyView(
        payments=payments if wrong and payments else UNSET,
        sheet=found["sheet"] if wrong and finding.sheet else UNSET,
        pools=pools if wrong and pools is not None else UNSET,
    )
    return found
