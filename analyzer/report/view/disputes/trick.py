"""What `check` answers about play: cards, statements and demands, step by step."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.cards.card import Suit
from analyzer.disputes.game import JudgedStep, TrickFinding
from analyzer.disputes.kinds.tricks import DOES
from analyzer.disputes.model import Dispute
from analyzer.report.view.base import (
    UNSET,
    CardWord,
    Meta,
    UnsetType,
    View,
    words,
)
from analyzer.report.view.disputes.base import (
    CheckAnswer,
    TakeBack,
    player_name,
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
