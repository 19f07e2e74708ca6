"""The score of an evening: what every hand came to, the totals, and what the end brings."""

from __future__ import annotations

from dataclasses import replace

from analyzer import report
from analyzer.api.answer import Answer, Settled
from analyzer.api.readings import under_each_reading
from analyzer.evenings.files import load
from analyzer.evenings.model import Evening, EveningScore, HandScore
from analyzer.evenings.tally import tally
from analyzer.frozenrecord import Record
from analyzer.rules.spec.readings import Once
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.rules.spec.shipped import rules_asked
from analyzer.words.blocks import Said


class Scored(Answer, Record, frozen=True):
    """The answer of `score`."""

    score: EveningScore

    @property
    def settled(self) -> Settled:
        return Settled.NO if any(hand.violations for hand in self.score.hands) else Settled.YES

    def view(self) -> report.view.score.ScoreAnswer:
        return report.view.score.score_view(self.score)

    @property
    def about(self) -> RuleSet:
        return self.score.evening.rules

    @property
    def says(self) -> Said:
        return report.text.score.score_said(self.score)


def evening_of(file: str, ruleset: str | None = None) -> Evening:
    """The evening of a file, read and scored by other rules where they are named: `NAME+OPTION=READING`.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set, option or reading.
    """
    return load(file) if ruleset is None else load(file, rules_asked(ruleset))


def score(evening: Evening) -> Scored:
    """An evening scored; by the first reading of everything that no source settles, with the others told.

    Raises: Invalid, IllegalMove for a hand that cannot be by the rules.
    """
    known = Once[HandScore]()

    def ask(read: Evening) -> Scored:
        return Scored(tally(read, known))

    def applied(answer: Scored) -> tuple[str, ...]:
        return answer.score.applied

    found, grounds = under_each_reading(evening, ask, Scored.view, applied)
    return Scored(replace(found.score, evening=evening, grounds=grounds))
