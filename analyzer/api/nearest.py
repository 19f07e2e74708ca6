"""Guessing what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from analyzer.messages import Message, Verbatim, listed, say


def nearest(word: str, known: Sequence[str]) -> Message:
    """Which of the names was meant, or else all of them."""
    close = get_close_matches(word.casefold(), [name.casefold() for name in known], n=1, cutoff=0.6)
    near = [name for name in known if close and name.casefold() == close[0]]
    if near:
        return say("did you mean {name}?", name=Verbatim(near[0]))
    return say("there are {names}", names=listed(map(Verbatim, known)))
