"""The clauses of declarations as formulas: which cards of a holding belong to a combination.

Everything about them (how many, which core, whether the Fool counts) comes from the clauses.
"""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cards.card import COURTS, DECK, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.proofs.smt import Holding, Number, Truth, every, exactly, held, not_, number_of, some
from analyzer.rules.deal.combinations import PLAIN_SUITS
from analyzer.rules.spec.kinds.paying import DeclarationRules
from analyzer.rules.spec.ruleset import RuleSet


class Combination(Record, frozen=True):
    """A declaration a holding may have to make: whether it is there, how large, and its cards.

    `cards` says of each card whether it belongs to it; `grades` of half, full and abundant which one it
    is, for the graded kinds; `number` counts trumps and matadors.
    """

    clause: str
    suit: Suit | None
    there: Truth
    number: Number
    cards: dict[Card, Truth]
    grades: dict[str, Truth]
    four: tuple[Card, ...] = ()


def combinations_of(rules: RuleSet, holding: Holding) -> tuple[Combination, ...]:
    """Every combination the clauses know, each with the formula for being there.

    Source: clauses declare.trumps, declare.matadors, declare.cavallerie, declare.kings.
    """
    found: list[Combination] = []
    left = dict(holding)
    for reader in (_trumps, _matadors, *(_graded(suit) for suit in PLAIN_SUITS), _graded(None)):
        each = reader(rules.declarations, left)
        found.append(each)
        if not rules.declarations.shared:
            left = {card: every((mine, not_(each.cards.get(card, False)))) for card, mine in left.items()}
    return tuple(found)


def combined(rules: RuleSet, holding: Holding) -> dict[Card, Truth]:
    """Of each card of the holding whether it belongs to a combination of it."""
    found = combinations_of(rules, holding)
    return {card: some(each.cards.get(card, False) for each in found) for card in sorted(holding)}


def _trumps(given: DeclarationRules, holding: Holding) -> Combination:
    cards = [card for card in DECK if card.is_trump]
    if given.fool_is_a_trump:
        cards.append(FOOL)
    number = number_of(held(holding, cards))
    there: Truth = number >= given.trumps_from
    mine = {card: every((there, holding.get(card, False))) for card in cards}
    return Combination(given.clauses.get("trumps", ""), None, there, number, mine, {})


def _matadors(given: DeclarationRules, holding: Holding) -> Combination:
    core = frozenset({FOOL, MONDO, PAGAT})
    whole = every(held(holding, sorted(core)))
    cards = dict.fromkeys(core, whole)
    unbroken = whole
    for card in sorted(DECK, key=lambda each: -each.height):
        if card.is_trump and card not in core:
            unbroken = every((unbroken, holding.get(card, False)))
            cards[card] = unbroken
    number = number_of(cards.values())
    there = every((whole, number >= given.matadors_from))
    mine = {card: every((there, belongs)) for card, belongs in cards.items()}
    return Combination(given.clauses.get("matadors", ""), None, there, number, mine, {})


def _graded(suit: Suit | None) -> Callable[[DeclarationRules, Holding], Combination]:
    """The reader of four courts of a suit, or of the kings."""
    courts = tuple(card for card in DECK if card.suit is suit and card.face in COURTS)
    return lambda given, holding: _grades(given, holding, suit, courts if suit is not None else KINGS)


def _grades(
    given: DeclarationRules, holding: Holding, suit: Suit | None, four: tuple[Card, ...]
) -> Combination:
    """Four cards, or three with the Fool; the Fool beside all four belongs to them where that is more."""
    number, fool = number_of(held(holding, four)), holding.get(FOOL, False)
    whole = every(held(holding, four))
    short = exactly(held(holding, four), len(four) - 1)
    abundant = every((whole, fool, given.abundant is not None))
    grades = {"half": every((short, fool)), "full": whole, "abundant": abundant}
    there = some((grades["half"], whole))
    cards = {card: every((there, holding.get(card, False))) for card in four}
    cards[FOOL] = some((grades["half"], abundant))
    clause = given.clauses.get("kings" if suit is None else "cavallerie", "")
    return Combination(clause, suit, there, number, cards, grades, four)
