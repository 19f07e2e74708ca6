"""What `check` answers about the piles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from analyzer.disputes.inplay.piles import PilesFinding
from analyzer.disputes.inplay.pileways import TurnedTrick
from analyzer.report.view.disputes.base import CheckAnswer
from analyzer.rules.score.amounts import exact
from analyzer.rules.score.piles import Moved
from analyzer.views.base import UNSET, CardWord, Meta, Points, UnsetType, View, words


class GoesView(View, frozen=True):
    """A card that goes elsewhere than to the winner of a trick, or comes with one."""

    card: Annotated[CardWord | None, Meta(description="Null for one that is not known.")]
    to: Annotated[str, Meta(description="The side in whose pile it ends, by its leader.")]
    clause: str


class TurnedView(View, frozen=True):
    """A trick that was turned over."""

    cards: Annotated[list[CardWord], Meta(description="In the order played.")]
    winner: str
    goes: Annotated[list[GoesView], Meta(description="What goes elsewhere, or comes with the trick.")]


class PilesRemedyView(View, frozen=True, kw_only=True):
    """What has to be put right; empty where nothing has."""

    goes: (
        Annotated[dict[str, str], Meta(description="Of the cards that lie wrong whose pile they go to.")]
        | UnsetType
    ) = UNSET


class PilesCheck(CheckAnswer, frozen=True, kw_only=True):
    """Whose pile each card lies in."""

    kind: Literal["piles"]
    tricks: list[TurnedView]
    end: Annotated[list[GoesView], Meta(description="What is given up when the hand is over.")]
    piles: Annotated[dict[str, list[CardWord]], Meta(description="By side the cards known to lie there.")]
    points: Annotated[
        dict[str, Points], Meta(description="What they count: all, where the whole hand is told.")
    ]
    may_give: Annotated[list[CardWord], Meta(description="The cards of which one is given for the Fool.")]
    remedy: PilesRemedyView


def piles_check(finding: PilesFinding, common: dict[str, Any]) -> PilesCheck:
    """The answer about the piles."""
    wrong = [card for each in finding.violations for card in each.cards]
    goes = {str(card): name for card in wrong if (name := finding.owner(card)) is not None}
    points = zip(finding.leaders, map(exact, finding.points), strict=True)
    return PilesCheck(
        **common,
        tricks=[_turned(finding, each) for each in finding.tricks],
        end=list(_moved(finding, finding.end)),
        piles=finding.where,
        points=dict(points),
        may_give=words(finding.may_give),
        remedy=PilesRemedyView(goes=goes or UNSET),
    )


def _moved(finding: PilesFinding, moved: tuple[Moved, ...]) -> Iterator[GoesView]:
    for each in moved:
        card = None if each.card is None else str(each.card)
        yield GoesView(card, finding.leaders[each.to], each.clause)


def _turned(finding: PilesFinding, turned: TurnedTrick) -> TurnedView:
    trick, winner = turned.trick, finding.dispute.players[turned.trick.winner]
    goes = [*_moved(finding, turned.moved)]
    if turned.talon is not None:
        goes.append(GoesView(str(turned.talon), winner, finding.talon_clause))
    return TurnedView([str(each.card) for each in trick.laid], winner, goes)
