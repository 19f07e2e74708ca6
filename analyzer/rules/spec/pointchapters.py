"""A rule set of card points made from its clauses: the game compiled, and the chapters that it has.

Chapters that such games have no clauses for are empty: nothing is fined, in most nothing is declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from analyzer.cards.card import Suit
from analyzer.rules.spec.paycompiling import declarations_of_game
from analyzer.rules.spec.pointcompiling import compile_point_game
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import (
    Clause,
    DiscardClause,
    DiscardRules,
    FineRules,
    FoolDiscard,
    RuleSet,
    SessionRules,
    Source,
    TrumpsTold,
    UnavoidablePaid,
)

DISCARD_KINDS: Final = ("skat-size", "as-many-as-taken", "never-discard", "only-if-needed", "never-or-alone")
"""The kinds of clauses that speak of what may be laid away."""

NOTHING_FINED: Final = FineRules({}, {}, {})
NO_SESSION: Final = SessionRules(Suit.TRUMPS, False, False, 1, None, None)  # noqa: FBT003


def make_point_ruleset(
    name: str, title: str, clauses: Mapping[str, Clause], sources: Mapping[str, Source], given: RulesReading
) -> RuleSet:
    """The rule set of a complete list of clauses of a game of card points."""
    return RuleSet(
        name,
        title,
        clauses,
        compile_point_game(name, given, given.number(given.the("seats"), "active")),
        _discard(given),
        declarations_of_game(given),
        NOTHING_FINED,
        NO_SESSION,
        sources,
    )


def _discard(given: RulesReading) -> DiscardRules:
    clauses = tuple(
        _discard_clause(given, each) for each in given.by_id.values() if each.kind in DISCARD_KINDS
    )
    never = (each.never | (each.cards if each.kind == "never-discard" else frozenset()) for each in clauses)
    return DiscardRules(
        clauses=clauses,
        never=frozenset().union(*never),
        unavoidable=UnavoidablePaid.NEVER,
        combination_cards_named=False,
        fool=FoolDiscard.NEVER,
        trumps_told=TrumpsTold.WHETHER,
        asked_at_first=False,
    )


def _discard_clause(given: RulesReading, clause: Clause) -> DiscardClause:
    if clause.kind == "as-many-as-taken":
        return DiscardClause(clause.id, clause.kind, frozenset())
    if clause.kind == "skat-size":
        given.number(clause.id, "cards")
        return DiscardClause(clause.id, clause.kind, frozenset())
    if clause.kind == "only-if-needed":
        return DiscardClause(clause.id, clause.kind, frozenset(), given.suit(clause.id))
    if clause.kind == "never-or-alone":
        return _never_or_alone(given, clause)
    return DiscardClause(clause.id, clause.kind, given.cards(clause.id))


def _never_or_alone(given: RulesReading, clause: Clause) -> DiscardClause:
    counted = given.maybe("alone-counted")
    return DiscardClause(
        clause.id,
        clause.kind,
        given.cards(clause.id, "alone"),
        given.suit(clause.id),
        never=given.cards(clause.id, "never"),
        whole_hand=counted is None or given.word(counted, "among") == "whole-hand",
    )
