"""One line about a search that is still going on."""

from __future__ import annotations

from typing import Final

from analyzer.messages import Message, Verbatim, decimal, formed, say

_KINDS: Final = {
    "goals": say("who can force what"),
    "guarantee": say("sure of"),
    "equilibria": say("each for themselves"),
    "evidence": say("evidence against improper cards"),
    "audit": say("every card"),
}
"""The parts of a search in words."""


def progress_said(part: str, done: tuple[int, int], nodes: int, seconds: float) -> Message:
    """The part that is sought, how many are done of how many, positions searched, their rate, the time.

    A part without a name and positions that are not counted are left out.
    """
    told = say("{seconds} s", seconds=round(seconds))
    if nodes:
        rate = nodes / 1e6 / seconds if seconds > 0 else 0
        told = say(
            "{number} M positions, {rate} M a second, {seconds} s",
            number=decimal(nodes / 1e6, 1), rate=decimal(rate, 1), seconds=round(seconds),
        )  # fmt: skip
    if not part:
        return say("searching: {text}", text=told)
    kind, _, whose = part.partition(".")
    what = _KINDS.get(kind, Verbatim(kind))
    if whose:
        what = formed("{what} ({whose})", what=what, whose=Verbatim(whose.replace(".", " ")))
    return formed("{what} {now}/{all}: {told}", what=what, now=done[0] + 1, all=done[1], told=told)
