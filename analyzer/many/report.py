"""The results of a study: figures with intervals, a table of answers, and a folder to publish."""

from __future__ import annotations

import base64
import csv
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

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
from analyzer.many.drawings import TOKENS, CountedGroups, question_message
from analyzer.many.store import MOST_ROWS, DealGroup, Store, StoredChunk
from analyzer.many.study import Fact
from analyzer.many.tally import tally_view
from analyzer.messages import Grouped, Message, Verbatim, decimal, either, formed, listed, quoted, say
from analyzer.report.paper.document import Block, PaperDocument, heading, sentence, sheet
from analyzer.report.paper.figures import FiguresMissing, drawn
from analyzer.report.paper.markup import html, markdown
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.search.worlds.results import CONFIDENCE
from analyzer.views.base import UNSET
from analyzer.words.blocks import Said


class StudyShown(Answer, Record, frozen=True):
    """The answer of `study show`."""

    figures: StudyAnswer
    counted: CountedGroups
    told: Mapping[str, Any]
    """The study file as plain data."""
    seconds: float
    """Seconds of search, summed over all workers."""

    @classmethod
    def from_store(cls, store: Store, between: str | None = None) -> StudyShown:
        """Return the present figures of a store.

        `between` names two groups to compare, as in `tricks=3,8`.
        Raises: UsageError if the study has no such groups.
        """
        done, about, told = store.progress(), store.about, json.loads(store.about["told"])
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
            asked=done.done,
            answered=done.done - done.open,
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
    """Return the unit in which a game is paid; for a user's own rule set the name does not show it."""
    if ruleset not in ruleset_names():
        return say("tokens or points")
    return TOKENS if load_ruleset(ruleset).game.pots is not None else say("points")


def _group(store: Store, group: DealGroup) -> dict[str, Any]:
    by = dict(zip(store.group_by, group.facts, strict=True))
    answers = {name: tally_view(group.tallies[name]) for name in store.names}
    return {"by": by, "asked": group.asked, **answers}


def _two(between: str, store: Store, groups: list[DealGroup]) -> tuple[str, Fact, Fact]:
    """Return the fact and its two values to compare.

    Raises: UsageError if the study does not group by the fact or has no such values.
    """
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


# The answers of a study as a table: CSV, JSON, or Parquet if pyarrow is installed.


def export(store: Store, out: Path) -> list[Message]:
    """Write a row for each answer (deal, facts, question, place among its answers, value).

    Returns messages about the parts left out: damaged ones, and chunks whose sums differ from their deals.

    Raises: UsageError if the file is of an unknown kind, the store has only sums, or pyarrow is missing;
    Unwritable if the file cannot be written.
    """
    if out.suffix not in _WRITERS:
        known = either(map(Verbatim, _WRITERS))
        told = say("{file} is not a table", file=Verbatim(out))
        raise UsageError(told, say("expected a file that ends in {known}", known=known))
    if store.count > MOST_ROWS:
        told = say("of more than {number} {number:deal/deals} only sums are kept", number=MOST_ROWS)
        raise UsageError(told, say("`study show --json` has them"))
    sound = [chunk for chunk in store.chunks() if store.is_whole(chunk) and store.agrees(chunk)]
    with whole_file(out) as beside:
        _WRITERS[out.suffix](store, sound, beside)
    return store.damage() or [chunk.deals_message for chunk in store.chunks() if chunk not in sound]


Row = tuple[object, ...]


def _rows(store: Store, chunks: Sequence[StoredChunk]) -> Iterator[Row]:
    for k, facts, answers in chain.from_iterable(map(store.rows, chunks)):
        for name, values in zip(store.names, answers, strict=True):
            for place, value in enumerate(values):
                yield (k, *facts, name, place, value)


def _columns(store: Store) -> list[str]:
    return ["deal", *store.group_by, "question", "place", "answer"]


def _write_csv(store: Store, chunks: Sequence[StoredChunk], beside: Path) -> None:
    with beside.open("w", encoding="utf-8", newline="") as file:
        write_table(file, [_columns(store)])
        write_table(file, _rows(store, chunks))


def _write_json(store: Store, chunks: Sequence[StoredChunk], beside: Path) -> None:
    """Write a JSON array with one answer per line."""
    columns, before = _columns(store), "["
    with beside.open("w", encoding="utf-8") as file:
        for row in _rows(store, chunks):
            file.write(f"{before}\n{json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False)}")
            before = ","
        file.write("\n]\n" if before == "," else "[]\n")


def _write_parquet(store: Store, chunks: Sequence[StoredChunk], beside: Path) -> None:
    try:
        from pyarrow.csv import read_csv  # noqa: PLC0415 - an extra
        from pyarrow.parquet import write_table as write  # noqa: PLC0415
    except ImportError:
        told = say("Parquet is written by pyarrow, which is not installed")
        raise UsageError(
            told, say("`{command}`, or a .csv file", command=install_command("parquet"))
        ) from None
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "answers.csv"
        _write_csv(store, chunks, table)
        write(read_csv(table), beside)


_WRITERS: Final[Mapping[str, Callable[[Store, Sequence[StoredChunk], Path], None]]] = {
    ".csv": _write_csv,
    ".json": _write_json,
    ".parquet": _write_parquet,
}


def write_table(file: Any, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV; None is an empty cell, and a yes or no is `true` or `false`."""
    words = ([str(cell).lower() if isinstance(cell, bool) else cell for cell in row] for row in rows)
    csv.writer(file, lineterminator="\n").writerows(words)


# A study as a folder to publish: text, figures, the table, and the study file to repeat it with.


STUDY_FILE: Final = "study.yaml"
_AGAIN: Final = f"""\
tarok-analyze study run {STUDY_FILE} --store study.db
tarok-analyze study report study.db -o report"""
DEALT: Final = {
    "uniform": say("at random"),
    "whole-hands": say("as at the table, with a discard"),
    "files": say("those of files"),
}
"""The source of the deals of a study, in text."""


def write_report(shown: StudyShown, folder: Path, lang: str) -> tuple[list[Path], FiguresMissing | None]:
    """Write the report into a folder; return its files, and the reason if the figures are missing.

    Raises: Unwritable if a file or the folder cannot be written.
    """
    named, lacking = files_of(shown, TextStyle(100, colour=False, symbols=True, lang=lang))
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
    """Return the files of a report by name, and the reason if the figures are missing."""
    figures: dict[str, bytes] = {}
    lacking = None
    try:
        for name, drawing in shown.counted.drawings(style):
            for form in ("svg", "pdf"):
                figures[f"{name}.{form}"] = drawn(drawing, style, form)
    except FiguresMissing as missing:
        lacking = missing
    document = PaperDocument(shown.figures.title, style.lang, tuple(_blocks(shown, style, figures)))
    told = {
        "report.md": markdown(document),
        "report.html": html(document),
        "groups.csv": groups_csv(shown.figures),
        STUDY_FILE: _study_file(shown.told),
    }
    return {name: text.encode() for name, text in told.items()} | figures, lacking


def _study_file(told: Mapping[str, Any]) -> str:
    """Return the study file as YAML, with a JSON value after each key."""
    asked = {key: value for key, value in told.items() if key != "rules"}
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in asked.items())


def _blocks(shown: StudyShown, style: TextStyle, drawings: Mapping[str, bytes]) -> Iterator[Block]:
    figures, deals = shown.figures, shown.told["deals"]

    def figure(name: str) -> Iterator[Block]:
        if f"{name}.svg" in drawings:
            data = base64.b64encode(drawings[f"{name}.svg"]).decode()
            yield {"kind": "figure", "name": name, "data": data}

    def table(rows: Iterable[Sequence[Message]]) -> Block:
        head, *others = [[*map(style.render, row)] for row in rows]
        return sheet(head, others, len(head))

    yield heading(figures.title, large=True)
    yield sentence(style.render(progress_message(figures)))
    yield sentence(style.render(INTERVALS))
    for name in ("shares", "means"):
        if name not in questions(figures):
            yield from figure(name)
    for name in questions(figures):
        yield heading(name)
        yield sentence(style.render(question_message(name, figures.asks[name])) + ".")
        yield table(rows_of(figures, name))
        yield from figure(name)
    if figures.differences:
        yield heading(style.render(say("Differences")))
        yield table(differences_rows(figures))
    yield heading(style.render(say("How it was done")))
    yield sentence(style.render(say(
        "Deals: {by}, seed {seed}. What was asked took {time} of search, of all workers together.",
        by=DEALT[deals.get("by", "uniform")], seed=deals.get("seed", 0),
        time=formed("{seconds} s", seconds=decimal(shown.seconds, 1)),
    )))  # fmt: skip
    yield sentence(style.render(say("The study file, which gives the same figures to whoever runs it:")))
    yield {"kind": "verbatim", "text": _study_file(shown.told).rstrip()}
    yield {"kind": "verbatim", "text": _AGAIN}
    yield sentence(style.render(say(
            "Cite as: {title}. A study of {count} {count:deal/deals} with Tarok Analyzer "
            "{version}, rule set {ruleset}; study {study}, rules {rules}, core {core}.",
        title=Verbatim(figures.title), count=Grouped(figures.asked), version=Verbatim(analyzer.__version__),
        ruleset=Verbatim(figures.ruleset), study=Verbatim(figures.study), rules=Verbatim(figures.rules),
        core=Verbatim(figures.core[:16]),
    )))  # fmt: skip


def groups_csv(figures: StudyAnswer) -> str:
    """Return a CSV table with a row for each group, question and figure."""
    out = io.StringIO()
    facts = list(figures.groups[0]["by"]) if figures.groups else []
    write_table(out, [[*facts, "deals", "question", "figure", "value"]])
    for group in figures.groups:
        for name in questions(figures):
            for figure, value in group[name].items():
                pairs = value.items() if isinstance(value, dict) else [(figure, value)]
                head = [*group["by"].values(), group["asked"], name]
                write_table(out, ([*head, key, each] for key, each in pairs))
    return out.getvalue()
