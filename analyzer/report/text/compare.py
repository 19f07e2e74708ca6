"""What `compare` says of two rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from analyzer.claims.asked import CaseFile
from analyzer.claims.compare import MISSING, Comparison, Difference
from analyzer.messages import (
    BareClause,
    ClauseId,
    Message,
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
from analyzer.report.text.verify import witness_said
from analyzer.words.blocks import Phrase, Said, part
from analyzer.words.called import term_said

FEW: Final = 4
"""So many clauses that only stand otherwise are named; of more the number says enough."""


def compare_said(comparison: Comparison, called: tuple[str, str]) -> Said:
    """The clauses that lead to other answers, each with a case; then those that only stand otherwise.

    `called` is what the two rule sets are called.
    """
    shown = [each for each in comparison.differences if each.witness is not None]
    alone = [each for each in comparison.differences if each.witness is None and each.what == (MISSING,)]
    silent, commands = _silent(comparison), {each.witness.command for each in shown if each.witness}
    ask = Verbatim(f"tarok-analyze {'|'.join(sorted(commands))} FILE --ruleset {called[0]}")
    anew = say("Each case is a file, whole in the JSON, to be answered anew: {command}", command=ask)
    other = say("Other parameters that no case shows: {clauses}", clauses=listed(map(Verbatim, silent)))
    return (
        *part("headline", [differing_clauses(comparison)]),
        *part("paragraph", [Phrase(word_alone(both(map(Verbatim, called))), "bold")]),
        *(block for each in (*shown, *alone) for block in part("paragraph", _difference(called, each))),
        *part("paragraph", [other] if silent else []),
        *part("paragraph", _standings(comparison, called)),
        *part("paragraph", [anew] if commands else []),
    )


def differing_clauses(comparison: Comparison) -> Message:
    """The clauses that lead to other answers, or that only one of the two has; or that there are none."""
    found = [
        _with_how_many(word_alone(ClauseId(each.clause)), each)
        for each in comparison.differences
        if each.witness is not None or each.what == (MISSING,)
    ]
    silent = both(map(ClauseId, _silent(comparison)))
    if not found and silent.items:
        return say("No case shows that they differ; what hangs on {clauses} is not shown.", clauses=silent)
    if not found:
        return say("No clause leads to another answer.")
    return say("They differ in {clauses}.", clauses=both(found))


def _with_how_many(words: Message, each: Difference) -> Message:
    """The words of a difference with the number of players it shows with, where that is not the usual one."""
    if each.seats is None:
        return words
    return say("{clauses} with {number} players", clauses=words, number=each.seats)


def _silent(comparison: Comparison) -> list[str]:
    """The clauses with other parameters, of which no case was found that shows it."""
    known = (("standing",), (MISSING,))
    return [each.clause for each in comparison.differences if each.witness is None and each.what not in known]


def _standings(comparison: Comparison, called: tuple[str, str]) -> Iterator[Message]:
    """How many clauses say the same and only stand otherwise, and how; a few of them by name."""
    alike: dict[tuple[str, str], list[str]] = {}
    for each in comparison.differences:
        if each.witness is None and each.what == ("standing",):
            alike.setdefault(each.standings, []).append(each.clause)
    for (first, second), clauses in alike.items():
        told = say_many(
            "{number} clause says the same, {first} in {one} and {second} in {other}",
            "{number} clauses say the same, {first} in {one} and {second} in {other}",
            len(clauses),
            first=term_said(first),
            second=term_said(second),
            one=Verbatim(called[0]),
            other=Verbatim(called[1]),
        )
        named = listed(map(ClauseId, clauses))
        few = len(clauses) <= FEW
        yield formed("{told}: {named}", told=told, named=named) if few else formed("{told}.", told=told)


def _difference(called: tuple[str, str], each: Difference) -> Iterator[Phrase]:
    """A clause, what either rule set says in it, and a case that both answer."""
    head = word_alone(BareClause(each.clause))
    if each.area:
        head = formed("{clause} ({area})", clause=head, area=each.area)
    yield Phrase(_with_how_many(head, each))
    verdicts = each.verdicts or (None, None)
    for rules, statement, standing, verdict in zip(
        called, each.statements, each.standings, verdicts, strict=True
    ):
        yield Phrase(_said(rules, statement, standing), level=1)
        if verdict is not None:
            yield Phrase(say("in the case below: {verdict}", verdict=verdict), level=2)
    if each.witness is not None:
        command, case = Verbatim(each.witness.command), witness_said(_told(each.witness))
        yield Phrase(say("Case for {command}: {case}", command=command, case=case), level=1)
    elif each.note is not None:
        yield Phrase(each.note, level=1)


def _said(rules: str, statement: str, standing: str) -> Message:
    """What a rule set says in a clause, and how firmly; or that it has none."""
    name: Word = Verbatim(rules)
    if standing == MISSING:
        return say("{rules} has no such clause", rules=name)
    if standing != "stated":
        name = formed("{rules} [{standing}]", rules=name, standing=term_said(standing))
    return formed("{rules}: {says}", rules=name, says=stated(statement))


def _told(case: CaseFile) -> dict[str, Any]:
    """What the file of a case tells, in fewer words: the one line of a position, the hand of an evening."""
    told = {key: value for key, value in case.told.items() if key != "players"}
    if case.command == "replay":
        told["play"] = told.pop("lines")[0]["play"]
    if case.command == "score":
        first, *more = told.pop("hands")
        told |= {**first, **({"hands": [first, *more]} if more else {})}
    return {key: _apart(value) for key, value in told.items()}


def _apart(value: Any) -> Any:
    """A text as the cards or words in it, and what is said as it was said."""
    if isinstance(value, Mapping):
        return {key: _apart(each) for key, each in value.items()}
    if isinstance(value, list):
        return [f"`{each}`" if isinstance(each, str) and " " in each else each for each in value]
    return value.split() if isinstance(value, str) and " " in value else value
