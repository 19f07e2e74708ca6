"""What a store holds, as figures: shares and means with their intervals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from analyzer.answers.answer import Answer, Settled
from analyzer.answers.batch import StudyAnswer, study_said
from analyzer.errors import UsageError, meant
from analyzer.frozenrecord import Record
from analyzer.messages import Message, Verbatim, listed, quoted, say
from analyzer.rules.spec.shipped import load_ruleset, ruleset_names
from analyzer.search.worlds.results import CONFIDENCE
from analyzer.studies.drawings import TOKENS, CountedGroups
from analyzer.studies.facts import Fact
from analyzer.studies.statistics import tally_view
from analyzer.studies.store import DealGroup, Store
from analyzer.views.base import UNSET
from analyzer.words.blocks import Said


class StudyShown(Answer, Record, frozen=True):
    """The answer of `study show`."""

    figures: StudyAnswer
    counted: CountedGroups
    told: Mapping[str, Any]
    """The study file as plain data."""
    seconds: float
    """What the search took, of all workers together."""

    @classmethod
    def of(cls, store: Store, between: str | None = None) -> StudyShown:
        """The figures of a store as it is now, with what lies `between` two groups, as in `tricks=3,8`.

        Raises: UsageError for groups that there are not.
        """
        asked, answered = store.done()
        about, told = store.about, json.loads(store.about["told"])
        groups = store.groups()
        asks = {name: told["ask"][name] or {} for name in store.names}
        counted = CountedGroups(asks, store.group_by, groups, _paid_in(about["ruleset"]))
        figures = StudyAnswer(
            title=about["title"],
            study=about["study"],
            ruleset=about["ruleset"],
            rules=about["rules"],
            core=about["core"],
            count=store.count,
            asked=asked,
            answered=answered,
            confidence=float(CONFIDENCE),
            asks=asks,
            differences=UNSET if between is None else counted.differences(*_two(between, store, groups)),
            groups=[_group(store, group) for group in groups],
        )
        return cls(figures, counted, told, store.seconds())

    @property
    def settled(self) -> Settled:
        """Open until every deal has been asked."""
        return Settled.YES if self.figures.asked == self.figures.count else Settled.OPEN

    def view(self) -> StudyAnswer:
        return self.figures

    @property
    def says(self) -> Said:
        return study_said(self.figures)


def _paid_in(ruleset: str) -> Message:
    """What a shipped game is paid in; of a rule set of the user's own it is not known from its name."""
    if ruleset not in ruleset_names():
        return say("tokens or points")
    return TOKENS if load_ruleset(ruleset).game.pots is not None else say("points")


def _group(store: Store, group: DealGroup) -> dict[str, Any]:
    by = dict(zip(store.group_by, group.facts, strict=True))
    answers = {name: tally_view(group.tallies[name]) for name in store.names}
    return {"by": by, "asked": group.asked, **answers}


def _two(between: str, store: Store, groups: list[DealGroup]) -> tuple[str, Fact, Fact]:
    """The fact and the two values of it that are held against each other."""
    fact, _, values = between.partition("=")
    if fact not in store.group_by:
        told = say("the study does not count by {word}", word=quoted(fact))
        if not store.group_by:
            raise UsageError(told, say("it has no `group_by`"))
        raise UsageError(told, meant(fact, store.group_by))
    place = store.group_by.index(fact)
    known = {str(value): value for value in dict.fromkeys(group.facts[place] for group in groups)}
    named = [each.strip() for each in values.split(",")]
    if len(named) != 2 or not set(named) <= set(known):
        told = say("expected two values of {fact}", fact=Verbatim(fact))
        raise UsageError(told, say("there are {known}", known=listed(map(Verbatim, known))))
    return fact, known[named[0]], known[named[1]]
