"""The JSON of a ruling: what every kind of dispute answers, and its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import field

from analyzer.disputes.model import Dispute
from analyzer.messages import stated
from analyzer.rules.book import Account, Pot, Transfer
from analyzer.rules.conduct.irregularities import Penalty
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
from analyzer.words.grounds import source_numbers, source_of

Ids = Annotated[list[str], Meta(description="Ids of clauses.")]


TakeBack = Annotated[Players, Meta(description="Who must take a card back.")]


class ViolationView(View, frozen=True):
    """A clause that was broken, by which cards, and where it stands."""

    clause: str
    cards: list[CardWord]
    text: str
    source: str


class LawView(View, frozen=True):
    """A clause that bore on what is settled, what it says, and where it stands."""

    clause: str
    text: str
    source: str


class SourceView(View, frozen=True):
    """A source that is cited, by the number and the file name that it is told by."""

    number: Count
    file: str
    title: str
    author: str | None
    date: str | None
    address: str | None


class ReadingView(View, frozen=True):
    """One way to read what no source settles, and what it leads to."""

    text: str
    verdict: Annotated[Verdict | None, Meta(description="Null where it is about what a remedy costs.")]
    clauses: Annotated[list[str], Meta(description="The clauses it breaks.")]
    leads_to: str | None
    variant: Annotated[dict[str, str], Meta(description="What chooses it; empty where no option does.")]
    tokens: Amounts | UnsetType = UNSET


class OpenQuestionView(View, frozen=True):
    """A question no source decides."""

    clauses: Annotated[list[str], Meta(description="The clauses that meet in it.")]
    cards: list[CardWord]
    sources: list[str]
    readings: list[ReadingView]


class PenaltyView(View, frozen=True):
    """What an offence costs its player, and what becomes of the hand."""

    irregularity: str
    player: str | None
    category: str
    into_each_pot: Count
    remedy: str
    until: Annotated[str | None, Meta(description="Until when it can be put right without a fine.")]
    fined_until: Annotated[str | None, Meta(description="From when on it is no longer fined.")]
    play_goes_on: Annotated[bool, Meta(description="Else the hand is given up.")]
    clauses: Ids


class OwedView(View, frozen=True):
    """A payment: a player's name, `king` or `pagat` for the pots, null where nobody pays or receives it."""

    payer: str | None = field(name="from")
    payee: str | None = field(name="to")
    amount: int
    clause: str


class ProvedView(View, frozen=True):
    """A statement, and the clauses it rests on; Z3 has proved it where it is asked."""

    statement: str
    core: Annotated[list[str], Meta(description="None of these clauses can be left out.")]


class InFileView(View, frozen=True, kw_only=True):
    """The verdict by the rule set of the file, where another one was asked for."""

    ruleset: str
    verdict: Verdict
    clauses: Ids
    variant: Variant
    digest: Digest


class AsExpectedView(View, frozen=True):
    """Whether what the file expects came out, and in words what differs."""

    met: bool
    differs: list[str]


class DealCaseView(View, frozen=True):
    """One way in which it is ruled, in so many of the deals."""

    deals: Annotated[Count, Meta(description="Deals in which it is ruled so.")]
    verdict: Verdict
    clauses: Ids
    leads_to: str | None
    examples: Annotated[list[HandsView], Meta(description="Some of the deals.")]


class RuledInDealsView(View, frozen=True):
    """What is ruled in every deal that fits."""

    count: Annotated[Count, Meta(description="Deals that were ruled on.")]
    exact: Annotated[bool, Meta(description="Whether they are all that fit; else they were drawn.")]
    fit: Annotated[Count | None, Meta(description="Deals that fit; null where that is not known.")]
    cases: Annotated[list[DealCaseView], Meta(description="How it is ruled, that in most deals first.")]
    turns_on: Annotated[
        list[CardWord],
        Meta(description="A smallest set of unknown cards whose places decide; empty where none is small."),
    ]


class CheckAnswer(View, frozen=True, kw_only=True, tag_field="schema", tag="tarok-analyze/check/1"):
    """The verdict on a dispute; each kind of dispute adds keys of its own."""

    LAST: ClassVar = (
        *("laws", "sources", "penalties", "proofs", "notes"),
        *("worlds", "in_file", "expected"),
    )

    kind: str
    ruleset: Annotated[str, Meta(description="The rule set it was settled by.")]
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
        list[LawView], Meta(description="The clauses that bore on it, whether or not they were broken.")
    ]
    sources: Annotated[list[SourceView], Meta(description="The sources of all these clauses.")]
    penalties: list[PenaltyView]
    proofs: list[ProvedView]
    notes: list[str]
    worlds: (
        Annotated[
            RuledInDealsView,
            Meta(
                description="Over every deal that fits, where not every hand is known. What the kind of "
                "dispute adds is told where it is the same in all of them."
            ),
        ]
        | UnsetType
    ) = UNSET
    in_file: InFileView | UnsetType = UNSET
    expected: AsExpectedView | UnsetType = UNSET


class InDealsCheck(CheckAnswer, frozen=True, kw_only=True):
    """What is ruled where not every hand is known, and deals differ in what they come to."""


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
