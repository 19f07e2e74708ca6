"""A rule set's chapters, made from its clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from analyzer.cards.card import BY_TEXT, DECK, Card
from analyzer.rules.spec.kinds import IRREGULARITY
from analyzer.rules.spec.ruleset import (
    Category,
    Clause,
    CountRules,
    DeclarationRules,
    DiscardRules,
    FineRules,
    FoolDiscard,
    FoolRules,
    PaymentRules,
    PlayRules,
    RuleSet,
    Standing,
    TableRules,
    TrumpsTold,
)

T = TypeVar("T")


class Clauses:
    """The clauses of one rule set, and typed access to their parameters."""

    def __init__(self, clauses: Mapping[str, Clause]) -> None:
        self.by_id = clauses

    def _get(self, clause: str, name: str, kind: type[T]) -> T:
        value = self.by_id[clause].parameters[name]
        assert isinstance(value, kind), f"{clause}: {name} is {value!r}"
        return value

    def number(self, clause: str, name: str = "amount") -> int:
        return self._get(clause, name, int)

    def flag(self, clause: str, name: str) -> bool:
        return self._get(clause, name, bool)

    def word(self, clause: str, name: str) -> str:
        return self._get(clause, name, str)

    def words(self, clause: str, name: str) -> tuple[str, ...]:
        return self._get(clause, name, tuple)

    def cards(self, clause: str, name: str = "cards") -> frozenset[Card]:
        return frozenset(BY_TEXT[word] for word in self.words(clause, name))

    def points(self) -> Mapping[str, int]:
        return self._get("count.points", "points", dict)

    def trick(self, clause: str) -> int | None:
        """The trick a clause is about, counted from the end; None for no trick."""
        return self.number(clause, "trick") or None

    def is_kind(self, clause: str, kind: str) -> bool:
        return self.by_id[clause].kind == kind


def make_ruleset(name: str, title: str, clauses: Mapping[str, Clause], sources: Mapping[str, str]) -> RuleSet:
    """The rule set of a complete list of clauses."""
    given = Clauses(clauses)
    return RuleSet(
        name,
        title,
        clauses,
        _table(given),
        PlayRules(
            follow_suit=given.flag("play.follow", "holds"),
            trump_when_void=given.flag("play.trump", "holds"),
            must_beat=given.flag("play.no-beat", "holds"),
        ),
        FoolRules(
            banned_trick=given.trick("fool.second-to-last"),
            demand_trick=given.trick("fool.demand"),
            own_pile=given.word("fool.own-pile", "goes_to") == "its-player",
            last_trick_to_winner=given.word("fool.last-trick", "goes_to") == "trick-winner",
        ),
        _discard(given),
        _declarations(given),
        _payments(given),
        _count(given),
        _fines(given),
        sources,
    )


def _table(given: Clauses) -> TableRules:
    without = given.cards("table.deck", "without")
    return TableRules(
        players=given.number("table.players", "active"),
        hand_size=given.number("table.hand", "hand"),
        skat_size=given.number("table.hand", "skat"),
        deck=tuple(card for card in DECK if card not in without),
        may_sit_out=given.flag("table.fourth", "allowed"),
    )


_NEVER_IDS: Final = ("discard.kings", "discard.pagat", "discard.mondo", "discard.fool")


def _discard(given: Clauses) -> DiscardRules:
    never = [given.cards(each) for each in _NEVER_IDS if given.is_kind(each, "never-discard")]
    fool = FoolDiscard.NEVER
    if given.is_kind("discard.fool", "only-if-announced"):
        disputed = given.by_id["discard.fool"].standing is Standing.DISPUTED
        fool = FoolDiscard.DISPUTED if disputed else FoolDiscard.ANNOUNCED_TOUT
    return DiscardRules(
        never=frozenset().union(*never),
        trumps_only_to_become_void=given.is_kind("discard.trumps", "only-if-void"),
        combinations_protected=given.is_kind("discard.combination", "not-in-combination-unless-unavoidable"),
        fool=fool,
        trumps_told=TrumpsTold(given.word("discard.tell-trumps", "tells")),
    )


def _declarations(given: Clauses) -> DeclarationRules:
    return DeclarationRules(
        trumps_from=given.number("declare.trumps", "from"),
        trumps_amount=given.number("declare.trumps"),
        trumps_step=given.number("declare.trumps", "step"),
        matadors_from=given.number("declare.matadors", "from"),
        matadors_amount=given.number("declare.matadors"),
        matadors_step=given.number("declare.matadors", "step"),
        half=given.number("declare.kings", "half"),
        full=given.number("declare.kings", "full"),
        abundant=given.number("declare.kings", "abundant"),
    )


def _payments(given: Clauses) -> PaymentRules:
    return PaymentRules(
        foundation=given.number("payment.foundation"),
        dealing=given.number("payment.dealing"),
        early_king=given.number("payment.early-king", "to_each"),
        early_king_pot=given.number("payment.early-king", "to_pot"),
        early_pagat=given.number("payment.early-pagat", "to_each"),
        early_pagat_pot=given.number("payment.early-pagat", "to_pot"),
        winning_pagat=given.number("payment.winning-pagat"),
        king_ultimo=given.number("payment.king-ultimo"),
        pagat_ultimo=given.number("payment.pagat-ultimo"),
        last_trick=given.number("payment.last-trick"),
        tout=given.number("payment.tout"),
        tout_takes_pots=given.flag("payment.tout-pots", "takes"),
        nolo=given.number("payment.nolo"),
        failed_tout=given.number("payment.failed-tout"),
        failed_tout_doubles_pots=given.flag("payment.failed-tout", "doubles_pots"),
    )


def _count(given: Clauses) -> CountRules:
    return CountRules(
        points=given.points(),
        trick=given.number("count.points", "trick"),
        skat=given.number("count.points", "skat"),
        par=given.number("count.par", "par"),
        rounding=given.number("count.par", "rounding"),
        after_tout=given.flag("count.tout", "counts"),
        after_nolo=given.flag("count.nolo", "counts"),
    )


def _fines(given: Clauses) -> FineRules:
    return FineRules(
        fines={each: given.number(f"fine.{each.value}", "to_each_pot") for each in Category},
        category={
            clause.removeprefix(IRREGULARITY): Category(given.word(clause, "category"))
            for clause in given.by_id
            if clause.startswith(IRREGULARITY)
        },
    )
