"""A rule set as it may be read: chapter by chapter, each clause with its parameters and its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from analyzer.messages import (
    Message,
    Several,
    Verbatim,
    Word,
    both,
    formed,
    listed,
    say,
    say_many,
    stated,
    word_alone,
)
from analyzer.rules.spec.clause import Clause, Parameter, Standing
from analyzer.rules.spec.ruleset import RuleSet
from analyzer.words.blocks import Block, Phrase, Said, part
from analyzer.words.called import term_said
from analyzer.words.grounds import source_numbers, sources_said

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


def rules_said(rules: RuleSet, *, explain: bool = True) -> Said:
    """A rule set, chapter by chapter.

    `explain` adds to each clause its id, kind, parameters and sources, and to one that its source does
    not state why it is taken and how else it is read; without it there is one sentence per clause.
    """
    numbers = source_numbers(rules)
    title = [Phrase(word_alone(stated(rules.title)), "bold")]
    called = Phrase(say("rule set {ruleset}", ruleset=Verbatim(rules)), hang=False)
    blocks = [*part("headline", title), *part("paragraph", [called])]
    blocks += [*part("notes", sources_said(rules, rules.clauses)), *part("paragraph", _legend(rules))]
    for chapter, clauses in by_chapter(rules.clauses.values()):
        named = CHAPTERS.get(chapter) or word_alone(Verbatim(chapter))
        sentences = [] if explain else map(_sentence, clauses)
        blocks += part("paragraph", [Phrase(named, "bold"), *sentences])
        for clause in clauses if explain else ():
            blocks += part("paragraph", _told(rules, clause, numbers))
    return tuple(blocks)


def chapter_said(chapter: str) -> Message:
    """What a chapter is called, by the first word of its clauses' ids."""
    return CHAPTERS.get(chapter) or word_alone(Verbatim(chapter))


def by_chapter(clauses: Iterable[Clause]) -> Iterator[tuple[str, list[Clause]]]:
    """The clauses of each chapter, in the order in which chapters are told."""
    order = list(CHAPTERS)

    def chapter(clause: Clause) -> str:
        return clause.id.partition(".")[0]

    def place(clause: Clause) -> int:
        return order.index(chapter(clause)) if chapter(clause) in order else len(order)

    for name, each in groupby(sorted(clauses, key=place), chapter):
        yield name, list(each)


def _legend(rules: RuleSet) -> Iterator[Phrase]:
    """How many clauses stand how firmly."""
    for standing in Standing:
        count = sum(clause.standing is standing for clause in rules.clauses.values())
        if count:
            told = say_many(
                "{number} clause: {standing}",
                "{number} clauses: {standing}",
                count,
                standing=_LEGEND[standing],
            )
            yield Phrase(told, mark=f" {_MARKS[standing]}  ")


def _told(rules: RuleSet, clause: Clause, numbers: Mapping[str, int]) -> Iterator[Phrase]:
    """A clause in full, with the rule set that words it if that is another one."""
    yield from _clause(clause, numbers)
    if clause.origin not in {rules.name, ""}:
        yield Phrase(say("worded by {origin}", origin=Verbatim(clause.origin)), level=3, hang=False)


def one_clause_said(rules: RuleSet, clause: Clause, others: Sequence[RuleSet]) -> Said:
    """One clause in full, the clauses that hang on it, and what other rule sets say under its id."""
    lines = [*_told(rules, clause, source_numbers(rules))]
    if needed := needing(rules, clause.id):
        told = say("needed by {clauses}", clauses=listed(map(Verbatim, needed)))
        lines.append(Phrase(told, level=3, hang=False))
    if over := overriding(rules, clause.id):
        told = say("overridden by {clauses}", clauses=listed(map(Verbatim, over)))
        lines.append(Phrase(told, level=3, hang=False))
    return (
        *part("headline", [word_alone(stated(rules.title))]),
        *part("paragraph", lines),
        *part("notes", sources_said(rules, (clause.id,))),
        *_elsewhere(clause, others),
    )


def needing(rules: RuleSet, clause: str) -> list[str]:
    """The clauses that cannot be read without one."""
    return [each.id for each in rules.clauses.values() if clause in each.depends]


def overriding(rules: RuleSet, clause: str) -> list[str]:
    """The clauses that take away the word of one."""
    return [each.id for each in rules.clauses.values() if clause in each.overrides]


def _elsewhere(clause: Clause, others: Sequence[RuleSet]) -> Iterator[Block]:
    """What other rule sets say under the same id, those together that say the same; and who has none."""
    said: dict[Phrase, list[str]] = {}
    for rules in others:
        found = rules.clauses.get(clause.id)
        if found is not None:
            text, given = word_alone(stated(found.statement)), _given(found)
            told = formed("{says} ({given})", says=text, given=given) if given.items else text
            said.setdefault(Phrase(told, mark=f"{_MARKS[found.standing]} "), []).append(rules.name)
    named = (
        Phrase(formed("{names}: {told}", names=both(map(Verbatim, names)), told=each.said), mark=each.mark)
        for each, names in said.items()
    )
    yield from part("paragraph", [Phrase(say("Other rule sets"), "bold"), *named] if said else [])
    without = [Verbatim(rules.name) for rules in others if clause.id not in rules.clauses]
    yield from part("paragraph", [say("No such clause: {names}", names=both(without))] if without else [])


def _sentence(clause: Clause) -> Phrase:
    return Phrase(word_alone(stated(clause.statement)), mark=f"{_MARKS[clause.standing]} ")


def _given(clause: Clause) -> Several:
    """The parameters of a clause."""
    each = clause.parameters.items()
    return listed(formed("{name} {value}", name=Verbatim(name), value=_shown(value)) for name, value in each)


def _clause(clause: Clause, numbers: Mapping[str, int]) -> Iterator[Phrase]:
    """A clause with all that is told of it."""

    def below(told: Message) -> Phrase:
        return Phrase(told, level=3, hang=False)

    yield _sentence(clause)
    told, given = formed("{id}: {kind}", id=Verbatim(clause.id), kind=Verbatim(clause.kind)), _given(clause)
    yield below(formed("{told} ({given})", told=told, given=given) if given.items else told)
    if clause.because is not None:
        standing = term_said(clause.standing.value)
        yield below(formed("{standing}: {because}", standing=standing, because=stated(clause.because)))
    if clause.readings:
        yield below(say("readings:") if clause.standing is Standing.DISPUTED else say("also played:"))
    for reading in clause.readings:
        yield Phrase(word_alone(stated(reading)), level=3, mark="- ")
    if clause.depends:
        yield below(say("depends on {clauses}", clauses=listed(map(Verbatim, clause.depends))))
    if clause.overrides:
        yield below(say("overrides {clauses}", clauses=listed(map(Verbatim, clause.overrides))))
    if clause.cites:
        yield below(word_alone(Verbatim(_sources(clause, numbers))))


def _shown(value: Parameter) -> Word:
    """A parameter in words."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return Verbatim(" ".join(f"{name}={number}" for name, number in value.items()))
    if isinstance(value, tuple):
        return Verbatim(" ".join(value)) if value else say("none")
    return Verbatim(value)


def _sources(clause: Clause, numbers: Mapping[str, int]) -> str:
    """The cited sections, by the number of their source: `[1] The fool; Variations`."""
    told = []
    for source, cites in groupby(clause.cites, lambda cite: cite.source):
        told.append(f"[{numbers[source]}] " + "; ".join(cite.heading for cite in cites))
    return "  ".join(told)
