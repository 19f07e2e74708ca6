"""Which language a report speaks: gettext catalogues, found next to the package.

English is the language of the code, so it needs no catalogue; every other one is
`analyzer/locale/LANG/LC_MESSAGES/analyzer.mo`, made from the `.po` beside it.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import Final

LOCALES: Final = Path(__file__).parents[2] / "locale"
"""Where the catalogues are."""

LANGUAGES: Final = ("en", "da")
"""The languages a report can be asked for."""

_LETTERS: Final = {
    "♥": "h", "♦": "d", "♠": "s", "♣": "c", "æ": "ae", "ø": "oe", "å": "aa", "Æ": "Ae", "Ø": "Oe",
    "Å": "Aa", "–": "-", "—": "-", "−": "-", "“": '"', "”": '"', "’": "'", "…": "...", "·": "-",
    "→": "->", "±": "+-", "é": "e", "ü": "u", "ö": "o", "ä": "a", "\u00a0": " ",
}  # fmt: skip


def marked(msgid: str) -> str:
    """The message as it is: marks text for translation where it is said somewhere else."""
    return msgid


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    """The catalogue of a language.

    Raises: FileNotFoundError for a language without one.
    """
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation("analyzer", LOCALES, [lang])


def in_ascii(text: str) -> str:
    """The text in ASCII: Danish letters spelled out, suits as letters, `?` for what has no letters."""
    if text.isascii():
        return text
    spelled = "".join(_LETTERS.get(letter, letter) for letter in text)
    return spelled.encode("ascii", "replace").decode("ascii")
