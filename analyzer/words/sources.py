"""Where the rules stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from analyzer.messages import Message, Several, Verbatim, alone, say, stated
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Phrase


def source_of(rules: RuleSet, clause: str) -> Message:
    """Where a clause stands: `The rules, “The fool”; “Play”`; if its source is silent, why it is taken."""
    found = rules.clauses[clause]
    if found.cites:
        return alone(Several(tuple(_places(rules, found, {})), ";"))
    return say("no source says so: {reason}", reason=stated(found.because or ""))


def source_numbers(rules: RuleSet) -> dict[str, int]:
    """The number by which each source of a rule set is told, from 1."""
    return {source: number for number, source in enumerate(rules.sources, 1)}


def source_said(rules: RuleSet, clause: str) -> Message:
    """Where a clause stands, for a reader: `[1] The rules, “The fool”; “Play”`."""
    found = rules.clauses[clause]
    if not found.cites:
        return source_of(rules, clause)
    return alone(Several(tuple(_places(rules, found, source_numbers(rules))), ";"))


def _places(rules: RuleSet, clause: Clause, numbers: Mapping[str, int]) -> Iterator[Message]:
    """The headings under which each source has a clause, its number before it if it has one."""
    for source, each in groupby(clause.cites, lambda cite: cite.source):
        words = {
            "title": stated(rules.sources[source].title),
            "headings": Several(tuple(Verbatim(cite.place) for cite in each), ";"),
        }
        if source in numbers:
            yield Message("[{number}] {title}, {headings}", {"number": numbers[source], **words})
        else:
            yield Message("{title}, {headings}", words)


def sources_said(rules: RuleSet, clauses: Iterable[str]) -> Iterator[Phrase]:
    """The sources that some clauses cite, by number: title, author, date and address."""
    cited = {cite.source for clause in clauses for cite in rules.clauses[clause].cites}
    for source, number in source_numbers(rules).items():
        if source in cited:
            title, *more = rules.sources[source]
            words = (stated(title), *(Verbatim(each) for each in more if each))
            yield Phrase(alone(Several(words, ";")), mark=f"[{number}] ")
