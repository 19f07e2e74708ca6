"""The figures of a study as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.view.study import StudyAnswer

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
