"""A recorded hand ruled on: every breach with law, remedy and cost, and what all pay in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer import report
from analyzer.api.answer import OfPosition, Settled
from analyzer.api.readings import under_each_reading
from analyzer.errors import UsageError
from analyzer.messages import Verbatim, say
from analyzer.position.model import Position
from analyzer.position.reading import loads
from analyzer.position.replay.came_up import applied_in
from analyzer.position.replay.replay import check_recorded
from analyzer.position.replay.ruling import LineRuling, ruled
from analyzer.position.setting import Line
from analyzer.pythonanswer import PythonAnswer
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import STATED, Grounds
from analyzer.rules.spec.shipped import rules_asked
from analyzer.words.blocks import Phrase, Said


@dataclass(frozen=True, slots=True)
class Ruled(OfPosition, PythonAnswer):
    """The answer of `check` to a recorded hand: a ruling on each of its lines."""

    position: Position
    lines: tuple[LineRuling, ...]
    grounds: Grounds = STATED
    settled: Settled = Settled.YES
    """NO where something was wrong, OPEN where no source settles whether it was."""

    @property
    def broken(self) -> bool:
        """Whether something was against the rules."""
        return any(each.breaches for each in self.lines)

    @property
    def open(self) -> bool:
        """Whether a line meets a question that no source decides."""
        return any(each.unsettled for each in self.lines)

    def view(self) -> report.view.ruling.RulingAnswer:
        return report.view.ruling.ruling_view(self.position, self.lines, self.grounds)

    def brief(self, style: TextStyle) -> list[str]:
        told = report.text.ruling.ruling_brief(self.position.rules, self.lines)
        return report.terminal.sentences(told, self.in_words(style))

    def headline(self, style: TextStyle) -> list[str]:
        """A sentence for each line: the gravest breach, and how many there are."""
        told = (report.text.ruling.ruling_headline(self.position.rules, each) for each in self.lines)
        return report.terminal.sentences(map(Phrase, told), self.in_words(style))

    @property
    def says(self) -> Said:
        return report.text.ruling.ruling_said(self.position, self.lines, self.grounds)


def rule(position: Position, line: Line | str | None = None) -> Ruled:
    """The ruling on all lines of a position, or on one.

    Raises: UsageError for an unknown line, or where there is none.
    """
    chosen: Sequence[Line | str] = position.lines if line is None else (line,)
    if not chosen:
        check_recorded(position)
        told = say("{file} has no play to rule on", file=Verbatim(position.file))
        raise UsageError(told, say("write what was played under `lines:` or `tricks:`"))
    verdicts = list[bool]()

    def ask(read: Position) -> Ruled:
        found = Ruled(read, tuple(ruled(read, each) for each in chosen))
        verdicts.append(found.broken)
        return found

    found, grounds = under_each_reading(position, ask, Ruled.view, _applied)
    return replace(found, position=position, grounds=grounds, settled=_settled(found, grounds, verdicts))


def ruling_told(text: str, name: str, ruleset: str | None = None) -> Ruled:
    """The ruling on the text of a position file, by other rules where they are named.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set, or where nothing was played.
    """
    return rule(loads(text, name, None if ruleset is None else rules_asked(ruleset)))


def _settled(found: Ruled, grounds: Grounds, verdicts: Sequence[bool]) -> Settled:
    if all(verdicts):
        return Settled.NO
    hangs = any(verdicts) or grounds.unsettled or grounds.too_many or found.open
    return Settled.OPEN if hangs else Settled.YES


def _applied(found: Ruled) -> tuple[str, ...]:
    return tuple(clause for each in found.lines for clause in applied_in(found.position, each.replay))
