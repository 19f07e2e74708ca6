"""An audit as figures: what every player was sure of before each of his cards, and what mistakes cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from analyzer.layout import wrap
from analyzer.messages import say
from analyzer.position.model import Position
from analyzer.report.paper.document import line_title, minus, plain_lines
from analyzer.report.paper.figures import Drawing, Estimate
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.audit import (
    decided,
    decisions_valued,
    mark_lines,
    moment_cell,
    sentence_of,
    sure_of,
    sure_words,
)
from analyzer.report.text.replay import outcome_sentence
from analyzer.rules.score.amounts import points_text
from analyzer.rules.score.goals import Aim
from analyzer.search.engine.results import Values
from analyzer.search.review.audit import Audit, Audited
from analyzer.search.review.told import Told

_SURE: Final = {
    Aim.POINTS: say("points sure of before each card"),
    Aim.TRICKS: say("tricks sure of before each card"),
    None: say("tokens sure of before each card"),
}
_TITLE_WIDTH: Final = 80
_NOTE_WIDTH: Final = 105


def audit_drawings(position: Position, lines: Sequence[Told], style: TextStyle) -> Iterator[Drawing]:
    """A figure of each line in which anything was valued that can be counted."""
    for line in lines:
        told = None if line.audit is None else _Teller(style, line, line.audit)
        if told is not None and any(told.marks()):
            yield told.drawing(position.title)


class _Teller:
    """One audited line, to be drawn."""

    def __init__(self, style: TextStyle, line: Told, audit: Audit) -> None:
        self.style, self.replay, self.audit = style, line.replay, audit
        self.sides = None if line.replay.counted is None else line.replay.counted.sides

    def drawing(self, title: str | None) -> Drawing:
        """Its figure; what was lost stands in words under it."""
        names = line_title(self.style, title, self.replay.name)
        along = self.style.said(_SURE.get(self.audit.counts, _SURE[None]))
        lines: dict[str, list[Estimate]] = {self.style.safe(name): [] for name in self.replay.players}
        for seat, mark in self.marks():
            lines[self.style.safe(self.replay.players[seat])].append(mark)
        notes = [part for note in self._notes() for part in wrap(note, _NOTE_WIDTH, "", "    ")]
        wrapped = "\n".join(wrap(names, _TITLE_WIDTH))
        held = {name: marks for name, marks in lines.items() if marks}
        return Drawing(wrapped, self.style.t("trick"), along, held, percent=False, in_order=True, notes=notes)

    def marks(self) -> Iterator[tuple[int, Estimate]]:
        """What was sure before each decision, at its place in the trick, by who decided."""
        for each in decisions_valued(self.audit):
            before = self._sure(each, each.before)
            if before is not None:
                trick, card = each.moment
                at = trick + (card - 1) / len(self.replay.players)
                yield each.seat, Estimate(at, float(before), wrong=self._wrong(each))

    def _sure(self, decision: Audited, values: Values | None) -> Fraction | None:
        side = decision.seat if self.sides is None else self.sides.of[decision.seat]
        return sure_of(values, self.audit.counts, side)

    def _wrong(self, decision: Audited) -> str:
        """Where a mistake was made, and what it cost; nothing of what was none."""
        before, after = (self._sure(decision, values) for values in (decision.before, decision.after))
        moment = moment_cell(decision.moment).strip()
        if before is not None and after is not None and before != after:
            sign = "+" if after > before else ""
            return f"{moment}: {minus(sign + points_text(after - before))}"
        return moment if decision.marks else ""

    def _notes(self) -> Iterator[str]:
        """What it came to, every mistake, and why values are missing."""
        if outcome := outcome_sentence(self.style, self.replay):
            yield outcome
        for each in decisions_valued(self.audit):
            if self._wrong(each):
                yield self._mistake(each)
        for reason in dict.fromkeys((self.audit.reason, self.audit.tokens_reason)):
            if reason is not None:
                yield sentence_of(self.style.said(reason.short))

    def _mistake(self, decision: Audited) -> str:
        told = [minus(sure_words(self.style, decision, self.sides, self.audit.counts))]
        told += [words for words, _plan in mark_lines(self.style, decision, self.replay.players, self.sides)]
        who = self.style.safe(self.replay.players[decision.seat])
        what = "; ".join(plain_lines(part for part in told if part))
        return f"{moment_cell(decision.moment).strip()} {who} {decided(self.style, decision)}: {what}"
