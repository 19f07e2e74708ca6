"""The case that shows what a clause does: both rule sets' own commands answer it, and otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from analyzer.claims.asked import REFUSED, CaseAnswer, CaseFile, differing, in_words
from analyzer.claims.cases import families
from analyzer.messages import Message
from analyzer.rules.spec.agreement import contradictions
from analyzer.rules.spec.grounds import open_options
from analyzer.rules.spec.ruleset import Clause, RuleSet
from analyzer.rules.spec.variants import made_of, read_as

_MOST_ASKED: Final = 48
"""So many cases about one thing are looked at for a clause."""
_MOST_TRIED: Final = 8
"""Of those that are answered otherwise so many are tried, whether that is for the clause."""


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case, what it is about, and what each of two rule sets answers, as far as they differ."""

    area: Message
    case: CaseFile
    verdicts: tuple[Message, Message]


class CaseSearch:
    """What the two rule sets and those between them answer; each case is asked once of each of them."""

    def __init__(self, one: RuleSet, other: RuleSet, clauses: Sequence[str]) -> None:
        self._both, self._clauses = (one, other), clauses
        self._answers: dict[tuple[int, str], tuple[RuleSet, CaseAnswer]] = {}
        """By rule set and file; the rule set is kept with it, so that no other one has its number."""
        self._narrowed: dict[tuple[int, str], tuple[RuleSet, RuleSet]] = {}

    def shown(self, clause: str) -> ShownCase | None:
        """The first case that both answer otherwise because of a clause; best one that neither refuses."""
        one, other = (self._narrow(each, clause) for each in self._both)
        between = list(self._between(one, other, clause))
        refused, asked, tried = None, Counter[str](), Counter[str]()
        for area, case in self._cases(one, other, clause):
            asked[area] += 1
            if asked[area] > _MOST_ASKED or tried[area] >= _MOST_TRIED:
                continue
            mine, theirs = self._asked(one, case), self._asked(other, case)
            parts = differing(mine, theirs)
            if not parts or mine.incomplete or theirs.incomplete or (REFUSED in parts and refused):
                continue
            tried[area] += 1
            if self._clauses != [clause] and not self._by(clause, case, between, parts):
                continue
            found = self._told(area, case)
            if found is not None and REFUSED not in parts:
                return found
            refused = refused or found
        return refused

    def _told(self, area: Message, case: CaseFile) -> ShownCase | None:
        """What the two answer to a case with all that is open in them; None where they answer the same."""
        answers = [self._asked(each, case) for each in self._both]
        parts = differing(*answers)
        said = in_words(answers[0], parts), in_words(answers[1], parts)
        return ShownCase(area, case, said) if parts else None

    def _by(
        self, clause: str, case: CaseFile, between: Sequence[tuple[RuleSet, RuleSet]], parts: Sequence[str]
    ) -> bool:
        """Whether the clause makes a difference; where one of the two refuses the case, whether that is it.

        An answer says by which clauses it was found: that is all there is where no game is made without it,
        or with it alone, and enough where the other one has no such clause and cannot read the file.
        """
        answers = [self._asked(each, case) for each in self._both]
        lacks = any(
            each.refused
            for each, rules in zip(answers, self._both, strict=True)
            if clause not in rules.clauses
        )
        missing = any(clause not in each.clauses for each in self._both)
        if (lacks or not (between or missing)) and any(clause in each.applied for each in answers):
            return True
        for mine, made in between:
            told = differing(self._asked(mine, case), self._asked(made, case))
            if {*told} & {*parts} or (told and lacks and REFUSED not in told):
                return True
        return False

    def _cases(self, one: RuleSet, other: RuleSet, clause: str) -> list[tuple[Message, CaseFile]]:
        """Cases of what a clause is about, first those that speak of it in so many words."""
        found = one.clauses.get(clause) or other.clauses[clause]
        spoken = "-".join((clause, found.kind, *found.parameters)).replace(".", "-")
        words = [word for word in spoken.split("-") if len(word) > 3]
        pairs = [(one, other), *((each, read) for each in (one, other) for read in _readings(each, clause))]
        cases: dict[str, tuple[Message, CaseFile]] = {}
        for area, family in families(clause, one):
            for pair in pairs:
                cases |= {each.text: cases.get(each.text, (area, each)) for each in family(*pair, clause)}
        return sorted(cases.values(), key=lambda each: -sum(word in each[1].text for word in words))

    def _asked(self, rules: RuleSet, case: CaseFile) -> CaseAnswer:
        key = id(rules), case.text
        if key not in self._answers:
            self._answers[key] = rules, case.asked(rules)
        return self._answers[key][1]

    def _narrow(self, rules: RuleSet, clause: str) -> RuleSet:
        """The rule set with the first reading of all that is open but this clause: quicker to ask."""
        words = {name: each[0] for name, each in open_options(rules).items()}
        first = {name: each for name, each in words.items() if rules.options[name].clause != clause}
        key = id(rules), ",".join(first)
        if key not in self._narrowed:
            self._narrowed[key] = rules, read_as(rules, first)
        return self._narrowed[key][1]

    def _between(self, one: RuleSet, other: RuleSet, clause: str) -> Iterator[tuple[RuleSet, RuleSet]]:
        """Each of the two beside itself with this clause alone as the other has it, where that is a game."""
        for mine, theirs in ((one, other), (other, one)):
            clauses = {name: each for name, each in mine.clauses.items() if name != clause}
            made = _made(
                mine, clauses | {name: each for name, each in theirs.clauses.items() if name == clause}
            )
            if made is not None and next(contradictions(made), None) is None:
                yield mine, made


def _readings(rules: RuleSet, clause: str) -> Iterator[RuleSet]:
    """The rule set by each reading of a clause that is open in it."""
    for name, words in open_options(rules).items():
        if rules.options[name].clause == clause:
            yield from (read_as(rules, {name: word}) for word in words)


def _made(like: RuleSet, clauses: Mapping[str, Clause]) -> RuleSet | None:
    """The rule set of other clauses, with the options about those; None where a clause is lacking."""
    options = {name: each for name, each in like.options.items() if clauses.keys() >= {*each.clauses}}
    chosen = {name: word for name, word in like.variant.items() if name in options}
    try:
        return made_of(replace(like, options=options), clauses, chosen)
    except KeyError:
        return None
