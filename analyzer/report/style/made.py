"""Sentences that the program wrote into a file, told again in the reader's language, cards by their signs.

A composed problem keeps what it teaches, where it comes from and what its lines are called as English text:
a template that was filled. Read back, it is that template in another language.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from functools import cache
from typing import Final

from analyzer.cards.card import BY_TEXT
from analyzer.messages import translated

_SIGN: Final = re.compile(r"^composed: |\b(?:[hdscT](?:[RDCV]|\d+)|fool)\b")
"""What every such text has: where it comes from, or a card."""


def told_again(
    text: str, lang: str, card: Callable[[str], str], whose: Callable[[str], str], word: Callable[[str], str]
) -> str | None:
    """The text in a language, None where the program did not write it.

    Cards, names in the genitive, and all other words in it are shown by the three functions.
    """
    if _SIGN.search(text) is None:
        return None
    from analyzer.search.compose.written import WRITTEN  # noqa: PLC0415 - most texts are none of these

    for template in WRITTEN:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            shown = {
                name: card(each) if each.partition("=")[0] in BY_TEXT
                else whose(each.removesuffix("'").removesuffix("'s")) if name == "whose"
                else word(each)
                for name, each in found.groupdict().items()
            }  # fmt: skip
            return translated(template, lang).format(**shown)
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Texts that the template becomes when it is filled."""
    parts, seen = [], set[str]()
    for literal, name, _, _ in string.Formatter().parse(template):
        parts.append(re.escape(literal))
        if name:
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>.+?)")
            seen.add(name)
    return re.compile("".join(parts))
