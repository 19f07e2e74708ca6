"""The answer of `moves`: what may be played now, and what forbids every other card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec.structs import replace

from analyzer.cards.card import Suit
from analyzer.knowledge.fitting import Fitting
from analyzer.position.model import Position
from analyzer.position.moves import LegalMoves
from analyzer.report.view.base import (
    UNSET,
    CardWord,
    Count,
    Grounded,
    Meta,
    Players,
    UnsetType,
    View,
    grounded,
)
from analyzer.report.view.everydeal import DealsView, OverDeals
from analyzer.rules.actions import Action
from analyzer.rules.spec.grounds import STATED, Grounds


class MoveView(View, frozen=True):
    """A card that may be played; a led Fool stands once for each suit that it may name."""

    card: CardWord
    names: Suit | None


class ForbiddenView(View, frozen=True):
    """A card of the hand that may not be played now: by which clause, and why."""

    card: CardWord
    clause: str
    text: str


class SometimesView(MoveView, frozen=True):
    """A card that may be played in so many of the deals that fit."""

    holds: Count


class MovesAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/moves/1"):
    """What may be played by the player whose card is next; nobody where every card is played."""

    to_play: str | None
    moves: list[MoveView]
    forbidden: Annotated[list[ForbiddenView], Meta(description="Every other card of the hand.")]
    demands: Annotated[Players, Meta(description="Who may demand the Fool now.")] | UnsetType = UNSET
    sometimes: (
        Annotated[list[SometimesView], Meta(description="What may be played in some of the deals.")]
        | UnsetType
    ) = UNSET
    worlds: OverDeals = UNSET


def moves_view(position: Position, found: LegalMoves, grounds: Grounds = STATED) -> MovesAnswer:
    """The answer of `moves`."""
    return MovesAnswer(
        **grounded(position.rules, grounds),
        to_play=None if position.over else position.players[found.to_play],
        moves=[MoveView(str(each.card), each.suit) for each in found.cards],
        forbidden=[ForbiddenView(str(each.card), each.clause, each.text) for each in found.forbidden],
        demands=[position.players[seat] for seat in found.demands] or UNSET,
    )


def moves_deals_view(
    position: Position,
    deals: Fitting,
    found: LegalMoves,
    sometimes: Sequence[tuple[Action, int]],
    grounds: Grounds = STATED,
) -> MovesAnswer:
    """The answer of `moves` over every deal that fits."""
    told = moves_view(deals.deals[0], found, grounds)
    each = [SometimesView(str(move.card), move.suit, times) for move, times in sometimes if move.card]
    return replace(
        told,
        **grounded(position.rules, grounds),
        sometimes=each,
        worlds=DealsView(count=len(deals.deals), exact=deals.exact, fit=deals.fit),
    )
