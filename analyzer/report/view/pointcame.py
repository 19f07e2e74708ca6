"""What a hand of card points came to, as answers tell it: points, bonuses, pools, what is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from analyzer.report.view.base import UNSET, Count, Meta, Points, UnsetType, View
from analyzer.rules.score.amounts import exact
from analyzer.rules.score.hand import Bonus, HandOutcome
from analyzer.rules.spec.pointgame import PointGame


class BonusView(View, frozen=True):
    """A bonus: who brought it about, or announced it, and what it is worth to him or his side."""

    by: str
    value: int
    beside: Annotated[list[BonusView], Meta(description="The same of others.")] | UnsetType = UNSET

    @classmethod
    def of(cls, bonus: Bonus, players: Sequence[str]) -> BonusView:
        """A bonus with the names of those it is of."""
        beside = [cls.of(each, players) for each in bonus.beside]
        return cls(players[bonus.by], bonus.value, beside or UNSET)


class PointOutcomeView(View, frozen=True, kw_only=True):
    """What the hand came to, as far as the game has a word for it; names, or null for nobody."""

    last_trick: str | None
    contract: Annotated[str | None, Meta(description="made, failed or drawn.")] | UnsetType = UNSET
    margin: Points | UnsetType | None = UNSET
    target: Points | UnsetType | None = UNSET
    partner: str | UnsetType | None = UNSET
    slam: str | UnsetType | None = UNSET
    nil: str | UnsetType | None = UNSET
    valat: str | UnsetType | None = UNSET
    bonuses: dict[str, BonusView] | UnsetType = UNSET


class PoolView(View, frozen=True):
    """A pool, and whether it was doubled once."""

    amount: Count
    doubled: bool


class ScoreView(View, frozen=True):
    """What is written for a player, and by which clause."""

    player: str
    amount: int
    clause: str


def outcome_view(
    game: PointGame, outcome: HandOutcome, players: Sequence[str], *, last: int | None
) -> PointOutcomeView:
    """What a hand came to, with the words that the game has; `last` is who won the last trick."""
    name = None if last is None else players[last]
    return PointOutcomeView(last_trick=name, **outcome_words(game, outcome, players))


def outcome_words(game: PointGame, outcome: HandOutcome, players: Sequence[str]) -> dict[str, Any]:
    """What a hand came to, by the words that the game has."""

    def name(seat: int | None) -> str | None:
        return None if seat is None else players[seat]

    found: dict[str, Any] = {}
    if game.contracts:
        found |= {"contract": outcome.contract, "partner": name(outcome.partner)}
        found["margin"] = None if outcome.margin is None else exact(outcome.margin)
    if game.target is not None:
        found["target"] = None if outcome.target is None else exact(outcome.target)
        found["slam"] = name(outcome.slam)
    if game.nil is not None or game.slovenian is not None:
        found["nil"] = name(outcome.nil)
    if game.slovenian is not None or game.tapp is not None:
        found["valat"] = name(outcome.valat)
        found["bonuses"] = {word: BonusView.of(each, players) for word, each in outcome.bonuses.items()}
    return found
