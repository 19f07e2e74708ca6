"""Answers to disputes about tricks: what was played, who won, what was proper."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.cards.card import Suit
from analyzer.disputes.game import JudgedStep, TrickFinding
from analyzer.disputes.inplay.propriety import ProprietyFinding
from analyzer.disputes.inplay.trickwon import TrickWonFinding
from analyzer.disputes.kinds.events import DOES
from analyzer.disputes.model import Dispute
from analyzer.report.view.disputes.base import (
    CheckAnswer,
    TakeBack,
    player_name,
)
from analyzer.report.view.why import WhyView, reason_view
from analyzer.views.base import (
    UNSET,
    CardWord,
    Meta,
    UnsetType,
    View,
    words,
)


class LegalInsteadView(View, frozen=True):
    """What could have been played in place of an illegal card."""

    player: str
    played: str
    legal: list[CardWord]


class TrickRemedyView(View, frozen=True, kw_only=True):
    """What has to be put right; empty where nothing has."""

    legal_instead: list[LegalInsteadView] | UnsetType = UNSET
    must_play_fool: str | UnsetType = UNSET


class StepView(View, frozen=True):
    """One thing done or said, and what is to be said of it."""

    player: str
    does: Annotated[str, Meta(extra_json_schema={"enum": list(DOES.values())})]
    card: CardWord | None
    names: Suit | None
    tricks_left: Annotated[int, Meta(ge=1)]
    legal: bool
    clauses: Annotated[list[str], Meta(description="The clauses it breaks.")]
    instead: Annotated[list[CardWord], Meta(description="What could have been played.")]
    must_play_fool: str | None
    take_back: TakeBack
    text: str


class TrickCheck(CheckAnswer, frozen=True, kw_only=True):
    """What was played, said and demanded, step by step."""

    kind: Literal["fool-demand", "play"]
    steps: list[StepView]
    must_play_fool: Annotated[str | None, Meta(description="Who must play the Fool now.")]
    take_back: TakeBack
    winners: Annotated[list[str], Meta(description="Of the tricks completed.")]
    remedy: TrickRemedyView


def trick_check(finding: TrickFinding, common: dict[str, Any]) -> TrickCheck:
    """The answer about play."""
    dispute, players = finding.dispute, finding.dispute.players
    instead = [
        LegalInsteadView(players[each.event.by], str(each.event.card), words(each.legal))
        for each in finding.steps
        if each.legal
    ]
    must = player_name(dispute, finding.must_play)
    return TrickCheck(
        **common,
        steps=[_step(dispute, each) for each in finding.steps],
        must_play_fool=must,
        take_back=[players[seat] for seat in finding.take_back],
        winners=[players[seat] for seat in finding.winners],
        remedy=TrickRemedyView(
            legal_instead=instead or UNSET, must_play_fool=UNSET if must is None else must
        ),
    )


def _step(dispute: Dispute, step: JudgedStep) -> StepView:
    event = step.event
    return StepView(
        dispute.players[event.by],
        DOES[event.kind],
        None if event.card is None else str(event.card),
        event.suit,
        step.tricks_left,
        not step.clauses,
        list(step.clauses),
        words(step.legal),
        player_name(dispute, step.must_play),
        [dispute.players[seat] for seat in step.take_back],
        step.text or "",
    )


class TrickWonRemedyView(View, frozen=True, kw_only=True):
    """What has to be put right; empty where nothing has."""

    leads_next: Annotated[str, Meta(description="Who won the trick leads the next one.")] | UnsetType = UNSET


class TrickWonCheck(CheckAnswer, frozen=True, kw_only=True):
    """Who won the trick."""

    kind: Literal["trick"]
    winner: str
    card: Annotated[CardWord, Meta(description="The card that wins it.")]
    decided_by: Annotated[str, Meta(description="The clause by which it wins.")]
    remedy: TrickWonRemedyView


def trick_won_check(finding: TrickWonFinding, common: dict[str, Any]) -> TrickWonCheck:
    """The answer about who won a trick."""
    winner = finding.dispute.players[finding.winner]
    wrong = bool(finding.violations)
    return TrickWonCheck(
        **common,
        winner=winner,
        card=str(finding.card),
        decided_by=finding.decided_by,
        remedy=TrickWonRemedyView(leads_next=winner if wrong else UNSET),
    )


MoveWords = Annotated[list[str], Meta(description="Play, in the words of a line.")]


class ProprietyRemedyView(View, frozen=True, kw_only=True):
    """What would have been proper; empty where the card was."""

    play: Annotated[list[str], Meta(description="The proper cards.")] | UnsetType = UNSET


class ProprietyCheck(CheckAnswer, frozen=True, kw_only=True):
    """Was the card proper?"""

    kind: Literal["propriety"]
    player: str
    card: Annotated[str, Meta(description="In the words of a line.")]
    proper: bool
    why: Annotated[
        str | None,
        Meta(description="Why it is improper, or by how little the pot it leaves is the richer."),
    ]
    offence: Annotated[MoveWords, Meta(description="What comes of an improper card.")]
    better: Annotated[MoveWords, Meta(description="Play that prevents or wins the Ultimo instead.")]
    against: Annotated[WhyView, Meta(description="The plan after an improper card.")] | UnsetType = UNSET
    why_better: Annotated[WhyView, Meta(description="The plan after the better one.")] | UnsetType = UNSET
    remedy: ProprietyRemedyView


def propriety_check(finding: ProprietyFinding, common: dict[str, Any]) -> ProprietyCheck:
    """The answer about a card."""
    judged = finding.judged
    proper = [str(each.card) for each in finding.cards if each.proper]
    return ProprietyCheck(
        **common,
        player=finding.dispute.players[finding.seat],
        card=str(judged.card),
        proper=judged.proper,
        why=judged.why,
        offence=list(judged.offence),
        better=list(judged.better),
        against=reason_view(judged.against, finding.dispute.players),
        why_better=reason_view(judged.why_better, finding.dispute.players),
        remedy=ProprietyRemedyView(play=UNSET if judged.proper else proper),
    )
