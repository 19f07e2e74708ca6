"""Two rule sets held against each other, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from analyzer.claims.asked import CaseFile
from analyzer.claims.compare import MISSING, Comparison, Difference
from analyzer.layout import finished, wrap
from analyzer.report.phrases.terms import term
from analyzer.report.rulings.verify import witness_words
from analyzer.report.style.textstyle import TextStyle

FEW: Final = 4
"""So many clauses that only stand otherwise are named; of more the number says enough."""


def compare_text(comparison: Comparison, called: tuple[str, str], style: TextStyle) -> str:
    """The clauses that lead to other answers, each with a case; then those that only stand otherwise.

    `called` is what the two rule sets are called.
    """
    lines = wrap(differing_clauses(comparison, style), style.width, "", "  ")
    lines += ["", style.paint(style.both([style.safe(each) for each in called]), "bold"), ""]
    shown = [each for each in comparison.differences if each.witness is not None]
    rest = [each for each in comparison.differences if each.witness is None]
    told = _silent(comparison)
    for each in shown:
        lines += _difference(called, each, style)
    alone = [each for each in rest if each.what == (MISSING,)]
    for each in alone:
        lines += _difference(called, each, style)
    if told:
        text = style.t("Other parameters that no case shows: {clauses}", clauses=", ".join(told))
        lines += wrap(text, style.width, "", "  ")
    for text in _standings(comparison, called, style):
        lines += wrap(text, style.width, "", "  ")
    commands = "|".join(sorted({each.witness.command for each in shown if each.witness is not None}))
    if commands:
        ask = f"tarok-analyze {commands} FILE --ruleset {style.safe(called[0])}"
        text = style.t("Each case is a file, whole in the JSON, to be answered anew: {command}", command=ask)
        lines += ([""] if lines[-1] else []) + [*wrap(text, style.width, "", "  ")]
    return finished(lines, style.width)


def differing_clauses(comparison: Comparison, style: TextStyle) -> str:
    """The clauses that lead to other answers, or that only one of the two has; or that there are none."""
    found = [
        _with_how_many(style.clause_said(each.clause), each, style)
        for each in comparison.differences
        if each.witness is not None or each.what == (MISSING,)
    ]
    silent = [style.clause_said(each) for each in _silent(comparison)]
    if not found and silent:
        told = style.both(silent)
        return style.t("No case shows that they differ; what hangs on {clauses} is not shown.", clauses=told)
    if not found:
        return style.t("No clause leads to another answer.")
    return style.t("They differ in {clauses}.", clauses=style.both(found))


def _with_how_many(words: str, each: Difference, style: TextStyle) -> str:
    """The words of a difference with the number of players it shows with, where that is not the usual one."""
    if each.seats is None:
        return words
    return style.t("{clauses} with {number} players", clauses=words, number=each.seats)


def _silent(comparison: Comparison) -> list[str]:
    """The clauses with other parameters, of which no case was found that shows it."""
    known = (("standing",), (MISSING,))
    return [each.clause for each in comparison.differences if each.witness is None and each.what not in known]


def _standings(comparison: Comparison, called: tuple[str, str], style: TextStyle) -> Iterator[str]:
    """How many clauses say the same and only stand otherwise, and how; a few of them by name."""
    alike: dict[tuple[str, str], list[str]] = {}
    for each in comparison.differences:
        if each.witness is None and each.what == ("standing",):
            alike.setdefault(each.standings, []).append(each.clause)
    for (first, second), clauses in alike.items():
        text = style.n(
            "{number} clause says the same, {first} in {one} and {second} in {other}",
            "{number} clauses say the same, {first} in {one} and {second} in {other}",
            len(clauses),
            first=term(style, first),
            second=term(style, second),
            one=style.safe(called[0]),
            other=style.safe(called[1]),
        )
        yield f"{text}: {', '.join(map(style.clause_said, clauses))}" if len(clauses) <= FEW else f"{text}."


def _difference(called: tuple[str, str], each: Difference, style: TextStyle) -> Iterator[str]:
    name = style.clause(each.clause)
    head = f"{name} ({style.said(each.area)})" if each.area else name
    yield _with_how_many(head, each, style)
    for rules, statement, standing, verdict in zip(
        called,
        each.statements,
        each.standings,
        each.verdicts or (None, None),
        strict=True,
    ):
        said = _said(rules, statement, standing, style)
        yield from wrap(said, style.width, "  ", "    ")
        if verdict is not None:
            below = style.t("in the case below: {verdict}", verdict=style.said(verdict))
            yield from wrap(below, style.width, "    ", "      ")
    if each.witness is not None:
        told, command = witness_words(_told(each.witness), style), each.witness.command
        case = style.t("Case for {command}: {case}", command=command, case=told)
        yield from wrap(case, style.width, "  ", "    ")
    elif each.note is not None:
        yield from wrap(style.said(each.note), style.width, "  ", "    ")
    yield ""


def _said(rules: str, statement: str, standing: str, style: TextStyle) -> str:
    """What a rule set says in a clause, and how firmly; or that it has none."""
    if standing == MISSING:
        return style.t("{rules} has no such clause", rules=style.safe(rules))
    stands = "" if standing == "stated" else f" [{term(style, standing)}]"
    return f"{style.safe(rules)}{stands}: {style.stated(statement)}"


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
