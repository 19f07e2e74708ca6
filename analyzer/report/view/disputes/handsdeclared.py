"""What `check` answers about declarations in a game of card points."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.handsdeclared import DeclaredHandsFinding, HandDeclared
from analyzer.report.view.base import UNSET, Amounts, Meta, UnsetType, View, by_name
from analyzer.report.view.disputes.base import CheckAnswer, OwedView, player_name


class PointDeclaredView(View, frozen=True):
    """What a player could declare, and what he did."""

    may: list[str]
    amount: Annotated[int, Meta(ge=0, description="From each who pays, for what was declared and is held.")]
    said: Annotated[list[str] | None, Meta(description="Null where nothing is told of it.")]
    wrong: list[str]


class MayDeclareView(View, frozen=True, kw_only=True):
    """What could have been declared, by player; empty where what was declared is held."""

    declare: dict[str, list[str]] | UnsetType = UNSET


class PointDeclarationsCheck(CheckAnswer, frozen=True, kw_only=True):
    """Was what was declared held?"""

    kind: Literal["declarations"]
    players: dict[str, PointDeclaredView]
    payments: Annotated[list[OwedView], Meta(description="What is paid at once.")]
    tokens: Amounts
    remedy: MayDeclareView


def declared_hands_check(finding: DeclaredHandsFinding, common: dict[str, Any]) -> PointDeclarationsCheck:
    """The answer about declarations in a game of card points."""
    dispute = finding.dispute
    players = {dispute.players[each.seat]: _declared(each) for each in finding.by_player}
    right = {name: each.may for name, each in players.items() if each.wrong}
    owed = [
        OwedView(_name(finding, each.payer), _name(finding, each.payee), each.amount, each.clause)
        for each in finding.transfers
    ]
    return PointDeclarationsCheck(
        **common,
        players=players,
        payments=owed,
        tokens=by_name(finding.tokens, dispute.players),
        remedy=MayDeclareView(declare=right or UNSET),
    )


def _name(finding: DeclaredHandsFinding, account: object) -> str | None:
    assert isinstance(account, int)
    return player_name(finding.dispute, account)


def _declared(player: HandDeclared) -> PointDeclaredView:
    said = None if player.said is None else [each.text() for each in player.said]
    return PointDeclaredView(
        [each.text() for each in player.may],
        sum(each.amount for each in player.right),
        said,
        [each.text() for each in player.wrong],
    )
