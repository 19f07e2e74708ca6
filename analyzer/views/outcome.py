"""What a hand came to, as answers tell it: the Ultimo, the contract, bonuses; who paid whom; the pots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from analyzer.rules.book import Score
from analyzer.rules.score.goals import exact
from analyzer.rules.score.hand import Bonus, Outcome, Pool
from analyzer.rules.spec.game import GameSpec
from analyzer.views.base import (
    UNSET,
    Count,
    MadeOf,
    Meta,
    Players,
    Points,
    UnsetType,
    View,
    name_amounts,
    sum_view,
)

Sheet = Annotated[dict[str, int], Meta(description="Amounts written on the score sheet, by player.")]


class ScoreView(View, frozen=True):
    """An amount written for a player, and the clause it follows from."""

    player: str
    amount: int
    clause: str
    made_of: MadeOf = UNSET


class PoolView(View, frozen=True):
    """A pool. `doubled` is true if it was doubled once."""

    amount: Count
    doubled: bool


def written(sheet: Sequence[int], scores: Iterable[Score], players: Sequence[str]) -> dict[str, Any]:
    """What is written for everybody, and line by line, as keys of a view."""
    lines = [
        ScoreView(players[each.seat], each.amount, each.clause, sum_view(each.made_of)) for each in scores
    ]
    return {"sheet": name_amounts(sheet, players), "scores": lines}


def pool_views(pools: Iterable[Pool]) -> list[PoolView]:
    """The pools as they lie there."""
    return [PoolView(each.amount, each.doubled) for each in pools]


Nobody = str | UnsetType | None
"""A name, null for nobody; absent where the game has no word for it."""


class BonusView(View, frozen=True):
    """A bonus: the player who achieved or announced it, and its value to that player or their side."""

    by: str
    value: int
    beside: Annotated[list[BonusView], Meta(description="The same bonus of other players.")] | UnsetType = (
        UNSET
    )

    @classmethod
    def from_bonus(cls, bonus: Bonus, players: Sequence[str]) -> BonusView:
        """A bonus with the names of those it is of."""
        beside = [cls.from_bonus(each, players) for each in bonus.beside]
        return cls(players[bonus.by], bonus.value, beside or UNSET)


class OutcomeView(View, frozen=True, kw_only=True):
    """The result of the hand, as far as the game has terms for it: names, or null for nobody.

    A contract is made, failed or drawn.
    """

    ultimo: Nobody = UNSET
    king_ultimo: Nobody = UNSET
    pagat_ultimo: Nobody = UNSET
    last_trick: str | None
    tout: Nobody = UNSET
    nolo: Nobody = UNSET
    bagud: Players | UnsetType = UNSET
    contract: str | UnsetType | None = UNSET
    margin: Points | UnsetType | None = UNSET
    target: Points | UnsetType | None = UNSET
    partner: Nobody = UNSET
    slam: Nobody = UNSET
    nil: Nobody = UNSET
    valat: Nobody = UNSET
    bonuses: dict[str, BonusView] | UnsetType = UNSET


def outcome_view(
    game: GameSpec, outcome: Outcome | None, players: Sequence[str], last: int | None
) -> OutcomeView | None:
    """What a hand came to, in the words that its game has; `last` is who won the last trick."""
    if outcome is None:
        return None
    if game.pots is not None:
        return OutcomeView(last_trick=_name(last, players), **_last_trick_fields(outcome, players))
    return OutcomeView(last_trick=_name(last, players), **_contract_fields(game, outcome, players))


def _name(seat: int | None, players: Sequence[str]) -> str | None:
    return None if seat is None else players[seat]


def _last_trick_fields(outcome: Outcome, players: Sequence[str]) -> dict[str, Any]:
    names = ("ultimo", "king_ultimo", "pagat_ultimo", "tout", "nolo")
    found: dict[str, Any] = {name: _name(getattr(outcome, name), players) for name in names}
    return found | {"bagud": [players[seat] for seat in outcome.bagud]}


def _contract_fields(game: GameSpec, outcome: Outcome, players: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if game.contracts:
        found |= {"contract": outcome.contract, "partner": _name(outcome.partner, players)}
        found["margin"] = None if outcome.margin is None else exact(outcome.margin)
    if game.target is not None:
        found["target"] = None if outcome.target is None else exact(outcome.target)
        found["slam"] = _name(outcome.slam, players)
    if game.nil is not None or game.bonus_sheet is not None:
        found["nil"] = _name(outcome.nil, players)
    if game.bonus_sheet is not None or game.difference_sheet is not None:
        found["valat"] = _name(outcome.valat, players)
        found["bonuses"] = {
            word: BonusView.from_bonus(each, players) for word, each in outcome.bonuses.items()
        }
    return found
