"""Rule sets made from their clauses: the compiled game, the chapters around the play, the discard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import Suit
from analyzer.rules.spec.clause import Category, Clause, Source
from analyzer.rules.spec.compiling import compile_game
from analyzer.rules.spec.kinds.catalogue import IRREGULARITY
from analyzer.rules.spec.kinds.paying import declarations_of_game
from analyzer.rules.spec.reading import ClauseReader
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

DISCARD_KINDS: Final = (
    "skat-size", "as-many-as-taken", "never-discard", "only-if-void", "only-if-announced", "only-if-needed",
    "never-or-alone",
)  # fmt: skip
"""The kinds of clauses about the discard."""
UNTIL: Final = ("mended_until", "fined_until")
"""The moments of an irregularity: the end of mending, and the end of fining."""
NOTHING_FINED: Final = FineRules({}, {}, {})
NO_SESSION: Final = SessionRules(Suit.TRUMPS, False, False, 1, None, None)  # noqa: FBT003


def make_ruleset(
    name: str,
    title: str,
    clauses: Mapping[str, Clause],
    sources: Mapping[str, Source],
    given: ClauseReader | None = None,
) -> RuleSet:
    """Return the rule set of a complete list of clauses; `given` reads them if the caller has more to ask."""
    given = given or ClauseReader(clauses)
    game = compile_game(name, given, given.number(given.the("seats"), "active"))
    fines, session = (NOTHING_FINED, NO_SESSION) if game.pots is None else (_fines(given), _session(given))
    discard, declarations = _discard(given), declarations_of_game(given)
    return RuleSet(name, title, clauses, game, discard, declarations, fines, session, sources)


def _discard(given: ClauseReader) -> DiscardRules:
    """Return the rules of the discard; they are empty if no clause is about combinations."""
    found = [_discard_clause(given, each) for each in given.by_id.values() if each.kind in DISCARD_KINDS]
    never = (each.never | (each.cards if each.kind == "never-discard" else frozenset()) for each in found)
    discard = DiscardRules(
        clauses=tuple(found),
        never=frozenset().union(*never),
        unavoidable=UnavoidablePaid.NEVER,
        combination_cards_named=False,
        fool=FoolDiscard.ANNOUNCED_TOUT if given.clause_ids("only-if-announced") else FoolDiscard.NEVER,
        trumps_told=TrumpsTold.WHETHER,
        asked_at_first=False,
    )
    combination = given.maybe("not-in-combination-unless-unavoidable")
    if combination is None:
        return discard
    told = given.the("must-tell")
    return replace(
        discard,
        unavoidable=_unavoidable(given, combination),
        combination_cards_named="combination-cards" in given.words(given.the("must-announce"), "announce"),
        trumps_told=TrumpsTold(given.word(told, "tells")),
        asked_at_first=given.word(told, "asked") == "first-chance",
    )


def _unavoidable(given: ClauseReader, combination: str) -> UnavoidablePaid:
    """Return when unavoidable combinations are paid: always, unless a clause says otherwise."""
    clause, paid = given.maybe("unavoidable-paid"), given.flag(combination, "paid")
    when = UnavoidablePaid.ALWAYS if clause is None else UnavoidablePaid(given.word(clause, "when"))
    return when if paid else UnavoidablePaid.NEVER


def _discard_clause(given: ClauseReader, clause: Clause) -> DiscardClause:
    nothing = DiscardClause(clause.id, clause.kind, frozenset())
    match clause.kind:
        case "skat-size":
            given.number(clause.id, "cards")
            return nothing
        case "only-if-needed":
            return replace(nothing, suit=given.suit(clause.id))
        case "never-or-alone":
            counted = given.maybe("alone-counted")
            return replace(
                nothing,
                cards=given.cards(clause.id, "alone"),
                suit=given.suit(clause.id),
                never=given.cards(clause.id, "never"),
                whole_hand=counted is None or given.word(counted, "among") == "whole-hand",
            )
        case "only-if-void":
            leans_on = tuple(each for each in given.clause_ids("only-if-void") if each in clause.depends)
            fool_counts = given.flag(clause.id, "fool_counts")
            told = replace(nothing, suit=given.suit(clause.id), fool_counts=fool_counts, leans_on=leans_on)
            return replace(told, cards=given.cards(clause.id)) if given.has(clause.id, "cards") else told
        case _:
            has = given.has(clause.id, "cards")
            return replace(nothing, cards=given.cards(clause.id)) if has else nothing


def _fines(given: ClauseReader) -> FineRules:
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
            for clause in given.clause_ids("irregularity")
        },
    )


def _session(given: ClauseReader) -> SessionRules:
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
