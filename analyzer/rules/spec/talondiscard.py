"""What may be laid away in a game with a talon: the clauses made into the chapter of the discard."""

from __future__ import annotations

from typing import Final

from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import (
    Clause,
    DiscardClause,
    DiscardRules,
    FoolDiscard,
    TrumpsTold,
    UnavoidablePaid,
)

DISCARD_KINDS: Final = ("skat-size", "as-many-as-taken", "never-discard", "only-if-needed", "never-or-alone")
"""The kinds of clauses that speak of what may be laid away."""


def talon_discard(given: RulesReading) -> DiscardRules:
    """What may be laid away for the cards of a talon that are taken up."""
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
