"""A study as figures, as a table, and as a folder to publish."""

from __future__ import annotations

import base64
import csv
import io
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import analyzer
from analyzer.answers.answer import Answer, Settled
from analyzer.answers.batch import (
    INTERVALS,
    StudyAnswer,
    differences_rows,
    progress_message,
    questions,
    rows_of,
    study_blocks,
)
from analyzer.errors import UsageError, install_command, meant
from analyzer.fileio import check_output, unwritable, whole_file
from analyzer.frozenrecord import Record
from analyzer.messages import Grouped, Message, Verbatim, decimal, formed, listed, quoted, say
from analyzer.report.paper.figures import FiguresMissing, drawn
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.search.worlds.results import CONFIDENCE
from analyzer.studies.drawings import TOKENS, CountedGroups, question_message
from analyzer.studies.files import Fact
from analyzer.studies.store import MOST_ROWS, DealGroup, Store, StoredChunk
from analyzer.studies.tally import Value, tally_view
from analyzer.views.base import UNSET
from analyzer.words.blocks import Said

# What a store holds, as figures: shares and means with their intervals.


class StudyShown(Answer, Record, frozen=True):
    """The answer of `study show`."""

    figures: StudyAnswer
    counted: CountedGroups
    told: Mapping[str, Any]
    """The study file as plain data."""
    seconds: float
    """What the search took, of all workers together."""

    @classmethod
    def from_store(cls, store: Store, between: str | None = None) -> StudyShown:
        """The figures of a store as it is now, with what lies `between` two groups, as in `tricks=3,8`.

        Raises: UsageError for groups that there are not.
        """
        asked, answered = store.done()
        about, told = store.about, json.loads(store.about["told"])
        groups = store.groups()
        asks = {name: told["ask"][name] or {} for name in store.names}
        counted = CountedGroups(asks, store.group_by, groups, _paid_in(about["ruleset"]))
        figures = StudyAnswer(
            title=about["title"],
            study=about["study"],
            ruleset=about["ruleset"],
            rules=about["rules"],
            core=about["core"],
            count=store.count,
            asked=asked,
            answered=answered,
            confidence=float(CONFIDENCE),
            asks=asks,
            differences=UNSET if between is None else counted.differences(*_two(between, store, groups)),
            groups=[_group(store, group) for group in groups],
        )
        return cls(figures, counted, told, store.seconds())

    @property
    def settled(self) -> Settled:
        """Open until every deal has been asked."""
        return Settled.YES if self.figures.asked == self.figures.count else Settled.OPEN

    def view(self) -> StudyAnswer:
        return self.figures

    @property
    def says(self) -> Said:
        return study_blocks(self.figures)


def _paid_in(ruleset: str) -> Message:
    """What a shipped game is paid in; of a rule set of the user's own it is not known from its name."""
    if ruleset not in ruleset_names():
        return say("tokens or points")
    return TOKENS if load_ruleset(ruleset).game.pots is not None else say("points")


def _group(store: Store, group: DealGroup) -> dict[str, Any]:
    by = dict(zip(store.group_by, group.facts, strict=True))
    answers = {name: tally_view(group.tallies[name]) for name in store.names}
    return {"by": by, "asked": group.asked, **answers}


def _two(between: str, store: Store, groups: list[DealGroup]) -> tuple[str, Fact, Fact]:
    """The fact and the two values of it that are held against each other."""
    fact, _, values = between.partition("=")
    if fact not in store.group_by:
        told = say("the study does not count by {word}", word=quoted(fact))
        if not store.group_by:
            raise UsageError(told, say("it has no `group_by`"))
        raise UsageError(told, meant(fact, store.group_by))
    place = store.group_by.index(fact)
    known = {str(value): value for value in dict.fromkeys(group.facts[place] for group in groups)}
    named = [each.strip() for each in values.split(",")]
    if len(named) != 2 or not set(named) <= set(known):
        told = say("expected two values of {fact}", fact=Verbatim(fact))
        raise UsageError(told, say("there are {known}", known=listed(map(Verbatim, known))))
    return fact, known[named[0]], known[named[1]]


# The answers of a study as a table: CSV, or Parquet by duckdb where that is installed.


SUFFIXES: Final = (".csv", ".parquet")


def export(store: Store, out: Path) -> list[Message]:
    """Write a line for each answer (deal, facts, question, which of its players, value); what was left out.

    What is damaged is left out, and chunks of which the sums are not those of the deals.

    Raises: UsageError for another kind of file, where only sums are kept, or without duckdb; Unwritable.
    """
    if out.suffix not in SUFFIXES:
        told = say("{file} is neither .csv nor .parquet", file=Verbatim(out))
        raise UsageError(told, say("expected a file of one of these"))
    if store.count > MOST_ROWS:
        told = say("of more than {number} {number:deal/deals} only sums are kept", number=MOST_ROWS)
        raise UsageError(told, say("`study show --json` has them"))
    sound = [chunk for chunk in store.chunks() if store.is_whole(chunk) and store.agrees(chunk)]
    with whole_file(out) as beside:
        if out.suffix == ".csv":
            _write_csv(store, sound, beside)
        else:
            _write_parquet(store, sound, beside)
    return store.damage() or [chunk.deals_message for chunk in store.chunks() if chunk not in sound]


def _write_csv(store: Store, chunks: Sequence[StoredChunk], beside: Path) -> None:
    with beside.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["deal", *store.group_by, "question", "place", "answer"])
        table.writerows(_rows(store, chunks))


def _rows(store: Store, chunks: Sequence[StoredChunk]) -> Iterator[tuple[object, ...]]:
    for k, facts, answers in chain.from_iterable(map(store.rows, chunks)):
        for name, values in zip(store.names, answers, strict=True):
            for place, value in enumerate(values):
                yield (k, *facts, name, place, _word(value))


def _word(value: Value) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write_parquet(store: Store, chunks: Sequence[StoredChunk], out: Path) -> None:
    try:
        import duckdb  # noqa: PLC0415 - an extra
    except ImportError:
        told = say("Parquet is written by duckdb, which is not installed")
        raise UsageError(
            told, say("`{command}`, or a .csv file", command=install_command("parquet"))
        ) from None
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "answers.csv"
        _write_csv(store, chunks, table)
        with duckdb.connect() as database:
            read = database.read_csv(str(table), header=True, all_varchar=False)
            read.write_parquet(str(out))


# A study as a folder to publish: text, figures, the table, and the study file to repeat it with.


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
    yield ReportPart("p", style.render(progress_message(figures)))
    yield ReportPart("p", style.render(INTERVALS))
    own = set(questions(figures))
    for name in ("shares", "means"):
        if f"{name}.svg" in drawings and name not in own:
            yield ReportPart("figure", name)
    for name in questions(figures):
        yield ReportPart("h2", name)
        yield ReportPart("p", style.render(question_message(name, figures.asks[name])) + ".")
        yield ReportPart("table", rows=[[*map(style.render, row)] for row in rows_of(figures, name)])
        if f"{name}.svg" in drawings:
            yield ReportPart("figure", name)
    if figures.differences:
        yield ReportPart("h2", style.render(say("Differences")))
        yield ReportPart("table", rows=[[*map(style.render, row)] for row in differences_rows(figures)])
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
    yield ReportPart("h2", style.render(say("How it was done")))
    yield ReportPart("p", style.render(say(
        "Deals: {by}, seed {seed}. What was asked took {time} of search, of all workers together.",
        by=DEALT[deals.get("by", "uniform")], seed=deals.get("seed", 0),
        time=formed("{seconds} s", seconds=decimal(shown.seconds, 1)),
    )))  # fmt: skip
    yield ReportPart(
        "p", style.render(say("The study file, which gives the same figures to whoever runs it:"))
    )
    yield ReportPart("pre", _study_file(shown.told).rstrip())
    yield ReportPart("pre", f"tarok-analyze study run {STUDY_FILE} --store study.db\n"
                       "tarok-analyze study report study.db -o report")  # fmt: skip
    yield ReportPart("p", style.render(say(
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
