"""Where the rules stand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from analyzer.layout import NOTE, recording, wrap
from analyzer.messages import Message, Several, Verbatim, alone, say, stated
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.ruleset import RuleSet


def source_of(rules: RuleSet, clause: str) -> Message:
    """Where a clause stands, by names of files; for one its source says nothing about, why it is taken."""
    found = rules.clauses[clause]
    if found.cites:
        return alone(Several(tuple(Verbatim(str(cite)) for cite in found.cites), ";"))
    return say("no source says so: {reason}", reason=stated(found.because or ""))


def source_numbers(rules: RuleSet) -> dict[str, int]:
    """The number by which each source of a rule set is told, from 1."""
    return {source: number for number, source in enumerate(rules.sources, 1)}


def source_words(rules: RuleSet, clause: str, style: TextStyle) -> str:
    """Where a clause stands, for a reader: `[1] The rules, “The fool”; “Play”`."""
    cites, numbers = rules.clauses[clause].cites, source_numbers(rules)
    if not cites:
        return style.said(source_of(rules, clause))
    told = []
    for source, each in groupby(cites, lambda cite: cite.source):
        headings = "; ".join(style.safe(cite.place) for cite in each)
        told.append(f"[{numbers[source]}] {style.stated(rules.sources[source].title)}, {headings}")
    return "; ".join(told)


def source_lines(rules: RuleSet, clauses: Iterable[str], style: TextStyle) -> list[str]:
    """The sources that some clauses cite, by number: title, author, date and address."""
    cited = {cite.source for clause in clauses for cite in rules.clauses[clause].cites}
    lines = []
    for source, number in source_numbers(rules).items():
        if source in cited:
            told = rules.sources[source]
            words = "; ".join([style.stated(told.title), *(style.safe(each) for each in told[1:] if each)])
            if recording():
                lines.append(f"{NOTE}[{number}] {words}")
            else:
                lines += wrap(words, style.width, f"[{number}] ", "    ")
    return lines
