"""What is paid because of a ruling: its JSON, and how it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from analyzer.disputes.answer import CheckAnswer, OwedView, owed_view
from analyzer.disputes.findings import Finding
from analyzer.disputes.shape import ClaimedPayment, Paid
from analyzer.messages import Amount, Message, Name, alone, listed, say
from analyzer.rules.book import Account, Pots, Transfer, sums_to_zero
from analyzer.views.base import (
    UNSET,
    Amounts,
    Count,
    Meta,
    NotZeroSum,
    PotsView,
    UnsetType,
    View,
    name_amounts,
    pots_view,
)
from analyzer.views.outcome import PoolView, ScoreView, Sheet
from analyzer.words.blocks import Phrase
from analyzer.words.paid import NOTHING_DUE, OWN_COUNT, account_message, amounts_message, payment_phrases

BY_THE_FIRST: Final = say("By the first reading:")


class PaidCheck(CheckAnswer, frozen=True, kw_only=True):
    """A verdict with amounts paid or written. Amounts that a game lacks, or that are unknown, are absent.

    If no source settles the amounts, they are absent here, and each of the `readings` has its own.
    """

    payments: (
        Annotated[list[OwedView], Meta(description="Payments between players, pots and pools.")] | UnsetType
    ) = UNSET
    tokens: Annotated[Amounts, Meta(description="Given in games with payments.")] | UnsetType = UNSET
    pots: Annotated[PotsView, Meta(description="Change of the pots.")] | UnsetType = UNSET
    sheet: Annotated[Sheet, Meta(description="Given in games with a score sheet.")] | UnsetType = UNSET
    scores: list[ScoreView] | UnsetType = UNSET
    pools: Annotated[list[PoolView], Meta(description="The pools afterwards.")] | UnsetType = UNSET
    radli: Annotated[dict[str, Count], Meta(description="The radli afterwards.")] | UnsetType = UNSET
    zero_sum: NotZeroSum = UNSET


class PaidRemedyView(View, frozen=True, kw_only=True):
    """The correct amounts; empty if the claimed amounts are correct."""

    payments: list[OwedView] | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    pools: list[PoolView] | UnsetType = UNSET


class PaymentDispute(PaidCheck, frozen=True, kw_only=True):
    """The verdict on a dispute about payments."""

    remedy: PaidRemedyView


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidFinding(Finding):
    """What is owed, payment by payment; `tokens` by seat, one sitting out last, `pots` what they gain."""

    payments: tuple[Transfer, ...]
    tokens: tuple[int, ...]
    pots: Pots
    POTS_TAKE_PART: ClassVar[bool] = True

    @property
    def gained(self) -> tuple[int, ...]:
        return self.tokens

    @property
    def pots_gain(self) -> Pots:
        return self.pots

    @property
    def claimed(self) -> Sequence[ClaimedPayment] | None:
        """All payments already made; None if the file does not give them."""
        return None

    @property
    def corrections(self) -> tuple[Transfer, ...]:
        if self.claimed is None or self.unsettled or self.open_questions:
            return ()
        return corrections_of(self.payments, self.claimed)

    def fact_phrases(self) -> Iterator[Phrase]:
        """What was paid already."""
        yield from claimed_phrases(self.claimed, self.everybody)

    def remedy_phrases(self) -> Iterator[Phrase]:
        """The payments that are owed."""
        first, paid = bool(self.unsettled or self.open_questions), Paid(self.payments, self.tokens, self.pots)
        yield from sum_phrases(self, paid, first=first, pots=self.POTS_TAKE_PART)


def claimed_phrases(payments: Sequence[ClaimedPayment] | None, players: Sequence[str]) -> Iterator[Phrase]:
    """Yield what was paid already; nothing where no payment is given."""
    if payments:
        yield Phrase(say("Paid: {payments}", payments=claimed_message(payments, players)), level=1)


def claimed_message(payments: Iterable[ClaimedPayment], players: Sequence[str]) -> Message:
    """Return payments in the order of the file: `B 60 to A, C 20 to A`."""
    return alone(listed(
        say(
            "{payer} {amount} to {payee}",
            payer=account_message(each.payer, players), amount=each.amount,
            payee=account_message(each.payee, players),
        )
        for each in payments
    ))  # fmt: skip


def corrections_of(
    owed: Iterable[Transfer], claimed: Iterable[Transfer | ClaimedPayment]
) -> tuple[Transfer, ...]:
    """Return the payments that turn what was paid into what is owed."""
    left = Counter[Account]()
    for sign, payments in ((1, owed), (-1, claimed)):
        for each in payments:
            left[each.payee] += sign * each.amount
            left[each.payer] -= sign * each.amount
    return tuple(_level(left))


def _level(left: Counter[Account]) -> Iterator[Transfer]:
    """Yield payments that settle all differences: equal debts first, then to the largest creditors."""
    due = sorted((account for account in left if left[account] > 0), key=lambda each: -left[each])
    payers = [account for account in left if left[account] < 0]
    for payer in payers:
        equal = next((each for each in due if left[each] == -left[payer]), None)
        if equal is not None:
            yield _settle(left, payer, equal)
    for payer in payers:
        while left[payer] < 0:
            yield _settle(left, payer, next(each for each in due if left[each] > 0))


def _settle(left: Counter[Account], payer: Account, payee: Account) -> Transfer:
    """Pay as much as the one owes and the other is due."""
    amount = min(left[payee], -left[payer])
    left[payee] -= amount
    left[payer] += amount
    return Transfer(payer, payee, amount, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class FinedFinding(Finding):
    """A ruling on what was done, with what is paid because of it."""

    paid: Paid | None = None
    """None if the file does not say when it was found, or that does not decide it."""

    @property
    def gained(self) -> tuple[int, ...]:
        return () if self.paid is None else self.paid.tokens

    @property
    def pots_gain(self) -> Pots | None:
        return None if self.paid is None else self.paid.pots

    def remedy_phrases(self) -> Iterator[Phrase]:
        """What is paid because of what was wrong."""
        if self.paid is not None:
            yield from sum_phrases(self, self.paid, first=bool(self.unsettled))


def sum_phrases(finding: Finding, paid: Paid, *, first: bool, pots: bool = True) -> Iterator[Phrase]:
    """Payments, what they come to, and what the pots gain; `first` if that is so by the first reading."""
    if finding.sums_by_reading:
        return
    if first:
        yield Phrase(BY_THE_FIRST, level=1)
    if not paid.payments:
        yield from [Phrase(NOTHING_DUE, level=1)] if first else []
        return
    yield from payment_phrases(paid.payments, finding.everybody)
    yield from total_phrases(finding.everybody, paid.tokens)
    if not sums_to_zero(paid.payments):
        yield Phrase(OWN_COUNT, level=1)
    if pots:
        king, pagat = Amount(paid.pots.king), Amount(paid.pots.pagat)
        yield Phrase(say("The pots: king {king}, Pagat {pagat}", king=king, pagat=pagat), level=1)


def total_phrases(names: Sequence[str], amounts: Sequence[int]) -> Iterator[Phrase]:
    """What everybody has of it, if that is known."""
    if amounts:
        told = say("In all: {tokens}", tokens=amounts_message(amounts, map(Name, names)))
        yield Phrase(told, level=1)


def paid_keys(finding: Finding, paid: Paid | PaidFinding | None) -> dict[str, Any]:
    """The keys about what is paid in tokens and into pots; none where that is not known, or not settled."""
    if paid is None or finding.sums_by_reading:
        return {}
    return {
        "payments": [owed_view(finding.dispute, each) for each in paid.payments],
        "tokens": name_amounts(paid.tokens, finding.everybody),
        "pots": pots_view(paid.pots),
    }


def owed_keys(finding: PaidFinding) -> dict[str, Any]:
    """The keys of a dispute that is about what is paid, with what was right."""
    told = paid_keys(finding, finding)
    return told | {
        "zero_sum": UNSET if sums_to_zero(finding.payments) else False,
        "remedy": PaidRemedyView(payments=told.get("payments", UNSET) if finding.violations else UNSET),
    }
