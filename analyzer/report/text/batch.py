"""How far a batch is, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from analyzer.layout import clip
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.report.style.textstyle import TextStyle

_TOLD: Final = 5
"""So many damages are told."""


class Counted(Protocol):
    """How many positions were answered, could not be read, and stayed open."""

    @property
    def answered(self) -> int:
        """All of them."""

    @property
    def faulty(self) -> int:
        """Those that could not be read."""

    @property
    def open(self) -> int:
        """Those without an answer."""


def batch_progress(style: TextStyle, counted: Counted, now: int, part: float | None, seconds: float) -> str:
    """Positions done, their rate, the time left where the `part` of the input is known, and what went wrong.

    `now` are those of this run, and `part` is of the whole input.
    """
    rate = now / seconds if seconds > 0 else 0.0
    text = style.t("{number} positions, {rate} a second", number=f"{counted.answered:,}", rate=f"{rate:,.0f}")
    if part:
        left = seconds * (1 - part) / part
        text += style.t(", {part} %, {time} left", part=f"{100 * part:.0f}", time=f"{left:.0f} s")
    if counted.open:
        text += style.t(", {number} unanswered", number=f"{counted.open:,}")
    if counted.faulty:
        text += style.t(", {number} unread", number=f"{counted.faulty:,}")
    return clip(text, style.width - 1)


def batch_left(style: TextStyle, answered: int, *, resumed: bool) -> str:
    """What is told where a batch was broken off."""
    text = style.t("interrupted after {number} positions", number=f"{answered:,}")
    if resumed:
        text += style.t("; --resume goes on from there")
    return f"tarok-analyze: {text}\n"


def batch_open(style: TextStyle, left: int, answered: int) -> str:
    """What is told where limits left lines of a file open."""
    text = style.t(
        "{open} of {number} positions are open; --resume --open asks them again, with other limits too",
        open=f"{left:,}", number=f"{answered:,}",
    )  # fmt: skip
    return f"tarok-analyze: {text}\n"


def export_lacks(style: TextStyle, store: Path, missing: Sequence[Message]) -> str:
    """That a table lacks what is damaged in a store."""
    few: list[Message | Verbatim] = [*missing[:_TOLD]]
    if len(missing) > _TOLD:
        few.append(Verbatim("..."))
    told = say(
        "the store {file} is damaged, and the table lacks {what}", file=Verbatim(store), what=listed(few)
    )
    return style.said(told)


def study_takes(style: TextStyle, seconds: float, count: int) -> str:
    """How long a study is going to take."""
    if seconds < 5400:
        time = style.t("{number} min", number=f"{seconds / 60:.0f}")
    else:
        time = style.t("{number} h", number=style.decimal(seconds / 3600, 1))
    return style.t(
        "about {time} for what is left of {count} deals; Ctrl-C keeps what is done",
        time=time,
        count=f"{count:,}",
    )


def study_left(style: TextStyle, asked: int, count: int) -> str:
    """How far a study came that was broken off."""
    return style.t(
        "interrupted after {asked} of {count} deals; the same command goes on from there",
        asked=f"{asked:,}", count=f"{count:,}",
    )  # fmt: skip


def study_progress(style: TextStyle, done: tuple[int, int], count: int, now: int, seconds: float) -> str:
    """Deals asked of all, their rate, the time left, and how many of them are not answered in full."""
    asked, answered = done
    rate = now / seconds if seconds > 0 else 0.0
    text = style.t(
        "{asked} of {count} deals, {rate} a second",
        asked=f"{asked:,}", count=f"{count:,}", rate=style.decimal(rate, 1),
    )  # fmt: skip
    if rate:
        text += style.t(", {time} left", time=f"{(count - asked) / rate:.0f} s")
    if asked > answered:
        text += style.t(", {number} unanswered", number=f"{asked - answered:,}")
    return clip(text, style.width - 1)
