"""Whole hands made from the shipped one: other cards in the skat, and play to the end."""

from __future__ import annotations

import re

from places import POSITIONS

import analyzer
from analyzer.rules.actions import ActionKind

WHOLE = (POSITIONS / "whole-hand.yaml").read_text(encoding="utf-8")
PLAYED = WHOLE[WHOLE.index("lines:") :]
SAID = WHOLE[WHOLE.index("declarations:") : WHOLE.index("lines:")]
SILENT = WHOLE.replace(SAID, "").replace(PLAYED, "")


def dealt(*exchanged: tuple[str, str], more: str = "") -> str:
    """The whole hand with cards exchanged between the skat and the dealer's hand, and nothing said."""
    text = SILENT
    for away, kept in exchanged:
        text = re.sub(rf"\b{away}\b", "away", text)
        text = re.sub(rf"\b{kept}\b", away, text).replace("away", kept)
    return text + more


def played_out(text: str, expect: str = "") -> str:
    """The hand with a line that is legal card by card to its end."""
    position = analyzer.loads(f"{text}\nlines: [{{name: played, play: []}}]\n")
    words = []
    while not position.over:
        move = next(each for each in position.legal() if each.kind is ActionKind.PLAY)
        words.append(str(move))
        position = position.after(move)
    expected = f"\n    expect: {{{expect}}}" if expect else ""
    return f"{text}\nlines:\n  - name: played\n    play: {' '.join(words)}{expected}\n"
