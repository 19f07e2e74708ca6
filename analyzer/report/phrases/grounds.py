"""What an answer rests on, in words: silent clauses, and readings of what no source settles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analyzer.layout import wrap
from analyzer.report.style.textstyle import TextStyle
from analyzer.rules.spec.grounds import AnsweredReading, Grounds
from analyzer.rules.spec.ruleset import RuleSet


def grounds_lines(rules: RuleSet, grounds: Grounds, style: TextStyle) -> list[str]:
    """What is told of an answer's grounds; nothing where its source states everything."""
    lines = silent_lines(grounds, style) + beside_lines(grounds, style)
    if not grounds.readings:
        return lines
    clauses = style.both([style.clause_said(each) for each in grounds.unsettled])
    text = style.t(
        "No source settles {clauses}. What is told is the first of these readings; --variant chooses one:",
        clauses=clauses,
    )
    lines += [style.paint(line, "warn") for line in wrap(text, style.width)]
    for each in grounds.readings:
        lines += _reading(rules, each, style)
    return lines


def silent_lines(grounds: Grounds, style: TextStyle) -> list[str]:
    """The silent clauses that an answer rests on; nothing where there are none."""
    if not grounds.rests_on:
        return []
    clauses = style.both([style.clause_said(each) for each in grounds.rests_on])
    text = style.t("This rests on {clauses}, where the source is silent.", clauses=clauses)
    return wrap(text, style.width)


def beside_lines(grounds: Grounds, style: TextStyle) -> list[str]:
    """The readings under which what is told cannot be, and whether there are too many to go through."""
    lines = []
    if grounds.too_many:
        clauses = style.both([style.clause_said(each) for each in grounds.unsettled])
        text = style.t(
            "More readings of {clauses} bear on this than can be gone through, so nothing is settled; "
            "--variant chooses one.",
            clauses=clauses,
        )
        lines += [style.paint(line, "warn") for line in wrap(text, style.width)]
    for each in grounds.impossible:
        text = style.t(
            "Under {reading} it cannot be: {fault}",
            reading=style.safe(_chosen(each)),
            fault=style.safe(each.differs["faults"][0]),
        )
        lines += wrap(text, style.width)
    return lines


def _chosen(reading: AnsweredReading) -> str:
    return ", ".join(f"{option}={word}" for option, word in reading.variant.items())


def _reading(rules: RuleSet, reading: AnsweredReading, style: TextStyle) -> Iterator[str]:
    says = [
        style.stated(rules.options[option].readings[word][0].statement)
        for option, word in reading.variant.items()
    ]
    came_to = "; ".join(_came_to(reading.differs, style))
    text = f"{style.safe(_chosen(reading))}: {' '.join(says)}"
    yield from wrap(f"{text} ({came_to})" if came_to else text, style.width, "  * ", "    ")


def _came_to(differs: Mapping[str, Any], style: TextStyle) -> Iterator[str]:
    """What of a reading's answer is told in a few words."""
    for key, value in differs.items():
        if key == "holds":
            yield style.t("yes") if value else style.t("no")
        elif key == "lines":
            for line in value or ():
                paid = line.get("as_played", line)
                amounts = _amounts(paid.get("tokens", paid.get("sheet", {})), style)
                illegal = line.get("illegal")
                broken = [
                    style.clause(each["clause"]) for each in line.get("violations", line.get("breaches", ()))
                ]
                told = f"{amounts} ({', '.join(broken)})" if broken else amounts
                yield f"{style.titled(line['name'])}: {style.clause(illegal['clause']) if illegal else told}"
        elif key == "end" and "totals" not in differs:
            yield style.t("in the end {amounts}", amounts=_amounts(value["tokens"], style))
        elif key in {"guarantee", "tokens", "totals"} and isinstance(value, Mapping):
            yield _amounts(value, style)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield str(value)


def _amounts(amounts: Mapping[str, int], style: TextStyle) -> str:
    return ", ".join(f"{style.name(player)} {style.signed(amount)}" for player, amount in amounts.items())
