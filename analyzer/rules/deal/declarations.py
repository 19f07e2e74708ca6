"""Declarations at the table: the required ones, those that were said, and their payments.

A declaration is read from English or Danish words, and is judged against the hand's required declarations.
The combinations themselves are in :mod:`analyzer.rules.deal.combinations`.

Source: main rule text, "The declarations"; "Scoring, payment", part 3.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, COURTS, FOOL, KINGS, MONDO, PAGAT, Card, Suit
from analyzer.cards.notation import read_card, read_suit, shown
from analyzer.errors import CardError, Fault, TarokError
from analyzer.frozenrecord import Record
from analyzer.messages import Name, Verbatim, say
from analyzer.rules.book import Book
from analyzer.rules.deal.combinations import (
    Declaration,
    Grade,
    Kind,
    combination_cards,
    declarations_of,
    graded_amount,
    numbered_amount,
)
from analyzer.rules.deal.discard import unavoidable_cards
from analyzer.rules.score.hand import Declared
from analyzer.rules.score.payments import opponents
from analyzer.rules.spec.ruleset import RuleSet, UnavoidablePaid
from analyzer.rules.verdicts import Violation

__all__ = [
    "Correction",
    "Declaration",
    "DeclarationError",
    "DeclarationFault",
    "as_held",
    "combination_cards",
    "dealer_declarations",
    "declarations_of",
    "declares_the_skat",
    "declaring_order",
    "judge_declarations",
    "left_unsaid",
    "parse_declaration",
    "settle_declarations",
]

_EXAMPLES: Final = say(
    "say it like “11 trumps with pagat”, “4 matadors”, “full hearts”, “half diamonds no knight” or “pass”"
)
_PASS: Final = frozenset({"pass", "passes", "pas", "none", "nothing", "ingen"})
_GRADES: Final[dict[str, Grade]] = {
    **dict.fromkeys(("half", "halv", "halve", "halvt"), "half"),
    **dict.fromkeys(("full", "fuld", "fulde", "fuldt"), "full"),
    **dict.fromkeys(("abundant", "sprojtefuld", "sprojtefulde", "sproejtefuld", "sproejtefulde"), "abundant"),
}
_KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(("trump", "trumps", "trumf", "trumfer", "tarok", "tarokker", "tarocks"), "trumps"),
    **dict.fromkeys(("matador", "matadors", "matadorer"), "matadors"),
    **dict.fromkeys(("king", "kings", "konge", "konger"), "kings"),
}
_NUMBERS: Final = {
    word: number
    for words in (
        (
            "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen twenty twentyone twentytwo"
        ),
        (
            "tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten "
            "nitten tyve enogtyve toogtyve"
        ),
    )
    for number, word in enumerate(words.split(), 3)
}
_LACKS: Final = frozenset({"no", "not", "without", "missing", "lacks", "lacking", "mangler", "uden", "minus"})
_FILLER: Final = frozenset({"the", "a", "in", "of", "is", "i", "and", "og", "with", "med", "cavallerie"})
_LETTERS: Final = str.maketrans({"æ": "ae", "ø": "o", "å": "a", "-": None})


class DeclarationError(TarokError):
    """Words that are not a declaration; `fault` says so, without a place."""

    def __init__(self, text: str) -> None:
        said = say("“{word}” is not a declaration", word=Verbatim(shown(text)))
        self.fault = Fault(said, _EXAMPLES)
        super().__init__(say("{fault}; {expected}", fault=said, expected=_EXAMPLES))


class Correction(Enum):
    """The possibility to put a wrong declaration right before the opening lead without a fine."""

    ACCEPTABLE = "acceptable"
    NOT_ACCEPTABLE = "not-acceptable"
    UNSETTLED = "unsettled"


CORRECTION_WORDS: Final = {
    Correction.ACCEPTABLE: say("it may still be put right"),
    Correction.NOT_ACCEPTABLE: say("it can no longer be corrected"),
    Correction.UNSETTLED: say("no source settles whether it may still be put right"),
}
"""That possibility in words."""


class DeclarationFault(Record, frozen=True):
    """A difference between a declaration that was said and the required one.

    `required` is None for a superfluous declaration and `said` for a missing one; with both it is
    wrong. `owed` is each opponent's payment less the right one, in tokens.
    """

    required: Declaration | None
    said: Declaration | None
    correction: Correction

    @property
    def kind(self) -> str:
        """The kind of fault: `missing`, `superfluous` or `wrong`."""
        if self.said is None:
            return "missing"
        return "superfluous" if self.required is None else "wrong"

    @property
    def owed(self) -> int:
        said = self.said.amount if self.said is not None else 0
        return said - (self.required.amount if self.required is not None else 0)


def dealer_declarations(
    rules: RuleSet, hand: Collection[Card], skat: Collection[Card]
) -> tuple[Declaration, ...]:
    """Return the dealer's declarations, from the 25 cards kept and the skat.

    If a card of a combination had to be discarded, the dealer declares all cards, as before the discard.

    Source: clauses discard.combination, discard.unavoidable, discard.announce.
    """
    before = frozenset(hand) | frozenset(skat)
    return declarations_of(rules, before if declares_the_skat(rules, before) else hand)


def declares_the_skat(rules: RuleSet, before: Collection[Card]) -> bool:
    """Return True if a dealer with these cards before the discard declares from all of them.

    Source: clauses discard.combination, discard.unavoidable.
    """
    when = rules.discard.unavoidable
    if when is UnavoidablePaid.ABOVE_HAND:
        return len(combination_cards(rules, before)) > rules.table.hand_size
    return when is UnavoidablePaid.ALWAYS and unavoidable_cards(rules, before) > 0


def declaring_order(rules: RuleSet, dealer: int) -> tuple[int, ...]:
    """Return the seats in the order in which they declare.

    Source: clause declare.order.
    """
    seats, first = rules.table.players, dealer + rules.declarations.first
    return tuple((first + step) % seats for step in range(seats))


def settle_declarations(
    rules: RuleSet, by_seat: Mapping[int, Sequence[Declaration]], book: Book, dealer: int
) -> None:
    """Pay for the declarations, in the order of declaring: each opponent pays the declaring player.

    Source: clauses declare.order, declare.independent and the clause of each declaration.
    """
    seats = rules.table.players
    for seat in declaring_order(rules, dealer):
        for each in by_seat.get(seat, ()):
            book.charge_each(opponents(seat, seats), seat, each.amount, each.clause)


def left_unsaid(rules: RuleSet, said: Sequence[Declaration]) -> tuple[Declaration, ...]:
    """Return the declarations that the cards in what was said require, and that were not made.

    Twelve matadors are eleven trumps, which are declared too.

    Source: clauses declare.*.
    """
    told = {(each.kind, each.suit) for each in said}
    cards = frozenset[Card]().union(*(each.cards for each in said))
    return tuple(each for each in declarations_of(rules, cards) if (each.kind, each.suit) not in told)


def judge_declarations(
    rules: RuleSet, hand: Collection[Card], said: Sequence[Declaration]
) -> tuple[DeclarationFault, ...]:
    """Return every difference between the declarations made and those required; empty if they were right.

    A declaration is compared with the required one of the same kind (and suit); a second one of the
    same kind and suit is superfluous.

    Source: clauses declare.correct, declare.pass.
    """
    required = {(each.kind, each.suit): each for each in declarations_of(rules, hand)}
    faults = []
    for each in said:
        right = required.pop((each.kind, each.suit), None)
        if right is None or _as_stated(rules, each) != right:
            faults.append(DeclarationFault(right, each, _correction(rules, right, each)))
    missing = (DeclarationFault(each, None, _correction(rules, each, None)) for each in required.values())
    return (*faults, *missing)


def as_held(rules: RuleSet, said: Declaration, held: Sequence[Declaration]) -> Declaration:
    """Return a declaration with the cards that the hand has for it, if it is one of those held."""
    told = _as_stated(rules, said)
    return next((each for each in held if each == told), said)


def _as_stated(rules: RuleSet, said: Declaration) -> Declaration:
    """Return a declaration without optional parts: if the Pagat is not declared, naming it breaks nothing."""
    return said if rules.declarations.pagat_told else replace(said, pagat=None)


def _correction(rules: RuleSet, required: Declaration | None, said: Declaration | None) -> Correction:
    """Return whether the two examples of the source decide it.

    A number of trumps may be put right by as many as the rules say, and trumps that are not held may not
    become a pass; no source says if any other correction reveals too much.

    Source: clauses declare.correct, declare.essential.
    """
    if said is None or said.kind != "trumps":
        return Correction.UNSETTLED
    if required is None:
        return Correction.NOT_ACCEPTABLE
    by = rules.declarations.correctable_by
    near = by is None or abs((said.number or 0) - (required.number or 0)) <= by
    return Correction.ACCEPTABLE if near and said.pagat == required.pagat else Correction.UNSETTLED


def parse_declaration(text: str, rules: RuleSet) -> Declaration | None:
    """Read a declaration from English or Danish words; None for a pass.

    Raises: DeclarationError for words that are not a declaration.
    """
    words = [word for word in re.split(r"[\s,;:.()“”\"]+", text.casefold().translate(_LETTERS)) if word]
    if len(words) == 1 and words[0] in _PASS:
        return None
    cut = next((place for place, word in enumerate(words) if word in _LACKS), len(words))
    said = [word for word in words[:cut] if word not in _FILLER]
    lacks = [word for word in words[cut + 1 :] if word not in _FILLER]
    declared = None
    if len(said) >= 2:
        number = int(said[0]) if re.fullmatch(r"[0-9]{1,2}", said[0]) else _NUMBERS.get(said[0])
        if number is not None:
            declared = _numbered(rules, number, said[1:], lacks)
        elif said[0] in _GRADES and len(said) == 2:
            declared = _with_grade(rules, _GRADES[said[0]], said[1], lacks)
    if declared is None:
        raise DeclarationError(text)
    return declared


def _numbered(rules: RuleSet, number: int, said: list[str], lacks: list[str]) -> Declaration | None:
    kind = _KINDS.get(said[0])
    if kind not in {"trumps", "matadors"} or not 0 < number <= 22:
        return None
    amount, clause = (
        numbered_amount(rules.declarations, kind, number),
        rules.declarations.clauses.get(kind, ""),
    )
    if kind == "matadors":
        run = {BY_TEXT[f"T{height}"] for height in range(20, 23 - number, -1)} if number >= 3 else set()
        cards = frozenset({FOOL, MONDO, PAGAT} | run)
        return (
            Declaration(kind, number=number, cards=cards, amount=amount, clause=clause)
            if len(said) == 1 > len(lacks)
            else None
        )
    told = {(("pagat",), ()): True, ((), ("pagat",)): False, ((), ()): None}
    key = (_as_pagat(said[1:]), _as_pagat(lacks))
    if key not in told:
        return None
    return Declaration(kind, number=number, pagat=told[key], amount=amount, clause=clause)


def _as_pagat(words: list[str]) -> tuple[str, ...]:
    return tuple("pagat" if word == "pagaten" else word for word in words)


def _with_grade(rules: RuleSet, grade: Grade, of: str, lacks: list[str]) -> Declaration | None:
    amount = graded_amount(rules.declarations, grade)
    suit = None if _KINDS.get(of) == "kings" else _plain_suit(of)
    if suit is None and _KINDS.get(of) != "kings":
        return None
    four = frozenset(KINGS) if suit is None else frozenset(BY_TEXT[f"{suit}{face}"] for face in COURTS)
    missing = _missing(suit, lacks) if lacks else None
    if lacks and (missing not in four or grade != "half"):
        return None
    cards = four if grade == "full" else four - {missing} | {FOOL}
    if grade == "half" and missing is None:
        cards = frozenset()
    kind: Kind = "kings" if suit is None else "cavallerie"
    clause = rules.declarations.clauses.get(kind, "")
    return Declaration(kind, grade, suit, missing, cards=cards, amount=amount, clause=clause)


def _plain_suit(word: str) -> Suit | None:
    try:
        suit = read_suit(word)
    except CardError:
        return None
    return None if suit is Suit.TRUMPS else suit


def _missing(suit: Suit | None, lacks: list[str]) -> Card | None:
    """Return the card said to be missing: a full card, a court's name after its suit, or a king's suit."""
    words = " ".join(lacks)
    king_of = _plain_suit(lacks[0]) if suit is None and len(lacks) == 1 else None
    if king_of is not None:
        return BY_TEXT[f"{king_of}R"]
    for reading in (words, f"{suit} {words}"):
        try:
            return read_card(reading)
        except CardError:
            continue
    return None


def declared_by_hands(
    rules: RuleSet, hands: Sequence[Collection[Card]]
) -> Mapping[int, tuple[Declared, ...]]:
    """Return everything that the hands can declare, by seat."""
    held = {seat: declarations_of(rules, hand) for seat, hand in enumerate(hands)}
    return {seat: tuple(as_declared(each) for each in found) for seat, found in held.items() if found}


def declared_in_words(
    rules: RuleSet, said: Mapping[int, Sequence[str]]
) -> Mapping[int, tuple[Declared, ...]]:
    """Return the declarations in these words, by seat; a pass declares nothing.

    Raises: DeclarationError for words that are not a declaration.
    """
    parsed = {seat: [parse_declaration(text, rules) for text in texts] for seat, texts in said.items()}
    found = {
        seat: tuple(as_declared(each) for each in each_said if each is not None)
        for seat, each_said in parsed.items()
    }
    return {seat: each for seat, each in found.items() if each}


def as_declared(declaration: Declaration) -> Declared:
    """Return a declaration in the form for its payment."""
    returnable = declaration.kind == "trumps"
    return Declared(declaration.clause, declaration.amount, returnable, declaration.cards)


def judge_declared(
    rules: RuleSet, player: str, hand: Collection[Card], said: Sequence[Declaration]
) -> tuple[Violation, ...]:
    """Return the declarations that the hand does not hold, and the required ones that are missing."""
    wrong = []
    for each, right in zip(said, rightly_declared(rules, hand, said), strict=True):
        if not right:
            text = say(
                "{player} declared “{said}”, which the cards do not hold",
                player=Name(player),
                said=each.message,
            )
            wrong.append(Violation(each.clause, tuple(sorted(each.cards & frozenset(hand))), text))
    game = rules.game
    if game.declaring is None or game.declaring.voluntary:
        return tuple(wrong)
    declared = {(each.kind, each.suit) for each in said}
    for each in declarations_of(rules, hand):
        if (each.kind, each.suit) not in declared:
            text = say("{player} did not declare “{said}”", player=Name(player), said=each.message)
            wrong.append(Violation(each.clause, tuple(sorted(each.cards)), text))
    return tuple(wrong)


def superfluous(player: str, said: Sequence[Declaration]) -> Iterator[Violation]:
    """Yield the declarations worth nothing with any cards: too few, or a second time."""
    told = set[tuple[str, Suit | None]]()
    for each in said:
        twice = (each.kind, each.suit) in told
        told.add((each.kind, each.suit))
        if twice or not each.amount:
            text = say(
                "{player} declared “{said}”, which is worth nothing", player=Name(player), said=each.message
            )
            yield Violation(each.clause, (), text)


def rightly_declared(rules: RuleSet, hand: Collection[Card], said: Sequence[Declaration]) -> tuple[bool, ...]:
    """Return for each declaration True if the cards hold it; of two of one kind only the first counts."""
    held = {(each.kind, each.suit): each for each in declarations_of(rules, hand)}
    found = (held.pop((each.kind, each.suit), None) for each in said)
    return tuple(
        right is not None and _is_held(each, right, hand) for each, right in zip(said, found, strict=True)
    )


def _is_held(said: Declaration, held: Declaration, hand: Collection[Card]) -> bool:
    """Return True if the cards hold the declaration, or more of the same kind."""
    if held.number is not None:
        return said.number is not None and said.number <= held.number
    if said.grade != "half":
        return held.grade == said.grade
    return FOOL in hand and (said.missing is None or held.missing in (None, said.missing))
