"""What a disputed discard comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from analyzer.cards.card import Card
from analyzer.disputes.findings import Finding, Paid
from analyzer.disputes.kinds.discard import DiscardDispute
from analyzer.rules.deal.discard import legal_discards, nearest_among
from analyzer.rules.verdicts import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardFinding(Finding):
    """The verdict on a discard.

    `unavoidable` is how many combination cards cannot but go. `nearest` are the legal discards that keep
    most of the cards of this one, where it is not legal itself; `no_legal` says that there is none at
    all. `told` is what the dealer must say of trumps in the skat, if asked when he shows out of them.
    """

    must_announce: tuple[Card | str, ...]
    belongs: tuple[Card, ...]
    unavoidable: int
    nearest: tuple[frozenset[Card], ...] = ()
    no_legal: bool = False
    told: int | bool = False
    paid: Paid | None = None
    """What the dealer pays; None where nobody says when it was found, or that does not decide it."""
    ASIDE: ClassVar = frozenset({"nearest", "no_legal"})

    @property
    def usual(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.dispute.rules.discard.clauses)

    @property
    def unsaid(self) -> tuple[Card, ...]:
        """The cards that have to be named, if the file does not tell what the dealer said."""
        dispute = self.dispute
        assert isinstance(dispute, DiscardDispute)
        told = dispute.silent or dispute.announce
        return () if told else tuple(each for each in self.must_announce if isinstance(each, Card))

    def beyond_question(self, cases: Sequence[Finding]) -> Self:
        """The finding with the nearest of the discards that are legal under every reading."""
        dispute = self.dispute
        assert isinstance(dispute, DiscardDispute)
        asked = [(case.dispute.rules, dispute.hand, dispute.announce) for case in cases]
        legal = [list(legal_discards(*each)) for each in asked]
        everywhere = frozenset(legal[0]).intersection(*legal)
        near = nearest_among(filter(everywhere.__contains__, legal[0]), dispute.discard)
        return replace(self, nearest=near if self.verdict is not Verdict.LEGAL else ())
