"""The 78 cards, their suits and faces, the order within a suit, and the words they are written with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from typing import Final, TypeVar

# The 78 cards, their suits and faces, and the order within a suit.
#
# Cards know no rules. A smaller tarot deck is a subset of these 78. A rule set says what a card is worth and
# when it may be played. Reading and writing cards is in :mod:`analyzer.cards.notation`.


class Suit(Enum):
    """The four plain suits and the trumps; the value is the canonical letter."""

    HEARTS = "h"
    DIAMONDS = "d"
    SPADES = "s"
    CLUBS = "c"
    TRUMPS = "T"

    def __str__(self) -> str:
        return self.value

    @property
    def sign(self) -> str:
        return self.value


COURTS: Final = ("R", "D", "C", "V")
"""King, queen, knight, jack: the court faces from high to low."""

RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
"""The suits whose spot cards run the other way: the 1 is the highest of them, the 10 the lowest."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of the 78.

    Cards compare by ``index``: the canonical order h, d, s, c, T, fool, each suit from high to low.
    ``height`` orders the cards within one suit: of two cards of a suit the one with the greater
    height wins. The Fool has no suit, and a height below every other card.
    """

    index: int
    suit: Suit | None = field(compare=False)
    face: str = field(compare=False)
    height: int = field(compare=False)

    def __str__(self) -> str:
        return self.face if self.suit is None else f"{self.suit.value}{self.face}"

    @property
    def sign(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __hash__(self) -> int:
        return self.index

    @property
    def is_trump(self) -> bool:
        """True for a numbered trump, Pagat to Mondo. The Fool is not one."""
        return self.suit is Suit.TRUMPS

    @property
    def is_king(self) -> bool:
        return self.face == "R"

    @property
    def is_court(self) -> bool:
        return self.face in COURTS

    @property
    def is_fool(self) -> bool:
        return self.suit is None


def _make_deck() -> tuple[Card, ...]:
    spots = [str(n) for n in range(1, 11)]
    faces: list[tuple[Suit | None, str, int]] = []
    for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS):
        order = [*COURTS, *(spots if suit in RED else reversed(spots))]
        faces += [(suit, face, 13 - place) for place, face in enumerate(order)]
    faces += [(Suit.TRUMPS, str(n), n - 1) for n in range(21, 0, -1)]
    faces.append((None, "fool", -1))
    return tuple(Card(i, suit, face, height) for i, (suit, face, height) in enumerate(faces))


DECK: Final = _make_deck()
"""All 78 cards in canonical order; ``DECK[i].index == i``.

Source: main rule text, "Cards".
"""

BY_TEXT: Final = {str(card): card for card in DECK}
"""Every card by its canonical text."""

FOOL: Final = BY_TEXT["fool"]
PAGAT: Final = BY_TEXT["T1"]
MONDO: Final = BY_TEXT["T21"]
KINGS: Final = tuple(card for card in DECK if card.is_king)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a canonical, space-separated text such as ``"hR d9 T7 fool"``, in that order.

    This is for code and tests; :mod:`analyzer.cards.notation` reads the cards that people type.

    Raises: KeyError for anything that is not canonical.
    """
    return tuple(BY_TEXT[word] for word in text.split())


# The words cards are written with, what they may mean, and which card a wrong one is nearest.
#
# Words are compared *folded*: without case, accents, variation selectors, invisible signs or joining hyphens.
# Reading whole texts is in :mod:`analyzer.cards.notation`.


_SUIT_NAMES: Final = {
    Suit.HEARTS: ("h", "heart", "hearts", "hjerter", "hjerte", "♥", "♡"),
    Suit.DIAMONDS: ("d", "diamond", "diamonds", "ruder", "♦", "♢"),
    Suit.SPADES: ("s", "spade", "spades", "spar", "♠", "♤"),
    Suit.CLUBS: ("c", "club", "clubs", "klor", "kloer", "♣", "♧"),
    Suit.TRUMPS: ("t", "trump", "trumps", "trumf", "trumfer", "tarok", "tarokker", "tarokken", "tarock"),
}
_COURT_NAMES: Final = {
    "R": ("r", "k", "king", "konge", "roi"),
    "D": ("d", "q", "queen", "dame", "dronning"),
    "C": ("c", "n", "knight", "kaval", "cavalier"),
    "V": ("v", "j", "jack", "knaegt", "knave", "valet"),
}
FACE_TITLES: Final = {"R": "king, konge", "D": "queen, dame", "C": "knight, kaval", "V": "jack, knægt"}
"""The court faces in English and Danish, for messages."""

_SUITS_ELSEWHERE: Final = {
    Suit.HEARTS: ("herz", "srce", "srcev", "srceva", "srcni", "srcna", "coeur", "cœur"),
    Suit.DIAMONDS: ("karo", "kara", "karov", "karova", "carreau"),
    Suit.SPADES: ("pik", "pikov", "pikova", "pique"),
    Suit.CLUBS: ("treff", "kreuz", "kriz", "krizev", "krizeva", "trefle"),
    Suit.TRUMPS: ("taroki", "tarocke", "atout", "atouts"),
}
_COURTS_ELSEWHERE: Final = {
    "R": ("konig", "kralj"),
    "D": ("dama",),
    "C": ("cavall", "kavall", "kavalir", "konj"),
    "V": ("bube", "fant", "pob"),
}
"""Names in German, Slovenian and French, read in full only: their beginnings may be other words elsewhere."""

_SPECIAL: Final[dict[str, Card]] = {
    **dict.fromkeys(
        ("fool", "skis", "skisen", "scus", "scusen", "skus", "excuse", "l'excuse", "l’excuse", "*", "★"), FOOL
    ),
    **dict.fromkeys(("pagat", "pagaten", "petit"), PAGAT),
    **dict.fromkeys(("mondo", "mondoen", "mond"), MONDO),
}
_BY_ARTICLE: Final = _SPECIAL | {"21": MONDO}
"""What a word after an article means: le Petit, le 21."""
_ARTICLES: Final = frozenset({"the", "le", "der", "den"})
_OF_TRUMPS: Final = frozenset({"d'atout", "d’atout"})
OF: Final = frozenset({"of", "af", "de", "von"})
_ROMAN: Final = {
    tens + ones: str(10 * t + o)
    for t, tens in enumerate(("", "x", "xx"))
    for o, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
    if 1 <= 10 * t + o <= 21
}
_NUMBER_WORDS: Final = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty twentyone

to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve
enogtyve

deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf
vingt vingtetun
"""
NUMBERS: Final = {
    word: str(number) for told in _NUMBER_WORDS.split("\n\n") for number, word in enumerate(told.split(), 2)
}
"""Numbers from two on in English, Danish and French words, folded."""
_SPELLINGS: Final = {str(card).lower(): card for card in DECK} | _SPECIAL
_LETTERS: Final = str.maketrans({"æ": "ae", "ø": "o"})
_JOINED: Final = r"(?<=[^\W\d_])[-_](?=[^\W\d_])|(?<=[^\W\d_]{2})[-_](?=\d)"
"""A hyphen or underscore within a word, or between a word and a number: hjerter-konge, trumf-7.

Between numbers, and between a letter and a number, it is none: T1_0 and T-1 are not T10 and T1.
"""

Key = TypeVar("Key")
Meanings = dict[str, frozenset[Key]]


def folded(word: str) -> str:
    """A word without case, accents, variation selectors, invisible signs or hyphens within it.

    Raised, ringed and broken numbers stay what they are: T² is not T2.
    """
    if word.isascii():
        return re.sub(_JOINED, "", word.lower())
    plain = (
        char if unicodedata.category(char) == "No" else unicodedata.normalize("NFKD", char) for char in word
    )
    kept = (char for char in "".join(plain).casefold() if unicodedata.category(char) not in ("Mn", "Cf"))
    return re.sub(_JOINED, "", "".join(kept).translate(_LETTERS))


def _exact(names: dict[Key, tuple[str, ...]]) -> Meanings[Key]:
    return {name: frozenset({key}) for key, each in names.items() for name in each}


def _shortened(names: dict[Key, tuple[str, ...]]) -> Meanings[Key]:
    """What each name stands for, and each beginning of a name that has two letters or more."""
    short: Meanings[Key] = {}
    for key, each in names.items():
        for name in each:
            for end in range(2, len(name)):
                short[name[:end]] = short.get(name[:end], frozenset()) | {key}
    return short | _exact(names)


_SUITS: Final = _exact(_SUIT_NAMES) | _exact(_SUITS_ELSEWHERE)
_SUITS_SHORT: Final = _shortened(_SUIT_NAMES) | _SUITS
_COURTS: Final = _exact(_COURT_NAMES) | _exact(_COURTS_ELSEWHERE)
_COURTS_SHORT: Final = _shortened(_COURT_NAMES) | _COURTS
_NUMBERED: Final = {"r": Suit.DIAMONDS, "k": Suit.CLUBS}
"""Letters that are a suit in Danish before a number; before anything else they are a king."""
_ACES: Final = ("es", "ace", "as", "a")
SYMBOLS: Final = frozenset("♥♡♦♢♠♤♣♧")
_NOTHING: Final[frozenset[str]] = frozenset()


def suits_of(word: str) -> frozenset[Suit]:
    """The suits a folded word may mean: a letter, a symbol, a name or the beginning of one."""
    return _SUITS_SHORT.get(word, frozenset())


def suit_named(word: str) -> frozenset[Suit]:
    """The suit that a folded word is the whole name of, a letter or a symbol of."""
    return _SUITS.get(word, frozenset())


def _in_suits(suits: Iterable[Suit], face: str, courts: Meanings[str]) -> frozenset[Card]:
    """The cards of the suits that a folded word for a face may mean."""
    found, face = [], NUMBERS.get(face, face)
    for suit in suits:
        if suit is Suit.TRUMPS:
            texts = [f"T{_ROMAN.get(face, face)}"]
        else:
            faces = frozenset({"1"}) if face in _ACES else courts.get(face, frozenset({face}))
            texts = [f"{suit}{each}" for each in faces]
        found += [BY_TEXT[text] for text in texts if text in BY_TEXT]
    return frozenset(found)


def cards_of(words: tuple[str, ...]) -> frozenset[Card]:
    """The cards that one, two (suit, face) or three (face of suit) folded words may mean."""
    if len(words) == 1:
        return _one_word(words[0])
    if len(words) == 2:
        if words[1] in _OF_TRUMPS:
            return _in_suits((Suit.TRUMPS,), words[0], _COURTS)
        named = _BY_ARTICLE.get(words[1]) if words[0] in _ARTICLES else None
        return frozenset({named}) if named else _in_suits(suits_of(words[0]), words[1], _COURTS_SHORT)
    face, of, suit = words
    return _in_suits(suits_of(suit), face, _COURTS_SHORT) if of in OF else frozenset()


@lru_cache(maxsize=4096)
def _one_word(word: str) -> frozenset[Card]:
    """The cards one word may mean: a name or picture of its own, suit and face, or face and suit.

    Names and letters in full come before shortened ones, so that diamondR is no "diamon dr".
    """
    if word in _SPECIAL:
        return frozenset({_SPECIAL[word]})
    if word in _ROMAN:
        return frozenset({BY_TEXT[f"T{_ROMAN[word]}"]})
    if word in _SUITS or word in NUMBERS:
        return frozenset()
    if word[:1] in _NUMBERED and word[1:].isdigit():
        return _in_suits((_NUMBERED[word[0]],), word[1:], _COURTS)
    return (
        _picture(word)
        or _cut(word, _SUITS, _COURTS)
        or _cut(word, _SUITS_SHORT, _COURTS_SHORT)
        or _turned(word)
    )


def _turned(word: str) -> frozenset[Card]:
    """The cards of two letters, the face before the suit, as Kh; where the face may be a suit, those too."""
    if len(word) != 2:
        return frozenset()
    face, suit = word[0], word[1]
    suits = _SUITS.get(suit, frozenset()) - {Suit.TRUMPS}
    found = _in_suits(suits, face, _COURTS) if face in _COURTS else frozenset()
    if found and face in _NUMBERED:
        found |= _in_suits((_NUMBERED[face],), suit, _COURTS)
    return found


def _cut(word: str, suits: Meanings[Suit], courts: Meanings[str]) -> frozenset[Card]:
    """The cards a word means when it is cut in two, into suit and face.

    The face comes first only with a number or before a symbol (7h, K♥): of two letters the first is
    always the suit, as in dD and cC.
    """
    found: frozenset[Card] = frozenset()
    for at in range(1, min(len(word), 12)):
        head, tail = word[:at], word[at:]
        found |= _in_suits(suits.get(head, ()), tail, courts)
        if head.isdigit() or not tail.isalnum():
            found |= _in_suits(suits.get(tail, ()), head, courts)
    return found


def _picture(word: str) -> frozenset[Card]:
    """The card of a playing-card character, such as 🂱 (the 1 of hearts) or 🃠 (the Fool)."""
    code = ord(word) - 0x1F0A0 if len(word) == 1 else -1
    if 0x40 <= code <= 0x55:
        return frozenset({FOOL if code == 0x40 else BY_TEXT[f"T{code - 0x40}"]})
    row, place = divmod(code, 16)
    if not (0 <= row < 4 and 1 <= place <= 14):
        return frozenset()
    face = str(place) if place <= 10 else "VCDR"[place - 11]
    return frozenset({BY_TEXT[f"{'shdc'[row]}{face}"]})


@lru_cache(maxsize=4096)
def nearest_cards(text: str) -> tuple[str, ...]:
    """The canonical cards nearest to a text that is none, the nearest first; none where none is near."""
    return tuple(each for each in _near(text) if each in BY_TEXT)


def _near(text: str) -> tuple[str, ...]:
    """The texts of cards nearest to one that is none, some of which may be no cards either."""
    words = [folded(word) for word in text.split()]
    word = "".join(words)
    if (not word.isdigit() and not 2 <= len(word) <= 32) or word in _SUITS:
        return ()
    number = NUMBERS.get(word, word)
    if number.isdigit():
        return tuple(f"{suit}{number}" for suit in "hdscT")
    if word in _COURTS_SHORT:
        return tuple(f"{suit}{face}" for face in sorted(_COURTS_SHORT[word]) for suit in "hdsc")
    if len(words) == 3 and words[1] in OF:
        word = words[2] + words[0]
    if found := next(_suit_and_face(word), None):
        return (found,)
    near = [] if word[0] in _SUITS and len(word) < 3 else _nearest(word, _SPELLINGS, 5)
    return tuple(dict.fromkeys(str(_SPELLINGS[each]) for each in near))


def _suit_and_face(word: str) -> Iterator[str]:
    """The word cut into a suit and what is nearest to a face of it, or a court and its suit."""
    if len(word) == 2 and "t" in word:
        tens = suits_of(word.replace("t", "", 1)) - {Suit.TRUMPS}
        yield from (f"{suit}10" for suit in tens)  # a T is a ten in English
    for at in range(min(len(word) - 1, 12), 0, -1):
        for suit in suits_of(word[:at]):
            if face := _nearest_face(suit, word[at:]):
                yield f"{suit}{face}"
        for suit in _SUITS.get(word[at:], ()):
            yield from (f"{suit}{face}" for face in _COURTS_SHORT.get(word[:at], ()))


def _nearest_face(suit: Suit, face: str) -> str | None:
    """The face of the suit nearest to a folded word that is none of its faces."""
    top = 21 if suit is Suit.TRUMPS else 10
    if face in _ROMAN or (face.isascii() and face.isdigit() and len(face) < 4):
        return str(max(1, min(top, int(_ROMAN.get(face, face)))))
    if face in ("a", "ace", "es"):
        return "1"
    names = {str(spot): str(spot) for spot in range(1, top + 1)}
    if suit is not Suit.TRUMPS:
        names |= {name: key for key, each in _COURT_NAMES.items() for name in each}
    return next((names[each] for each in _nearest(face, names, 1)), None)


def _nearest(word: str, spellings: Iterable[str], most: int) -> list[str]:
    # Imported here because only a fault needs it.

    return get_close_matches(word, spellings, n=most, cutoff=0.5)
