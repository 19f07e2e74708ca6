"""The answer of `check`: the verdict, and what the kind of dispute adds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from analyzer.disputes.announcement import AnnouncementFinding
from analyzer.disputes.asking import AskingFinding
from analyzer.disputes.bid import BidFinding
from analyzer.disputes.call import CallFinding
from analyzer.disputes.count import CountFinding
from analyzer.disputes.declarations import DeclarationsFinding
from analyzer.disputes.discard import DiscardFinding
from analyzer.disputes.findings import Finding
from analyzer.disputes.game import TrickFinding
from analyzer.disputes.handsdeclared import DeclaredHandsFinding
from analyzer.disputes.irregularity import IrregularityFinding
from analyzer.disputes.misdeal import MisdealFinding
from analyzer.disputes.naming_case import NamingFinding
from analyzer.disputes.piles import PilesFinding
from analyzer.disputes.pilescounted import PilesCountedFinding
from analyzer.disputes.propriety import ProprietyFinding
from analyzer.disputes.purchase import PurchaseFinding
from analyzer.disputes.session.settling import SessionFinding
from analyzer.disputes.settlement import HandSettlementFinding, SettlementFinding
from analyzer.disputes.trickwon import TrickWonFinding
from analyzer.report.view.disputes.announcement import AnnouncementCheck, announcement_check
from analyzer.report.view.disputes.asking import AskingCheck, asking_check
from analyzer.report.view.disputes.base import CheckAnswer, InDealsCheck, common
from analyzer.report.view.disputes.bid import BidCheck, bid_check
from analyzer.report.view.disputes.call import CallCheck, call_check
from analyzer.report.view.disputes.count import CountCheck, count_check, piles_counted_check
from analyzer.report.view.disputes.declarations import (
    DeclarationsCheck,
    declarations_check,
    declared_hands_check,
)
from analyzer.report.view.disputes.discard import DiscardCheck, discard_check
from analyzer.report.view.disputes.misdeal import MisdealCheck, misdeal_check
from analyzer.report.view.disputes.naming import NamingCheck, naming_check
from analyzer.report.view.disputes.paid import (
    IrregularityCheck,
    SessionCheck,
    SettlementCheck,
    hand_check,
    irregularity_check,
    session_check,
    settlement_check,
)
from analyzer.report.view.disputes.piles import PilesCheck, piles_check
from analyzer.report.view.disputes.propriety import ProprietyCheck, propriety_check
from analyzer.report.view.disputes.purchase import PurchaseCheck, purchase_check
from analyzer.report.view.disputes.trick import TrickCheck, trick_check
from analyzer.report.view.disputes.trickwon import TrickWonCheck, trick_won_check

_KINDS: Final[dict[type[Finding], Callable[[Any, dict[str, Any]], CheckAnswer]]] = {
    DiscardFinding: discard_check,
    NamingFinding: naming_check,
    TrickFinding: trick_check,
    DeclarationsFinding: declarations_check,
    SettlementFinding: settlement_check,
    CountFinding: count_check,
    IrregularityFinding: irregularity_check,
    MisdealFinding: misdeal_check,
    AskingFinding: asking_check,
    ProprietyFinding: propriety_check,
    TrickWonFinding: trick_won_check,
    PilesFinding: piles_check,
    PilesCountedFinding: piles_counted_check,
    DeclaredHandsFinding: declared_hands_check,
    SessionFinding: session_check,
    BidFinding: bid_check,
    AnnouncementFinding: announcement_check,
    PurchaseFinding: purchase_check,
    CallFinding: call_check,
    HandSettlementFinding: hand_check,
}
"""The answer of each kind of finding; what a new kind of dispute adds is one class and one line here."""

CHECKS: Final = (
    InDealsCheck,
    DiscardCheck,
    NamingCheck,
    TrickCheck,
    DeclarationsCheck,
    SettlementCheck,
    CountCheck,
    IrregularityCheck,
    MisdealCheck,
    AskingCheck,
    ProprietyCheck,
    SessionCheck,
    BidCheck,
    AnnouncementCheck,
    PurchaseCheck,
    CallCheck,
    TrickWonCheck,
    PilesCheck,
)
"""The answers of all kinds of disputes."""


def check_view(finding: Finding, asked: Finding | None = None) -> CheckAnswer:
    """The answer of `check`; `asked` is the finding under the file's own rule set, if it is another one."""
    if finding.in_deals is not None and not finding.in_deals.alike:
        return InDealsCheck(**common(finding, asked))
    make = next(make for kind, make in _KINDS.items() if isinstance(finding, kind))
    return make(finding, common(finding, asked))
