"""Messages about the progress of a run, the time left, and the place where it was interrupted."""

from __future__ import annotations

from enum import Enum
from typing import Final

from analyzer.frozenrecord import Record
from analyzer.messages import NOTHING, Grouped, Message, Verbatim, alone, decimal, listed, say, say_many


class Resumable(Enum):
    """The ways to continue an interrupted run."""

    NOT = "not"
    BY_OPTION = "by --resume"
    BY_ITSELF = "by the same command"


_GOES_ON: Final = {
    Resumable.NOT: NOTHING,
    Resumable.BY_OPTION: say("--resume goes on from there"),
    Resumable.BY_ITSELF: say("the same command goes on from there"),
}


class Progress(Record, frozen=True):
    """The progress of a run; `whole`, the number of positions, is None if it is unknown."""

    done: int = 0
    whole: int | None = None
    open: int = 0
    faulty: int = 0

    @property
    def positions(self) -> Message:
        """The number of positions answered, and the total if it is known."""
        if self.whole is None:
            return say("{number} {number:position/positions}", number=Grouped(self.done))
        return say(
            "{number} of {count} {count:position/positions}",
            number=Grouped(self.done), count=Grouped(self.whole),
        )  # fmt: skip

    def message(self, part: float | None, before: Progress, seconds: float) -> Message:
        """Return the positions done, their rate, the share done, the time left, and the unanswered positions.

        `part` is the share of the input that is done (0 to 1, None if unknown). `seconds` is the duration of
        this run so far, and `before` the progress when it began.
        """
        rate = (self.done - before.done) / seconds if seconds > 0 else 0.0
        number = Grouped(round(rate)) if rate >= 10 else decimal(rate, 1)
        told = [say("{positions}, {rate} a second", positions=self.positions, rate=number)]
        if part and self.done > before.done:
            ended = part * (1 - before.done / self.done)
            left = Verbatim(f"{seconds * (1 - part) / ended:.0f} s")
            told.append(say("{part} %, {time} left", part=Verbatim(f"{100 * part:.0f}"), time=left))
        if self.open:
            told.append(say("{number} unanswered", number=Grouped(self.open)))
        if self.faulty:
            told.append(say("{number} unread", number=Grouped(self.faulty)))
        return alone(listed(told))

    def interrupted(self, how: Resumable) -> Message:
        """Return where the run was interrupted, and how to continue it."""
        told = say("interrupted after {positions}", positions=self.positions)
        return say("{told}; {how}", told=told, how=_GOES_ON[how]) if _GOES_ON[how] else told

    def takes(self, before: Progress, seconds: float) -> tuple[float, Message]:
        """Return the seconds left, and a message about them; `seconds` is the duration of this run so far."""
        assert self.whole is not None
        left = seconds * (self.whole - self.done) / max(1, self.done - before.done)
        time = say("{number} min", number=Verbatim(f"{left / 60:.0f}"))
        if left >= _HOURS:
            time = say("{number} h", number=decimal(left / 3600, 1))
        return left, say(
            "about {time} for what is left of {count} {count:position/positions}; Ctrl-C keeps what is done",
            time=time, count=Grouped(self.whole),
        )  # fmt: skip

    def left_open(self) -> Message:
        """Return the number of lines of a file that the limits left open, and how to ask about them again."""
        return say(
            "{number} {number:position/positions} answered, {open} of them open; --resume --open asks again, "
            "with other limits too",
            open=Grouped(self.open), number=Grouped(self.done),
        )  # fmt: skip


_HOURS: Final = 5400
"""Seconds from which a time is given in hours."""


def asked_again(lines: int) -> Message:
    """Return the message that lines after the last recorded answer are asked again."""
    return say_many(
        "{number} line was written just before the run broke off; it is asked again",
        "{number} lines were written just before the run broke off; they are asked again",
        lines,
    )
