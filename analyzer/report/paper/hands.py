"""A hand as it is printed: trick by trick, what everybody pays, and its audit; an A4 page a line of play."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from analyzer.position.model import Position
from analyzer.position.replay.model import PlayedTrick, Replay
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
from analyzer.report.paper.printed import printed
from analyzer.report.phrases.grounds import grounds_lines
from analyzer.report.phrases.paid import payment_lines, score_lines
from analyzer.report.rulings.remedies import illegal_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.audit import (
    decided,
    decisions_valued,
    mark_lines,
    moment_cell,
    sentence_of,
    signs_of,
    sure_words,
)
from analyzer.report.text.judgement import judged_lines, judgement_lines
from analyzer.report.text.replay import (
    amounts_called,
    count_rows,
    laid_words,
    left_words,
    opening_lines,
    outcome_sentence,
    trick_lines,
)
from analyzer.rules.spec.grounds import Grounds
from analyzer.search.review.told import Told

FEW: Final = 8
"""With so many tricks play and audit stand on one page."""


def hand_blocks(
    position: Position, lines: Sequence[Told], grounds: Grounds, style: TextStyle
) -> Iterator[Block]:
    """A page for each line: hands, tricks, what it came to; on it or the next the audit, if there is one."""
    rests = [*sentences(grounds_lines(position.rules, grounds, style))]
    return pages(part for line in lines for part in _line_pages(position, line, rests, style))


def _line_pages(
    position: Position, line: Told, rests: Sequence[Block], style: TextStyle
) -> Iterator[Sequence[Block]]:
    played, audited = [*_blocks(position, line, style)], [*_audit(style, line)]
    if len(line.replay.tricks) <= FEW or not audited:
        yield [*played, *audited, *rests]
    else:
        yield from ([*played, *rests], audited)


def _blocks(position: Position, line: Told, style: TextStyle) -> Iterator[Block]:
    replay = line.replay
    yield line_heading(style, position.title, replay.name)
    if outcome := outcome_sentence(style, replay):
        yield sentence(outcome)
    yield from hand_and_tricks(style, position, replay)
    yield from _settled(style, position, replay)


def hand_and_tricks(
    style: TextStyle, position: Position, replay: Replay, against: Container[int | None] = ()
) -> Iterator[Block]:
    """The hands, and a row for every trick of a line, marked where something was `against` the rules."""
    yield table(printed(position, style), in_rows=True)
    yield from sentences(opening_lines(style, replay))
    if replay.tricks:
        head = [style.t("trick"), style.t("cards"), style.t("won by"), ""]
        told = sheet(head, [_trick(style, trick, replay) for trick in replay.tricks], 1)
        marked = [row for row, trick in enumerate(replay.tricks) if trick.number in against]
        yield {**told, "marked": marked}
        if marked:
            yield sentence(style.t("In the tricks that are marked something was against the rules."))


def _trick(style: TextStyle, trick: PlayedTrick, replay: Replay) -> list[str]:
    """Its number, its cards as they lie, who wins it, and what was said, moved and paid."""
    _, *more = trick_lines(style, trick, replay)
    winner = "" if trick.winner is None else style.safe(replay.players[trick.winner])
    return [str(trick.number), *plain_lines([laid_words(style, trick, replay.players)]), winner,
            " ".join(plain_lines(more))]  # fmt: skip


def settlement(style: TextStyle, replay: Replay) -> Iterator[Block]:
    """Who pays whom, or what is written, when a hand has ended."""
    if replay.settlement or replay.scores:
        yield heading(style.t("Settlement"))
        yield from sentences(payment_lines(style, replay.settlement, replay.players))
        yield from sentences(score_lines(style, replay.scores, replay.players))


def _settled(style: TextStyle, position: Position, replay: Replay) -> Iterator[Block]:
    """What ended it, and what everybody has of it."""
    yield from settlement(style, replay)
    if replay.illegal is not None:
        yield from sentences(illegal_lines(style, replay.illegal))
    yield from sentences(judged_lines(style, position.rules, replay))
    yield from stops(style, replay.missing)
    players = [style.safe(name) for name in replay.players]
    rows = [[amounts_called(style, replay), *amount_words(replay.amounts)]]
    rows += [[name, *cells] for name, cells in count_rows(style, replay)]
    yield sheet(["", *players], rows, 1 + len(players))
    yield from sentences([left_words(style, replay)])


def _audit(style: TextStyle, line: Told) -> Iterator[Block]:
    """Every card that was valued, with what stands marked, and the judgement."""
    audit, replay = line.audit, line.replay
    if audit is None or not audit.decisions:
        return
    sides = None if replay.pots_before is not None else replay.sides
    rows = []
    for each in decisions_valued(audit):
        marks = [part for told in mark_lines(style, each, replay.players, sides) for part in told if part]
        sure = minus(sure_words(style, each, sides, audit.counts))
        decision = [style.safe(replay.players[each.seat]), decided(style, each), sure]
        moment = moment_cell(each.moment).strip()
        rows.append(["".join(signs_of(each)), moment, *decision, "; ".join(plain_lines(marks))])
    yield heading(style.t("Every card"))
    if rows:
        head = ["", style.t("moment"), style.t("player"), style.t("card"), style.t("sure of"), ""]
        yield sheet(head, rows, 1)
    for reason in dict.fromkeys((audit.reason, audit.tokens_reason)):
        if reason is not None:
            yield sentence(sentence_of(style.said(reason.short)))
    if line.judgement is not None:
        judged = plain_lines(judgement_lines(style, line.judgement, audit, replay))
        yield from map(heading, judged[:1])
        yield from map(sentence, judged[1:])
