"""The tricks of a line as the answer of `replay` tells them: what was said and laid, and what it paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from analyzer.cards.card import Suit
from analyzer.position.replay.model import EVENTS, CountedLine, Replay
from analyzer.report.view.base import UNSET, CardWord, Meta, TransferView, UnsetType, View, transfer_views
from analyzer.report.view.judged import UnsettledView, unsettled_view
from analyzer.rules.actions import Action, ActionKind
from analyzer.rules.play.table import Laid


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
    came = replay.counted
    told = _of_pots(replay) if came is None else _counted(replay, came)
    return [
        TrickView(
            trick=trick.number,
            tricks_left=trick.tricks_left,
            leader=replay.players[trick.lead],
            cards=[laid_word(each) for each in trick.laid],
            players=[replay.players[each.seat] for each in trick.laid],
            winner=None if trick.winner is None else replay.players[trick.winner],
            **more,
        )
        for trick, more in zip(replay.tricks, told, strict=True)
    ]


def _of_pots(replay: Replay) -> Iterable[dict[str, Any]]:
    """What every trick paid, and what was said in it."""
    players = replay.players
    for trick in replay.tricks:
        paid = replay.settlement if trick.tricks_left == 1 else trick.transfers
        told = [event for event in trick.events if event.kind is not ActionKind.PLAY or event.clause]
        yield {
            "transfers": transfer_views(paid, players),
            "named_by": UNSET if trick.named_by is None else players[trick.named_by],
            "said": [_said(event, players) for event in told] or UNSET,
            "unsettled": [unsettled_view(each) for each in trick.unsettled] or UNSET,
        }


def _counted(replay: Replay, came: CountedLine) -> Iterable[dict[str, Any]]:
    """What every trick paid, and the cards that went elsewhere than to its winner."""
    for trick in replay.tricks:
        paid = replay.settlement if trick.tricks_left == 1 and replay.complete else trick.transfers
        moved = [
            MovedView(
                None if each.card is None else str(each.card),
                replay.players[came.leader(each.to)],
                each.clause,
            )
            for each in trick.moved
        ]
        yield {"piles": moved or UNSET, "transfers": transfer_views(paid, replay.players)}


def laid_word(laid: Laid) -> str:
    """A card on the table as a line writes it."""
    return str(laid.card) if laid.names is None else f"{laid.card}={laid.names}"


def _said(event: Action, players: Sequence[str]) -> SaidView:
    card = None if event.card is None else str(event.card)
    return SaidView(event.kind, players[event.by], card, event.suit, event.clause)
