"""Where something stands in a text, and what may not stand in one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Final

from analyzer.errors import Fault, Where
from analyzer.messages import Message, Verbatim, Word, listed, printable, say

MAX_FAULTS: Final = 20
"""After so many faults of syntax a file is not read on."""
REFUSED: Final = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""Control characters, those that turn the direction of writing, and what is no character at all."""
_LAID_OUT: Final = dict.fromkeys(map(ord, "\t\n\r"))


class Lines:
    """Line and column, both from 1, of an offset in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def refused_characters(text: str, file: str) -> Iterator[Fault]:
    """A fault for every character that may not stand in a file, as many as are worth telling."""
    if text.translate(_LAID_OUT).isprintable():
        return

    lines = Lines(text)
    for match in islice(re.finditer(REFUSED, text), MAX_FAULTS):
        sign = Verbatim(f"U+{ord(match[0]):04X}")
        message = say("the character {sign} may not stand in a text file", sign=sign)
        yield Fault(message, say("expected printable text"), Where(file, *lines.place(match.start())))


def shown_plainly(message: Message) -> Message:
    """A message whose words from a file steer no terminal."""
    words: dict[str, Word] = {}
    for key, word in message.words.items():
        if isinstance(word, Message):
            words[key] = shown_plainly(word)
        else:
            words[key] = Verbatim(printable(word)) if isinstance(word, Verbatim) else word
    return Message(message.template, words, message.plural, message.number, message.brief)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to a misspelt one, if any is close."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def suggestion(word: str, known: Iterable[str]) -> Message:
    """What to expect in place of an unknown word: the nearest known one, else all of them."""
    names = list(known)
    guess = nearest(word, names)
    if guess:
        return say("did you mean `{word}`?", word=Verbatim(guess))
    return say("expected one of {known}", known=listed(map(Verbatim, names)))
