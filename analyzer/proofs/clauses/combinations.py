"""The clauses of declarations as formulas: which cards of a holding belong to a combination.

Everything about them (how many, which core, whether the Fool counts) comes from the clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.cards.card import COURTS, DECK, FOOL, KINGS, Card, Suit
from analyzer.proofs.smt import Holding, Number, Truth, every, exactly, held, number_of, some
from analyzer.rules.spec.chapters import Clauses
from analyzer.rules.spec.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Combination:
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
    given = Clauses(rules.clauses)
    found = [_trumps(given, holding), _matadors(given, holding)]
    for clause in ("declare.cavallerie", "declare.kings"):
        found += [_graded(clause, holding, suit, four) for suit, four in _fours(given.word(clause, "of"))]
    return tuple(found)


def combined(rules: RuleSet, holding: Holding) -> dict[Card, Truth]:
    """Of each card of the holding whether it belongs to a combination of it."""
    found = combinations_of(rules, holding)
    return {card: some(each.cards.get(card, False) for each in found) for card in sorted(holding)}


def _trumps(given: Clauses, holding: Holding) -> Combination:
    clause = "declare.trumps"
    cards = [card for card in DECK if card.is_trump]
    if given.flag(clause, "fool_counts"):
        cards.append(FOOL)
    number = number_of(held(holding, cards))
    there: Truth = number >= given.number(clause, "from")
    mine = {card: every((there, holding.get(card, False))) for card in cards}
    return Combination(clause, None, there, number, mine, {})


def _matadors(given: Clauses, holding: Holding) -> Combination:
    clause = "declare.matadors"
    core = given.cards(clause, "core")
    whole = every(held(holding, sorted(core)))
    cards = dict.fromkeys(core, whole)
    unbroken = whole
    for card in sorted(DECK, key=lambda each: -each.height):
        if card.is_trump and card not in core:
            unbroken = every((unbroken, holding.get(card, False)))
            cards[card] = unbroken
    number = number_of(cards.values())
    there = every((whole, number >= given.number(clause, "from")))
    return Combination(
        clause, None, there, number, {card: every((there, mine)) for card, mine in cards.items()}, {}
    )


def _fours(of: str) -> Iterator[tuple[Suit | None, tuple[Card, ...]]]:
    if of == "kings":
        yield None, KINGS
        return
    for suit in Suit:
        if suit is not Suit.TRUMPS:
            yield suit, tuple(card for card in DECK if card.suit is suit and card.face in COURTS)


def _graded(clause: str, holding: Holding, suit: Suit | None, four: tuple[Card, ...]) -> Combination:
    number, fool = number_of(held(holding, four)), holding.get(FOOL, False)
    whole = every(held(holding, four))
    short = exactly(held(holding, four), len(four) - 1)
    grades = {"half": every((short, fool)), "full": whole, "abundant": every((whole, fool))}
    there = some((grades["half"], whole))
    cards = {card: every((there, holding.get(card, False))) for card in (*four, FOOL)}
    return Combination(clause, suit, there, number, cards, grades, four)
