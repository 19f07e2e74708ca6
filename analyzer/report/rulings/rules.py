"""A rule set as it may be read: chapter by chapter, each clause with its parameters and its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from analyzer.messages import say
from analyzer.report.phrases.terms import term
from analyzer.report.style.face import Face
from analyzer.report.style.layout import finished, visible, wrap
from analyzer.rules.spec.ruleset import Clause, Parameter, RuleSet, Standing

CHAPTERS: Final = {
    "table": say("The table"),
    "play": say("Play"),
    "fool": say("The Fool"),
    "naming": say("Naming the Fool"),
    "discard": say("The skat"),
    "declare": say("Declarations"),
    "payment": say("Payments"),
    "count": say("The count"),
    "end": say("The end, and a fourth player"),
    "fine": say("Fines"),
    "irregularity": say("Irregularities"),
    "proper": say("Proper play"),
}
"""The chapters in the order they are told, by the first word of a clause's id."""

_MARKS: Final = {Standing.STATED: " ", Standing.SILENT: "~", Standing.DISPUTED: "?"}
"""What stands before a clause, so that one sees at a glance what its source says."""

_LEGEND: Final = {
    Standing.STATED: say("said by the source"),
    Standing.SILENT: say("the source is silent; a default is taken"),
    Standing.DISPUTED: say("disputed by the source; one reading is taken"),
}


def rules_text(rules: RuleSet, face: Face, *, explain: bool = True) -> str:
    """A rule set in lines as wide as the face.

    `explain` adds to each clause its id, kind, parameters and sources, and to one that its source does
    not state why it is taken and how else it is read; without it there is one sentence per clause.
    """
    numbers = {source: number for number, source in enumerate(rules.sources, 1)}
    title = face.stated(rules.title)
    lines = [title, "=" * min(visible(title), face.width)]
    lines += [face.t("rule set {ruleset}", ruleset=face.safe(str(rules))), "", *_legend(rules, face)]
    for chapter, clauses in _by_chapter(rules.clauses.values()):
        title = face.said(CHAPTERS[chapter]) if chapter in CHAPTERS else face.safe(chapter)
        lines += ["", title, "-" * visible(title)]
        for clause in clauses:
            lines += _clause(clause, numbers, face) if explain else _sentence(clause, face)
            if explain and clause.origin not in {rules.name, ""}:
                origin = face.t("worded by {origin}", origin=face.safe(clause.origin))
                lines += wrap(origin, face.width, "      ")
    return finished(lines, face.width)


def _by_chapter(clauses: Iterable[Clause]) -> Iterator[tuple[str, list[Clause]]]:
    order = list(CHAPTERS)

    def chapter(clause: Clause) -> str:
        return clause.id.partition(".")[0]

    def place(clause: Clause) -> int:
        return order.index(chapter(clause)) if chapter(clause) in order else len(order)

    for name, each in groupby(sorted(clauses, key=place), chapter):
        yield name, list(each)


def _legend(rules: RuleSet, face: Face) -> Iterator[str]:
    """The sources by number, and how many clauses stand how firmly."""
    for number, (source, title) in enumerate(rules.sources.items(), 1):
        told = f"{face.stated(title)} ({face.safe(source)})"
        yield from wrap(told, face.width, f"[{number}] ", "    ")
    for standing in Standing:
        count = sum(clause.standing is standing for clause in rules.clauses.values())
        if count:
            told = face.n(
                "{number} clause: {standing}",
                "{number} clauses: {standing}",
                count,
                standing=face.said(_LEGEND[standing]),
            )
            yield from wrap(told, face.width, f" {_MARKS[standing]}  ", "    ")


def _sentence(clause: Clause, face: Face) -> list[str]:
    return wrap(face.stated(clause.statement), face.width, f"{_MARKS[clause.standing]} ", "  ")


def _clause(clause: Clause, numbers: Mapping[str, int], face: Face) -> list[str]:
    def told(text: str, first: str = "      ", then: str | None = None) -> list[str]:
        return wrap(text, face.width, first, first if then is None else then)

    given = ", ".join(f"{name} {_shown(value, face)}" for name, value in clause.parameters.items())
    lines = ["", *_sentence(clause, face)]
    lines += told(face.safe(f"{clause.id}: {clause.kind}" + (f" ({given})" if given else "")))
    if clause.because is not None:
        lines += told(f"{term(face, clause.standing.value)}: {face.stated(clause.because)}")
    if clause.readings:
        disputed = clause.standing is Standing.DISPUTED
        lines += told(face.t("readings:") if disputed else face.t("also played:"))
    for reading in clause.readings:
        lines += told(face.stated(reading), "      - ", "        ")
    if clause.depends:
        lines += told(face.t("depends on {clauses}", clauses=face.safe(", ".join(clause.depends))))
    if clause.overrides:
        lines += told(face.t("overrides {clauses}", clauses=face.safe(", ".join(clause.overrides))))
    return lines + (told(face.safe(_sources(clause, numbers))) if clause.cites else [])


def _shown(value: Parameter, face: Face) -> str:
    """A parameter in words."""
    if isinstance(value, bool):
        return face.t("yes") if value else face.t("no")
    if isinstance(value, Mapping):
        return " ".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, tuple):
        return " ".join(value) or face.t("none")
    return str(value)


def _sources(clause: Clause, numbers: Mapping[str, int]) -> str:
    """The cited sections, by the number of their source: `[1] The fool; Variations`."""
    told = []
    for source, cites in groupby(clause.cites, lambda cite: cite.source):
        told.append(f"[{numbers[source]}] " + "; ".join(cite.heading for cite in cites))
    return "  ".join(told)
