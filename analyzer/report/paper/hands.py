"""A hand as it is printed: trick by trick, what everybody pays, and its audit; an A4 page a line of play."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from analyzer.answers.audit import (
    decided,
    decisions_valued,
    marks_said,
    moment_word,
    reason_said,
    signs_of,
    sure_said,
)
from analyzer.answers.judgement import against_rules, judgement_sentences
from analyzer.answers.replay import (
    amounts_called,
    beside_trick,
    count_rows,
    laid_said,
    left_said,
    opening_said,
    outcome_sentence,
    settlement_said,
)
from analyzer.layout import GLUE
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.position.replay.model import PlayedTrick, Replay
from analyzer.report.paper.document import (
    Block,
    amount_words,
    heading,
    line_heading,
    minus,
    pages,
    phrases,
    printed,
    sentence,
    sheet,
    stops,
    table,
)
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.terminal import one_line
from analyzer.rules.spec.grounds import Grounds
from analyzer.search.review.judgement import Told
from analyzer.words.called import grounds_said, sources_said
from analyzer.words.remedies import illegal_said

FEW: Final = 8
"""With so many tricks play and audit stand on one page."""


def hand_blocks(
    position: Position, lines: Sequence[Told], grounds: Grounds, style: TextStyle
) -> Iterator[Block]:
    """A page for each line: hands, tricks, what it came to; on it or the next the audit, if there is one."""
    rests = [*phrases(style, grounds_said(position.rules, grounds))]
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
    if (outcome := outcome_sentence(replay)) is not None:
        yield sentence(style.said(outcome))
    yield from hand_and_tricks(style, position, replay)
    yield from _settled(style, position, replay)


def hand_and_tricks(
    style: TextStyle, position: Position, replay: Replay, against: Container[int | None] = ()
) -> Iterator[Block]:
    """The hands, and a row for every trick of a line, marked where something was `against` the rules."""
    yield table(printed(position, style), in_rows=True)
    yield from phrases(style, opening_said(replay))
    if replay.tricks:
        head = [*map(style.said, (say("trick"), say("cards"), say("won by"))), ""]
        told = sheet(head, [_trick(style, trick, replay) for trick in replay.tricks], 1)
        marked = [row for row, trick in enumerate(replay.tricks) if trick.number in against]
        yield {**told, "marked": marked}
        if marked:
            yield sentence(style.said(say("A marked trick contains a breach of the rules.")))


def _trick(style: TextStyle, trick: PlayedTrick, replay: Replay) -> list[str]:
    """Its number, its cards as they lie, who wins it, and what was said, moved and paid."""
    more = [one_line(each, style) for each in beside_trick(trick, replay)]
    winner = "" if trick.winner is None else style.safe(replay.players[trick.winner])
    laid = style.said(laid_said(trick, replay.players)).replace(GLUE, " ")
    return [str(trick.number), laid, winner, " ".join(more)]


def settlement(style: TextStyle, replay: Replay) -> Iterator[Block]:
    """Who pays whom, or what is written, when a hand has ended."""
    title, *paid = settlement_said(replay) if replay.settlement or replay.scores else (None,)
    if title is not None:
        yield heading(style.said(title.said))
        yield from phrases(style, paid)


def _settled(style: TextStyle, position: Position, replay: Replay) -> Iterator[Block]:
    """What ended it, and what everybody has of it."""
    yield from settlement(style, replay)
    if replay.illegal is not None:
        yield from phrases(style, illegal_said(replay.illegal))
    yield from phrases(style, against_rules(position.rules, replay))
    broken = [each.violation.clause for each in replay.judged.offences]
    yield from phrases(style, sources_said(position.rules, broken))
    yield from stops(style, replay.missing)
    players = [style.safe(name) for name in replay.players]
    rows = [[style.said(amounts_called(replay)), *amount_words(replay.amounts)]]
    rows += [[style.said(name), *cells] for name, cells in count_rows(replay)]
    yield sheet(["", *players], rows, 1 + len(players))
    left = left_said(replay)
    yield from [] if left is None else [sentence(style.said(left))]


def _audit(style: TextStyle, line: Told) -> Iterator[Block]:
    """Every card that was valued, with what stands marked, and the judgement."""
    audit, replay = line.audit, line.replay
    if audit is None or not audit.decisions:
        return
    sides = None if replay.pots_before is not None else replay.sides
    rows = []
    for each in decisions_valued(audit):
        marks = [part for told in marks_said(each, replay.players, sides) for part in told if part]
        sure = sure_said(each, sides, audit.counts)
        decision = [style.safe(replay.players[each.seat]), style.said(decided(each))]
        decision.append("" if sure is None else minus(style.said(sure)))
        moment = moment_word(each.moment)
        rows.append(["".join(signs_of(each)), moment, *decision, "; ".join(map(style.said, marks))])
    yield heading(style.said(say("Every card")))
    if rows:
        columns = (say("moment"), say("player"), say("card"), say("sure of"))
        head = ["", *map(style.said, columns), ""]
        yield sheet(head, rows, 1)
    for reason in dict.fromkeys((audit.reason, audit.tokens_reason)):
        if reason is not None:
            yield sentence(style.said(reason_said(reason)))
    if line.judgement is not None:
        judged = judgement_sentences(line.judgement, audit, replay)
        yield from [heading(style.said(say("Judgement")))] if judged else []
        yield from phrases(style, judged)
