"""The score of an evening: what every hand came to, the totals, and what the end brings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.api.answer import Settled
from analyzer.api.readings import under_each_reading
from analyzer.evenings.files import load
from analyzer.evenings.model import Evening, EveningScore
from analyzer.evenings.tally import tally
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.shipped import rules_asked

if TYPE_CHECKING:
    from analyzer.report.view.score import ScoreAnswer


@dataclass(frozen=True, slots=True)
class Scored:
    """The answer of `score`."""

    score: EveningScore

    @property
    def settled(self) -> Settled:
        return Settled.YES

    def view(self) -> ScoreAnswer:
        from analyzer.report.view.score import score_view  # noqa: PLC0415 - where JSON is asked for

        return score_view(self.score)

    def brief(self, style: TextStyle) -> list[str]:
        from analyzer.report.text.score import totals_line  # noqa: PLC0415

        return [totals_line(style, self.score)]

    def text(self, style: TextStyle) -> str:
        from analyzer.report.text.score import score_text  # noqa: PLC0415 - where text is asked for

        return score_text(self.score, style)


def evening_of(file: str, ruleset: str | None = None) -> Evening:
    """The evening of a file, read and scored by other rules where they are named: `NAME+OPTION=READING`.

    Raises: InvalidFile with every fault; UsageError for an unknown rule set, option or reading.
    """
    return load(file) if ruleset is None else load(file, rules_asked(ruleset))


def score(evening: Evening) -> Scored:
    """An evening scored; by the first reading of everything that no source settles, with the others told.

    Raises: Invalid, IllegalMove for a hand that cannot be by the rules.
    """

    def ask(read: Evening) -> Scored:
        return Scored(tally(read))

    def applied(answer: Scored) -> tuple[str, ...]:
        return answer.score.applied

    found, grounds = under_each_reading(evening, ask, Scored.view, applied)
    return Scored(replace(found.score, evening=evening, grounds=grounds))
