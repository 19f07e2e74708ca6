"""What an answer rests on: its sources, and the clauses where its source is silent or disputed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from analyzer.messages import (
    Amount,
    BareClause,
    ClauseId,
    Message,
    Name,
    Several,
    Statement,
    Title,
    Verbatim,
    alone,
    both,
    formed,
    in_a_row,
    listed,
    say,
    stated,
)
from analyzer.rules.spec.clause import Clause
from analyzer.rules.spec.grounds import AnsweredReading, Grounds
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


def grounds_said(rules: RuleSet, grounds: Grounds) -> Iterator[Phrase]:
    """What an answer rests on; nothing if its source states everything."""
    yield from silent_said(grounds)
    yield from beside_said(grounds)
    if grounds.readings:
        text = say(
            (
                "No source settles {clauses}. The answer is given under the first of these "
                "readings; --variant chooses one:"
            ),
            clauses=both(map(ClauseId, grounds.unsettled)),
        )
        yield Phrase(text, "warn", hang=False)
        yield from (Phrase(_reading(rules, each), level=1, mark="* ") for each in grounds.readings)


def first_reading_said(grounds: Grounds) -> Message:
    """Before an answer that another reading would change."""
    clauses = both(map(ClauseId, grounds.unsettled))
    return say("By the first reading of {clauses}, which no source settles:", clauses=clauses)


def silent_said(grounds: Grounds) -> Iterator[Phrase]:
    """The silent clauses that an answer rests on."""
    if grounds.rests_on:
        text = say(
            "This rests on {clauses}, on which the source is silent.",
            clauses=both(map(ClauseId, grounds.rests_on)),
        )
        yield Phrase(text, hang=False)


def beside_said(grounds: Grounds) -> Iterator[Phrase]:
    """The readings under which what is told cannot be, and whether there are too many to go through."""
    if grounds.too_many:
        text = say(
            "More readings of {clauses} bear on this than can be gone through, so nothing is settled; "
            "--variant chooses one.",
            clauses=both(map(ClauseId, grounds.unsettled)),
        )
        yield Phrase(text, "warn", hang=False)
    for each in grounds.impossible:
        fault = Verbatim(each.differs["faults"][0])
        yield Phrase(
            say("Under {reading} it cannot be: {fault}", reading=_chosen(each), fault=fault), hang=False
        )


def _chosen(reading: AnsweredReading) -> Verbatim:
    return Verbatim(", ".join(f"{option}={word}" for option, word in reading.variant.items()))


def _reading(rules: RuleSet, reading: AnsweredReading) -> Message:
    says = in_a_row(
        Statement(rules.options[option].readings[word][0].statement)
        for option, word in reading.variant.items()
    )
    told = formed("{chosen}: {says}", chosen=_chosen(reading), says=says)
    came = tuple(_came_to(reading.differs))
    return formed("{told} ({came})", told=told, came=Several(came, ";")) if came else told


def _came_to(differs: Mapping[str, Any]) -> Iterator[Message | Verbatim]:
    """What of a reading's answer is told in a few words."""
    for key, value in differs.items():
        if key == "holds":
            yield say("yes") if value else say("no")
        elif key == "lines":
            yield from map(_line, value or ())
        elif key == "end" and "totals" not in differs:
            yield say("in the end {amounts}", amounts=_amounts(value["tokens"]))
        elif key in {"guarantee", "tokens", "totals"} and isinstance(value, Mapping):
            yield _amounts(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield Verbatim(value)


def _line(line: Mapping[str, Any]) -> Message:
    """What a line comes to: its amounts and the clauses that were broken, or the one that ended it."""
    paid, illegal = line.get("as_played", line), line.get("illegal")
    broken = listed(BareClause(each["clause"]) for each in line.get("violations", line.get("breaches", ())))
    name = Title(line["name"])
    if illegal:
        return formed("{line}: {clause}", line=name, clause=BareClause(illegal["clause"]))
    told = formed("{line}: {came}", line=name, came=_amounts(paid.get("tokens", paid.get("sheet", {}))))
    return formed("{told} ({broken})", told=told, broken=broken) if broken.items else told


def _amounts(amounts: Mapping[str, int]) -> Message:
    each = (formed("{player} {amount}", player=Name(name), amount=Amount(n)) for name, n in amounts.items())
    return alone(listed(each))
