"""A ruling on a recorded hand as it is printed: one A4 page a line of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.layout import GLUE
from analyzer.position.model import Position
from analyzer.position.replay.ruling import LineRuling
from analyzer.report.drawn.printed import printed
from analyzer.report.paper.document import BREAK, Block, amount_words, heading, page, sentence, sheet, table
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
    for number, line in enumerate(lines):
        if number:
            yield BREAK
        yield page(_blocks(position, line, grounds, style))


def plain_lines(lines: Sequence[str]) -> list[str]:
    """Lines without the marks of a terminal, and without those that only divide."""
    told = [" ".join(line.replace(GLUE, " ").split()) for line in lines]
    return [line for line in told if line.strip("─")]


def _blocks(position: Position, line: LineRuling, grounds: Grounds, style: TextStyle) -> Iterator[Block]:
    yield heading(_title(position, line, style), large=True)
    yield from map(sentence, plain_lines([line_verdict(style, position.rules, line)]))
    for number, breach in enumerate(line.breaches, 1):
        first, *more = plain_lines([*breach_lines(style, position.rules, line, number, breach)])
        yield heading(first)
        yield from map(sentence, more)
        moment = table_at(position, line, number)
        if moment is not None:
            yield table(printed(moment, style))
    replay = line.replay
    yield from map(sentence, plain_lines(unsettled_lines(style, replay.judged.open_questions)))
    for trick in replay.tricks:
        yield from map(sentence, plain_lines(unsettled_lines(style, trick.unsettled)))
    yield from _sums(style, line)
    if replay.missing is not None:
        yield sentence(style.t("The line stops here: {missing}", missing=style.said(replay.missing)))
    yield from map(sentence, plain_lines(grounds_lines(position.rules, grounds, style)))
    clauses = [each.broken.clause for each in line.breaches]
    yield from map(sentence, plain_lines(source_lines(position.rules, clauses, style)))


def _title(position: Position, line: LineRuling, style: TextStyle) -> str:
    told = (style.safe(each) for each in (position.title, line.replay.name) if each)
    return ": ".join(told) or style.t("the line")


def _sums(style: TextStyle, line: LineRuling) -> Iterator[Block]:
    """What everybody has, in each way; a column more where there are pots."""
    rows = [*sum_rows(style, line)]
    players = [style.safe(name) for name in line.replay.players]
    pots = [style.t("pots")] if any(row.pots is not None for row in rows) else []
    yield sheet(["", *players, *pots], [_row(style, row) for row in rows], 1 + len(players))


def _row(style: TextStyle, row: SumRow) -> list[str]:
    pots = [] if row.pots is None else [pots_words(style, row.pots).replace("-", "−")]
    return [row.name, *amount_words(row.amounts), *pots]
