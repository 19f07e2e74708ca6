"""What was against the rules in a line of play, as the answer of `replay` tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from analyzer.position.model import Position
from analyzer.position.replay.due import due
from analyzer.position.replay.model import FineDue, Offence, Replay
from analyzer.report.phrases.sources import source_of
from analyzer.report.view.base import (
    UNSET,
    Amounts,
    CardWord,
    Meta,
    PotsView,
    View,
    by_name,
    pots_view,
    words,
)
from analyzer.report.view.disputes.base import PenaltyView, ViolationView, question_view
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import Unsettled

TrickNumber = Annotated[
    int | None, Meta(description="The trick it was in; null for what came before the first lead.")
]


class LineViolationView(ViolationView, frozen=True):
    """A clause that was broken without ending the line: by which cards, by whom, in which trick."""

    player: str
    trick: TrickNumber
    at: Annotated[str, Meta(description="`deal`, or trick and card of it, such as 12.2.")]
    put_right: Annotated[bool, Meta(description="Whether the card went back at the table.")]


class DueView(View, frozen=True):
    """The one sum that is due: with every fine that a clause fixes, where the hand was given up to there."""

    tokens: Amounts
    pots: Annotated[PotsView, Meta(description="What they gained.")]


class LinePenaltyView(PenaltyView, frozen=True):
    """What an offence costs its player; `tokens` of the line are without it, those of `due` with it."""

    trick: TrickNumber


class UnsettledView(View, frozen=True):
    """A question in a trick that no source decides; play went on by the first of its readings."""

    clauses: list[str]
    cards: list[CardWord]
    readings: Annotated[list[str], Meta(description="Play went on by the first.")]


def judged_view(position: Position, replay: Replay) -> dict[str, Any]:
    """The keys of a line that tell what was against the rules in it; only Danish Tarok has fines."""
    judged, players, rules = replay.judged, replay.players, position.rules
    paid = due(replay)
    return {
        "violations": [_violation(rules, each, players) for each in judged.offences],
        "penalties": UNSET if position.scored else [_penalty(each, players) for each in judged.dues],
        "open": [question_view(rules, each) for each in judged.open_questions],
        "notes": list(judged.notes),
        "due": DueView(by_name(paid.tokens, players), pots_view(paid.pots)) if any(paid.costs) else UNSET,
    }


def unsettled_view(question: Unsettled) -> UnsettledView:
    """A question with its readings."""
    return UnsettledView(list(question.clauses), words(question.cards), list(question.readings))


def _violation(rules: RuleSet, offence: Offence, players: Sequence[str]) -> LineViolationView:
    broken = offence.violation
    source = source_of(rules, broken.clause)
    cards, player = words(broken.cards), players[offence.seat]
    told = (broken.clause, cards, broken.text, source, player, offence.trick)
    return LineViolationView(*told, offence.at, offence.put_right)


def _penalty(due: FineDue, players: Sequence[str]) -> LinePenaltyView:
    fine = due.fine
    return LinePenaltyView(
        fine.name,
        players[due.seat],
        fine.category.value,
        fine.each_pot,
        fine.remedy,
        fine.mended_until,
        fine.fined_until,
        fine.play_goes_on,
        list(fine.clauses),
        due.trick,
    )
