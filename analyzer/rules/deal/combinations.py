"""The combinations a hand holds: trumps, matadors, cavallerie and kings, and their values.

Their declaration at the table, and its payment, are in :mod:`analyzer.rules.deal.declarations`.

Source: main rule text, "The declarations".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import ClassVar, Final, Literal

from analyzer.cards.card import BY_TEXT, COURTS, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.frozenrecord import RecordWithMetadata
from analyzer.messages import Message, say
from analyzer.rules.spec.kinds.paying import DeclarationRules
from analyzer.rules.spec.ruleset import RuleSet

Kind = Literal["trumps", "matadors", "cavallerie", "kings"]
Grade = Literal["", "half", "full", "abundant"]

PLAIN_SUITS: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)
SUIT_WORDS: Final = {
    Suit.HEARTS: say("hearts"),
    Suit.DIAMONDS: say("diamonds"),
    Suit.SPADES: say("spades"),
    Suit.CLUBS: say("clubs"),
    Suit.TRUMPS: say("trumps"),
}
FACE_WORDS: Final = {"R": say("king"), "D": say("queen"), "C": say("knight"), "V": say("jack")}


class Declaration(RecordWithMetadata, frozen=True):
    """A declaration: its content, the cards it rests on, the payment of each opponent, its clause.

    `number` belongs to trumps and matadors, `pagat` (True if it is held) to trumps, `suit` to
    cavallerie, `missing` (the card that makes it half) to half cavallerie and half kings. In a declaration
    that was only said, `pagat` and `missing` are None if they were left out, and `cards` are those
    that follow from the words. Two declarations that say the same are equal.
    """

    NOTES: ClassVar[tuple[str, ...]] = ("cards", "amount", "clause")

    kind: Kind
    grade: Grade = ""
    suit: Suit | None = None
    missing: Card | None = None
    number: int | None = None
    pagat: bool | None = None
    cards: frozenset[Card] = frozenset()
    amount: int = 0
    clause: str = ""

    def text(self) -> str:
        """Return the canonical English words, such as `11 trumps with pagat` or `half kings no hearts`."""
        return str(self.message)

    @property
    def message(self) -> Message:
        """The declaration in the words of the table."""
        number = self.number or 0
        if self.kind == "matadors":
            return say("{number} matadors", number=number)
        if self.kind == "trumps" and self.pagat is None:
            return say("{number} {number:trump/trumps}", number=number)
        if self.kind == "trumps" and self.pagat:
            return say("{number} {number:trump/trumps} with pagat", number=number)
        if self.kind == "trumps":
            return say("{number} {number:trump/trumps} without pagat", number=number)
        return self._graded(say("kings") if self.suit is None else SUIT_WORDS[self.suit])

    @property
    def priced(self) -> Message:
        """The declaration, with the payment of each opponent."""
        return say("{declared} ({amount})", declared=self.message, amount=self.amount)

    def _graded(self, cards: Message) -> Message:
        if self.grade == "full":
            return say("full {cards}", cards=cards)
        if self.grade == "abundant":
            return say("abundant {cards}", cards=cards)
        if self.missing is None or self.missing.suit is None:
            return say("half {cards}", cards=cards)
        lacks = SUIT_WORDS[self.missing.suit] if self.kind == "kings" else FACE_WORDS[self.missing.face]
        return say("half {cards} no {missing}", cards=cards, missing=lacks)


def graded_amount(rules: DeclarationRules, grade: Grade) -> int:
    """Return the payment of each opponent for cavallerie or kings of a grade."""
    return {"": 0, "half": rules.half, "full": rules.full, "abundant": rules.abundant or 0}[grade]


def numbered_amount(rules: DeclarationRules, kind: Kind, number: int) -> int:
    """Return the payment of each opponent for a number of trumps or matadors; 0 for too few to declare."""
    if kind == "trumps":
        least, amount, step = rules.trumps_from, rules.trumps_amount, rules.trumps_step
    else:
        least, amount, step = rules.matadors_from, rules.matadors_amount, rules.matadors_step
    return amount + step * (number - least) if number >= least else 0


def declarations_of(rules: RuleSet, hand: Collection[Card]) -> tuple[Declaration, ...]:
    """Return what the hand must declare: trumps, matadors, cavallerie (h, d, s, c), kings; empty for a pass.

    If declarations may not share cards, a card counts for the first one in this order.

    Source: clauses declare.trumps, declare.matadors, declare.cavallerie, declare.kings,
    declare.independent.
    """
    found: list[Declaration] = []
    left = frozenset(hand)
    for reader in (_trumps, _matadors, *map(_cavallerie, PLAIN_SUITS), _kings):
        for each in reader(rules, left):
            found.append(each)
            left = left if rules.declarations.shared else left - each.cards
    return tuple(found)


def combination_cards(rules: RuleSet, hand: Collection[Card]) -> frozenset[Card]:
    """Return every card of the hand that belongs to a combination it can declare."""
    return frozenset(card for each in declarations_of(rules, hand) for card in each.cards)


def _trumps(rules: RuleSet, held: frozenset[Card]) -> Iterator[Declaration]:
    fool_counts = rules.declarations.fool_is_a_trump
    cards = frozenset(card for card in held if card.is_trump or (card.is_fool and fool_counts))
    number = len(cards)
    if number >= rules.declarations.trumps_from:
        amount = numbered_amount(rules.declarations, "trumps", number)
        pagat = PAGAT in held if rules.declarations.pagat_told else None
        yield Declaration(
            "trumps", number=number, pagat=pagat, cards=cards, amount=amount, clause=_clause(rules, "trumps")
        )


def _matadors(rules: RuleSet, held: frozenset[Card]) -> Iterator[Declaration]:
    if not {FOOL, MONDO, PAGAT} <= held:
        return
    cards = {FOOL, MONDO, PAGAT}
    for height in range(20, 1, -1):
        trump = BY_TEXT[f"T{height}"]
        if trump not in held:
            break
        cards.add(trump)
    number = len(cards)
    if number >= rules.declarations.matadors_from:
        amount = numbered_amount(rules.declarations, "matadors", number)
        clause = _clause(rules, "matadors")
        yield Declaration("matadors", number=number, cards=frozenset(cards), amount=amount, clause=clause)


def _cavallerie(suit: Suit) -> Callable[[RuleSet, frozenset[Card]], Iterator[Declaration]]:
    courts = frozenset(BY_TEXT[f"{suit}{face}"] for face in COURTS)
    return lambda rules, held: _graded(rules, "cavallerie", held, courts, suit)


def _kings(rules: RuleSet, held: frozenset[Card]) -> Iterator[Declaration]:
    return _graded(rules, "kings", held, frozenset(KINGS), None)


def _graded(
    rules: RuleSet, kind: Kind, held: frozenset[Card], four: frozenset[Card], suit: Suit | None
) -> Iterator[Declaration]:
    """Yield the only grade that the four cards reach, if any: the grades exclude each other."""
    cards, missing = held & four, four - held
    grade: Grade
    if not missing:
        more = FOOL in held and rules.declarations.abundant is not None
        grade = "abundant" if more else "full"
    elif len(missing) == 1 and FOOL in held:
        grade = "half"
    else:
        return
    if grade != "full":
        cards |= {FOOL}
    lacks = next(iter(missing), None)
    amount = graded_amount(rules.declarations, grade)
    yield Declaration(kind, grade, suit, lacks, cards=cards, amount=amount, clause=_clause(rules, kind))


def _clause(rules: RuleSet, kind: Kind) -> str:
    return rules.declarations.clauses.get(kind, "")
