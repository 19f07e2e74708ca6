"""The answer of `replay`: what happened in every line, and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from analyzer.errors import IllegalMove
from analyzer.position.model import Position
from analyzer.position.replay.model import CountedLine, DealPhase, Replay, UnmetExpectation
from analyzer.report.view.audit import AuditView, audit_view
from analyzer.report.view.base import (
    UNSET,
    Amounts,
    BySide,
    CardWord,
    Column,
    Count,
    Grounded,
    LineNumber,
    Meta,
    NotZeroSum,
    PotsView,
    TransferView,
    UnsetType,
    View,
    by_name,
    grounded,
    or_unset,
    pots_view,
    transfer_views,
    words,
)
from analyzer.report.view.disputes.base import OpenQuestionView
from analyzer.report.view.judged import (
    DueView,
    LinePenaltyView,
    LineViolationView,
    judged_view,
)
from analyzer.report.view.outcome import OutcomeView, outcome_view
from analyzer.report.view.payments import (
    PoolView,
    ScoreView,
    Sheet,
    pool_views,
    written,
)
from analyzer.report.view.tricks import TrickView, trick_views
from analyzer.rules.book import sums_to_zero
from analyzer.rules.score.amounts import exact
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.search.review.told import Told


class IllegalView(View, frozen=True):
    """A forbidden move: the clause, what was legal instead, and where it stands."""

    message: str
    clause: Annotated[str, Meta(description="The clause that forbids the move.")]
    legal: Annotated[list[str], Meta(description="What was legal.")]
    where: Annotated[str | None, Meta(description="FILE:LINE:COL")]
    line: LineNumber
    column: Column


class DeclarationView(View, frozen=True):
    """A declaration, in words and with what each opponent pays for it."""

    text: str
    amount: Annotated[int, Meta(ge=0, description="From each opponent.")]
    clause: str


class DeclarationFaultView(View, frozen=True):
    """A difference between what was said and what the hand requires."""

    player: str
    kind: str
    said: str | None
    required: str | None


class DealtView(View, frozen=True):
    """The deal of a whole hand: skat, declarations, their faults, and what was paid."""

    dealer: str
    skat: list[CardWord]
    announce: list[str]
    declarations: Annotated[
        dict[str, list[DeclarationView]], Meta(description="By player, what each hand requires.")
    ]
    faults: list[DeclarationFaultView]
    transfers: list[TransferView]


class DifferenceView(View, frozen=True):
    """One thing that did not come out as expected."""

    key: str
    expected: Any
    got: Any


class ExpectedView(View, frozen=True):
    """Whether what the line expects came out, and what differs."""

    met: bool
    differs: list[DifferenceView]


class LineView(View, frozen=True, kw_only=True):
    """One line: what happened, and what it came to; it goes on from a forbidden card that its player held."""

    name: str
    illegal: Annotated[IllegalView | None, Meta(description="A forbidden move that ended the line.")]
    complete: Annotated[bool, Meta(description="Whether it was played to the last card.")]
    deal: DealtView | UnsetType = UNSET
    opening: (
        Annotated[list[TransferView], Meta(description="What is paid before the first lead.")] | UnsetType
    ) = UNSET
    events: Annotated[list[TrickView], Meta(description="Trick by trick.")]
    outcome: OutcomeView | None
    missing: Annotated[str, Meta(description="What is still to be played.")] | UnsetType = UNSET
    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="What they gained.")] | UnsetType = UNSET
    pots_before: PotsView | UnsetType = UNSET
    pots_after: PotsView | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET
    radli: Annotated[dict[str, Count], Meta(description="By player, as they are then.")] | UnsetType = UNSET
    tricks: Annotated[
        dict[str, Count], Meta(description="Tricks won as far as known, by the leader of each side.")
    ]
    points: (
        Annotated[BySide, Meta(description="Card points, from the position on where it tells no more.")]
        | UnsetType
    ) = UNSET
    zero_sum: NotZeroSum = UNSET
    expected: Annotated[ExpectedView | None, Meta(description="Null where it expects nothing.")]
    violations: Annotated[
        list[LineViolationView], Meta(description="What was against the rules, a forbidden move aside.")
    ]
    penalties: (
        Annotated[list[LinePenaltyView], Meta(description="What that costs; `due` is with it.")] | UnsetType
    ) = UNSET
    open: Annotated[list[OpenQuestionView], Meta(description="Questions that no source decides.")]
    notes: list[str]
    due: DueView | UnsetType = UNSET
    audit: AuditView | UnsetType = UNSET


class ReplayAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/replay/1"):
    """All lines that were replayed."""

    lines: list[LineView]


def replay_view(position: Position, lines: Sequence[Told], grounds: Grounds = STATED) -> ReplayAnswer:
    """The answer of `replay`."""
    told = [line_view(position, line) for line in lines]
    return ReplayAnswer(**grounded(position.rules, grounds), lines=told)


def line_view(position: Position, line: Told) -> LineView:
    """One line."""
    replay, game, came = line.replay, position.spec, line.replay.counted
    last = replay.tricks[-1].winner if replay.tricks else None
    return LineView(
        name=replay.name,
        illegal=None if replay.illegal is None else illegal_view(replay.illegal),
        complete=replay.complete,
        deal=UNSET if replay.deal is None else _dealt(replay.deal, replay),
        events=trick_views(replay),
        outcome=outcome_view(game, replay.outcome, replay.players, last),
        missing=or_unset(replay.missing),
        **(_in_pots(replay) if came is None else _counted(position, replay, came)),
        expected=expected_view(replay.mismatches),
        **judged_view(position, replay),
        audit=audit_view(position, line),
    )


def _in_pots(replay: Replay) -> dict[str, Any]:
    """What a line of Danish Tarok came to."""
    players = replay.players
    return {
        "tokens": by_name(replay.tokens, players),
        "pots": pots_view(replay.pots_change),
        "pots_before": pots_view(replay.pots_before),
        "pots_after": pots_view(replay.pots_after),
        "tricks": by_name(replay.tricks_won, players),
        "points": UNSET if replay.points is None else by_name(replay.points, players),
        "zero_sum": UNSET if sums_to_zero(replay.settlement) else False,
    }


def _counted(position: Position, replay: Replay, came: CountedLine) -> dict[str, Any]:
    """What a line of a game of card points came to: what is paid, or written, and what lies there then."""
    game, players = position.spec, replay.players
    found: dict[str, Any] = {"tokens": by_name(replay.tokens, players)}
    if not came.paid:
        found = written(came.sheet, came.scores, players)
    if game.target is not None:
        found["pools"] = pool_views(came.pools)
    if game.slovenian is not None:
        found["radli"] = {name: came.radli.get(seat, 0) for seat, name in enumerate(players)}
    leaders = [players[came.leader(side)] for side in range(came.sides.count)]
    tricks = (sum(came.tricks[seat] for seat in came.sides.seats(side)) for side in range(came.sides.count))
    return found | {
        "opening": transfer_views(replay.opening, players) or UNSET,
        "tricks": dict(zip(leaders, tricks, strict=True)),
        "points": dict(zip(leaders, map(exact, came.points), strict=True)),
    }


def illegal_view(illegal: IllegalMove) -> IllegalView:
    """A forbidden move."""
    where = illegal.where
    place = (None, None, None) if where is None else (str(where), where.line, where.column)
    return IllegalView(illegal.message, illegal.clause, list(illegal.legal), *place)


def _dealt(deal: DealPhase, replay: Replay) -> DealtView:
    players = replay.players
    declared = {
        players[seat]: [DeclarationView(each.text(), each.amount, each.clause) for each in held]
        for seat, held in enumerate(deal.declarations)
    }
    faults = [
        DeclarationFaultView(
            players[seat],
            fault.kind,
            None if fault.said is None else fault.said.text(),
            None if fault.required is None else fault.required.text(),
        )
        for seat, fault in deal.faults
    ]
    return DealtView(
        players[deal.dealer],
        words(deal.skat),
        sorted(deal.announce),
        declared,
        faults,
        transfer_views(replay.opening, players),
    )


def expected_view(mismatches: Sequence[UnmetExpectation] | None) -> ExpectedView | None:
    """Whether what was expected came out; None where nothing was."""
    if mismatches is None:
        return None
    return ExpectedView(
        not mismatches, [DifferenceView(each.key, each.expected, each.got) for each in mismatches]
    )
