"""What `check` answers about declarations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.declarations import DeclarationsFinding, PlayerDeclarations
from analyzer.report.view.base import (
    UNSET,
    Meta,
    UnsetType,
    View,
)
from analyzer.report.view.disputes.base import (
    MayPayCheck,
    paid_keys,
)


class DeclarationErrorView(View, frozen=True):
    """What was wrong with a declaration, and what puts it right."""

    kind: str
    required: str | None
    said: str | None
    correction: str
    owed_to_each: int


class DeclaredView(View, frozen=True):
    """What a player had to declare, and what he said."""

    required: list[str]
    amount: Annotated[int, Meta(ge=0, description="From each opponent.")]
    said: Annotated[list[str] | None, Meta(description="Null where nothing is told of it.")]
    faults: list[DeclarationErrorView]


class DeclareRemedyView(View, frozen=True, kw_only=True):
    """What should have been declared, by player; empty where it was."""

    declare: dict[str, list[str]] | UnsetType = UNSET


class DeclarationsCheck(MayPayCheck, frozen=True, kw_only=True):
    """Was the right thing declared?"""

    kind: Literal["declarations"]
    players: dict[str, DeclaredView]
    remedy: DeclareRemedyView


def declarations_check(finding: DeclarationsFinding, common: dict[str, Any]) -> DeclarationsCheck:
    """The answer about declarations."""
    players = {finding.dispute.players[each.seat]: _declared(each) for each in finding.by_player}
    right = {name: each.required or ["pass"] for name, each in players.items() if each.faults}
    remedy = DeclareRemedyView(declare=right or UNSET)
    return DeclarationsCheck(**common, **paid_keys(finding, finding.paid), players=players, remedy=remedy)


def _declared(player: PlayerDeclarations) -> DeclaredView:
    return DeclaredView(
        [each.text() for each in player.required],
        sum(each.amount for each in player.required),
        [each.text() for each in player.said] if player.judged else None,
        [
            DeclarationErrorView(
                each.kind,
                None if each.required is None else each.required.text(),
                None if each.said is None else each.said.text(),
                each.correction.value,
                each.owed,
            )
            for each in player.faults
        ],
    )
