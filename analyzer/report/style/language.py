"""The language of a report, and how it is spelled where letters are missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from analyzer.messages import (
    ENGLISH,
    FRENCH,
    choose_language,
)

_CHOICES: Final = ("TAROK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

_LETTERS: Final = {
    "♥": "h", "♦": "d", "♠": "s", "♣": "c", "æ": "ae", "ø": "oe", "å": "aa", "Æ": "Ae", "Ø": "Oe",
    "Å": "Aa", "–": "-", "—": "-", "−": "-", "“": '"', "”": '"', "’": "'", "…": "...", "·": "-",
    "→": "->", "±": "+-", "é": "e", "è": "e", "ê": "e",
    "à": "a", "â": "a", "ç": "c", "î": "i", "ô": "o", "û": "u", "œ": "oe", "É": "E", "À": "A", "«": '"',
    "»": '"', "ü": "u", "ö": "o", "ä": "a", "\u00a0": " ",
    "č": "c", "š": "s", "ž": "z", "Č": "C", "Š": "S", "Ž": "Z",
}  # fmt: skip


def language(environ: Mapping[str, str]) -> str:
    """The language that is spoken where none is asked for: that of TAROK_LANG, else that of the locale.

    As everywhere, the first of LC_ALL, LC_MESSAGES and LANG that says anything decides. What is not spoken
    here is answered in English.
    """
    name = next((name for name in _CHOICES if environ.get(name)), None)
    chosen = ENGLISH if name is None else environ[name]
    spoken = chosen.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
    return choose_language(spoken)


TAROT: Final = "tarot"
"""The rule set whose players have words of their own, also in English."""
_OF_TAROT: Final = {
    "Pagat Ultimo": "petit au bout",
    "Pagat in the last trick": "petit au bout",
    "cards of the Trull": "oudlers",
    "card of the Trull": "oudler",
    "own tokens": "own score",
    "player's tokens": "player's score",
    "tokens, sure of": "score, sure of",
    "tokens, each for themselves": "score, each for themselves",
    "tokens, or": "score, or",
}


def as_at_tarot(text: str) -> str:
    """An English text in the words of tarot as France plays it."""
    if text == "tokens":
        return "score"
    for general, own in _OF_TAROT.items():
        text = text.replace(general, own)
        text = text.replace(general.replace(" ", "\u00a0"), own.replace(" ", "\u00a0"))
    return text


_SET_CLOSE: Final = r"(?<=[^\s\u00a0;:?!])([;:?!])(?=\s|$)"


_QUOTES: Final = str.maketrans("“”", "«»")
_SET_QUOTED: Final = r"(?<=«)(?=[^\s\u00a0])|(?<=[^\s\u00a0])(?=»)"


def typeset(text: str, language: str, *, symbols: bool = True) -> str:
    """The text as its language is set: in French « quotes », and a space before a colon, `;`, `?` and `!`."""
    if language != FRENCH:
        return text
    if not symbols:
        return re.sub(_SET_CLOSE, r" \1", text)
    text = re.sub(_SET_QUOTED, "\u00a0", text.translate(_QUOTES))
    return re.sub(_SET_CLOSE, "\u00a0\\1", text)


_BEFORE_A_VOWEL: Final = r"(?<!\w)de (?=[AEIOUYÀÂÉÈÊËÎÏÔÛŒ][a-zà-ÿœ])"
_CONTRACTED: Final = {" à le ": " au ", " de le ": " du ", " à les ": " aux ", " de les ": " des "}


def contracted(text: str) -> str:
    """A French text in which a preposition and its article are one word, and `de` is elided before a name."""
    for apart, joined in _CONTRACTED.items():
        text = text.replace(apart, joined)
    return re.sub(_BEFORE_A_VOWEL, "d’", text)


def in_ascii(text: str) -> str:
    """The text in ASCII: Danish and French letters spelled out, suits as letters, `?` for what has none."""
    if text.isascii():
        return text
    text = text.replace("«\u00a0", "«").replace("\u00a0»", "»")
    spelled = "".join(_LETTERS.get(letter, letter) for letter in text)
    return spelled.encode("ascii", "replace").decode("ascii")
