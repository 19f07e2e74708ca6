"""What a store holds, as figures: shares and means with their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.api.answer import Settled
from analyzer.report.style.textstyle import TextStyle
from analyzer.report.text.study import study_text
from analyzer.report.view.study import StudyAnswer, share_view
from analyzer.studies.statistics import CONFIDENCE, mean_between, share_between
from analyzer.studies.store import DealGroup, Store
from analyzer.studies.tally import Tally


@dataclass(frozen=True, slots=True)
class StudyShown:
    """The answer of `study show`."""

    figures: StudyAnswer

    @classmethod
    def of(cls, store: Store) -> StudyShown:
        """The figures of a store as it is now."""
        asked, answered = store.done()
        told = store.about
        return cls(
            StudyAnswer(
                title=told["title"],
                study=told["study"],
                ruleset=told["ruleset"],
                rules=told["rules"],
                core=told["core"],
                count=store.count,
                asked=asked,
                answered=answered,
                confidence=CONFIDENCE,
                groups=[_group(store, group) for group in store.groups()],
            )
        )

    @property
    def settled(self) -> Settled:
        """Open until every deal has been asked."""
        return Settled.YES if self.figures.asked == self.figures.count else Settled.OPEN

    def view(self) -> StudyAnswer:
        return self.figures

    def text(self, style: TextStyle) -> str:
        return study_text(self.figures, style)


def _group(store: Store, group: DealGroup) -> dict[str, Any]:
    by = dict(zip(store.group_by, group.facts, strict=True))
    answers = {name: tally_view(group.tallies[name]) for name in store.names}
    return {"by": by, "asked": group.asked, **answers}


def tally_view(tally: Tally) -> dict[str, Any]:
    """The figures of the answers to one question."""
    if tally.numbers:
        return _number(tally)
    if tally.words:
        return {"words": dict(sorted(tally.words.items())), "open": tally.left}
    return share_view(tally.yes, tally.no, tally.left, *share_between(tally))


def _number(tally: Tally) -> dict[str, Any]:
    """Of numbers; where some are open nothing bounds their mean, so there is no interval."""
    low, high = mean_between(tally)
    return {
        "count": tally.numbers,
        "open": tally.left,
        "mean": float(tally.total / tally.numbers),
        "low": None if tally.left else low,
        "high": None if tally.left else high,
        "least": _exact(tally.least),
        "most": _exact(tally.most),
        "interval": "normal",
    }


def _exact(number: Fraction | None) -> int | float | None:
    if number is None:
        return None
    return int(number) if number.denominator == 1 else float(number)
