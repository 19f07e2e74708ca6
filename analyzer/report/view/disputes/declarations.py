"""What `check` answers about declarations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from analyzer.disputes.declarations import DeclarationsFinding, PlayerDeclarations
from analyzer.disputes.handsdeclared import DeclaredHandsFinding, HandDeclared
from analyzer.report.view.disputes.base import owed_view
from analyzer.report.view.disputes.paid import PaidCheck, paid_keys
from analyzer.rules.deal.combinations import Declaration
from analyzer.views.base import (
    UNSET,
    Meta,
    UnsetType,
    View,
    by_name,
)


class DeclarationErrorView(View, frozen=True):
    """What was wrong with a declaration, and what puts it right."""

    kind: str
    required: str | None
    said: str | None
    correction: str
    owed_to_each: int


class DeclaredView(View, frozen=True, kw_only=True):
    """What a player had to declare or could, and what he said."""

    required: Annotated[list[str], Meta(description="Where there is no choice.")] | UnsetType = UNSET
    may: Annotated[list[str], Meta(description="Where there is.")] | UnsetType = UNSET
    amount: Annotated[int, Meta(ge=0, description="From each who pays for it.")]
    said: Annotated[list[str] | None, Meta(description="Null where nothing is told of it.")]
    faults: list[DeclarationErrorView] | UnsetType = UNSET
    wrong: Annotated[list[str], Meta(description="What was said and is not held.")] | UnsetType = UNSET


class DeclareRemedyView(View, frozen=True, kw_only=True):
    """What should or could have been declared, by player; empty where nothing was wrong."""

    declare: dict[str, list[str]] | UnsetType = UNSET


class DeclarationsCheck(PaidCheck, frozen=True, kw_only=True):
    """Was the right thing declared, and is it held?"""

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
        required=_texts(player.required),
        amount=sum(each.amount for each in player.required),
        said=_texts(player.said) if player.judged else None,
        faults=[
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


def declared_hands_check(finding: DeclaredHandsFinding, common: dict[str, Any]) -> DeclarationsCheck:
    """The answer about declarations that nobody has to make."""
    dispute = finding.dispute
    players = {dispute.players[each.seat]: _could_declare(each) for each in finding.by_player}
    right = {dispute.players[each.seat]: _texts(each.may) for each in finding.by_player if each.wrong}
    return DeclarationsCheck(
        **common,
        payments=[owed_view(dispute, each) for each in finding.transfers],
        tokens=by_name(finding.tokens, dispute.players),
        players=players,
        remedy=DeclareRemedyView(declare=right or UNSET),
    )


def _could_declare(player: HandDeclared) -> DeclaredView:
    return DeclaredView(
        may=_texts(player.may),
        amount=sum(each.amount for each in player.right),
        said=None if player.said is None else _texts(player.said),
        wrong=_texts(player.wrong),
    )


def _texts(declared: Iterable[Declaration]) -> list[str]:
    return [each.text() for each in declared]
