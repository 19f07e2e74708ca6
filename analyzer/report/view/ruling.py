"""The answer of `check` to a recorded hand: breaches with law, remedy and cost, and the sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from analyzer.position.model import Position
from analyzer.position.replay.due import Due, agreed, costs_of
from analyzer.position.replay.model import Replay
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.report.phrases.sources import source_of
from analyzer.report.rulings.remedies import remedy_words
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.base import (
    UNSET,
    Amounts,
    CardWord,
    Grounded,
    Meta,
    PotsView,
    RestsOn,
    TransferView,
    UnsettledIds,
    UnsetType,
    View,
    by_name,
    grounded,
    or_unset,
    pots_view,
    transfer_views,
    words,
)
from analyzer.report.view.disputes.base import OpenQuestionView, question_view
from analyzer.report.view.judged import UnsettledView, unsettled_view
from analyzer.report.view.payments import PoolView, Sheet, pool_views
from analyzer.rules.conduct.irregularities import Fine
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.ruleset import RuleSet

_STYLE = TextStyle(width=10_000)


class SumsView(View, frozen=True, kw_only=True):
    """What everybody has by the line, and what the pots gained or the pools hold."""

    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="What they gained.")] | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class AgreedView(View, frozen=True):
    """One of the fines of which the players agree on one, and what the hand then comes to."""

    fine: Annotated[str, Meta(description="The irregularity that it then is.")]
    remedy: str
    costs: list[TransferView]
    due: SumsView


class BreachView(View, frozen=True, kw_only=True):
    """Something against the rules."""

    at: Annotated[str, Meta(description="`deal`, or trick and card of it, such as 12.2.")]
    by: Annotated[str | None, Meta(description="Null where it cannot be told.")]
    what: str
    clause: Annotated[str, Meta(description="The clause that was broken.")]
    source: str
    cards: list[CardWord]
    legal: Annotated[list[str], Meta(description="What could have been played.")]
    put_right: Annotated[bool, Meta(description="Whether the card went back at the table.")]
    remedy: str
    costs: Annotated[list[TransferView], Meta(description="The fine, where a clause fixes one.")]
    either: (
        Annotated[list[AgreedView], Meta(description="Where the players agree on one of several fines.")]
        | UnsetType
    ) = UNSET


class LineRulingView(View, frozen=True, kw_only=True):
    """The ruling on one line."""

    name: str
    verdict: Literal["legal", "illegal", "unsettled"]
    complete: Annotated[bool, Meta(description="Whether it was played to the last card.")]
    breaches: Annotated[list[BreachView], Meta(description="In the order of the hand.")]
    as_played: SumsView
    due: Annotated[SumsView, Meta(description="The one sum to pay: with every fine that a clause fixes.")]
    open: Annotated[list[OpenQuestionView], Meta(description="What no source decides.")]
    in_tricks: Annotated[list[UnsettledView], Meta(description="The same of the naming of a led Fool.")]
    missing: Annotated[str, Meta(description="What is still to be played.")] | UnsetType = UNSET
    unsettled: UnsettledIds
    rests_on: RestsOn


class RulingAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/ruling/1"):
    """The rulings on all lines."""

    lines: list[LineRulingView]


def ruling_view(position: Position, lines: Sequence[LineRuling], grounds: Grounds = STATED) -> RulingAnswer:
    """The answer of `check` to a recorded hand."""
    told = [_line(position, line, grounds) for line in lines]
    return RulingAnswer(**grounded(position.rules, grounds), lines=told)


def _line(position: Position, line: LineRuling, grounds: Grounds) -> LineRulingView:
    replay, rules = line.replay, position.rules
    unsettled = list(dict.fromkeys((*line.unsettled, *grounds.unsettled)))
    left = [unsettled_view(each) for trick in replay.tricks for each in trick.unsettled]
    verdict: Literal["legal", "illegal", "unsettled"] = "unsettled" if unsettled else "legal"
    return LineRulingView(
        name=replay.name,
        verdict="illegal" if line.breaches else verdict,
        complete=replay.complete,
        breaches=[_breach(rules, line, each) for each in line.breaches],
        as_played=_sums(position, replay, None),
        due=_sums(position, replay, line.due),
        open=[question_view(rules, each) for each in replay.judged.open_questions],
        in_tricks=left,
        missing=or_unset(replay.missing),
        unsettled=unsettled,
        rests_on=list(line.rests_on),
    )


def _breach(rules: RuleSet, line: LineRuling, breach: RuledBreach) -> BreachView:
    replay, fine, seat = line.replay, breach.fine, breach.seat
    paid = () if fine is None or seat is None else costs_of(replay, seat, fine)
    either = [_agreed(line, breach, each) for each in breach.fines] if len(breach.fines) > 1 else []
    return BreachView(
        at=breach.at,
        by=None if seat is None else replay.players[seat],
        what=breach.broken.text,
        clause=breach.broken.clause,
        source=source_of(rules, breach.broken.clause),
        cards=words(breach.broken.cards),
        legal=list(breach.legal),
        put_right=breach.put_right,
        remedy=remedy_words(_STYLE, rules, breach, replay.players),
        costs=transfer_views(paid, replay.players),
        either=either or UNSET,
    )


def _agreed(line: LineRuling, breach: RuledBreach, fine: Fine) -> AgreedView:
    replay, seat = line.replay, breach.seat or 0
    came = agreed(replay, seat, breach.trick, fine)
    costs = transfer_views(costs_of(replay, seat, fine), replay.players)
    return AgreedView(fine.name, fine.remedy, costs, _pots(replay, came.tokens, came.pots))


def _sums(position: Position, replay: Replay, owed: Due | None) -> SumsView:
    """What a line came to as it was played, or with what is due."""
    came, game = replay.counted, position.spec
    if came is None:
        if owed is None:
            return _pots(replay, replay.tokens, replay.pots_change)
        return _pots(replay, owed.tokens, owed.pots)
    found: dict[str, Any] = {"tokens" if came.paid else "sheet": by_name(replay.amounts, replay.players)}
    if game.target is not None:
        found["pools"] = pool_views(came.pools)
    return SumsView(**found)


def _pots(replay: Replay, tokens: Sequence[int], pots: Any) -> SumsView:
    return SumsView(tokens=by_name(tokens, replay.players), pots=pots_view(pots))
