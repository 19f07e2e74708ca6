"""A recorded hand ruled on for a page: the verdict on each line, breaches with law and remedy, its sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from analyzer.api.board.moment import board_words, line_played
from analyzer.api.board.texts import position_in
from analyzer.api.ruling import rule
from analyzer.position.model import Position
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.position.setting import Line
from analyzer.report.document import spoken, spoken_lines
from analyzer.report.phrases.sources import source_words
from analyzer.report.phrases.tokens import pots_words
from analyzer.report.rulings.remedies import remedy_words, unsettled_lines
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.ruling import line_verdict, other_sums, sum_rows
from analyzer.report.view.board import BreachTold, LineRuled, RulingTold, SumTold
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, OpenQuestion, Unsettled, Verdict


def ruling_told(text: str, words: Sequence[str], style: TextStyle) -> RulingTold:
    """The ruling on what a file tells as played; where it tells none, on the line of a board.

    Raises: InvalidFile for the text; IllegalMove or UsageError for a word, or where nothing was played.
    """
    position = position_in(text)
    if not position.lines:
        start, actions = line_played(text, words)
        position = replace(start, lines=(Line("", actions),))
    ruled = rule(position)
    return RulingTold(
        settled=ruled.settled.value,
        players=list(position.players),
        lines=[_line(position, each, style) for each in ruled.lines],
        text=ruled.text(structs.replace(style, width=78)),
    )


def _line(position: Position, line: LineRuling, style: TextStyle) -> LineRuled:
    verdict = Verdict.ILLEGAL if line.breaches else Verdict.UNSETTLED if line.unsettled else Verdict.LEGAL
    rules, replay = position.rules, line.replay
    tricks = (trick.unsettled for trick in replay.tricks)
    unsettled: list[Sequence[Unsettled | OpenQuestion]] = [replay.judged.open_questions, *tricks]
    return LineRuled(
        name=style.titled(replay.name),
        verdict=verdict.value,
        stamp=style.said(VERDICT_WORDS[verdict]),
        headline=spoken(style, lambda marked: line_verdict(marked, rules, line)),
        breaches=[_breach(rules, line, each, style) for each in line.breaches],
        unsettled=spoken_lines(
            style, lambda marked: (told for each in unsettled for told in unsettled_lines(marked, each))
        ),
        sums=[
            SumTold(row.name, list(row.amounts), "" if row.pots is None else pots_words(style, row.pots))
            for row in sum_rows(style, line)
        ],
        others=list(other_sums(style, line)),
        moves=list(board_words(position, line.line)),
        stops="" if replay.missing is None else style.said(replay.missing),
    )


def _breach(rules: RuleSet, line: LineRuling, breach: RuledBreach, style: TextStyle) -> BreachTold:
    clause = breach.broken.clause
    return BreachTold(
        at=style.t("the deal") if breach.trick is None else style.t("trick {number}", number=breach.trick),
        what=spoken(style, lambda marked: marked.said(breach.broken.text)),
        legal=spoken_lines(style, lambda marked: map(marked.word, breach.legal)),
        clause=clause,
        law=style.stated(rules.clauses[clause].statement),
        source=source_words(rules, clause, style),
        remedy=spoken(style, lambda marked: remedy_words(marked, rules, breach, line.replay.players)),
    )
