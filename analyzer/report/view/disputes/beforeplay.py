"""Answers to disputes about what comes before the first lead: deal, discard, auction, call, purchase."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from analyzer.disputes.announcement import AnnouncementFinding
from analyzer.disputes.bid import BidFinding, PurchaseFinding
from analyzer.disputes.call import CallFinding
from analyzer.disputes.discard_finding import DiscardFinding
from analyzer.disputes.inplay.asking import AskingFinding
from analyzer.disputes.kinds.bid import PurchaseDispute
from analyzer.disputes.misdeal import MisdealFinding
from analyzer.report.view.disputes.base import CheckAnswer, player_name
from analyzer.report.view.disputes.paid import PaidCheck, PaymentDispute, book_keys, came_view, paid_keys
from analyzer.views.base import (
    UNSET,
    CardWord,
    Meta,
    Players,
    UnsetType,
    View,
    words,
)
from analyzer.views.outcome import OutcomeView


class MisdealRemedyView(View, frozen=True, kw_only=True):
    """What becomes of the deal; empty where the hand is played."""

    deal: Annotated[list[str], Meta(description="Such as `redeal-same-dealer`.")] | UnsetType = UNSET


class MisdealCheck(PaidCheck, frozen=True, kw_only=True):
    """Are the cards dealt again?"""

    kind: Literal["misdeal"]
    may_call: Annotated[
        Players, Meta(description="Who, of those told, may have the cards dealt again for want of a trump.")
    ]
    wrong_number: Annotated[Players, Meta(description="Who was dealt a wrong number of cards.")]
    deals_again: Annotated[str | None, Meta(description="Who deals, where they are dealt again.")]
    remedy: MisdealRemedyView


def misdeal_check(finding: MisdealFinding, common: dict[str, Any]) -> MisdealCheck:
    """The answer about a deal."""
    players = finding.dispute.players
    return MisdealCheck(
        **common,
        **paid_keys(finding, finding.paid),
        may_call=[players[seat] for seat in finding.may_call],
        wrong_number=[players[seat] for seat in finding.wrong],
        deals_again=player_name(finding.dispute, finding.deals_again),
        remedy=MisdealRemedyView(deal=list(finding.remedies) or UNSET),
    )


class AskingRemedyView(View, frozen=True, kw_only=True):
    """What the dealer has to say; empty where he has said it, or need not."""

    tell: Annotated[int | bool, Meta(description="Whether, or how many.")] | UnsetType = UNSET


class AskingCheck(CheckAnswer, frozen=True, kw_only=True):
    """Could the dealer be asked for trumps in the skat, and was his answer right?"""

    kind: Literal["asking"]
    may_ask: Annotated[bool | None, Meta(description="Null where no source says.")]
    must_tell: Annotated[
        int | bool, Meta(description="What must be said where the question is allowed: whether, or how many.")
    ]
    answer_right: Annotated[bool | None, Meta(description="Null where there was no answer.")]
    remedy: AskingRemedyView


def asking_check(finding: AskingFinding, common: dict[str, Any]) -> AskingCheck:
    """The answer about a question for trumps in the skat."""
    due = finding.may_ask and not finding.answer_right
    return AskingCheck(
        **common,
        may_ask=finding.may_ask,
        must_tell=finding.must_tell,
        answer_right=finding.answer_right,
        remedy=AskingRemedyView(tell=finding.must_tell if due else UNSET),
    )


NEAREST_SHOWN = 20
"""Nearest legal discards beyond these are only counted."""


class DiscardRemedyView(View, frozen=True, kw_only=True):
    """What the dealer could discard instead; empty where the discard is legal."""

    no_legal_discard: bool | UnsetType = UNSET
    discard: list[CardWord] | UnsetType = UNSET
    nearest: (
        Annotated[
            list[list[CardWord]],
            Meta(description="The legal discards that keep the most of these cards; some of them."),
        ]
        | UnsetType
    ) = UNSET
    count: Annotated[int, Meta(ge=0, description="How many are as near.")] | UnsetType = UNSET


class DiscardCheck(PaidCheck, frozen=True, kw_only=True):
    """May the dealer discard these cards?"""

    kind: Literal["discard"]
    must_announce: Annotated[list[str], Meta(description="Cards, or `trumps`.")]
    unavoidable: Annotated[
        int, Meta(ge=0, description="How many cards of combinations cannot but be discarded.")
    ]
    combination_cards: list[CardWord]
    trumps_told: Annotated[
        int | bool,
        Meta(description="What the dealer must say of trumps in the skat, if asked when out of them."),
    ]
    remedy: DiscardRemedyView


def discard_check(finding: DiscardFinding, common: dict[str, Any]) -> DiscardCheck:
    """The answer about a discard."""
    remedy = DiscardRemedyView()
    if finding.no_legal:
        remedy = DiscardRemedyView(no_legal_discard=True)
    elif finding.nearest:
        shown = [words(each) for each in finding.nearest[:NEAREST_SHOWN]]
        remedy = DiscardRemedyView(discard=shown[0], nearest=shown, count=len(finding.nearest))
    return DiscardCheck(
        **common,
        **paid_keys(finding, finding.paid),
        must_announce=[str(each) for each in finding.must_announce],
        unavoidable=finding.unavoidable,
        combination_cards=words(finding.belongs),
        trumps_told=finding.told,
        remedy=remedy,
    )


class BidRemedyView(View, frozen=True, kw_only=True):
    """What could have been said in place of the first wrong bid, by player; empty where none was wrong."""

    say: dict[str, list[str]] | UnsetType = UNSET


class BidCheck(CheckAnswer, frozen=True, kw_only=True):
    """Was this said rightly, and what does the auction come to without what was wrong?"""

    kind: Literal["bid"]
    wrong: Annotated[list[int], Meta(description="The bids that were wrong, by number, the first is 1.")]
    to_speak: Annotated[str | None, Meta(description="Who speaks next; null where it is over.")]
    may_say: Annotated[list[str], Meta(description="What he may say.")]
    declarer: Annotated[str | None, Meta(description="Who plays, where it is over.")]
    contract: str | None
    slam: Annotated[bool, Meta(description="Whether every trick was bid.")]
    remedy: BidRemedyView


def bid_check(finding: BidFinding, common: dict[str, Any]) -> BidCheck:
    """The answer about an auction."""
    dispute, instead = finding.dispute, dict[str, list[str]]()
    for each in finding.nearest:
        instead.setdefault(dispute.players[each.seat], []).append(each.says)
    next_ = [each.says for each in finding.nearest if each.seat == finding.to_speak]
    return BidCheck(
        **common,
        wrong=[place + 1 for place in finding.wrong],
        to_speak=player_name(dispute, finding.to_speak),
        may_say=[] if finding.wrong else next_,
        declarer=player_name(dispute, finding.declarer),
        contract=finding.contract,
        slam=finding.slam,
        remedy=BidRemedyView(say=instead if finding.wrong else UNSET),
    )


class CallRemedyView(View, frozen=True, kw_only=True):
    """Always empty: another card is called, whichever the declarer likes."""


class CallCheck(CheckAnswer, frozen=True, kw_only=True):
    """May the card be called, and who is the partner by it?"""

    kind: Literal["call"]
    partner: Annotated[str | None, Meta(description="Null for nobody, or where the cards do not tell.")]
    alone: Annotated[bool | None, Meta(description="Null where the cards that are told do not tell.")]
    remedy: CallRemedyView


def call_check(finding: CallFinding, common: dict[str, Any]) -> CallCheck:
    """The answer about a called card."""
    partner = player_name(finding.dispute, finding.partner)
    return CallCheck(**common, partner=partner, alone=finding.alone, remedy=CallRemedyView())


class BoughtView(View, frozen=True, kw_only=True, rename={"holder": "from"}):
    """A card asked for, who held it, and the card given for it."""

    wants: CardWord
    holder: Annotated[str | None, Meta(description="Null where nobody is known to have it.")]
    gives: CardWord | None


class PurchaseCheck(PaymentDispute, frozen=True, kw_only=True):
    """May these cards be bought, and what is paid for them?"""

    kind: Literal["purchase"]
    purchases: list[BoughtView]


def purchase_check(finding: PurchaseFinding, common: dict[str, Any]) -> PurchaseCheck:
    """The answer about a purchase."""
    dispute = finding.dispute
    assert isinstance(dispute, PurchaseDispute)
    bought = [
        BoughtView(
            wants=str(each.wants),
            holder=player_name(dispute, each.holder),
            gives=None if each.gives is None else str(each.gives),
        )
        for each in dispute.purchases
    ]
    return PurchaseCheck(**common, **book_keys(finding), purchases=bought)


class AnnouncementCheck(PaymentDispute, frozen=True, kw_only=True):
    """May this be announced, and what does it bring?"""

    kind: Literal["announcement"]
    worth: Annotated[
        dict[str, int], Meta(description="What each announcement is worth where it is made good.")
    ]
    waits: Annotated[Players, Meta(description="Who is paid, or pays, when the contract is settled.")]
    outcome: OutcomeView | None


def announcement_check(finding: AnnouncementFinding, common: dict[str, Any]) -> AnnouncementCheck:
    """The answer about announcements."""
    return AnnouncementCheck(
        **common,
        **book_keys(finding),
        worth=dict(finding.worth),
        waits=[finding.dispute.players[seat] for seat in finding.waits],
        outcome=came_view(finding),
    )
