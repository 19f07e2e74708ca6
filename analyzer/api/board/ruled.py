"""A recorded hand ruled on for a page: the verdict on each line, breaches with law and remedy, its sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from analyzer.answers.ruling import SumRow, line_verdict, other_sums, rule, sum_rows
from analyzer.api.board.moment import board_words, line_played
from analyzer.api.board.texts import position_in
from analyzer.api.board.views import BreachTold, LineRuled, RulingTold, SumTold
from analyzer.messages import LineWord, say, word_alone
from analyzer.position.model import Position
from analyzer.position.replay.ruling import LineRuling, RuledBreach
from analyzer.position.setting import Line
from analyzer.report import printing
from analyzer.report.spans import Spans
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.verdicts import VERDICT_WORDS, Verdict
from analyzer.words.grounds import source_said
from analyzer.words.paid import pots_said
from analyzer.words.remedies import remedy_said, unsettled_said


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
        text=printing.text(ruled, structs.replace(style, width=78)),
    )


def _line(position: Position, line: LineRuling, style: TextStyle) -> LineRuled:
    verdict = Verdict.ILLEGAL if line.breaches else Verdict.UNSETTLED if line.unsettled else Verdict.LEGAL
    rules, replay = position.rules, line.replay
    spans = Spans(style.lang, rules, style.minus)
    tricks = (each for trick in replay.tricks for each in trick.unsettled)
    unsettled = unsettled_said([*replay.judged.open_questions, *tricks])
    return LineRuled(
        name=style.titled(replay.name),
        verdict=verdict.value,
        stamp=style.said(VERDICT_WORDS[verdict]),
        headline=spans.sentence(line_verdict(rules, line)),
        breaches=[_breach(rules, line, each, spans) for each in line.breaches],
        unsettled=[spans.sentence(each.said) for each in unsettled],
        sums=[_sum(row, style) for row in sum_rows(line)],
        others=[*map(style.said, other_sums(line))],
        moves=list(board_words(position, line.line)),
        stops="" if replay.missing is None else style.said(replay.missing),
    )


def _sum(row: SumRow, style: TextStyle) -> SumTold:
    pots = "" if row.pots is None else style.said(pots_said(row.pots))
    return SumTold(style.said(row.name), list(row.amounts), pots)


def _breach(rules: RuleSet, line: LineRuling, breach: RuledBreach, spans: Spans) -> BreachTold:
    clause, style = breach.broken.clause, spans.style
    at = say("the deal") if breach.trick is None else say("trick {number}", number=breach.trick)
    return BreachTold(
        at=style.said(at),
        what=spans.sentence(breach.broken.text),
        legal=[spans.sentence(word_alone(LineWord(word))) for word in breach.legal],
        clause=clause,
        law=style.stated(rules.clauses[clause].statement),
        source=style.said(source_said(rules, clause)),
        remedy=spans.sentence(remedy_said(rules, breach, line.replay.players)),
    )
