"""A rule set as it may be read: chapter by chapter, each clause with its parameters and its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from analyzer.layout import finished, visible, wrap
from analyzer.messages import marked, say
from analyzer.report.phrases.sources import source_lines, source_numbers
from analyzer.report.phrases.terms import term
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.clause import Clause, Parameter, Standing
from analyzer.rules.spec.ruleset import RuleSet

CHAPTERS: Final = {
    "table": say("The table"),
    "play": say("Play"),
    "fool": say("The Fool"),
    "naming": say("Naming the Fool"),
    "discard": say("The skat"),
    "talon": say("The talon"),
    "bid": say("The auction"),
    "call": say("The called card"),
    "purchase": say("The purchase"),
    "announce": say("Announcements"),
    "pool": say("The pools"),
    "declare": say("Declarations"),
    "beggar": say("Beggar"),
    "valat": say("Colour Valat"),
    "misere": say("Misere"),
    "payment": say("Payments"),
    "bonus": say("Bonuses"),
    "radli": say("Radli"),
    "count": say("The count"),
    "target": say("The target"),
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


def rules_text(rules: RuleSet, style: TextStyle, *, explain: bool = True) -> str:
    """A rule set in lines as wide as the style.

    `explain` adds to each clause its id, kind, parameters and sources, and to one that its source does
    not state why it is taken and how else it is read; without it there is one sentence per clause.
    """
    numbers = source_numbers(rules)
    title = style.stated(rules.title)
    lines = [title, "=" * min(visible(title), style.width)]
    lines += [style.t("rule set {ruleset}", ruleset=style.safe(str(rules))), "", *_legend(rules, style)]
    for chapter, clauses in by_chapter(rules.clauses.values()):
        title = chapter_title(chapter, style)
        lines += ["", title, "-" * visible(title)]
        for clause in clauses:
            lines += _told(rules, clause, numbers, style) if explain else _sentence(clause, style)
    return finished(lines, style.width)


def chapter_title(chapter: str, style: TextStyle) -> str:
    """What a chapter is called, by the first word of its clauses' ids."""
    return style.said(CHAPTERS[chapter]) if chapter in CHAPTERS else style.safe(chapter)


def by_chapter(clauses: Iterable[Clause]) -> Iterator[tuple[str, list[Clause]]]:
    """The clauses of each chapter, in the order in which chapters are told."""
    order = list(CHAPTERS)

    def chapter(clause: Clause) -> str:
        return clause.id.partition(".")[0]

    def place(clause: Clause) -> int:
        return order.index(chapter(clause)) if chapter(clause) in order else len(order)

    for name, each in groupby(sorted(clauses, key=place), chapter):
        yield name, list(each)


def _legend(rules: RuleSet, style: TextStyle) -> Iterator[str]:
    """The sources by number, and how many clauses stand how firmly."""
    yield from source_lines(rules, rules.clauses, style)
    for standing in Standing:
        count = sum(clause.standing is standing for clause in rules.clauses.values())
        if count:
            told = style.n(
                "{number} clause: {standing}",
                "{number} clauses: {standing}",
                count,
                standing=style.said(_LEGEND[standing]),
            )
            yield from wrap(told, style.width, f" {_MARKS[standing]}  ", "    ")


def _told(rules: RuleSet, clause: Clause, numbers: Mapping[str, int], style: TextStyle) -> list[str]:
    """A clause in full, with the rule set that words it where that is another one."""
    lines = _clause(clause, numbers, style)
    if clause.origin not in {rules.name, ""}:
        origin = style.t("worded by {origin}", origin=style.safe(clause.origin))
        lines += wrap(origin, style.width, "      ")
    return lines


def one_clause_text(rules: RuleSet, clause: Clause, others: Sequence[RuleSet], style: TextStyle) -> str:
    """One clause in full, the clauses that hang on it, and what other rule sets say under its id."""
    lines = [style.stated(rules.title), *_told(rules, clause, source_numbers(rules), style)]
    for needed, words in ((needing(rules, clause.id), marked("needed by {clauses}")),
                          (overriding(rules, clause.id), marked("overridden by {clauses}"))):  # fmt: skip
        if needed:
            told = style.t(words, clauses=style.safe(", ".join(needed)))
            lines += wrap(told, style.width, "      ")
    sources = source_lines(rules, (clause.id,), style)
    lines += ["", *sources] if sources else []
    return finished([*lines, *_elsewhere(clause, others, style)], style.width)


def needing(rules: RuleSet, clause: str) -> list[str]:
    """The clauses that cannot be read without one."""
    return [each.id for each in rules.clauses.values() if clause in each.depends]


def overriding(rules: RuleSet, clause: str) -> list[str]:
    """The clauses that take away the word of one."""
    return [each.id for each in rules.clauses.values() if clause in each.overrides]


def _elsewhere(clause: Clause, others: Sequence[RuleSet], style: TextStyle) -> Iterator[str]:
    """What other rule sets say under the same id, those together that say the same; and who has none."""
    said: dict[tuple[str, str, str], list[str]] = {}
    for rules in others:
        found = rules.clauses.get(clause.id)
        if found is not None:
            text = style.stated(found.statement)
            given = ", ".join(f"{name} {_shown(value, style)}" for name, value in found.parameters.items())
            said.setdefault((text, given, _MARKS[found.standing]), []).append(rules.name)
    if said:
        yield ""
        yield style.paint(style.t("Other rule sets"), "bold")
    for (text, given, mark), names in said.items():
        told = f"{style.both(names)}: {text}" + (f" ({style.safe(given)})" if given else "")
        yield from wrap(told, style.width, f"{mark} ", "  ")
    without = [rules.name for rules in others if clause.id not in rules.clauses]
    if without:
        yield ""
        yield from wrap(style.t("No such clause: {names}", names=style.both(without)), style.width)


def _sentence(clause: Clause, style: TextStyle) -> list[str]:
    return wrap(style.stated(clause.statement), style.width, f"{_MARKS[clause.standing]} ", "  ")


def _clause(clause: Clause, numbers: Mapping[str, int], style: TextStyle) -> list[str]:
    def told(text: str, first: str = "      ", then: str | None = None) -> list[str]:
        return wrap(text, style.width, first, first if then is None else then)

    given = ", ".join(f"{name} {_shown(value, style)}" for name, value in clause.parameters.items())
    lines = ["", *_sentence(clause, style)]
    lines += told(style.safe(f"{clause.id}: {clause.kind}" + (f" ({given})" if given else "")))
    if clause.because is not None:
        lines += told(f"{term(style, clause.standing.value)}: {style.stated(clause.because)}")
    if clause.readings:
        disputed = clause.standing is Standing.DISPUTED
        lines += told(style.t("readings:") if disputed else style.t("also played:"))
    for reading in clause.readings:
        lines += told(style.stated(reading), "      - ", "        ")
    if clause.depends:
        lines += told(style.t("depends on {clauses}", clauses=style.safe(", ".join(clause.depends))))
    if clause.overrides:
        lines += told(style.t("overrides {clauses}", clauses=style.safe(", ".join(clause.overrides))))
    return lines + (told(style.safe(_sources(clause, numbers))) if clause.cites else [])


def _shown(value: Parameter, style: TextStyle) -> str:
    """A parameter in words."""
    if isinstance(value, bool):
        return style.t("yes") if value else style.t("no")
    if isinstance(value, Mapping):
        return " ".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, tuple):
        return " ".join(value) or style.t("none")
    return str(value)


def _sources(clause: Clause, numbers: Mapping[str, int]) -> str:
    """The cited sections, by the number of their source: `[1] The fool; Variations`."""
    told = []
    for source, cites in groupby(clause.cites, lambda cite: cite.source):
        told.append(f"[{numbers[source]}] " + "; ".join(cite.heading for cite in cites))
    return "  ".join(told)
