"""The JSON of a ruling: what every kind of dispute answers, and its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import field

from analyzer.disputes.shape import Dispute
from analyzer.messages import stated
from analyzer.rules.book import Account, Pot, Transfer
from analyzer.rules.irregularities import Penalty
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import OpenQuestion, Verdict, Violation
from analyzer.views.base import (
    UNSET,
    Amounts,
    CardWord,
    Count,
    Digest,
    HandsView,
    Impossible,
    Meta,
    Players,
    Readings,
    RestsOn,
    TooMany,
    UnsettledIds,
    UnsetType,
    Variant,
    View,
    account_word,
    words,
)
from analyzer.words.names import source_numbers, source_of

Ids = Annotated[list[str], Meta(description="Ids of clauses.")]


TakeBack = Annotated[Players, Meta(description="The players who must take a card back.")]


class ViolationView(View, frozen=True):
    """A broken clause, with the cards that break it and its source."""

    clause: str
    cards: list[CardWord]
    text: str
    source: str


class LawView(View, frozen=True):
    """A clause that affected the ruling, with its statement and its source."""

    clause: str
    text: str
    source: str


class SourceView(View, frozen=True):
    """A cited source, with the number and the file name used to cite it."""

    number: Count
    file: str
    title: str
    author: str | None
    date: str | None
    address: str | None


class ReadingView(View, frozen=True):
    """A reading of an unsettled question, and its result."""

    text: str
    verdict: Annotated[
        Verdict | None, Meta(description="The verdict; null if the reading concerns the cost of a remedy.")
    ]
    clauses: Annotated[list[str], Meta(description="The clauses that are broken under this reading.")]
    leads_to: str | None
    variant: Annotated[
        dict[str, str],
        Meta(description="The option that chooses the reading, with its value; empty if no option does."),
    ]
    tokens: Amounts | UnsetType = UNSET


class OpenQuestionView(View, frozen=True):
    """A question that no source decides."""

    clauses: Annotated[list[str], Meta(description="The clauses involved in the question.")]
    cards: list[CardWord]
    sources: list[str]
    readings: list[ReadingView]


class PenaltyView(View, frozen=True):
    """The penalty of a player for a breach, and its effect on the hand."""

    irregularity: str
    player: str | None
    category: str
    into_each_pot: Count
    remedy: str
    until: Annotated[
        str | None, Meta(description="The moment until which it can be put right without a fine.")
    ]
    fined_until: Annotated[str | None, Meta(description="The moment from which it is no longer fined.")]
    play_goes_on: Annotated[bool, Meta(description="True if play goes on; false if the hand is abandoned.")]
    clauses: Ids


class OwedView(View, frozen=True):
    """A payment between players, or `king` or `pagat` for the pots. Null if nobody pays or receives it."""

    payer: str | None = field(name="from")
    payee: str | None = field(name="to")
    amount: int
    clause: str


class ProvedView(View, frozen=True):
    """A statement, and the clauses it depends on. Z3 has proved it if a proof was requested."""

    statement: str
    core: Annotated[list[str], Meta(description="None of these clauses can be left out.")]


class InFileView(View, frozen=True, kw_only=True):
    """The verdict under the rule set of the file, if the user asked for another rule set."""

    ruleset: str
    verdict: Verdict
    clauses: Ids
    variant: Variant
    digest: Digest


class AsExpectedView(View, frozen=True):
    """The expectations of the file: whether they were met, and the differences in words."""

    met: bool
    differs: list[str]


class DealCaseView(View, frozen=True):
    """A ruling that applies in some of the deals."""

    deals: Annotated[Count, Meta(description="Number of deals with this ruling.")]
    verdict: Verdict
    clauses: Ids
    leads_to: str | None
    examples: Annotated[list[HandsView], Meta(description="Some of these deals.")]


class RuledInDealsView(View, frozen=True):
    """The rulings over the deals that fit."""

    count: Annotated[Count, Meta(description="Number of deals ruled on.")]
    exact: Annotated[
        bool, Meta(description="True if these are all the deals that fit; false if they are a random sample.")
    ]
    fit: Annotated[Count | None, Meta(description="Number of deals that fit; null if unknown.")]
    cases: Annotated[list[DealCaseView], Meta(description="The rulings, the most frequent first.")]
    turns_on: Annotated[
        list[CardWord],
        Meta(
            description="A smallest set of unknown cards whose location decides the answer; empty if "
            "there is no small set."
        ),
    ]


class CheckAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/check/1"):
    """The verdict on a dispute; each kind of dispute adds keys of its own."""

    LAST: ClassVar = (
        *("laws", "sources", "penalties", "proofs", "notes"),
        *("worlds", "in_file", "expected"),
    )

    kind: str
    ruleset: Annotated[str, Meta(description="The rule set used for the ruling.")]
    variant: Variant
    digest: Digest
    rests_on: RestsOn
    unsettled: UnsettledIds
    readings: Readings
    impossible: Impossible = UNSET
    too_many_readings: TooMany = UNSET
    title: str | None
    verdict: Verdict
    violations: list[ViolationView]
    laws: Annotated[
        list[LawView], Meta(description="The clauses that affected the ruling, whether broken or not.")
    ]
    sources: Annotated[list[SourceView], Meta(description="The sources of all these clauses.")]
    penalties: list[PenaltyView]
    proofs: list[ProvedView]
    notes: list[str]
    worlds: (
        Annotated[
            RuledInDealsView,
            Meta(
                description="The rulings over the deals that fit, if some hands are unknown. Keys added by "
                "the kind of dispute are given only if they are the same in all these deals."
            ),
        ]
        | UnsetType
    ) = UNSET
    in_file: InFileView | UnsetType = UNSET
    expected: AsExpectedView | UnsetType = UNSET


class InDealsCheck(CheckAnswer, frozen=True, kw_only=True):
    """The ruling if some hands are unknown and the result differs between deals."""


def violation_view(rules: RuleSet, violation: Violation) -> ViolationView:
    """A breach with the clause, its cards, and where the clause stands."""
    source = source_of(rules, violation.clause)
    return ViolationView(violation.clause, words(violation.cards), violation.text, source)


def law_view(rules: RuleSet, clause: str) -> LawView:
    """A clause with what it says, and where it stands."""
    return LawView(clause, stated(rules.clauses[clause].statement), source_of(rules, clause))


def source_views(rules: RuleSet, clauses: Iterable[str]) -> list[SourceView]:
    """The sources that some clauses cite, each once."""
    cited = {cite.source for clause in clauses for cite in rules.clauses[clause].cites}
    numbers = source_numbers(rules)
    return [SourceView(numbers[each], each, *rules.sources[each]) for each in numbers if each in cited]


def question_view(rules: RuleSet, question: OpenQuestion) -> OpenQuestionView:
    """A question with its readings, and what each leads to."""
    return OpenQuestionView(
        list(question.clauses),
        words(question.cards),
        [source_of(rules, clause) for clause in question.clauses],
        [
            ReadingView(
                each.text,
                each.verdict,
                list(each.clauses),
                each.leads_to,
                dict(each.variant),
                UNSET if each.tokens is None else dict(each.tokens),
            )
            for each in question.readings
        ],
    )


def player_name(dispute: Dispute, seat: int | None) -> str | None:
    """The name of a seat; None for nobody."""
    return None if seat is None else account_name(seat, dispute)


def account_name(account: Account, dispute: Dispute) -> str | None:
    """A payer or payee: a name, `king` or `pagat`, a pool; None where nobody is the other side."""
    if isinstance(account, Pot):
        return account.value
    return account_word(account, (*dispute.players, str(dispute.sitting_out)))


def owed_view(dispute: Dispute, payment: Transfer) -> OwedView:
    """A payment with the names of those who pay and receive it."""
    payer, payee = account_name(payment.payer, dispute), account_name(payment.payee, dispute)
    return OwedView(payer, payee, payment.amount, payment.clause)


def penalty_view(dispute: Dispute, penalty: Penalty) -> PenaltyView:
    """What an offence costs, with the name of its player."""
    return PenaltyView(
        penalty.irregularity,
        player_name(dispute, penalty.seat),
        penalty.category,
        penalty.each_pot,
        penalty.remedy,
        penalty.mended_until,
        penalty.fined_until,
        penalty.play_goes_on,
        list(penalty.clauses),
    )
