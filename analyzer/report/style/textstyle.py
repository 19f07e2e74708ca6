"""How a report looks to one reader: width, colours, suit symbols or letters, language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from analyzer.cards.card import BY_TEXT, Card, Suit
from analyzer.frozenrecord import Record
from analyzer.layout import GLUE, clip
from analyzer.messages import (
    ENGLISH,
    FRENCH,
    RULES,
    TITLES,
    Amount,
    AsPrinted,
    BareClause,
    ClauseId,
    Leaf,
    LineWord,
    Message,
    Name,
    Title,
    Toned,
    printable,
    say,
    spoken,
    translated,
    word_alone,
)
from analyzer.report.style.clausenames import CLAUSE_NAMES
from analyzer.report.style.language import TAROT, as_at_tarot, contracted, in_ascii, typeset

# How a report looks to one reader: width, colours, suit symbols or letters, language.
#
# A :class:`TextStyle` is a value, so a report is a pure function of the results and a style. Nothing here
# asks the terminal anything; `analyzer.cli` does that.


SYMBOLS: Final = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.TRUMPS: "T"}

COLOURS: Final = {
    "hearts": "31", "diamonds": "33", "spades": "34", "clubs": "32", "trumps": "35", "fool": "36",
    "bold": "1", "dim": "2", "good": "32", "bad": "31", "warn": "33", "plain": "",
}  # fmt: skip
"""ANSI codes by what is coloured: a colour for each suit, the trumps and the Fool."""

_CARD: Final = r"\b([hdsc](?:[RDCV1-9]|10)|T(?:1?[1-9]|10|2[01])|fool(?:=[hdscT])?)\b"
"""The word for a card within a text, a led Fool with the suit that it names."""


class TextStyle(Record, frozen=True):
    """What a reader sees. `symbols` off means ASCII alone: letters for suits, no Danish letters.

    `stats` has every answer tell how much was searched for it.
    """

    width: int = 80
    colour: bool = False
    symbols: bool = True
    lang: str = "en"
    stats: bool = False
    minus: str = "-"
    """What stands before an amount that is owed; that of a page is `−`."""
    ids: bool = False
    """Whether clauses are told by their ids, in place of what they are called."""
    game: str = ""
    """The rule set of what is told about, whose words are used where it has any."""

    def render(self, message: Message) -> str:
        """A message as this reader reads it, its cards and names as they are shown here."""
        return self.spelled(spoken(message, self.lang, self._shown))

    def _shown(self, word: Leaf) -> str:  # noqa: C901 - a case for every kind of word
        match word:
            case Card():
                return self.card(word)
            case Suit():
                return self.suit(word)
            case Name():
                return self.strong(word)
            case LineWord():
                return self.word(word)
            case BareClause():
                return self.clause(word)
            case ClauseId():
                return self.clause_name(word)
            case Amount():
                return self.signed(word)
            case AsPrinted():
                return word.replace("-", self.minus)
            case Title():
                return self.titled(word)
            case Toned():
                plain = replace(self, colour=False) if self.colour else self
                return self.paint(plain.render(word_alone(word.said)), word.tone)
            case _:
                return self.safe(str(word))

    def spelled(self, text: str) -> str:
        """The text as this reader's terminal can show it, its words joined as its language joins them."""
        joined = contracted(text) if self.lang == FRENCH else text
        if self.game == TAROT and self.lang == ENGLISH:
            joined = as_at_tarot(joined)
        return joined if self.symbols else in_ascii(joined)

    def typeset(self, text: str) -> str:
        """A text that leaves the program, with the spaces that its language sets before a colon."""
        return typeset(text, self.lang, symbols=self.symbols)

    def paint(self, text: str, style: str) -> str:
        """The text in a style of `COLOURS`, where there are colours."""
        code = COLOURS[style]
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text

    def card(self, card: Card, names: Suit | None = None) -> str:
        """A card as the table reads it, such as `♥R` or `T7`; a led Fool with the suit it names."""
        style = "fool" if card.suit is None else card.suit.name.lower()
        text = self.fool if card.suit is None else f"{self.suit_sign(card.suit)}{card.face}"
        painted = self.paint(text, style)
        return painted if names is None else f"{painted}={self.suit(names)}"

    def word(self, word: str) -> str:
        """A word of a line, such as `hR`, `fool=h` or `demand[C]`, as the table reads it; others stay."""
        name, _, suit = word.partition("=")
        if word.startswith("demand[") and word.endswith("]"):
            return self.render(say("({player} demands the Fool)", player=Name(word[len("demand[") : -1])))
        if name not in BY_TEXT:
            return self.safe(word)
        return self.card(BY_TEXT[name], Suit(suit) if suit else None)

    @property
    def fool(self) -> str:
        return self.render(say("fool"))

    def suit_sign(self, suit: Suit) -> str:
        """A suit's sign, or its letter where signs cannot be shown; without colour."""
        return SYMBOLS[suit] if self.symbols else suit.value

    def suit(self, suit: Suit) -> str:
        """A suit's sign in its colour."""
        return self.paint(self.suit_sign(suit), suit.name.lower())

    def cards(self, cards: Iterable[Card], between: str = " ") -> str:
        """Several cards, in canonical order."""
        return between.join(self.card(card) for card in sorted(cards))

    def name(self, name: str, width: int = 24) -> str:
        """A player's name, safe to print: no control characters, and no longer than `width`."""
        return clip(self.spelled(printable(name)).replace(" ", GLUE), width)

    def strong(self, name: str, width: int = 24) -> str:
        """A player's name in bold."""
        return self.paint(self.name(name, width), "bold")

    def signed(self, amount: int) -> str:
        """Tokens with their sign: `+40`, `-75`, `0`."""
        text = f"{amount:+d}".replace("-", self.minus) if amount else "0"
        return self.paint(text, "good" if amount > 0 else "bad" if amount < 0 else "plain")

    def clause(self, clause: str) -> str:
        """What a clause is called, or its id where ids are asked for."""
        if self.ids:
            return self.safe(clause)
        if clause not in CLAUSE_NAMES:
            return self.safe(clause.replace(".", ": ").replace("-", " "))
        return self.render(Message(CLAUSE_NAMES[clause], {}))

    def clause_name(self, clause: str) -> str:
        """A clause within a sentence."""
        return self.clause(clause) if self.ids else self.spelled(f"“{self.clause(clause)}”")

    def safe(self, text: str) -> str:
        """Text out of a file, safe to print on one line."""
        line = " ".join(text.split())
        return self.spelled(printable(line))

    def stated(self, text: str) -> str:
        """What a rule set says, in the reader's language."""
        if isinstance(text, Message):
            return self.render(text)
        return self.safe(translated(text, self.lang, RULES))

    def titled(self, text: str) -> str:
        """What a position, an evening or a line is called."""
        return "".join(
            self.word(each) if isinstance(each, LineWord) else each for each in self.title_parts(text)
        )

    def title_parts(self, text: str) -> Iterator[str]:
        """A title in its parts, of which those that are words for cards are words of a line."""
        told = self.safe(translated(text, self.lang, TITLES))
        for place, part in enumerate(re.split(_CARD, told)):
            yield LineWord(part) if place % 2 else part

    def rule(self, width: int | None = None) -> str:
        """A line across."""
        return self.paint(("─" if self.symbols else "-") * (width or self.width), "dim")

    @property
    def arrow(self) -> str:
        return "→" if self.symbols else "->"

    @property
    def dot(self) -> str:
        return "·" if self.symbols else "/"
