"""A ruling on a recorded hand as it is printed: one A4 page a line of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.position.model import Position
from analyzer.position.replay.ruling import LineRuling
from analyzer.report.drawn.printed import printed
from analyzer.report.paper.document import (
    Block,
    amount_words,
    heading,
    line_heading,
    minus,
    pages,
    plain_lines,
    sentence,
    sentences,
    sheet,
    stops,
    table,
)
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.sources import source_lines
from analyzer.report.phrases.tokens import pots_words
from analyzer.report.rulings.illegal import unsettled_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.ruling import SumRow, breach_lines, line_verdict, sum_rows, table_at
from analyzer.rules.spec.grounds import Grounds


def ruling_blocks(
    position: Position, lines: Sequence[LineRuling], grounds: Grounds, style: TextStyle
) -> Iterator[Block]:
    """A page for each line: the verdict, breaches with law, remedy and table, the sums, and the sources."""
    return pages(_blocks(position, line, grounds, style) for line in lines)


def _blocks(position: Position, line: LineRuling, grounds: Grounds, style: TextStyle) -> Iterator[Block]:
    yield line_heading(style, position.title, line.replay.name)
    verdict = line_verdict(style, position.rules, line)
    yield from sentences([verdict[:1].upper() + verdict[1:]])
    for number, breach in enumerate(line.breaches, 1):
        first, *more = plain_lines(breach_lines(style, position.rules, line, number, breach))
        yield heading(first)
        yield from map(sentence, more)
        moment = table_at(position, line, number)
        if moment is not None:
            yield table(printed(moment, style))
    replay = line.replay
    yield from sentences(unsettled_lines(style, replay.judged.open_questions))
    for trick in replay.tricks:
        yield from sentences(unsettled_lines(style, trick.unsettled))
    yield from _sums(style, line)
    yield from stops(style, replay.missing)
    yield from sentences(grounds_lines(position.rules, grounds, style))
    clauses = [each.broken.clause for each in line.breaches]
    yield from sentences(source_lines(position.rules, clauses, style))


def _sums(style: TextStyle, line: LineRuling) -> Iterator[Block]:
    """What everybody has, in each way; a column more where there are pots."""
    rows = [*sum_rows(style, line)]
    players = [style.safe(name) for name in line.replay.players]
    pots = [style.t("pots")] if any(row.pots is not None for row in rows) else []
    yield sheet(["", *players, *pots], [_row(style, row) for row in rows], 1 + len(players))


def _row(style: TextStyle, row: SumRow) -> list[str]:
    pots = [] if row.pots is None else [minus(pots_words(style, row.pots))]
    return [row.name, *amount_words(row.amounts), *pots]
