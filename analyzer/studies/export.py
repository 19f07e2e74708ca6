"""The answers of a study as a table: CSV, or Parquet by duckdb where that is installed."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from analyzer.errors import UsageError, install_command
from analyzer.fileswritten import whole_file
from analyzer.messages import Message, Verbatim, say
from analyzer.studies.store import MOST_ROWS, Store, StoredChunk
from analyzer.studies.tally import Value

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
    return store.damage() or [chunk.told for chunk in store.chunks() if chunk not in sound]


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
