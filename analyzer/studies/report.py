"""A study as a folder to publish: Markdown, a page, plots and the figures as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

from analyzer.api.writing import check_output, unwritable, whole_file
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.study import intervals_told, questions, rows_of
from analyzer.report.view.study import StudyAnswer

_WIDE: Final = 640
_BAR: Final = 22
_LEFT: Final = 180
_STYLE: Final = (
    "body{font:16px/1.5 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right;border-bottom:1px solid #ccc}"
    "svg{max-width:100%}"
)


def write_report(figures: StudyAnswer, folder: Path, style: TextStyle) -> list[Path]:
    """Write the report into a folder: its files. Raises: Unwritable."""
    files = {folder / name: text for name, text in files_of(figures, style).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    for path in files:
        check_output(path)
    for path, text in files.items():
        with whole_file(path) as beside:
            beside.write_text(text, encoding="utf-8")
    return list(files)


def files_of(figures: StudyAnswer, style: TextStyle) -> dict[str, str]:
    """The files of a report by their names."""
    plots = {f"{name}.svg": plot(figures, name, style) for name in questions(figures)}
    plots = {name: text for name, text in plots.items() if text}
    return {
        "report.md": _markdown(figures, style, plots),
        "report.html": _page(figures, style, plots),
        "groups.csv": groups_csv(figures),
        **plots,
    }


def _head(figures: StudyAnswer, style: TextStyle) -> Iterator[str]:
    yield style.t(
        "{asked} of {count} deals asked, {answered} of them answered in full.",
        asked=f"{figures.asked:,}", count=f"{figures.count:,}", answered=f"{figures.answered:,}",
    )  # fmt: skip
    yield intervals_told(style)


def _foot(figures: StudyAnswer, style: TextStyle) -> str:
    return style.t(
        "Rule set {ruleset}; study {study}; rules {rules}; core {core}.",
        ruleset=figures.ruleset, study=figures.study, rules=figures.rules, core=figures.core[:16],
    )  # fmt: skip


def _markdown(figures: StudyAnswer, style: TextStyle, plots: dict[str, str]) -> str:
    lines = [f"# {figures.title}", ""]
    for text in _head(figures, style):
        lines += [text, ""]
    for name in questions(figures):
        head, *rows = rows_of(figures, name, style)
        lines += [f"## {name}", "", _bars(head), _bars(["---:"] * len(head)), *map(_bars, rows), ""]
        if f"{name}.svg" in plots:
            lines += [f"![{name}]({name}.svg)", ""]
    return "\n".join([*lines, _foot(figures, style)]) + "\n"


def _bars(cells: Any) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _page(figures: StudyAnswer, style: TextStyle, plots: dict[str, str]) -> str:
    parts = [
        f"<h1>{escape(figures.title)}</h1>",
        *(f"<p>{escape(text)}</p>" for text in _head(figures, style)),
    ]
    for name in questions(figures):
        head, *rows = rows_of(figures, name, style)
        parts += [
            f"<h2>{escape(name)}</h2>",
            "<table>",
            _cells(head, "th"),
            *(_cells(row, "td") for row in rows),
        ]
        parts += ["</table>", plots.get(f"{name}.svg", "")]
    parts.append(f"<p><small>{escape(_foot(figures, style))}</small></p>")
    return (
        f'<!doctype html>\n<html lang="{style.lang}"><head><meta charset="utf-8">'
        f"<title>{escape(figures.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _cells(row: Any, kind: str) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in row) + "</tr>"


def plot(figures: StudyAnswer, name: str, style: TextStyle) -> str:
    """A bar for each group, with its interval, as SVG; nothing where there is nothing to draw."""
    key = "share" if any("share" in group[name] for group in figures.groups) else "mean"
    bars = [(group["by"], group[name]) for group in figures.groups if group[name].get(key) is not None]
    if not bars:
        return ""
    ends = [each for _, told in bars for each in (told[key], told["low"], told["high"]) if each is not None]
    low, high = (0.0, 1.0) if key == "share" else (min(0.0, *ends), max(0.0, *ends))
    span = (high - low) or 1.0

    def across(value: float) -> float:
        return round(_LEFT + (_WIDE - _LEFT - 70) * (value - low) / span, 2)

    tall = _BAR * len(bars) + 10
    size = f'viewBox="0 0 {_WIDE} {tall}" role="img" font-family="sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{escape(name)}</title>']
    for row, (by, told) in enumerate(bars):
        y = _BAR * row + 8
        parts += _bar(y, _named(by), told, (across(0.0), across(told[key])), across)
        number = 100 * told[key] if key == "share" else told[key]
        unit = " %" if key == "share" else ""
        parts.append(f'<text x="{_WIDE - 64}" y="{y + 11}">{style.decimal(number, 1)}{unit}</text>')
    return "".join([*parts, "</svg>\n"])


def _bar(y: int, name: str, told: dict[str, Any], ends: tuple[float, float], across: Any) -> Iterator[str]:
    left, right = min(ends), max(ends)
    yield f'<text x="{_LEFT - 8}" y="{y + 11}" text-anchor="end">{escape(name)}</text>'
    yield f'<rect x="{left}" y="{y}" width="{round(right - left, 2)}" height="14" fill="#7a9cc6"/>'
    if told["low"] is not None:
        yield (
            f'<path d="M{across(told["low"])} {y + 7}H{across(told["high"])}" stroke="#222" '
            'stroke-width="1.5" fill="none"/>'
        )


def _named(by: dict[str, Any]) -> str:
    return ", ".join(f"{fact} {value}".strip() for fact, value in by.items())


def groups_csv(figures: StudyAnswer) -> str:
    """A line for each group, question and figure."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    facts = list(figures.groups[0]["by"]) if figures.groups else []
    table.writerow([*facts, "deals", "question", "figure", "value"])
    for group in figures.groups:
        for name in questions(figures):
            for figure, value in group[name].items():
                pairs = value.items() if isinstance(value, dict) else [(figure, value)]
                for key, each in pairs:
                    table.writerow(
                        [*group["by"].values(), group["asked"], name, key, "" if each is None else each]
                    )
    return out.getvalue()
