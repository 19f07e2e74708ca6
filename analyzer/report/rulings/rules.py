"""A rule set as it may be read: chapter by chapter, each clause with its parameters and its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from analyzer.layout import finished, visible, wrap
from analyzer.rules.spec.ruleset import Clause, Parameter, RuleSet, Standing

CHAPTERS: Final = {
    "table": "The table",
    "play": "Play",
    "fool": "The Fool",
    "naming": "Naming the Fool",
    "discard": "The skat",
    "declare": "Declarations",
    "payment": "Payments",
    "count": "The count",
    "end": "The end, and a fourth player",
    "fine": "Fines",
    "irregularity": "Irregularities",
    "proper": "Proper play",
}
"""The chapters in the order they are told, by the first word of a clause's id."""

_MARKS: Final = {Standing.STATED: " ", Standing.SILENT: "~", Standing.DISPUTED: "?"}
"""What stands before a clause, so that one sees at a glance what its source says."""

_LEGEND: Final = {
    Standing.STATED: "said by the source",
    Standing.SILENT: "the source is silent; a default is taken",
    Standing.DISPUTED: "disputed by the source; one reading is taken",
}


def rules_text(rules: RuleSet, width: int = 80, *, explain: bool = True) -> str:
    """A rule set in lines of at most `width` columns.

    `explain` adds to each clause its id, kind, parameters and sources, and to one that its source does
    not state why it is taken and how else it is read; without it there is one sentence per clause.
    """
    numbers = {source: number for number, source in enumerate(rules.sources, 1)}
    lines = [rules.title, "=" * min(visible(rules.title), width), f"rule set {rules.name}", ""]
    lines += list(_legend(rules, width))
    for chapter, clauses in _by_chapter(rules.clauses.values()):
        title = CHAPTERS.get(chapter, chapter)
        lines += ["", title, "-" * visible(title)]
        for clause in clauses:
            lines += _clause(clause, numbers, width) if explain else _sentence(clause, width)
    return finished(map(_safe, lines), width)


def _safe(line: str) -> str:
    """The line without anything that would steer a terminal; rule sets may be anybody's."""
    return "".join(char if char.isprintable() else "?" for char in line)


def _by_chapter(clauses: Iterable[Clause]) -> Iterator[tuple[str, list[Clause]]]:
    order = list(CHAPTERS)

    def chapter(clause: Clause) -> str:
        return clause.id.partition(".")[0]

    def place(clause: Clause) -> int:
        return order.index(chapter(clause)) if chapter(clause) in order else len(order)

    for name, each in groupby(sorted(clauses, key=place), chapter):
        yield name, list(each)


def _legend(rules: RuleSet, width: int) -> Iterator[str]:
    """The sources by number, and how many clauses stand how firmly."""
    for number, (source, title) in enumerate(rules.sources.items(), 1):
        yield from wrap(f"{title} ({source})", width, f"[{number}] ", "    ")
    for standing in Standing:
        count = sum(clause.standing is standing for clause in rules.clauses.values())
        if count:
            clauses = "1 clause" if count == 1 else f"{count} clauses"
            yield from wrap(f"{clauses}: {_LEGEND[standing]}", width, f" {_MARKS[standing]}  ", "    ")


def _sentence(clause: Clause, width: int) -> list[str]:
    return wrap(clause.statement, width, f"{_MARKS[clause.standing]} ", "  ")


def _clause(clause: Clause, numbers: Mapping[str, int], width: int) -> list[str]:
    lines = ["", *_sentence(clause, width)]
    told = ", ".join(f"{name} {_shown(value)}" for name, value in clause.parameters.items())
    lines += wrap(f"{clause.id}: {clause.kind}" + (f" ({told})" if told else ""), width, "      ")
    if clause.because is not None:
        lines += wrap(f"{clause.standing.value}: {clause.because}", width, "      ")
    if clause.readings:
        lines.append("      readings:" if clause.standing is Standing.DISPUTED else "      also played:")
    for reading in clause.readings:
        lines += wrap(reading, width, "      - ", "        ")
    for words, others in (("depends on", clause.depends), ("overrides", clause.overrides)):
        if others:
            lines += wrap(f"{words} {', '.join(others)}", width, "      ")
    if clause.cites:
        lines += wrap(_sources(clause, numbers), width, "      ")
    return lines


def _shown(value: Parameter) -> str:
    """A parameter in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return " ".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, tuple):
        return " ".join(value) or "none"
    return str(value)


def _sources(clause: Clause, numbers: Mapping[str, int]) -> str:
    """The cited sections, by the number of their source: `[1] The fool; Variations`."""
    told = []
    for source, cites in groupby(clause.cites, lambda cite: cite.source):
        told.append(f"[{numbers[source]}] " + "; ".join(cite.heading for cite in cites))
    return "  ".join(told)


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """A rule set as data, schema `tarok-analyze/rules/1`; clauses in the order of the file."""
    return {
        "schema": "tarok-analyze/rules/1",
        "ruleset": rules.name,
        "title": rules.title,
        "sources": dict(rules.sources),
        "clauses": [_clause_json(clause) for clause in rules.clauses.values()],
    }


def _clause_json(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "kind": clause.kind,
        "parameters": {name: _plain(value) for name, value in clause.parameters.items()},
        "statement": clause.statement,
        "standing": clause.standing.value,
        "because": clause.because,
        "readings": list(clause.readings),
        "cites": [{"source": cite.source, "heading": cite.heading} for cite in clause.cites],
        "depends": list(clause.depends),
        "overrides": list(clause.overrides),
    }


def _plain(value: Parameter) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
