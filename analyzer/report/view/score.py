"""The answer of `score`: hand by hand who paid or wrote what, the totals, what lies there, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from analyzer.evenings.model import EveningEnd, EveningScore, GameScore, HandScore, LeftLying
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import (
    UNSET,
    Amounts,
    Count,
    Grounded,
    Meta,
    NotZeroSum,
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

Pools = Annotated[list[PoolView], Meta(description="The pools as they are then.")] | UnsetType
Radli = Annotated[dict[str, Count], Meta(description="By player, as they are then.")] | UnsetType


class BrokenView(View, frozen=True):
    """What was against the rules in a recorded hand, which was played to its end all the same."""

    clause: str
    text: str


class ScoredHandView(View, frozen=True, kw_only=True):
    """One hand: who dealt it, what was paid or written, and what it left on the table."""

    number: Annotated[int, Meta(ge=1)]
    dealer: str
    sitting_out: str | UnsetType = UNSET
    transfers: Annotated[list[TransferView], Meta(description="In the order in which they are made.")]
    scores: Annotated[list[ScoreView], Meta(description="What is written, line by line.")] | UnsetType = UNSET
    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="What they gained in the hand.")] | UnsetType = UNSET
    pots_after: Annotated[PotsView, Meta(description="What lies in them then.")] | UnsetType = UNSET
    pools: Pools = UNSET
    radli: Radli = UNSET
    outcome: Annotated[OutcomeView | None, Meta(description="Null for a hand that was not played out.")]
    void: Annotated[str, Meta(description="Why the deal was void, where it was.")] | UnsetType = UNSET
    violations: list[BrokenView]


class GameView(View, frozen=True, kw_only=True):
    """A game, in which everybody deals once: its running totals, and what they pay in the end."""

    number: Annotated[int, Meta(ge=1)]
    hands: Annotated[list[int], Meta(description="The numbers of its first and its last hand.")]
    complete: Annotated[bool, Meta(description="Whether everybody has dealt.")]
    sheet: Sheet
    transfers: list[TransferView]
    tokens: Amounts


class EndView(View, frozen=True, kw_only=True):
    """What is paid and received, were the evening over."""

    transfers: list[TransferView]
    tokens: Amounts
    uneven: (
        Annotated[int, Meta(description="What cannot be shared evenly; it goes out coin by coin.")]
        | UnsetType
    ) = UNSET
    hands_more: (
        Annotated[int | None, Meta(description="How many hands more are played when somebody wishes to end.")]
        | UnsetType
    ) = UNSET


class ScoreAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/score/1"):
    """An evening scored: `totals` and what lies there are those before the end."""

    players: Annotated[Players, Meta(description="Everybody at the table.")]
    hands: list[ScoredHandView]
    totals: Annotated[dict[str, int], Meta(description="Tokens, or what is written, of all hands.")]
    pots: PotsView | UnsetType = UNSET
    pools: Pools = UNSET
    radli: Radli = UNSET
    games: Annotated[list[GameView], Meta(description="Where a game is of so many hands.")] | UnsetType = (
        UNSET
    )
    zero_sum: NotZeroSum = UNSET
    end: EndView


def score_view(score: EveningScore) -> ScoreAnswer:
    """The answer of `score`."""
    evening = score.evening
    players, rules = evening.players, evening.rules
    return ScoreAnswer(
        **grounded(rules, score.grounds),
        players=list(players),
        hands=[_hand(rules, each, players) for each in score.hands],
        totals=by_name(score.totals, players),
        **_lying(rules, score.lying, players),
        games=[_game(each, players) for each in score.games] or UNSET,
        zero_sum=UNSET if score.sums_to_zero else False,
        end=_end(rules, score.end, players),
    )


def _hand(rules: RuleSet, hand: HandScore, players: Sequence[str]) -> ScoredHandView:
    game, found = rules.game, dict[str, Any]()
    if game.on_a_sheet:
        found |= written(hand.amounts, hand.scores, players)
    else:
        found["tokens"] = by_name(hand.amounts, players)
    found |= _lying(rules, hand.lying, players)
    if game.pots is not None:
        found |= {"pots": pots_view(hand.pots_change), "pots_after": found["pots"]}
    return ScoredHandView(
        number=hand.number,
        dealer=players[hand.dealer],
        sitting_out=UNSET if hand.out is None else players[hand.out],
        transfers=transfer_views(hand.transfers, players),
        outcome=outcome_view(game, hand.outcome, players, hand.last_trick),
        void=UNSET if hand.void is None else str(hand.void),
        violations=[BrokenView(each.clause, each.text) for each in hand.violations],
        **found,
    )


def _lying(rules: RuleSet, lying: LeftLying, players: Sequence[str]) -> dict[str, Any]:
    """What lies on the table, under the keys that the game has."""
    game, found = rules.game, dict[str, Any]()
    if lying.pots is not None:
        found["pots"] = pots_view(lying.pots)
    if game.pools is not None:
        found["pools"] = pool_views(lying.pools)
    if game.bonus_sheet is not None:
        found["radli"] = {name: lying.radli.get(seat, 0) for seat, name in enumerate(players)}
    return found


def _game(game: GameScore, players: Sequence[str]) -> GameView:
    return GameView(
        number=game.number,
        hands=[game.first, game.last],
        complete=game.complete,
        sheet=by_name(game.sheet, players),
        transfers=transfer_views(game.transfers, players),
        tokens=by_name(game.tokens, players),
    )


def _end(rules: RuleSet, end: EveningEnd, players: Sequence[str]) -> EndView:
    wish = rules.game.wish
    return EndView(
        transfers=transfer_views(end.transfers, players),
        tokens=by_name(end.tokens, players),
        uneven=or_unset(end.uneven or None),
        hands_more=UNSET if wish is None else end.hands_more,
    )
