"""How far a batch is, in one line, and the figures of a study as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from analyzer.layout import clip, wrap
from analyzer.messages import Message, Verbatim, listed, say
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.batch import StudyAnswer

Row = tuple[str, ...]


def study_text(figures: StudyAnswer, style: TextStyle) -> str:
    """Title, how far it is, and a table for each question."""
    lines = [style.safe(figures.title), ""]
    done = style.t(
        "{asked} of {count} deals asked, {answered} of them answered in full.",
        asked=f"{figures.asked:,}", count=f"{figures.count:,}", answered=f"{figures.answered:,}",
    )  # fmt: skip
    lines += wrap(done, style.width, "", "")
    for name in questions(figures):
        lines += ["", style.safe(name), *_table(list(rows_of(figures, name, style)))]
    if figures.differences:
        lines += ["", style.t("Differences"), *_table(list(differences_rows(figures, style)))]
    lines += ["", *wrap(intervals_told(style), style.width, "", "")]
    return "\n".join(lines) + "\n"


def intervals_told(style: TextStyle) -> str:
    """What the intervals are."""
    return style.t(
        "Intervals are those of 95 %: of shares by Wilson, with what is open counted against and for; of "
        "means by the normal distribution. Players of one deal count as one draw, not as several."
    )


def questions(figures: StudyAnswer) -> list[str]:
    """The names of the questions, in the order of the study."""
    return list(dict.fromkeys(key for group in figures.groups for key in group if key not in ("by", "asked")))


def rows_of(figures: StudyAnswer, name: str, style: TextStyle) -> Iterator[Row]:
    """The table of one question, its head first."""
    facts = list(figures.groups[0]["by"]) if figures.groups else []
    found: dict[Any, Mapping[str, Any]] = {n: group[name] for n, group in enumerate(figures.groups)}
    heads = _heads(found.values(), style)
    yield (*map(style.safe, facts), *heads.values())
    for number, group in enumerate(figures.groups):
        told = found[number]
        yield (
            *(style.safe(str(each)) for each in group["by"].values()),
            *(_cell(told, key, style) for key in heads),
        )


def differences_rows(figures: StudyAnswer, style: TextStyle) -> Iterator[Row]:
    """The table of what lies between two groups, its head first."""
    yield (style.t("question"), style.t("groups"), style.t("difference"), style.t("from – to"))
    for each in figures.differences or ():
        shares = any("share" in group[each.question] for group in figures.groups)
        ends = (each.difference, each.low, each.high)
        value, low, high = ("" if end is None else _signed(end, style, shares=shares) for end in ends)
        between = f"{each.fact}: {each.second} - {each.first}"
        yield (style.safe(each.question), style.safe(between), value, f"{low} – {high}" if low else "")


def _signed(number: float, style: TextStyle, *, shares: bool) -> str:
    told = _percent(abs(number), style) if shares else style.decimal(abs(number), 2)
    return f"{'-' if number < 0 else '+'}{told}"


def _heads(entries: Any, style: TextStyle) -> dict[str, str]:
    """The columns that some entry has, with their heads."""
    shares = {
        "yes": style.t("yes"), "no": style.t("no"), "count": style.t("answers"), "open": style.t("open"),
        "share": style.t("share"), "mean": style.t("mean"), "interval": style.t("from – to"),
        "least": style.t("least"), "most": style.t("most"), "words": style.t("words"),
    }  # fmt: skip
    there = {key for entry in entries for key in (*entry, *(["interval"] if "low" in entry else []))}
    return {key: head for key, head in shares.items() if key in there}


def _cell(told: Mapping[str, Any], key: str, style: TextStyle) -> str:
    if key == "interval":
        if told.get("low") is None:
            return ""
        if "share" in told:
            return f"{_percent(told['low'], style)} – {_percent(told['high'], style)}"
        return f"{style.decimal(told['low'], 2)} – {style.decimal(told['high'], 2)}"
    value = told.get(key)
    if value is None:
        return ""
    if key == "share":
        return _percent(value, style)
    if key == "words":
        return ", ".join(f"{style.safe(word)} {count:,}" for word, count in value.items())
    return f"{value:,}" if isinstance(value, int) else style.decimal(value, 2)


def _percent(share: float, style: TextStyle) -> str:
    return f"{style.decimal(100 * share, 1)} %"


def _table(rows: Sequence[Row]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  " + "  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]


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


def batch_behind(style: TextStyle, lines: int) -> str:
    """That what stood behind the answers that were noted is asked again."""
    told = style.n(
        "{number} line was written just before the run broke off; it is asked again",
        "{number} lines were written just before the run broke off; they are asked again",
        lines,
    )
    return f"tarok-analyze: {told}\n"


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
