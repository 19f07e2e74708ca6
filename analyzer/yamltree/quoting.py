"""Words of a file as they may stand in a message, and the word that was meant where one is misspelt."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from analyzer.messages import Message, Verbatim, Word, listed, say


def printable(text: str) -> str:
    """A text from a file as it may stand in a message: what would steer a terminal becomes `?`."""
    return "".join(char if char.isprintable() else "?" for char in text)


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
