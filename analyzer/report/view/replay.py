"""The answer of `replay`: what happened in every line, and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from analyzer.cards.card import Suit
from analyzer.disputes.answer import OpenQuestionView
from analyzer.errors import IllegalMove
from analyzer.position.model import Position
from analyzer.position.replay.model import EVENTS, DealPhase, PlayedTrick, Replay, UnmetExpectation
from analyzer.report.view.audit import (
    AuditView,
    DueView,
    LinePenaltyView,
    LineViolationView,
    UnsettledView,
    audit_view,
    judged_view,
    unsettled_view,
)
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import sums_to_zero
from analyzer.rules.play.table import Laid
from analyzer.rules.score.goals import exact
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.search.review.told import Told
from analyzer.views.base import (
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
from analyzer.views.outcome import (
    OutcomeView,
    PoolView,
    ScoreView,
    Sheet,
    outcome_view,
    pool_views,
    written,
)


class SaidView(View, frozen=True):
    """What was said, or a card played irregularly."""

    kind: Annotated[ActionKind, Meta(extra_json_schema={"enum": [each.value for each in EVENTS]})]
    player: str
    card: CardWord | None
    suit: Suit | None
    clause: str | None


class MovedView(View, frozen=True):
    """A card that went elsewhere than to the winner of its trick; null for a worthless one nobody named."""

    card: CardWord | None
    to: Annotated[str, Meta(description="The leader of the side in whose pile it lies.")]
    clause: str


class TrickView(View, frozen=True, kw_only=True):
    """A trick; what the last one pays is the settlement, the count included."""

    trick: Annotated[int, Meta(ge=1, description="Counted from the start of a whole hand.")]
    tricks_left: Annotated[int, Meta(ge=1, description="1 is the last trick.")]
    leader: str
    cards: Annotated[list[str], Meta(description="As they lie in the end; a led Fool as fool=h.")]
    players: Annotated[list[str], Meta(description="Who laid each card.")]
    winner: str | None
    piles: list[MovedView] | UnsetType = UNSET
    transfers: Annotated[list[TransferView], Meta(description="What it pays.")]
    named_by: Annotated[str, Meta(description="Who named a led Fool in the end.")] | UnsetType = UNSET
    said: (
        Annotated[list[SaidView], Meta(description="What was said, and cards played irregularly, in order.")]
        | UnsetType
    ) = UNSET
    unsettled: list[UnsettledView] | UnsetType = UNSET


def trick_views(replay: Replay) -> list[TrickView]:
    """The tricks of a line."""
    return [_trick_view(trick, replay) for trick in replay.tricks]


def _trick_view(trick: PlayedTrick, replay: Replay) -> TrickView:
    """A trick; `piles` are the cards that its winner did not get."""
    players = replay.players
    paid = replay.settlement if trick.tricks_left == 1 and replay.complete else trick.transfers
    told = [event for event in trick.events if event.kind is not ActionKind.PLAY or event.clause]
    moved = [
        MovedView(None if each.card is None else str(each.card), players[replay.leader(each.to)], each.clause)
        for each in trick.moved
    ]
    return TrickView(
        trick=trick.number,
        tricks_left=trick.tricks_left,
        leader=players[trick.lead],
        cards=[laid_word(each) for each in trick.laid],
        players=[players[each.seat] for each in trick.laid],
        winner=None if trick.winner is None else players[trick.winner],
        transfers=transfer_views(paid, players),
        piles=moved or UNSET,
        named_by=UNSET if trick.named_by is None else players[trick.named_by],
        said=[_said(event, players) for event in told] or UNSET,
        unsettled=[unsettled_view(each) for each in trick.unsettled] or UNSET,
    )


def laid_word(laid: Laid) -> str:
    """A card on the table as a line writes it."""
    return str(laid.card) if laid.names is None else f"{laid.card}={laid.names}"


def _said(event: Action, players: Sequence[str]) -> SaidView:
    card = None if event.card is None else str(event.card)
    return SaidView(event.kind, players[event.by], card, event.suit, event.clause)


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
    replay, game = line.replay, position.spec
    last = replay.tricks[-1].winner if replay.tricks else None
    return LineView(
        name=replay.name,
        illegal=None if replay.illegal is None else illegal_view(replay.illegal),
        complete=replay.complete,
        deal=UNSET if replay.deal is None else _dealt(replay.deal, replay),
        events=trick_views(replay),
        outcome=outcome_view(game, replay.outcome, replay.players, last),
        missing=or_unset(replay.missing),
        **_came_to(position, replay),
        expected=expected_view(replay.mismatches),
        **judged_view(position, replay),
        audit=audit_view(position, line),
    )


def _came_to(position: Position, replay: Replay) -> dict[str, Any]:
    """What a line came to: what is paid, or written, by side what was won, and what lies there then."""
    game, players, sides = position.spec, replay.players, replay.sides
    found: dict[str, Any] = {"tokens": by_name(replay.tokens, players)}
    if replay.sheet is not None:
        found = written(replay.sheet, replay.scores, players)
    pots = {"pots": replay.pots_change, "pots_before": replay.pots_before, "pots_after": replay.pots_after}
    found |= {key: pots_view(each) for key, each in pots.items() if each is not None}
    if not sums_to_zero(replay.settlement):
        found["zero_sum"] = False
    if game.target is not None:
        found["pools"] = pool_views(replay.pools)
    if game.bonus_sheet is not None:
        found["radli"] = {name: replay.radli.get(seat, 0) for seat, name in enumerate(players)}
    leaders = [players[replay.leader(side)] for side in range(sides.count)]
    won = ([replay.tricks_won[seat] for seat in sides.seats(side)] for side in range(sides.count))
    tricks = [None if None in each else sum(number or 0 for number in each) for each in won]
    opening = [] if replay.deal is not None else transfer_views(replay.opening, players)
    points = () if replay.points is None else map(exact, replay.points)
    return found | {
        "opening": opening or UNSET,
        "tricks": by_name(tricks, leaders),
        "points": dict(zip(leaders, points, strict=False)) or UNSET,
    }


def _number(value: object) -> object:
    """Points as they stand elsewhere in the answer; any other value as it is."""
    return exact(value) if isinstance(value, Fraction) else value


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
    differs = (DifferenceView(each.key, _number(each.expected), _number(each.got)) for each in mismatches)
    return ExpectedView(not mismatches, list(differs))
