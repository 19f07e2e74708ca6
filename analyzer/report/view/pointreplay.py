"""The answer of `replay` in games of card points: tricks, piles, points, what is paid or written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from analyzer.position.model import Position
from analyzer.position.replay.model import CountedLine, PlayedTrick, Replay
from analyzer.report.view.base import (
    UNSET,
    BySide,
    CardWord,
    Count,
    Grounded,
    Meta,
    TransferView,
    UnsetType,
    View,
    by_name,
    grounded,
    or_unset,
    transfer_views,
)
from analyzer.report.view.judged import LineViolationView, UnsettledView, judged_view
from analyzer.report.view.pointaudit import PointAuditView, point_audit_view
from analyzer.report.view.pointcame import (
    PointOutcomeView,
    PoolView,
    ScoreView,
    outcome_view,
)
from analyzer.report.view.replay import (
    ExpectedView,
    IllegalView,
    ReplayAnswer,
    expected_view,
    illegal_view,
    laid_word,
)
from analyzer.rules.score.amounts import exact
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.pointgame import PointGame
from analyzer.search.review.told import Told


class MovedView(View, frozen=True):
    """A card that went elsewhere than to the winner of its trick; null for a worthless one nobody named."""

    card: CardWord | None
    to: Annotated[str, Meta(description="The leader of the side in whose pile it lies.")]
    clause: str


class PointTrickView(View, frozen=True, kw_only=True):
    """A trick; what the last one brings is the settlement of the hand."""

    trick: Annotated[int, Meta(ge=1, description="Counted from the start of a whole hand.")]
    tricks_left: Annotated[int, Meta(ge=1, description="1 is the last trick.")]
    leader: str
    cards: Annotated[list[str], Meta(description="As they lie; a led Fool that names a suit as fool=h.")]
    players: Annotated[list[str], Meta(description="Who laid each card.")]
    winner: str | None
    piles: list[MovedView] | UnsetType = UNSET
    transfers: list[TransferView]


class PointLineView(View, frozen=True, kw_only=True):
    """One line: what happened, and what it came to; a forbidden move ends it."""

    name: str
    illegal: Annotated[IllegalView | None, Meta(description="A forbidden move ends the line.")]
    complete: Annotated[bool, Meta(description="Whether it was played to the last card.")]
    opening: (
        Annotated[list[TransferView], Meta(description="What is paid before the first lead.")] | UnsetType
    ) = UNSET
    events: Annotated[list[PointTrickView], Meta(description="Trick by trick.")]
    outcome: PointOutcomeView | None
    missing: Annotated[str, Meta(description="What is still to be played.")] | UnsetType = UNSET
    points: Annotated[BySide, Meta(description="Card points, from the position on where it tells no more.")]
    tricks: Annotated[dict[str, Count], Meta(description="Tricks by the leader of each side.")]
    tokens: Annotated[dict[str, int], Meta(description="Received less paid, by player.")] | UnsetType = UNSET
    sheet: Annotated[dict[str, int], Meta(description="What is written, by player.")] | UnsetType = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET
    radli: Annotated[dict[str, Count], Meta(description="By player, as they are then.")] | UnsetType = UNSET
    expected: Annotated[ExpectedView | None, Meta(description="Null where it expects nothing.")]
    violations: list[LineViolationView]
    open: list[UnsettledView]
    notes: list[str]
    audit: PointAuditView | UnsetType = UNSET


class PointReplayAnswer(
    Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/replay/1"
):
    """All lines that were replayed, in a game of card points."""

    lines: list[PointLineView]


REPLAYS = (ReplayAnswer, PointReplayAnswer)
"""The answers of `replay`, by sort of game."""


def point_replay_view(
    position: Position, lines: Sequence[Told], grounds: Grounds = STATED
) -> PointReplayAnswer:
    """The answer of `replay` in a game of card points."""
    told = [point_line_view(position, each) for each in lines]
    return PointReplayAnswer(**grounded(position.rules, grounds), lines=told)


def point_line_view(position: Position, line: Told) -> PointLineView:
    """One line."""
    replay = line.replay
    came, players, game = replay.counted, replay.players, position.spec.points
    assert came is not None
    assert game is not None
    judged = judged_view(position.rules, replay)
    return PointLineView(
        name=replay.name,
        illegal=None if replay.illegal is None else illegal_view(replay.illegal),
        complete=replay.complete,
        opening=transfer_views(replay.opening, players) or UNSET,
        events=list(_events(replay, came)),
        outcome=_outcome(game, replay, came),
        missing=or_unset(replay.missing),
        points=by_side(came, [exact(each) for each in came.points], players),
        tricks=by_side(came, tricks_of_sides(came), players),
        **_amounts(game, replay, came),
        expected=expected_view(replay.mismatches),
        **{key: judged[key] for key in ("violations", "open", "notes")},
        audit=UNSET if line.audit is None else point_audit_view(position, line.audit),
    )


def by_side(came: CountedLine, values: Sequence[Any], players: Sequence[str]) -> dict[str, Any]:
    """Values of sides under the names of their leaders."""
    return {players[came.leader(side)]: value for side, value in enumerate(values)}


def tricks_of_sides(came: CountedLine) -> list[int]:
    """The tricks of each side."""
    return [sum(came.tricks[seat] for seat in came.sides.seats(side)) for side in range(came.sides.count)]


def _amounts(game: PointGame, replay: Replay, came: CountedLine) -> Mapping[str, Any]:
    """What is paid, or written, and what lies there then."""
    found, players = dict[str, Any](), replay.players
    if came.paid:
        found["tokens"] = by_name(replay.tokens, players)
    else:
        found["sheet"] = by_name(came.sheet, players)
        found["scores"] = [ScoreView(players[each.seat], each.amount, each.clause) for each in came.scores]
    if game.target is not None:
        found["pools"] = [PoolView(each.amount, each.doubled) for each in came.pools]
    if game.slovenian is not None:
        found["radli"] = {name: came.radli.get(seat, 0) for seat, name in enumerate(players)}
    return found


def _events(replay: Replay, came: CountedLine) -> Iterable[PointTrickView]:
    for trick in replay.tricks:
        yield _event(trick, replay, came)


def _event(trick: PlayedTrick, replay: Replay, came: CountedLine) -> PointTrickView:
    players = replay.players
    paid = replay.settlement if trick.tricks_left == 1 and replay.complete else trick.transfers
    moved = [
        MovedView(None if each.card is None else str(each.card), players[came.leader(each.to)], each.clause)
        for each in trick.moved
    ]
    return PointTrickView(
        trick=trick.number,
        tricks_left=trick.tricks_left,
        leader=players[trick.lead],
        cards=[laid_word(each) for each in trick.laid],
        players=[players[each.seat] for each in trick.laid],
        winner=None if trick.winner is None else players[trick.winner],
        piles=moved or UNSET,
        transfers=transfer_views(paid, players),
    )


def _outcome(game: PointGame, replay: Replay, came: CountedLine) -> PointOutcomeView | None:
    if came.outcome is None:
        return None
    last = replay.tricks[-1].winner if replay.tricks else None
    return outcome_view(game, came.outcome, replay.players, last=last)
