"""A rule set made from its clauses: the game compiled, the chapters around the play, the discard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from analyzer.cards.card import Suit
from analyzer.rules.spec.clause import Category, Clause, Source
from analyzer.rules.spec.compiling import compile_game
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.kinds.paying import DeclarationRules, declarations_of_game
from analyzer.rules.spec.reading import RulesReading
from analyzer.rules.spec.ruleset import (
    DiscardClause,
    DiscardRules,
    FineRules,
    FoolDiscard,
    Irregularity,
    RuleSet,
    SessionRules,
    TrumpsTold,
    UnavoidablePaid,
)

DISCARD_KINDS: Final = ("skat-size", "as-many-as-taken", "never-discard", "only-if-needed", "never-or-alone")
"""The kinds of clauses that speak of what may be laid away."""


def talon_discard(given: RulesReading) -> DiscardRules:
    """What may be laid away for the cards of a talon that are taken up."""
    clauses = tuple(
        _clause_of_a_talon(given, each) for each in given.by_id.values() if each.kind in DISCARD_KINDS
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


def _clause_of_a_talon(given: RulesReading, clause: Clause) -> DiscardClause:
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


UNTIL: Final = ("mended_until", "fined_until")
"""The moments of an irregularity: until when it can be mended, and until when it is fined."""
SKAT_KINDS: Final = ("skat-size", "never-discard", "only-if-void", "only-if-announced")
"""The kinds of clauses that speak of a discard by itself."""
NOTHING_FINED: Final = FineRules({}, {}, {})
NO_SESSION: Final = SessionRules(Suit.TRUMPS, False, False, 1, None, None)  # noqa: FBT003


def make_ruleset(
    name: str,
    title: str,
    clauses: Mapping[str, Clause],
    sources: Mapping[str, Source],
    given: RulesReading | None = None,
) -> RuleSet:
    """The rule set of a complete list of clauses; `given` reads them where the caller has more to ask."""
    given = given or RulesReading(clauses)
    game = compile_game(name, given, given.number(given.the("seats"), "active"))
    if game.pots is None:
        discard, declarations = talon_discard(given), declarations_of_game(given)
        return RuleSet(name, title, clauses, game, discard, declarations, NOTHING_FINED, NO_SESSION, sources)
    return RuleSet(
        name,
        title,
        clauses,
        game,
        _discard(given),
        _declarations(given),
        _fines(given),
        _session(given),
        sources,
    )


def _discard(given: RulesReading) -> DiscardRules:
    clauses = tuple(_discard_clause(given, each) for each in given.by_id.values() if each.kind in SKAT_KINDS)
    never = (each.cards for each in clauses if each.kind == "never-discard")
    combination = given.the("not-in-combination-unless-unavoidable")
    announced = given.words(given.the("must-announce"), "announce")
    return DiscardRules(
        clauses=clauses,
        never=frozenset().union(*never),
        unavoidable=_unavoidable(given, combination),
        combination_cards_named="combination-cards" in announced,
        fool=_fool_discard(given),
        trumps_told=TrumpsTold(given.word(given.the("must-tell"), "tells")),
        asked_at_first=given.word(given.the("must-tell"), "asked") == "first-chance",
    )


def _unavoidable(given: RulesReading, combination: str) -> UnavoidablePaid:
    """When unavoidable combinations are paid: always, where no clause says otherwise."""
    clause, paid = given.maybe("unavoidable-paid"), given.flag(combination, "paid")
    when = UnavoidablePaid.ALWAYS if clause is None else UnavoidablePaid(given.word(clause, "when"))
    return when if paid else UnavoidablePaid.NEVER


def _discard_clause(given: RulesReading, clause: Clause) -> DiscardClause:
    cards = given.cards(clause.id) if clause.kind != "skat-size" and given.has(clause.id, "cards") else ()
    if clause.kind != "only-if-void":
        return DiscardClause(clause.id, clause.kind, frozenset(cards))
    suit, fool_counts = given.suit(clause.id), given.flag(clause.id, "fool_counts")
    leans_on = tuple(each for each in given.each("only-if-void") if each in clause.depends)
    return DiscardClause(clause.id, clause.kind, frozenset(cards), suit, fool_counts, leans_on)


def _fool_discard(given: RulesReading) -> FoolDiscard:
    return FoolDiscard.ANNOUNCED_TOUT if given.each("only-if-announced") else FoolDiscard.NEVER


def _declarations(given: RulesReading) -> DeclarationRules:
    trumps, matadors = given.the("trump-declaration"), given.the("matador-declaration")
    cavallerie, kings = (given.where("graded-declaration", "of", of) for of in ("courts-of-a-suit", "kings"))
    essential, untold = given.maybe("essential"), given.maybe("untold")
    return DeclarationRules(
        trumps_from=given.number(trumps, "from"),
        trumps_amount=given.number(trumps),
        trumps_step=given.number(trumps, "step"),
        fool_is_a_trump=given.flag(trumps, "fool_counts"),
        pagat_told=given.flag(trumps, "tells_pagat"),
        matadors_from=given.number(matadors, "from"),
        matadors_amount=given.number(matadors),
        matadors_step=given.number(matadors, "step"),
        half=given.number(kings, "half"),
        full=given.number(kings, "full"),
        abundant=given.number(kings, "abundant"),
        shared=given.flag(given.the("independent"), "holds"),
        first=0 if given.word(given.the("declaring-order"), "first") == "dealer" else 1,
        correctable_by=None if essential is None else given.number(essential, "trumps_by"),
        fool_told=untold is not None and given.flag(untold, "told"),
        clauses={"trumps": trumps, "matadors": matadors, "cavallerie": cavallerie, "kings": kings},
    )


def _fines(given: RulesReading) -> FineRules:
    fines = {each: given.where("fine", "category", each.value) for each in Category}
    return FineRules(
        fines={each: given.number(clause, "to_each_pot") for each, clause in fines.items()},
        goes_on={each: given.word(clause, "play") == "goes-on" for each, clause in fines.items()},
        irregularities={
            clause.removeprefix(IRREGULARITY): Irregularity(
                Category(given.word(clause, "category")),
                given.word(clause, "remedy"),
                *(given.word(clause, name) if given.has(clause, name) else None for name in UNTIL),
            )
            for clause in given.each("irregularity")
        },
    )


def _session(given: RulesReading) -> SessionRules:
    misdeal, place, unasked = given.the("misdeal"), given.maybe("pots-place"), given.maybe("not-asked")
    side = None if place is None else given.word(place, "paid")
    decides = place is not None and given.flag(place, "decides")
    return SessionRules(
        misdeal_without=given.suit(misdeal, "without"),
        misdeal_fool_counts=given.flag(misdeal, "fool_counts"),
        same_dealer_again=given.word(misdeal, "deals_again") == "same-dealer",
        joins_for=given.number(given.the("joins"), "divisor"),
        paid_at=side if decides else None,
        pots_unasked=None if unasked is None else given.word(unasked, "during"),
    )
