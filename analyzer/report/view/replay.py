"""The answer of `replay`: what happened in every line, and what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from analyzer.cards.card import Suit
from analyzer.errors import IllegalMove
from analyzer.position.model import Position
from analyzer.position.replay.model import EVENTS, DealPhase, PlayedTrick, Replay, UnmetExpectation
from analyzer.report.view.audit import AuditView, audit_view
from analyzer.report.view.base import (
    UNSET,
    Amounts,
    CardWord,
    Column,
    Count,
    Grounded,
    LineNumber,
    Meta,
    NotZeroSum,
    Payer,
    Players,
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
    AbandonedView,
    LinePenaltyView,
    LineViolationView,
    UnsettledView,
    judged_view,
    unsettled_view,
)
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.book import Transfer, sums_to_zero
from analyzer.rules.play.table import Laid
from analyzer.rules.score.payments import Outcome
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


class PaymentView(View, frozen=True):
    """Who paid whom, and by which clause."""

    payer: Payer | None
    payee: Payer | None
    amount: Count
    clause: str


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
    payments: list[PaymentView]


class SaidView(View, frozen=True):
    """What was said, or a card played irregularly."""

    kind: Annotated[ActionKind, Meta(extra_json_schema={"enum": [each.value for each in EVENTS]})]
    player: str
    card: CardWord | None
    suit: Suit | None
    clause: str | None


class TrickView(View, frozen=True, kw_only=True):
    """A trick; what the last one pays is the settlement, the count included."""

    trick: Annotated[int, Meta(ge=1, description="Counted from the start of a whole hand.")]
    tricks_left: Annotated[int, Meta(ge=1, description="1 is the last trick.")]
    lead: str
    leader: Annotated[str, Meta(description="The same as `lead`, under the name it has in every game.")]
    cards: Annotated[list[str], Meta(description="As they lie in the end; a led Fool as fool=h.")]
    players: Annotated[list[str], Meta(description="Who laid each card.")]
    winner: str | None
    payments: list[PaymentView]
    transfers: Annotated[list[TransferView], Meta(description="The payments, as every game tells them.")]
    named_by: Annotated[str, Meta(description="Who named a led Fool in the end.")] | UnsetType = UNSET
    said: (
        Annotated[list[SaidView], Meta(description="What was said, and cards played irregularly, in order.")]
        | UnsetType
    ) = UNSET
    unsettled: list[UnsettledView] | UnsetType = UNSET


class OutcomeView(View, frozen=True):
    """What the hand came to: names, or null for nobody."""

    ultimo: str | None
    king_ultimo: str | None
    pagat_ultimo: str | None
    last_trick: str | None
    tout: str | None
    nolo: str | None
    bagud: Players


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
    """One line: what happened, and what it came to; a forbidden move ends it."""

    name: str
    illegal: Annotated[IllegalView | None, Meta(description="A forbidden move ends the line.")]
    complete: Annotated[bool, Meta(description="Whether it was played to the last card.")]
    deal: DealtView | UnsetType = UNSET
    events: Annotated[list[TrickView], Meta(description="Trick by trick.")]
    outcome: OutcomeView | None
    missing: Annotated[str, Meta(description="What is still to be played.")] | UnsetType = UNSET
    tokens: Amounts
    pots: Annotated[PotsView, Meta(description="What they gained.")]
    pots_before: PotsView
    pots_after: PotsView
    tricks: Annotated[dict[str, Count], Meta(description="By player, tricks won as far as known.")]
    points: (
        Annotated[dict[str, Count], Meta(description="By player, card points; 78 in all.")] | UnsetType
    ) = UNSET
    zero_sum: NotZeroSum = UNSET
    expected: Annotated[ExpectedView | None, Meta(description="Null where it expects nothing.")]
    violations: Annotated[
        list[LineViolationView], Meta(description="What was against the rules, a forbidden move aside.")
    ]
    penalties: Annotated[
        list[LinePenaltyView], Meta(description="What that costs; no token is moved for it.")
    ]
    open: Annotated[list[OpenQuestionView], Meta(description="Questions that no source decides.")]
    notes: list[str]
    abandoned: AbandonedView | UnsetType = UNSET
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
    replay, players = line.replay, line.replay.players
    return LineView(
        name=replay.name,
        illegal=None if replay.illegal is None else illegal_view(replay.illegal),
        complete=replay.complete,
        deal=UNSET if replay.deal is None else _dealt(replay.deal, replay),
        events=[_trick(trick, replay) for trick in replay.tricks],
        outcome=None if replay.outcome is None else outcome_view(replay.outcome, players),
        missing=or_unset(replay.missing),
        tokens=by_name(replay.tokens, players),
        pots=pots_view(replay.pots_change),
        pots_before=pots_view(replay.pots_before),
        pots_after=pots_view(replay.pots_after),
        tricks=by_name(replay.tricks_won, players),
        points=UNSET if replay.points is None else by_name(replay.points, players),
        zero_sum=UNSET if sums_to_zero(replay.settlement) else False,
        expected=expected_view(replay.mismatches),
        **judged_view(position.rules, replay),
        audit=UNSET if line.audit is None else audit_view(position, line.audit, line.judgement, replay),
    )


def illegal_view(illegal: IllegalMove) -> IllegalView:
    """A forbidden move."""
    where = illegal.where
    place = (None, None, None) if where is None else (str(where), where.line, where.column)
    return IllegalView(illegal.message, illegal.clause, list(illegal.legal), *place)


def _payments(payments: Iterable[Transfer], players: Sequence[str]) -> list[PaymentView]:
    """Payments in the order they were made."""
    return [
        PaymentView(each.giver, each.to, each.amount, each.clause)
        for each in transfer_views(payments, players)
    ]


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
        _payments(replay.opening, players),
    )


def _trick(trick: PlayedTrick, replay: Replay) -> TrickView:
    players = replay.players
    payments = replay.settlement if trick.tricks_left == 1 else trick.transfers
    told = [event for event in trick.events if event.kind is not ActionKind.PLAY or event.clause]
    return TrickView(
        trick=trick.number,
        tricks_left=trick.tricks_left,
        lead=players[trick.lead],
        leader=players[trick.lead],
        cards=[laid_word(each) for each in trick.laid],
        players=[players[each.seat] for each in trick.laid],
        winner=None if trick.winner is None else players[trick.winner],
        payments=_payments(payments, players),
        transfers=transfer_views(payments, players),
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


def outcome_view(outcome: Outcome, players: Sequence[str]) -> OutcomeView:
    """What the hand came to."""

    def name(seat: int | None) -> str | None:
        return None if seat is None else players[seat]

    return OutcomeView(
        ultimo=name(outcome.ultimo),
        king_ultimo=name(outcome.king_ultimo),
        pagat_ultimo=name(outcome.pagat_ultimo),
        last_trick=name(outcome.last_trick),
        tout=name(outcome.tout),
        nolo=name(outcome.nolo),
        bagud=[players[seat] for seat in outcome.bagud],
    )


def expected_view(mismatches: Sequence[UnmetExpectation] | None) -> ExpectedView | None:
    """Whether what was expected came out; None where nothing was."""
    if mismatches is None:
        return None
    return ExpectedView(
        not mismatches, [DifferenceView(each.key, each.expected, each.got) for each in mismatches]
    )
