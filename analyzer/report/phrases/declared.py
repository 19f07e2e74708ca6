"""Declarations as they are said at the table."""

from __future__ import annotations

from analyzer.cards.card import Suit
from analyzer.report.style.face import Face
from analyzer.rules.deal.declarations import Declaration


def declared_words(face: Face, declaration: Declaration) -> str:
    """A declaration in the reader's language; in English the words of a position file."""
    number = declaration.number or 0
    match declaration.kind:
        case "trumps" if declaration.pagat is None:
            return face.n("{number} trump", "{number} trumps", number)
        case "trumps" if declaration.pagat:
            return face.n("{number} trump with pagat", "{number} trumps with pagat", number)
        case "trumps":
            return face.n("{number} trump without pagat", "{number} trumps without pagat", number)
        case "matadors":
            return face.n("{number} matador", "{number} matadors", number)
        case _:
            return _graded(face, declaration)


def _graded(face: Face, declaration: Declaration) -> str:
    """Kings and cavallerie: half, full or abundant."""
    of = face.t("kings") if declaration.suit is None else suit_name(face, declaration.suit)
    if declaration.grade == "full":
        return face.t("full {cards}", cards=of)
    if declaration.grade == "abundant":
        return face.t("abundant {cards}", cards=of)
    missing = declaration.missing
    if missing is None or missing.suit is None:
        return face.t("half {cards}", cards=of)
    lacks = suit_name(face, missing.suit) if declaration.kind == "kings" else court_name(face, missing.face)
    return face.t("half {cards} no {missing}", cards=of, missing=lacks)


def suit_name(face: Face, suit: Suit) -> str:
    """A suit by its name."""
    return {
        Suit.HEARTS: face.t("hearts"),
        Suit.DIAMONDS: face.t("diamonds"),
        Suit.SPADES: face.t("spades"),
        Suit.CLUBS: face.t("clubs"),
        Suit.TRUMPS: face.t("trumps"),
    }[suit]


def court_name(face: Face, letter: str) -> str:
    """A court card by its name."""
    names = {"R": face.t("king"), "D": face.t("queen"), "C": face.t("knight"), "V": face.t("jack")}
    return names[letter]
