"""A study as a folder to publish: text, figures, the table, and the study file to repeat it with."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

import analyzer
from analyzer.answers.batch import INTERVALS, StudyAnswer, asked_so_far, differences_rows, questions, rows_of
from analyzer.fileswritten import check_output, unwritable, whole_file
from analyzer.messages import Grouped, Verbatim, decimal, formed, say
from analyzer.report.paper.figures import FiguresMissing, drawn
from analyzer.report.style.textstyle import TextStyle
from analyzer.studies.drawings import question_said
from analyzer.studies.show import StudyShown

STUDY_FILE: Final = "study.yaml"
_STYLE: Final = (
    "body{font:16px/1.5 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right;border-bottom:1px solid #ccc}"
    "img{max-width:100%}pre{overflow-x:auto}"
)


class ReportPart(NamedTuple):
    """A part of the report: its kind is `h1`, `h2`, `p`, `pre`, `table` or `figure`."""

    kind: str
    text: str = ""
    rows: Sequence[Sequence[str]] = ()


def write_report(
    shown: StudyShown, folder: Path, style: TextStyle
) -> tuple[list[Path], FiguresMissing | None]:
    """Write the report into a folder: its files, and why it has no figures where it has none.

    Raises: Unwritable.
    """
    named, lacking = files_of(shown, style)
    files = {folder / name: data for name, data in named.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    for path in files:
        check_output(path)
    for path, data in files.items():
        with whole_file(path) as beside:
            beside.write_bytes(data)
    return list(files), lacking


def files_of(shown: StudyShown, style: TextStyle) -> tuple[dict[str, bytes], FiguresMissing | None]:
    """The files of a report by their names."""
    figures: dict[str, bytes] = {}
    lacking = None
    try:
        for name, drawing in shown.counted.drawings(style):
            for form in ("svg", "pdf"):
                figures[f"{name}.{form}"] = drawn(drawing, style, form)
    except FiguresMissing as missing:
        lacking = missing
    blocks = list(_blocks(shown, style, figures))
    told = {
        "report.md": _markdown(blocks),
        "report.html": _page(blocks, shown.figures.title, style, figures),
        "groups.csv": groups_csv(shown.figures),
        STUDY_FILE: _study_file(shown.told),
    }
    return {name: text.encode() for name, text in told.items()} | figures, lacking


def _study_file(told: Mapping[str, Any]) -> str:
    """The study file anew: JSON after each key is YAML."""
    asked = {key: value for key, value in told.items() if key != "rules"}
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in asked.items())


def _blocks(shown: StudyShown, style: TextStyle, drawings: Iterable[str]) -> Iterator[ReportPart]:
    figures = shown.figures
    yield ReportPart("h1", figures.title)
    yield ReportPart("p", style.said(asked_so_far(figures)))
    yield ReportPart("p", style.said(INTERVALS))
    own = set(questions(figures))
    for name in ("shares", "means"):
        if f"{name}.svg" in drawings and name not in own:
            yield ReportPart("figure", name)
    for name in questions(figures):
        yield ReportPart("h2", name)
        yield ReportPart("p", style.said(question_said(name, figures.asks[name])) + ".")
        yield ReportPart("table", rows=[[*map(style.said, row)] for row in rows_of(figures, name)])
        if f"{name}.svg" in drawings:
            yield ReportPart("figure", name)
    if figures.differences:
        yield ReportPart("h2", style.said(say("Differences")))
        yield ReportPart("table", rows=[[*map(style.said, row)] for row in differences_rows(figures)])
    yield from _how(shown, style)


DEALT: Final = {
    "uniform": say("at random"),
    "whole-hands": say("as at the table, with a discard"),
    "files": say("those of files"),
}
"""How the deals of a study come about."""


def _how(shown: StudyShown, style: TextStyle) -> Iterator[ReportPart]:
    """How it was done, how to do it again, and how to cite it."""
    figures, deals = shown.figures, shown.told["deals"]
    yield ReportPart("h2", style.said(say("How it was done")))
    yield ReportPart("p", style.said(say(
        "Deals: {by}, seed {seed}. What was asked took {time} of search, of all workers together.",
        by=DEALT[deals.get("by", "uniform")], seed=deals.get("seed", 0),
        time=formed("{seconds} s", seconds=decimal(shown.seconds, 1)),
    )))  # fmt: skip
    yield ReportPart("p", style.said(say("The study file, which gives the same figures to whoever runs it:")))
    yield ReportPart("pre", _study_file(shown.told).rstrip())
    yield ReportPart("pre", f"tarok-analyze study run {STUDY_FILE} --store study.db\n"
                       "tarok-analyze study report study.db -o report")  # fmt: skip
    yield ReportPart("p", style.said(say(
            "Cite as: {title}. A study of {count} {count:deal/deals} with Tarok Analyzer "
            "{version}, rule set {ruleset}; study {study}, rules {rules}, core {core}.",
        title=Verbatim(figures.title), count=Grouped(figures.asked), version=Verbatim(analyzer.__version__),
        ruleset=Verbatim(figures.ruleset), study=Verbatim(figures.study), rules=Verbatim(figures.rules),
        core=Verbatim(figures.core[:16]),
    )))  # fmt: skip


def _markdown(blocks: Iterable[ReportPart]) -> str:
    return "\n\n".join(map(_in_markdown, blocks)) + "\n"


def _in_markdown(block: ReportPart) -> str:
    match block.kind:
        case "h1" | "h2":
            return f"{'#' * int(block.kind[1])} {block.text}"
        case "pre":
            return "\n".join(f"    {line}" for line in block.text.splitlines())
        case "table":
            head, *rows = block.rows
            return "\n".join([_bars(head), _bars(["---:"] * len(head)), *map(_bars, rows)])
        case "figure":
            return f"![{block.text}]({block.text}.svg)"
        case _:
            return block.text


def _bars(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _page(blocks: Iterable[ReportPart], title: str, style: TextStyle, figures: Mapping[str, bytes]) -> str:
    parts = "\n".join(_in_html(block, figures) for block in blocks)
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return (
        f'<!doctype html>\n<html lang="{style.lang}"><head>{head}</head>\n<body>\n{parts}\n</body></html>\n'
    )


def _in_html(block: ReportPart, figures: Mapping[str, bytes]) -> str:
    match block.kind:
        case "table":
            head, *rows = block.rows
            cells = [_cells(head, "th"), *(_cells(row, "td") for row in rows)]
            return "<table>\n" + "\n".join(cells) + "\n</table>"
        case "figure":
            data = base64.b64encode(figures[f"{block.text}.svg"]).decode()
            return f'<img alt="{escape(block.text)}" src="data:image/svg+xml;base64,{data}">'
        case kind:
            return f"<{kind}>{escape(block.text)}</{kind}>"


def _cells(row: Iterable[str], kind: str) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row) + "</tr>"


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
