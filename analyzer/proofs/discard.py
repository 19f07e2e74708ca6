"""The clauses of the discard and of combinations as formulas, one reader for each kind of clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from analyzer.cards.card import BY_TEXT, COURTS, DECK, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.proofs.smt import (
    Holding,
    Number,
    Truth,
    at_least,
    every,
    exactly,
    follows,
    held,
    not_,
    number_of,
    same,
    some,
)
from analyzer.rules.deal.combinations import PLAIN_SUITS
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.kinds.paying import DeclarationRules
from analyzer.rules.spec.ruleset import RuleSet

# The clauses of declarations as formulas: which cards of a holding belong to a combination.
#
# Everything about them (how many, which core, whether the Fool counts) comes from the clauses.


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


# The clauses of the discard as formulas, one reader for each kind of clause.
#
# A dealer's cards, the discard and what was announced may each be known or variable. The clause of the
# combinations is the odd one out: it speaks of all other discards of the same cards, so its formula is
# given the number of combination cards that cannot be avoided.


COMBINATION: Final = "not-in-combination-unless-unavoidable"
ANNOUNCED: Final = "only-if-announced"


@dataclass(frozen=True)
class Skat:
    """A discard: the dealer's cards before it, the cards laid away, what was announced with them.

    `named` are the cards the dealer named as lying in the skat; None where nothing is told of it.
    """

    rules: RuleSet
    dealt: Holding
    laid: Holding
    tout: Truth
    named: Holding | None = None
    taken: int | None = None
    """How many cards were taken up, where it is not for the hand to tell."""
    belongs: dict[Card, Truth] = field(init=False)
    """Of each of the dealer's cards whether it belongs to a combination."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "belongs", combined(self.rules, self.dealt) if self.protected else {})

    @property
    def protected(self) -> bool:
        return any(clause.kind == COMBINATION for clause in self.rules.clauses.values())

    def count_combination_cards(self, apart: frozenset[Card] = frozenset()) -> Number:
        """How many cards of combinations are laid away, some cards left aside."""
        return number_of(
            every((there, self.laid.get(card, False)))
            for card, there in self.belongs.items()
            if card not in apart
        )

    def duties(self) -> dict[str, Truth]:
        """Every clause that speaks of a discard by itself, by id: whether it is kept."""
        return {
            clause.id: FORMULAS[clause.kind](self, clause)
            for clause in self.rules.clauses.values()
            if clause.kind in FORMULAS
        }

    def announcement(self, expected: Mapping[Card, Truth]) -> dict[str, Truth]:
        """The clauses of what is to be announced: the cards named are exactly those expected."""
        if self.named is None:
            return {}
        right = every(same(self.named.get(card, False), expected.get(card, False)) for card in self.dealt)
        return {
            clause.id: right
            for clause in self.rules.clauses.values()
            if clause.kind == "must-announce" and "combination-cards" in _words(clause, "announce")
        }


def combination_clause(rules: RuleSet) -> str | None:
    """The id of the clause that protects combinations."""
    return next((clause.id for clause in rules.clauses.values() if clause.kind == COMBINATION), None)


def excused(rules: RuleSet) -> frozenset[Card]:
    """The cards that an announcement lets go."""
    clauses = [clause for clause in rules.clauses.values() if clause.kind == ANNOUNCED]
    return frozenset(card for clause in clauses for card in _cards(clause))


def _words(clause: Clause, name: str) -> tuple[str, ...]:
    words = clause.parameters.get(name, ())
    assert isinstance(words, tuple)
    return words


def _cards(clause: Clause) -> tuple[Card, ...]:
    return tuple(BY_TEXT[word] for word in _words(clause, "cards"))


def _size(skat: Skat, clause: Clause) -> Truth:
    strange = [card for card in skat.laid if card not in skat.dealt]
    mine = every(follows(skat.laid[card], skat.dealt[card]) for card in skat.laid if card in skat.dealt)
    number = clause.parameters["cards"]
    assert isinstance(number, int)
    return every((exactly(skat.laid.values(), number), mine, not_(some(held(skat.laid, strange)))))


def _as_many(skat: Skat, _clause: Clause) -> Truth:
    """As many are laid away as were taken, which is what the hand has more than it is dealt."""
    strange = [card for card in skat.laid if card not in skat.dealt]
    mine = every(follows(skat.laid[card], skat.dealt[card]) for card in skat.laid if card in skat.dealt)
    right = _apply_number_taken(skat, lambda taken: exactly(skat.laid.values(), taken))
    return every((right, mine, not_(some(held(skat.laid, strange)))))


def _apply_number_taken(skat: Skat, holds: Callable[[int], Truth]) -> Truth:
    """What holds of the number of cards taken up, which the contract tells, or the size of the hand."""
    rules = skat.rules
    if skat.taken is not None:
        return holds(skat.taken)
    if all(each.kind != "as-many-as-taken" for each in rules.clauses.values()):
        return holds(rules.table.skat_size)
    dealt, most = [*skat.dealt.values()], rules.table.skat_size
    return some(
        every((exactly(dealt, rules.table.hand_size + taken), holds(taken))) for taken in range(most + 1)
    )


def _never(skat: Skat, clause: Clause) -> Truth:
    return not_(some(held(skat.laid, _cards(clause))))


def _only_if_void(skat: Skat, clause: Clause) -> Truth:
    """Cards of the suit go only where none of the suit is kept; `cards` says of which cards it is said."""
    suit = clause.parameters["suit"]
    of_suit = [card for card in skat.dealt if card.suit is not None and card.suit.value == suit]
    if clause.parameters["fool_counts"]:
        of_suit += [card for card in skat.dealt if card.is_fool]
    about = [card for card in of_suit if not _words(clause, "cards") or card in _cards(clause)]
    kept = some(every((skat.dealt[card], not_(skat.laid.get(card, False)))) for card in of_suit)
    return follows(some(held(skat.laid, about)), not_(kept))


def _only_if_announced(skat: Skat, clause: Clause) -> Truth:
    assert clause.parameters["announce"] == "tout"
    return follows(some(held(skat.laid, _cards(clause))), skat.tout)


def _only_if_needed(skat: Skat, clause: Clause) -> Truth:
    """Of a suit only as many go as other cards that may go are too few."""
    free = [card for card in skat.dealt if card not in skat.rules.discard.never]
    of_suit = [
        card for card in free if card.suit is not None and card.suit.value == clause.parameters["suit"]
    ]
    other = [skat.dealt[card] for card in free if card not in of_suit]
    laid = [every((skat.dealt[card], skat.laid.get(card, False))) for card in of_suit]
    needed = _apply_number_taken(skat, lambda taken: not_(at_least([*laid, *other], taken + 1)))
    return some((not_(some(laid)), needed))


def _never_or_alone(skat: Skat, clause: Clause) -> Truth:
    """Some cards never go, others only where there is no further card of their suit."""
    never, alone = (tuple(BY_TEXT[word] for word in _words(clause, name)) for name in ("never", "alone"))
    suit, whole = clause.parameters["suit"], _whole_hand(skat.rules)
    of_suit = [card for card in skat.dealt if card.suit is not None and card.suit.value == suit]
    others = (
        every((skat.dealt[card], whole or not_(skat.laid.get(card, False))))
        for card in of_suit
        if card not in alone
    )
    lone = follows(some(held(skat.laid, alone)), not_(some(others)))
    return every((not_(some(held(skat.laid, never))), lone))


def _whole_hand(rules: RuleSet) -> bool:
    """Whether further cards of a suit are looked for in all that the dealer had."""
    clause = rules.maybe("alone-counted")
    return clause is None or rules.clauses[clause].parameters["among"] == "whole-hand"


FORMULAS: Final[dict[str, Callable[[Skat, Clause], Truth]]] = {
    "skat-size": _size,
    "as-many-as-taken": _as_many,
    "never-discard": _never,
    "only-if-void": _only_if_void,
    "only-if-announced": _only_if_announced,
    "only-if-needed": _only_if_needed,
    "never-or-alone": _never_or_alone,
}
"""The reader of each kind of clause about the discard."""


def broken(rules: RuleSet, clauses: Mapping[str, bool]) -> tuple[str, ...]:
    """The clauses that are not kept; of one that leans on another broken one only the other is named."""
    found = [clause for clause, kept in clauses.items() if not kept]
    leaning = {
        clause
        for clause in found
        if rules.clauses[clause].kind == "only-if-void"
        and any(
            other in found and rules.clauses[other].kind == "only-if-void"
            for other in rules.clauses[clause].depends
        )
    }
    return tuple(clause for clause in found if clause not in leaning)
