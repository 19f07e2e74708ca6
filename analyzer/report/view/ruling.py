"""The answer of `check` to a recorded hand: breaches, and what is due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from analyzer.disputes.answer import (
    OpenQuestionView,
    SourceView,
    question_view,
    source_views,
)
from analyzer.position.model import Position
from analyzer.position.replay.due import LineSums
from analyzer.position.replay.model import Replay
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.report.view.audit import UnsettledView, unsettled_view
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.views.base import (
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
from analyzer.views.outcome import PoolView, Sheet, pool_views
from analyzer.words.grounds import source_of
from analyzer.words.remedies import remedy_said


class SumsView(View, frozen=True, kw_only=True):
    """What everybody has by the line, and what the pots gained or the pools hold."""

    tokens: Amounts | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="What they gained.")] | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class OtherSumsView(SumsView, frozen=True, kw_only=True):
    """What would be due if one breach had been found or agreed otherwise."""

    breach: Annotated[int, Meta(description="Its number, from 1.")]
    when: str


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
    costs: Annotated[
        list[TransferView],
        Meta(description="What is paid because of it: those of all breaches lead from `as_played` to `due`."),
    ]


class LineRulingView(View, frozen=True, kw_only=True):
    """The ruling on one line."""

    name: str
    verdict: Literal["legal", "illegal", "unsettled"]
    complete: Annotated[bool, Meta(description="Whether it was played to the last card.")]
    breaches: Annotated[list[BreachView], Meta(description="In the order of the hand.")]
    as_played: Annotated[SumsView, Meta(description="What the table paid.")]
    due: Annotated[SumsView, Meta(description="The one sum to pay: with every fine that a clause fixes.")]
    rows: Annotated[
        list[OtherSumsView],
        Meta(description="What would be due otherwise, where the file does not tell; one a breach at most."),
    ]
    open: Annotated[list[OpenQuestionView], Meta(description="What no source decides.")]
    in_tricks: Annotated[list[UnsettledView], Meta(description="The same of the naming of a led Fool.")]
    missing: Annotated[str, Meta(description="What is still to be played.")] | UnsetType = UNSET
    unsettled: UnsettledIds
    rests_on: RestsOn


class RulingAnswer(Grounded, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/ruling/1"):
    """The rulings on all lines."""

    lines: list[LineRulingView]
    sources: Annotated[list[SourceView], Meta(description="The sources of the clauses that are named.")]


def ruling_view(position: Position, lines: Sequence[LineRuling], grounds: Grounds = STATED) -> RulingAnswer:
    """The answer of `check` to a recorded hand."""
    told = [_line(position, line, grounds) for line in lines]
    broken = (each.broken.clause for line in lines for each in line.breaches)
    asked = (each for line in lines for each in line.replay.judged.open_questions)
    sources = source_views(position.rules, (*broken, *(clause for each in asked for clause in each.clauses)))
    return RulingAnswer(**grounded(position.rules, grounds), lines=told, sources=sources)


def _line(position: Position, line: LineRuling, grounds: Grounds) -> LineRulingView:
    replay, rules = line.replay, position.rules
    unsettled = list(dict.fromkeys((*line.unsettled, *grounds.unsettled)))
    rows = [
        OtherSumsView(**_sums(position, replay, each.due), breach=each.number, when=str(each.when))
        for each in line.rows
    ]
    left = [unsettled_view(each) for trick in replay.tricks for each in trick.unsettled]
    verdict: Literal["legal", "illegal", "unsettled"] = "unsettled" if unsettled else "legal"
    return LineRulingView(
        name=replay.name,
        verdict="illegal" if line.breaches else verdict,
        complete=replay.complete,
        breaches=[_breach(rules, line, each) for each in line.breaches],
        as_played=SumsView(**_sums(position, replay, line.as_paid)),
        due=SumsView(**_sums(position, replay, line.due)),
        rows=rows,
        open=[question_view(rules, each) for each in replay.judged.open_questions],
        in_tricks=left,
        missing=or_unset(replay.missing),
        unsettled=unsettled,
        rests_on=list(line.rests_on),
    )


def _breach(rules: RuleSet, line: LineRuling, breach: RuledBreach) -> BreachView:
    replay, seat = line.replay, breach.seat
    return BreachView(
        at=breach.at,
        by=None if seat is None else replay.players[seat],
        what=breach.broken.text,
        clause=breach.broken.clause,
        source=source_of(rules, breach.broken.clause),
        cards=words(breach.broken.cards),
        legal=list(breach.legal),
        put_right=breach.put_right,
        remedy=remedy_said(rules, breach, replay.players),
        costs=transfer_views(breach.costs, replay.players),
    )


def _sums(position: Position, replay: Replay, sums: LineSums) -> dict[str, Any]:
    """What everybody has by the line, as keys of a :class:`SumsView`."""
    found: dict[str, Any] = {
        "tokens" if replay.sheet is None else "sheet": by_name(sums.tokens, replay.players)
    }
    if sums.pots is not None:
        found["pots"] = pots_view(sums.pots)
    if position.spec.target is not None:
        found["pools"] = pool_views(replay.pools)
    return found
